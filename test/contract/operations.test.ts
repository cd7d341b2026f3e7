import { expect } from 'chai';
import {
  CancelRequest,
  CancelResponse,
  CouriersRequest,
  CouriersResponse,
  DraftOrderRequest,
  DraftOrderResponse,
  type OperationName,
  OrderRequest,
  OrderResponse,
  operations,
  RatesRequest,
  RatesResponse,
} from '../../src/contract/index.ts';

const schemas: Record<OperationName, [request: object, response: object]> = {
  listCouriers: [CouriersRequest, CouriersResponse],
  quoteRates: [RatesRequest, RatesResponse],
  createOrder: [OrderRequest, OrderResponse],
  createDraftOrder: [DraftOrderRequest, DraftOrderResponse],
  cancelOrder: [CancelRequest, CancelResponse],
};

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

  // Compared by hand: a failed comparison of two schemas would keep the reporter printing them for minutes.
  for (const [name, [request, response]] of Object.entries(schemas))
    it(`read and write by their own schemas: ${name}`, () => {
      const row = operations[name as OperationName];
      expect(row.request === request, 'request').to.equal(true);
      expect(row.response === response, 'response').to.equal(true);
    });

  it('cannot be changed by a page', () => {
    for (const part of [operations, ...Object.values(operations)]) expect(Object.isFrozen(part)).to.equal(true);
  });
});
