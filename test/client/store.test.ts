import { expect } from 'chai';
import { createShippingClient } from '../../src/client/index.ts';
import { attempt, pageStore } from '../../src/client/store.ts';
import { orderRequest } from '../support/fixtures.ts';
import { describeInPage } from '../support/page.ts';
import { cutOff, failure, serve, storage } from './service.ts';

const order = { ...orderRequest, reference_id: 'shop-17' };
const place = 'checkout';

describe('the store of a page', () => {
  it('is its sessionStorage', () => {
    const { store: sessionStorage } = storage();
    expect(pageStore({ document: {}, sessionStorage })).to.equal(sessionStorage);
  });

  it('is none where a browser has or allows none', () => {
    expect(pageStore({ document: {} })).to.equal(undefined);
    const forbidden = {
      document: {},
      get sessionStorage(): never {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    };
    expect(pageStore(forbidden)).to.equal(undefined);
  });

  it('is none outside a page: on a server, what one shopper has left is nothing to the next', () => {
    expect(pageStore({ sessionStorage: storage().store })).to.equal(undefined);
  });
});

describe('an attempt', () => {
  it('comes to what it returns, and to nothing where it throws', () => {
    expect(attempt(() => 17)).to.equal(17);
    expect(attempt(cutOff)).to.equal(undefined);
  });
});

describeInPage('a client that is handed no store', () => {
  afterEach(() => sessionStorage.clear());

  it('finds after a reload what it has left in sessionStorage', async () => {
    await failure(serve(cutOff, { store: undefined }).client.createOrder(order, { place }));
    const after = createShippingClient({ baseUrl: 'https://shop.test' });
    expect(after.unanswered(place)).to.include({ operation: 'createOrder', reference: 'shop-17' });
  });
});
