import { expect } from 'chai';
import { fingerprint, type Store } from '../../src/client/index.ts';
import { json, orderRequest } from '../support/fixtures.ts';
import { cancelAnswer, cutOff, failure, forever, orderAnswer, refusal, serve, storage } from './service.ts';

const order = { ...orderRequest, reference_id: 'shop-17' };
const used = () => refusal(40002060, { order_id: 'o-1', waybill_id: null, reference_id: 'shop-17' });
const already = () => json({ success: false, error: 'Order already cancelled', code: 40002053 }, { status: 400 });

describe('after a reload, with a store', () => {
  it('an order that was in flight is found again', async () => {
    const { store } = storage();
    const before = serve(() => forever, { store });
    // The page is gone before the answer: this promise is never settled.
    before.client.createOrder(order).catch(() => {});
    await before.arrived(1);
    const after = serve(used, { store });
    expect(await after.client.createOrder(order)).to.include({ recovered: true, id: 'o-1' });
  });

  it('a draft and an order with one reference are told apart', async () => {
    const { store } = storage();
    await failure(serve(cutOff, { store }).client.createDraftOrder(order));
    expect(await failure(serve(used, { store }).client.createOrder(order))).to.include({ reason: 'reference-used' });
    const draft = await serve(() => refusal(42211015, undefined, 422), { store }).client.createDraftOrder(order);
    expect(draft).to.include({ recovered: true, id: undefined, reference_id: 'shop-17' });
  });

  it('a cancellation that was in flight is found again', async () => {
    const { store } = storage();
    await failure(serve(cutOff, { store }).client.cancelOrder({ id: 'a1' }));
    const after = serve(already, { store }).client;
    expect(await after.cancelOrder({ id: 'a1' })).to.include({ status: 'cancelled' });
  });

  it('a write stays unknown after another answer', async () => {
    const { store } = storage();
    await failure(serve(cutOff, { store }).client.createOrder(order));
    await failure(serve(cutOff, { store }).client.cancelOrder({ id: 'a1' }));
    const busy = serve(() => json({}, { status: 429 }), { store }).client;
    expect(await failure(busy.createOrder(order))).to.include({ code: 'unavailable', outcome: 'unknown' });
    expect(await failure(busy.cancelOrder({ id: 'a1' }))).to.include({ code: 'unavailable', outcome: 'unknown' });
    expect(await serve(used, { store }).client.createOrder(order)).to.include({ recovered: true });
  });
});

describe('a store', () => {
  it('holds references and fingerprints, no personal data', async () => {
    const { store, entries } = storage();
    await failure(serve(cutOff, { store }).client.createOrder(order));
    const kept = JSON.stringify([...entries]);
    expect(kept).to.contain('shop-17');
    for (const secret of ['Ratna', '0812', 'Braga', 'mug']) expect(kept).to.not.contain(secret);
  });

  it('has a stable format, so that a newer client reads it', async () => {
    const { store, entries } = storage();
    const { client } = serve(cutOff, { store });
    const cancel = { id: 'a1', cancellation_reason_code: 'others' } as const;
    const place = 'checkout';
    for (const call of [
      client.createOrder(order, { place }),
      client.createDraftOrder(order),
      client.cancelOrder(cancel),
    ])
      await failure(call);
    expect([...entries.keys()]).to.deep.equal(['ship-unanswered']);
    expect(JSON.parse(entries.get('ship-unanswered') ?? '')).to.deep.equal([
      { operation: 'createOrder', reference: 'shop-17', fingerprint: fingerprint(order), place },
      { operation: 'createDraftOrder', reference: 'shop-17', fingerprint: fingerprint(order) },
      { operation: 'cancelOrder', reference: 'a1', fingerprint: fingerprint({}) },
    ]);
  });

  it('holds a write once for each place', async () => {
    const { store, entries } = storage();
    const { client } = serve(cutOff, { store });
    for (const place of ['checkout', 'checkout', 'gift', undefined, 'gift', undefined])
      await failure(client.createOrder(order, { place }));
    const places = JSON.parse(entries.get('ship-unanswered') ?? '').map(({ place }: { place?: string }) => place);
    expect(places).to.deep.equal(['checkout', 'gift', undefined]);
  });

  it('is empty once every write is answered or was not sent', async () => {
    const { store, entries } = storage();
    await serve(() => json(orderAnswer), { store }).client.createOrder(order);
    await serve(() => json(cancelAnswer), { store }).client.cancelOrder({ id: 'a1' });
    await failure(serve(() => refusal(40002031), { store }).client.createOrder(order));
    await failure(serve(cutOff, { store }).client.createOrder(order, { signal: AbortSignal.abort('left') }));
    expect([...entries]).to.deep.equal([]);
  });

  it('does not stop an order if it is full or forbidden, and this page remembers the order', async () => {
    const no = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const store: Store = { getItem: no, setItem: no, removeItem: no };
    const { client } = serve((_, count) => (count === 1 ? cutOff() : used()), { store });
    expect(await failure(client.createOrder(order))).to.include({ outcome: 'unknown' });
    expect(await client.createOrder(order)).to.include({ recovered: true });
  });
});
