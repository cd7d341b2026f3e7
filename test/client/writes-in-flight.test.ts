import { expect } from 'chai';
import { json } from '../support/fixtures.ts';
import { elsewhere, found, order, placed, refused, uncertain, used, widgetKey } from './page.ts';
import { failure, onHold, orderAnswer, serve } from './service.ts';

const broken = () => json({}, { status: 500 });

/** Two sends of one order are in flight, and are answered in turn. Then it is sent a third time. */
const cases: Record<string, [answer: typeof used, end: object][]> = {
  'is found by the third send if one was refused and the other lost': [
    [refused, { code: 'refused', outcome: 'unknown' }],
    [broken, { code: 'unavailable', outcome: 'unknown' }],
    [used, found],
  ],
  'is found by the third send if one was placed and the other lost': [
    [placed, { id: orderAnswer.id }],
    [broken, { code: 'unavailable', outcome: 'unknown' }],
    [used, found],
  ],
  'is found by one send if the other was placed': [
    [placed, { id: orderAnswer.id }],
    [used, found],
  ],
  'may be another order if both sends were refused': [
    [refused, { code: 'refused', outcome: 'unknown' }],
    [refused, { code: 'refused', outcome: undefined }],
    [used, uncertain],
  ],
  'may be another order if both sends are told that the reference is used': [
    [used, uncertain],
    [used, uncertain],
    [used, uncertain],
  ],
  'is known if one send is told that the reference is used, and the other is placed': [
    [used, uncertain],
    [placed, { id: orderAnswer.id }],
  ],
};

describe('an order that is in flight twice', () => {
  for (const [title, ends] of Object.entries(cases))
    it(title, async () => {
      const { client, arrived, held } = onHold();
      const send = () => client.createOrder(order, { widgetKey }).catch((thrown) => thrown);
      const calls = [send(), send()];
      for (const [index, [answer, end]] of ends.entries()) {
        const call = calls[index] ?? send();
        await arrived(Math.max(2, index + 1));
        held[index]?.(await answer());
        const result = await call;
        for (const [field, value] of Object.entries(end)) expect(result[field], `${index} ${field}`).to.equal(value);
      }
      const isOpen = ends.at(-1)?.[1] === uncertain;
      expect(client.unanswered(widgetKey)).to.have.lengthOf(isOpen ? 1 : 0);
    });

  it('stays unanswered in each widget until both sends have ended, even if an earlier one was lost', async () => {
    const { client, arrived, held } = onHold();
    const [lost, one, other] = [widgetKey, widgetKey, 'gift'].map((at) => client.createOrder(order, { widgetKey: at }));
    await arrived(3);
    held[0]?.(broken());
    await failure(lost as Promise<unknown>);
    held[1]?.(await placed());
    await one;
    for (const at of [widgetKey, 'gift']) expect(client.unanswered(at)).to.have.lengthOf(1);
    held[2]?.(await refused());
    await failure(other as Promise<unknown>);
    for (const at of [widgetKey, 'gift']) expect(client.unanswered(at)).to.have.lengthOf(0);
  });

  it('is not affected by another order in flight, or by a call of it that is not sent', async () => {
    const { client, arrived, held } = onHold();
    const requests = [order, { ...order, reference_id: 'cart-18' }];
    const calls = requests.map((request) => failure(client.createOrder(request, { widgetKey })));
    await arrived(2);
    await failure(client.createOrder(order, { widgetKey, signal: AbortSignal.abort('left') }));
    expect(client.unanswered(widgetKey)).to.have.lengthOf(2);
    for (const [index, call] of calls.entries()) {
      held[index]?.(await refused());
      expect(await call).to.include({ code: 'refused', outcome: undefined });
    }
    expect(client.unanswered(widgetKey)).to.deep.equal([]);
  });

  it('is found again after one send was lost, whatever becomes of another order meanwhile', async () => {
    const { client, arrived, held } = onHold();
    const [lost, other] = [client.createOrder(order, { widgetKey }), client.createOrder(order, { widgetKey })];
    const gift = client.createOrder({ ...order, reference_id: 'gift' }, { widgetKey });
    await arrived(3);
    held[0]?.(broken());
    await failure(lost);
    held[2]?.(json(orderAnswer));
    await gift;
    held[1]?.(await refused());
    expect(await failure(other)).to.include({ outcome: 'unknown' });
    const again = client.createOrder(order, { widgetKey });
    await arrived(4);
    held[3]?.(await used());
    expect(await again).to.deep.equal(found);
  });

  it('is found by a send that began before the other was placed', async () => {
    let headers: Record<string, string> | Promise<Record<string, string>> = {};
    const { client, arrived, held } = onHold({ headers: () => headers });
    const one = client.createOrder(order);
    await arrived(1);
    let give = (_: Record<string, string>) => {};
    headers = new Promise((resolve) => {
      give = resolve;
    });
    const other = client.createOrder(order);
    held[0]?.(await placed());
    await one;
    give({});
    await arrived(2);
    held[1]?.(await used());
    expect(await other).to.deep.equal(found);
  });
});

describe('an order of a random reference that is in flight', () => {
  it('is found by each of two sends that are told that it is used', async () => {
    const { client, arrived, held } = onHold();
    const calls = [1, 2].map(() => client.createOrder(order, { widgetKey, random: true }));
    await arrived(2);
    for (const index of [1, 0]) {
      held[index]?.(await used());
      expect(await calls[index]).to.deep.equal(found);
    }
    expect(client.unanswered(widgetKey)).to.deep.equal([]);
  });

  it('is the earlier order of another body that is told that the reference is used', async () => {
    const { client } = serve((_, count) => (count === 1 ? placed() : used()));
    const calls = [order, elsewhere].map((request) => client.createOrder(request, { random: true }));
    await calls[0];
    expect((await failure(calls[1] as Promise<unknown>)).earlier).to.deep.equal(found);
  });
});
