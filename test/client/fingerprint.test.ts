import { expect } from 'chai';
import { fingerprint, randomReference } from '../../src/client/index.ts';
import { orderRequest } from '../support/fixtures.ts';

describe('randomReference', () => {
  it('has 128 random bits and never repeats', () => {
    const references = Array.from({ length: 200 }, randomReference);
    for (const reference of references) expect(reference).to.match(/^[0-9a-f]{32}$/);
    expect(new Set(references).size).to.equal(200);
  });
});

describe('fingerprint', () => {
  it('ignores the order of keys at any depth', () => {
    expect(fingerprint({ a: 1, b: { c: 2, d: 3 } })).to.equal(fingerprint({ b: { d: 3, c: 2 }, a: 1 }));
    expect(fingerprint({ a: 1, b: undefined })).to.equal(fingerprint({ a: 1 }));
  });

  it('depends on the order of a list', () => {
    expect(fingerprint([1, 2])).to.not.equal(fingerprint([2, 1]));
  });

  it('differs for bodies that differ in one character, and is too short to contain them', () => {
    const bodies = Array.from({ length: 500 }, (_, number) => ({ ...orderRequest, order_note: `note ${number}` }));
    expect(new Set(bodies.map(fingerprint)).size).to.equal(500);
    for (const body of bodies) expect(fingerprint(body)).to.match(/^[0-9a-z]{1,14}$/);
  });

  it('never changes, because stores keep it while the client is updated', () => {
    const bodies = ['', {}, { reference_id: 'shop-17', items: [{ name: 'Kopi ☕', value: 75_000 }] }];
    expect(bodies.map(fingerprint)).to.deep.equal(['1yz14zpxru0zv', 'nf0rvpc7nb7l', '1jcg0i316y1o4q']);
  });
});
