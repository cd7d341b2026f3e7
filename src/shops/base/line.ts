import { type Item, wholeRupiah } from '../../contract/index.ts';

type Numbers = Pick<Item, 'value' | 'quantity' | 'weight'>;

/**
 * A line as the service takes it: whole pieces and whole grams. A part of a piece, such as half a kilogram, is one piece of that weight,
 * so that the value of the line stays.
 * @param line `paid` in rupiah for all pieces, `weight` in grams of one piece
 */
export function wholeLine({ paid, pieces, left, weight }: Line): Numbers {
  const [value, grams, quantity] = Number.isInteger(left)
    ? [paid / pieces, weight, left]
    : [(paid / pieces) * left, weight * left, 1];
  return { value: Math.round(value), quantity, weight: wholeRupiah(grams) };
}

interface Line {
  paid: number;
  /** Pieces that were bought. */
  pieces: number;
  /** Pieces that are to be sent. */
  left: number;
  weight: number;
}
