import type { Centimetres, Grams, Item } from '../contract/index.ts';

/** Couriers charge by the kilogram that has begun. */
const kilogram: Grams = 1_000;

/** Cubic centimetres that couriers count as a kilogram. */
const volumeOfKilogram = 6_000;

/** Weight and size of goods, in steps that couriers charge by. All goods of a class cost the same for a district. */
export interface WeightClass {
  /** Grams: whole kilograms, rounded up. */
  weight: Grams;
  /** Cubic centimetres, in steps of 6,000, rounded up. Undefined if the weight counts more. */
  volume?: number;
}

/**
 * The class of a weight and a volume.
 * @param weight grams of all goods
 * @param volume cubic centimetres of all goods
 */
export function weightClass(weight: Grams, volume = 0): WeightClass {
  const [kilograms, steps] = [Math.ceil(weight / kilogram), Math.ceil(volume / volumeOfKilogram)];
  return { weight: kilograms * kilogram, ...(steps > kilograms && { volume: steps * volumeOfKilogram }) };
}

/** The class of goods that are sent together. Goods whose sizes are not all known count by weight. */
export function weightClassOf(
  items: readonly Pick<Item, 'weight' | 'quantity' | 'length' | 'width' | 'height'>[],
): WeightClass {
  const sum = (of: (item: (typeof items)[number]) => number) =>
    items.reduce((total, item) => total + of(item) * item.quantity, 0);
  return weightClass(
    sum(({ weight }) => weight),
    sum(({ length = 0, width = 0, height = 0 }) => length * width * height),
  );
}

/** The side of a cube of a volume, in whole centimetres. */
export const sideOf = (volume: number): Centimetres => Math.floor(Math.cbrt(volume));
