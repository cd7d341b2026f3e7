import { expect } from 'chai';
import type { OrderRequest } from '../../src/contract/index.ts';
import { json, orderRequest } from '../support/fixtures.ts';
import { failure, onHold, orderAnswer, refusal, serve } from './service.ts';

const order: OrderRequest = { ...orderRequest, reference_id: 'shop-17' };
const refused = () => refusal(40002031);
const broken = () => json({}, { status: 500 });
const used = () => refusal(40002060, { order_id: 'o-1', waybill_id: null, reference_id: 'shop-17' });

/** One order that was sent twice: neither send has an answer yet. */
async function sentTwice() {
  const { client, arrived, held } = onHold();
  const again = () => client.createOrder(order, { place: 'checkout' });
  const [one, other] = [again(), again()];
  // Not every test looks at both.
  for (const call of [one, other]) call.catch(() => {});
  await arrived(2);
  const answer = async (index: number, response: Response) => {
    await arrived(index + 1);
    held[index]?.(response);
  };
  return { client, one, other, again, answer };
}

describe('an order that is in flight twice', () => {
  it('is found again after one was refused and the other lost', async () => {
    const { one, other, again, answer } = await sentTwice();
    await answer(0, refused());
    await failure(one);
    await answer(1, broken());
    expect(await failure(other)).to.include({ code: 'unavailable', outcome: 'unknown' });
    const third = again();
    await answer(2, used());
    expect(await third).to.include({ recovered: true, id: 'o-1' });
  });

  it('is found again after one was placed and the other lost', async () => {
    const { one, other, again, answer } = await sentTwice();
    await answer(0, json(orderAnswer));
    await one;
    await answer(1, broken());
    expect(await failure(other)).to.include({ outcome: 'unknown' });
    const third = again();
    await answer(2, used());
    expect(await third).to.include({ recovered: true, id: 'o-1' });
  });

  it('is found by the one when the other was placed', async () => {
    const { one, other, answer } = await sentTwice();
    await answer(0, json(orderAnswer));
    expect(await one).to.include({ id: orderAnswer.id });
    await answer(1, used());
    expect(await other).to.include({ recovered: true, id: 'o-1' });
  });

  it('is found again after one was lost, whatever becomes of another order meanwhile', async () => {
    const { client, one, other, again, answer } = await sentTwice();
    await answer(0, broken());
    await failure(one);
    const gift = client.createOrder({ ...order, reference_id: 'gift' });
    await answer(2, json(orderAnswer));
    await gift;
    await answer(1, refused());
    expect(await failure(other)).to.include({ outcome: 'unknown' });
    const last = again();
    await answer(3, used());
    expect(await last).to.include({ recovered: true, id: 'o-1' });
  });

  it('is unknown while either may still be placed, and not any longer', async () => {
    const { one, other, answer } = await sentTwice();
    await answer(0, refused());
    expect(await failure(one)).to.include({ code: 'refused', outcome: 'unknown' });
    await answer(1, refused());
    expect(await failure(other)).to.include({ code: 'refused', outcome: undefined });
  });

  it('may be another’s if both were refused and the reference is used then', async () => {
    const { one, other, again, answer } = await sentTwice();
    await answer(0, refused());
    await answer(1, refused());
    await failure(one);
    await failure(other);
    const third = again();
    await answer(2, used());
    expect(await failure(third)).to.include({ reason: 'reference-used', outcome: 'unknown' });
  });

  it('may be another’s if both are told that the reference is used', async () => {
    const { one, other, again, answer } = await sentTwice();
    for (const [index, call] of [one, other].entries()) {
      await answer(index, used());
      expect(await failure(call)).to.include({ reason: 'reference-used', outcome: 'unknown' });
    }
    const third = again();
    await answer(2, used());
    expect(await failure(third)).to.include({ reason: 'reference-used', outcome: 'unknown' });
  });

  it('is known to be placed when one is told that the reference is used, and the other that it is placed', async () => {
    const { client, one, other, answer } = await sentTwice();
    await answer(0, used());
    expect(await failure(one)).to.include({ outcome: 'unknown' });
    await answer(1, json(orderAnswer));
    expect(await other).to.include({ id: orderAnswer.id });
    expect(client.unanswered('checkout')).to.deep.equal([]);
  });

  it('is found by a send that began before the other was placed', async () => {
    const { client, arrived, held } = onHold({ headers: () => token });
    let give = (_: Record<string, string>) => {};
    let token: Record<string, string> | Promise<Record<string, string>> = {};
    const one = client.createOrder(order);
    await arrived(1);
    token = new Promise((resolve) => {
      give = resolve;
    });
    const other = client.createOrder(order);
    held[0]?.(json(orderAnswer));
    await one;
    give({ authorization: 'token' });
    await arrived(2);
    held[1]?.(used());
    expect(await other).to.include({ recovered: true });
  });
});

describe('an order that a framework made reactive', () => {
  const reactive = <T>(value: T): T =>
    typeof value === 'object' && value !== null
      ? new Proxy(value, { get: (target, key) => reactive(Reflect.get(target, key)) })
      : value;

  for (const method of ['createOrder', 'createDraftOrder'] as const)
    it(`is sent: ${method}`, async () => {
      const { client, requests } = serve(() => json(orderAnswer));
      await client[method](reactive(order));
      expect(await requests[0]?.json()).to.deep.equal(order);
    });
});
