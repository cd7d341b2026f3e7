import { expect } from 'chai';
import fc from 'fast-check';
import { splitByWeight } from '../../src/quote/index.ts';

const line = (name: string, weight: number, quantity = 1) => ({ name, weight, quantity });

describe('splitByWeight', () => {
  it('fills parcels with whole pieces, the heaviest first, and keeps what fits one parcel in one', () => {
    const goods = [line('cup', 400, 3), line('pan', 2_500, 2), line('knife', 300)];
    expect(splitByWeight(goods, { most: 5_000 }).parcels).to.deep.equal([
      [line('pan', 2_500, 2)],
      [line('cup', 400, 3), line('knife', 300)],
    ]);
    expect(splitByWeight(goods, { most: 6_500 }).parcels).to.deep.equal([
      [line('pan', 2_500, 2), line('cup', 400, 3), line('knife', 300)],
    ]);
  });

  it('counts a fraction of a gram as a gram, as the service is asked', () => {
    const ounce = line('sachet', 28.35, 2_000);
    const { parcels } = splitByWeight([ounce], { most: 57_000 });
    expect(parcels.map((lines) => lines.map(({ quantity }) => quantity))).to.deep.equal([[1_965], [35]]);
    expect(splitByWeight([line('brick', 1_000.5)], { most: 1_000.7 }).parcels).to.deep.equal([]);
  });

  it('names the lines of which one piece is too heavy, and splits the others', () => {
    const safe = line('safe', 60_000);
    expect(splitByWeight([safe, line('key', 50)], { most: 50_000 })).to.deep.equal({
      parcels: [[line('key', 50)]],
      tooHeavy: [safe],
    });
  });

  it('refuses by name what has no weight or no number of pieces, and pieces without an end', () => {
    const wrong: [object[], number, string][] = [
      [[line('a', 100), line('b', 0)], 1_000, 'items.1.weight must be grams, more than 0.'],
      [[line('a', 100, 1.5)], 1_000, 'items.0.quantity must be a whole number of pieces, 1 or more.'],
      [[], 0, 'most must be grams, more than 0.'],
      [[line('a', 50), line('b', 100, 1_000_000_000)], 100, 'items.1.quantity makes more than 1000 parcels.'],
    ];
    for (const [items, most, message] of wrong)
      expect(() => splitByWeight(items as never, { most })).to.throw(TypeError, message);
  });

  it('loses no piece, adds none, and makes no parcel too heavy', () => {
    const goods = fc.array(
      fc.record({
        name: fc.constantFrom('a', 'b', 'c'),
        weight: fc.integer({ min: 1, max: 3_000 }),
        quantity: fc.integer({ min: 1, max: 40 }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(goods, fc.integer({ min: 1, max: 5_000 }), (items, most) => {
        const { parcels, tooHeavy } = splitByWeight(items, { most });
        const weightOf = (lines: typeof items) =>
          lines.reduce((sum, { weight, quantity }) => sum + weight * quantity, 0);
        expect(weightOf([...parcels.flat(), ...tooHeavy])).to.equal(weightOf(items));
        for (const parcel of parcels) expect(weightOf(parcel)).to.be.within(1, most);
        for (const { weight } of tooHeavy) expect(weight).to.be.above(most);
      }),
    );
  });
});
