import type { Item } from '../src/contract/index.ts';

/** The shop's catalogue. The page shows it, and the shop's server reads prices and weights from it. */
export const products: Item[] = [
  {
    name: 'Batik scarf',
    category: 'fashion',
    sku: 'RT-SCARF',
    value: 185_000,
    weight: 250,
    length: 30,
    width: 20,
    height: 4,
    quantity: 1,
  },
  {
    name: 'Gayo coffee beans, 1 kg',
    category: 'groceries',
    sku: 'RT-GAYO',
    value: 160_000,
    weight: 1_050,
    length: 24,
    width: 12,
    height: 9,
    quantity: 2,
  },
  {
    name: 'Compact camera',
    category: 'electronic',
    sku: 'RT-CAMERA',
    value: 3_850_000,
    weight: 650,
    length: 18,
    width: 14,
    height: 12,
    quantity: 1,
  },
];

/** The items of a cart, from the quantity of each product in the order of the catalogue. */
export function itemsOf(quantities: readonly number[]): Item[] {
  return products.flatMap((product, index) => {
    const quantity = quantities[index] ?? 0;
    return quantity > 0 ? [{ ...product, quantity }] : [];
  });
}
