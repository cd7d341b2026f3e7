import { expect } from 'chai';
import { attempt, pageStore } from '../../src/client/store.ts';
import { cutOff, storage } from './service.ts';

describe('the store of a page', () => {
  it('is its sessionStorage', () => {
    const { store: sessionStorage } = storage();
    expect(pageStore({ document: {}, sessionStorage })).to.equal(sessionStorage);
  });

  it('is undefined if the browser has none or forbids it', () => {
    expect(pageStore({ document: {} })).to.equal(undefined);
    const forbidden = {
      document: {},
      get sessionStorage(): never {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    };
    expect(pageStore(forbidden)).to.equal(undefined);
  });

  it('is undefined on a server, where shoppers must not share it', () => {
    expect(pageStore({ sessionStorage: storage().store })).to.equal(undefined);
  });
});

describe('an attempt', () => {
  it('returns the result, or undefined if the function throws', () => {
    expect(attempt(() => 17)).to.equal(17);
    expect(attempt(cutOff)).to.equal(undefined);
  });
});
