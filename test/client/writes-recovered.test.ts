import { expect } from 'chai';
import { orderRequest } from '../support/fixtures.ts';
import { cutOff, failure, refusal, serve } from './service.ts';

const order = { ...orderRequest, reference_id: 'shop-17' };
const mine = { order_id: 'o-1', waybill_id: 'JNE7', reference_id: 'shop-17' };

/** The first send is lost; each later one gets `answer`. */
const lostBefore = (answer: () => Response) => serve((_, count) => (count === 1 ? cutOff() : answer()));

describe('an order whose answer was lost is not found', () => {
  const others: Record<string, () => Response> = {
    'by a refusal for another reason, even one that names it': () => refusal(40002031, mine),
    'by a refusal without a code that names it': () => refusal(undefined, mine),
    'by a broken service that names it': () => refusal(40002060, mine, 500),
    'by a used reference without details': () => refusal(40002060),
    'by a used reference whose details have no reference': () => refusal(40002060, { order_id: 'o-1' }),
  };
  for (const [how, answer] of Object.entries(others))
    it(how, async () => {
      const { client } = lostBefore(answer);
      await failure(client.createOrder(order));
      expect(await failure(client.createOrder(order))).to.include({ outcome: 'unknown' });
    });
});

describe('a draft whose answer was lost', () => {
  it('is found by its own code, with the id if the service names it', async () => {
    for (const [details, found] of [
      [undefined, { id: undefined, waybill_id: undefined }],
      [mine, { id: 'o-1', waybill_id: 'JNE7' }],
      [{ order_id: null }, { id: undefined, waybill_id: undefined }],
    ] as const) {
      const { client } = lostBefore(() => refusal(42211015, details, 422));
      await failure(client.createDraftOrder(order));
      expect(await client.createDraftOrder(order)).to.deep.equal({
        success: true,
        recovered: true,
        reference_id: 'shop-17',
        ...found,
      });
    }
  });
});

describe('a write that waits for its headers', () => {
  it('knows that another call sent the same one meanwhile', async () => {
    const waiting: ((headers: Record<string, string>) => void)[] = [];
    const headers = () => new Promise<Record<string, string>>((resolve) => waiting.push(resolve));
    const { client } = serve((_, count) => (count === 1 ? cutOff() : refusal(40002060, mine)), { headers });
    const calls = [client.createOrder(order), client.createOrder(order)];
    const [lost, found] = [failure(calls[0] as Promise<unknown>), calls[1]];
    while (waiting.length < 2) await Promise.resolve();
    waiting[0]?.({});
    expect(await lost).to.include({ outcome: 'unknown' });
    waiting[1]?.({});
    expect(await found).to.include({ recovered: true, id: 'o-1' });
  });

  it('leaves an earlier one unknown if the headers never come', async () => {
    let token: () => Promise<Record<string, string>> = async () => ({});
    const { client } = serve((_, count) => (count === 1 ? cutOff() : refusal(40002060, mine)), {
      headers: () => token(),
    });
    await failure(client.createOrder(order));
    token = () => Promise.reject(new Error('signed out'));
    expect(await failure(client.createOrder(order))).to.include({ code: 'network', outcome: 'unknown' });
    token = async () => ({});
    expect(await client.createOrder(order)).to.include({ recovered: true });
  });
});

describe('a write that was not sent', () => {
  it('is unknown if another call sent the same one', async () => {
    const waiting: { resolve: (headers: Record<string, string>) => void; reject: (thrown: Error) => void }[] = [];
    const held = () => new Promise<Record<string, string>>((resolve, reject) => waiting.push({ resolve, reject }));
    let headers: () => Promise<Record<string, string>> = held;
    const { client } = serve((_, count) => (count === 1 ? cutOff() : refusal(40002060, mine)), {
      headers: () => headers(),
    });
    const [lost, unsent] = [failure(client.createOrder(order)), failure(client.createOrder(order))];
    while (waiting.length < 2) await Promise.resolve();
    waiting[0]?.resolve({});
    expect(await lost).to.include({ outcome: 'unknown' });
    waiting[1]?.reject(new Error('signed out'));
    expect(await unsent).to.include({ code: 'network', outcome: 'unknown' });
    headers = async () => ({});
    expect(await client.createOrder(order)).to.include({ recovered: true, id: 'o-1' });
  });
});

describe('a write that was refused', () => {
  it('is settled: a later order under the reference is not taken for it', async () => {
    const { client } = serve((_, count) => refusal(count === 1 ? 40002031 : 40002060, mine));
    expect(await failure(client.createOrder(order))).to.include({ reason: 'cod-unavailable', outcome: undefined });
    expect(await failure(client.createOrder(order))).to.include({ reason: 'reference-used', outcome: 'unknown' });
  });
});
