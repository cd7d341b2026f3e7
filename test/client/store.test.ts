import { expect } from 'chai';
import { attempt, pageStore } from '../../src/client/store.ts';
import { cutOff, storage } from './service.ts';

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
