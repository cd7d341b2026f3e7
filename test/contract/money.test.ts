import { expect } from 'chai';
import { percentOf, sameAmount, wholeRupiah } from '../../src/contract/index.ts';

describe('wholeRupiah', () => {
  it('rounds up', () => {
    expect(wholeRupiah(10.01)).to.equal(11);
    expect(wholeRupiah(10.5)).to.equal(11);
    expect(wholeRupiah(0.001)).to.equal(1);
  });

  it('keeps whole amounts', () => {
    for (const amount of [0, 1, 5000, 15_000_000]) expect(wholeRupiah(amount)).to.equal(amount);
  });

  it('ignores floating-point noise', () => {
    expect(wholeRupiah(995.0000000001)).to.equal(995);
    expect(wholeRupiah(0.1 * 3 * 10)).to.equal(3);
  });
});

describe('percentOf', () => {
  it('is the cargo courier’s half a percent', () => {
    expect(percentOf(2_000_000, 0.5)).to.equal(10_000);
    expect(percentOf(10_000_000, 0.5)).to.equal(50_000);
  });

  it('rounds up to a whole rupiah', () => {
    expect(percentOf(150_001, 0.5)).to.equal(751);
    expect(percentOf(1, 0.5)).to.equal(1);
  });

  it('is exact despite floating-point noise', () => {
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
