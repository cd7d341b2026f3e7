import type { Grams, Item } from '../contract/index.ts';

/** What `splitByWeight` returns. */
export interface Split<Line> {
  /** The lines of each parcel, with the quantity that is in it. */
  parcels: Line[][];
  /** Lines of which one piece alone weighs more than a parcel may. They are in no parcel. */
  tooHeavy: Line[];
}

/** More are a mistake. A list without an end would stop the server. */
const mostParcels = 1_000;

/**
 * Splits goods into parcels of at most `most` grams: whole pieces, the heaviest first, each into the first parcel with room. It counts weights
 * alone, no sizes and no boxes. The goods with one parcel's weight stay one parcel.
 * @throws {TypeError} naming the line whose weight or quantity is wrong, or `most`. Also if there are more than 1,000 parcels: a shopper may
 * type any quantity
 */
export function splitByWeight<Line extends Pick<Item, 'weight' | 'quantity'>>(
  items: readonly Line[],
  { most }: { most: Grams },
): Split<Line> {
  if (!(most > 0)) throw new TypeError('most must be grams, more than 0.');
  for (const [index, { weight, quantity }] of items.entries()) {
    if (!(weight > 0)) throw new TypeError(`items.${index}.weight must be grams, more than 0.`);
    if (!Number.isSafeInteger(quantity) || quantity < 1)
      throw new TypeError(`items.${index}.quantity must be a whole number of pieces, 1 or more.`);
  }
  // A fraction of a gram counts as a gram, as in the question to the service.
  const isTooHeavy = ({ weight }: Line) => Math.ceil(weight) > most;
  const parcels: { room: Grams; lines: Line[] }[] = [];
  const heaviestFirst = items.filter((line) => !isTooHeavy(line)).sort((a, b) => b.weight - a.weight);
  for (const line of heaviestFirst) {
    let left = line.quantity;
    const grams = Math.ceil(line.weight);
    const put = (parcel: (typeof parcels)[number]) => {
      const quantity = Math.min(left, Math.floor(parcel.room / grams));
      if (!quantity) return;
      left -= quantity;
      parcel.room -= quantity * grams;
      parcel.lines.push({ ...line, quantity });
    };
    parcels.forEach(put);
    while (left > 0) {
      if (parcels.length === mostParcels)
        throw new TypeError(`items.${items.indexOf(line)}.quantity makes more than ${mostParcels} parcels.`);
      const parcel = { room: most, lines: [] };
      parcels.push(parcel);
      put(parcel);
    }
  }
  return { parcels: parcels.map(({ lines }) => lines), tooHeavy: items.filter(isTooHeavy) };
}
