import { expect } from 'chai';
import { type ErrorBody, operations } from '../../src/contract/index.ts';
import { orderRequest } from '../support/fixtures.ts';

describe('operations', () => {
  it('are exactly the five of the service; only the two reads may be repeated', () => {
    const rows = Object.entries(operations).map(([name, { method, path, repeatable }]) => [
      name,
      method,
      path,
      repeatable,
    ]);
    expect(rows).to.deep.equal([
      ['listCouriers', 'GET', '/v1/couriers', true],
      ['quoteRates', 'POST', '/v1/rates/couriers', true],
      ['createOrder', 'POST', '/v1/orders', false],
      ['createDraftOrder', 'POST', '/v1/draft_orders', false],
      ['cancelOrder', 'POST', '/v1/orders/:id/cancel', false],
    ]);
  });

  it('cannot be changed by a page', () => {
    for (const part of [operations, ...Object.values(operations)]) expect(Object.isFrozen(part)).to.equal(true);
  });

  it('have the reference of each write, and when two requests are the same write', () => {
    const { createOrder, createDraftOrder, cancelOrder } = operations;
    const rows = [createOrder, createDraftOrder, cancelOrder].map(({ reference, sameWrite }) => [reference, sameWrite]);
    expect(rows).to.deep.equal([
      ['reference_id', 'reference and body'],
      ['reference_id', 'reference and body'],
      ['id', 'reference'],
    ]);
  });
});

describe('a write before it is sent', () => {
  for (const name of ['createOrder', 'createDraftOrder'] as const)
    it(`gets a random reference if it has none: ${name}`, () => {
      const { complete } = operations[name];
      const own = { ...orderRequest, reference_id: 'shop-17' };
      expect(complete(own, 'random')).to.deep.equal(own);
      for (const none of [orderRequest, { ...orderRequest, reference_id: undefined }])
        expect(complete(none, 'random')).to.deep.equal({ ...orderRequest, reference_id: 'random' });
      expect(orderRequest).to.not.have.property('reference_id');
    });

  it('gets a reason if it cancels without one', () => {
    const { complete } = operations.cancelOrder;
    const own = { id: 'a1', cancellation_reason_code: 'pickup_delay' } as const;
    expect(complete(own, 'random')).to.deep.equal(own);
    for (const none of [{ id: 'a1' }, { id: 'a1', cancellation_reason_code: undefined }])
      expect(complete(none, 'random')).to.deep.equal({ id: 'a1', cancellation_reason_code: 'others' });
  });
});

describe('an answer', () => {
  const { createOrder, createDraftOrder, cancelOrder } = operations;

  it('is about the order or draft that was sent, unless it names another reference', () => {
    const sent = { ...orderRequest, reference_id: 'shop-17' };
    for (const { answers } of [createOrder, createDraftOrder]) {
      for (const reference_id of ['shop-17', '', null, undefined])
        expect(answers?.({ success: true, id: 'o-1', reference_id }, sent), String(reference_id)).to.equal(true);
      for (const reference_id of ['shop-18', 'SHOP-17', 'shop-17 '])
        expect(answers?.({ success: true, id: 'o-1', reference_id }, sent), reference_id).to.equal(false);
    }
  });

  it('is about the order to cancel, with its id in any case', () => {
    for (const id of ['66f0c1d2', '66F0C1D2'])
      expect(cancelOrder.answers?.({ success: true, id }, { id: '66f0C1d2' })).to.equal(true);
    expect(cancelOrder.answers?.({ success: true, id: '66f0c1d3' }, { id: '66f0c1d2' })).to.equal(false);
  });
});

describe('an earlier send', () => {
  const details = { order_id: 'o-1', waybill_id: 'JNE7', reference_id: 'shop-17' };
  const found = { success: true, recovered: true, id: 'o-1', waybill_id: 'JNE7', reference_id: 'shop-17' };
  const unnamed = { ...found, id: undefined, waybill_id: undefined };
  const { createOrder, createDraftOrder, cancelOrder } = operations;

  it('of an order worked if the refusal names its reference and an order', () => {
    expect(createOrder.recovered({ code: 40002060, details }, 'shop-17')).to.deep.equal(found);
    const others: ErrorBody[] = [
      { code: 40002031, details },
      { code: 42211015, details },
      { details },
      { code: 40002060 },
      { code: 40002060, details: null },
      { code: 40002060, details: { ...details, reference_id: 'shop-18' } },
      { code: 40002060, details: { ...details, order_id: null } },
      { code: 40002060, details: { ...details, order_id: '' } },
    ];
    for (const refusal of others) expect(createOrder.recovered(refusal, 'shop-17')).to.equal(undefined);
  });

  it('of an order with a random reference worked even if the refusal names no order', () => {
    expect(createOrder.recovered({ code: 40002060, details }, 'shop-17', true)).to.deep.equal(found);
    for (const less of [undefined, null, {}, { order_id: null }, { order_id: '', reference_id: '' }])
      expect(createOrder.recovered({ code: 40002060, details: less }, 'shop-17', true)).to.deep.include({
        ...{ success: true, recovered: true, id: undefined, reference_id: 'shop-17' },
      });
    const nameless = { order_id: 'o-1', waybill_id: null };
    expect(createOrder.recovered({ code: 40002060, details: nameless }, 'shop-17', true)).to.include({ id: 'o-1' });
    for (const refusal of [{ code: 40002060, details: { ...details, reference_id: 'shop-18' } }, { code: 40002031 }])
      expect(createOrder.recovered(refusal, 'shop-17', true)).to.equal(undefined);
  });

  it('of a draft worked if the refusal has the code of drafts', () => {
    expect(createDraftOrder.recovered({ code: 42211015 }, 'shop-17')).to.deep.equal(unnamed);
    expect(createDraftOrder.recovered({ code: 42211015, details: { order_id: null } }, 'shop-17')).to.deep.include({
      id: undefined,
    });
    expect(createDraftOrder.recovered({ code: 42211015, details }, 'shop-17')).to.deep.equal(found);
    const another = { ...details, reference_id: 'shop-18' };
    for (const refusal of [
      { code: 40002060, details },
      { code: 42211015, details: another },
    ])
      expect(createDraftOrder.recovered(refusal, 'shop-17')).to.equal(undefined);
  });

  it('of a cancellation worked if the order is already cancelled, or the courier has ended it', () => {
    const cancelled = { success: true, id: 'a1', status: 'cancelled' };
    const ended = ['cancelled', 'CANCELED', 'rejected', 'returned', 'disposed', 'courier_not_found', 'courierNotFound'];
    for (const error of ended.map((status) => `Cannot cancel order because order already ${status}`))
      expect(cancelOrder.recovered({ code: 40002053, error }, 'a1')).to.deep.equal(cancelled);
    const others: ErrorBody[] = [
      { code: 40002053 },
      { code: 40002053, error: null },
      { code: 40002053, error: 'Order already picked' },
      { code: 40002053, error: 'Order already delivered' },
      { code: 40002057, error: 'Order already cancelled' },
      { error: 'Order already cancelled' },
    ];
    for (const refusal of others) expect(cancelOrder.recovered(refusal, 'a1')).to.equal(undefined);
  });
});
