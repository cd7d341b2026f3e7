import { expect } from 'chai';
import { percentOf, rupiahOf, sameAmount, wholeRupiah } from '../../src/contract/index.ts';

describe('wholeRupiah', () => {
  it('rounds up, but ignores floating-point noise', () => {
    for (const amount of [10.01, 10.5, 11, 10.000002]) expect(wholeRupiah(amount)).to.equal(11);
    expect([0, 0.001, 15_000_000, 995.0000000001, 0.1 * 3 * 10].map(wholeRupiah)).to.deep.equal([
      ...[0, 1, 15_000_000, 995, 3],
    ]);
  });
});

describe('percentOf', () => {
  it('rounds up to a whole rupiah, but ignores floating-point noise', () => {
    expect(percentOf(2_000_000, 0.5)).to.equal(10_000);
    expect(percentOf(150_001, 0.5)).to.equal(751);
    expect(percentOf(19_000, 1.1)).to.equal(209);
  });
});

describe('sameAmount', () => {
  it('compares two decimals, of numbers and of a page’s own texts', () => {
    expect(sameAmount(0.1 + 0.2, 0.3)).to.equal(true);
    expect(sameAmount(11_000, 11_000.004)).to.equal(true);
    expect(sameAmount(11_000, 11_000.01)).to.equal(false);
    expect(sameAmount('15000' as unknown as number, 15_000)).to.equal(true);
  });
});

describe('rupiahOf', () => {
  it('reads a number, and a text of digits as the number', () => {
    expect([150_000, '150000', ' 150000 ', 0, '0'].map((value) => rupiahOf(value, 'subtotal'))).to.deep.equal([
      ...[150_000, 150_000, 150_000, 0, 0],
    ]);
  });

  it('counts null and an empty text as absent', () => {
    for (const value of [undefined, null, '']) expect(rupiahOf(value, 'subtotal')).to.equal(undefined);
  });

  it('refuses anything else, with the name of the field and the remedy', () => {
    for (const value of [true, false, '150.000', '1e5', 'Rp 150000', ' ', -1, 1.5, Number.NaN, 1e21, 5n, {}])
      expect(() => rupiahOf(value, 'subtotal'), String(value)).to.throw(
        TypeError,
        'subtotal must be whole rupiah, 0 or more, without decimals.',
      );
  });
});
