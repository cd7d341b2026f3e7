import { expect } from 'chai';
import {
  CancelRequest,
  CancelResponse,
  CouriersRequest,
  CouriersResponse,
  DraftOrderRequest,
  DraftOrderResponse,
  OrderRequest,
  OrderResponse,
  operations,
  RatesRequest,
  RatesResponse,
} from '../../src/contract/index.ts';

describe('operations', () => {
  it('are exactly the five of the service', () => {
    expect(operations).to.deep.equal({
      listCouriers: {
        method: 'GET',
        path: '/v1/couriers',
        request: CouriersRequest,
        response: CouriersResponse,
        repeatable: true,
      },
      quoteRates: {
        method: 'POST',
        path: '/v1/rates/couriers',
        request: RatesRequest,
        response: RatesResponse,
        repeatable: true,
      },
      createOrder: {
        method: 'POST',
        path: '/v1/orders',
        request: OrderRequest,
        response: OrderResponse,
        repeatable: false,
      },
      createDraftOrder: {
        method: 'POST',
        path: '/v1/draft_orders',
        request: DraftOrderRequest,
        response: DraftOrderResponse,
        repeatable: false,
      },
      cancelOrder: {
        method: 'POST',
        path: '/v1/orders/:id/cancel',
        request: CancelRequest,
        response: CancelResponse,
        repeatable: false,
      },
    });
  });

  it('cannot be changed by a page', () => {
    expect(operations).to.be.frozen;
    for (const row of Object.values(operations)) expect(row).to.be.frozen;
  });
});
