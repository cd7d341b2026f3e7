import {
  anyText,
  type Centimetres,
  decimal,
  type Grams,
  list,
  oneOf,
  optional,
  type Rupiah,
  record,
  rupiah,
  text,
  whole,
} from './fields.ts';

/** DOC's product category, `items[].category`; `others` where none is given (contract.md §2, since 2024-08-30). */
export const productCategories = [
  'fashion',
  'healthcare',
  'food_and_drink',
  'electronic',
  'beauty',
  'outdoor_gear',
  'home_accessories',
  'hobby',
  'collection',
  'sparepart',
  'groceries',
  'frozen_food',
  'others',
] as const;

export type ProductCategory = (typeof productCategories)[number];

/** One line of the cart (contract.md §2). */
export interface Item {
  name: string;
  description?: string;
  sku?: string;
  category?: ProductCategory;
  /** Rupiah a unit. */
  value: Rupiah;
  quantity: number;
  /** Grams a unit. */
  weight: Grams;
  length?: Centimetres;
  width?: Centimetres;
  height?: Centimetres;
}

const size = () => optional(decimal('centimetres, more than 0', 0.01, 10_000));

export const Item = record<Item>({
  name: text(),
  description: optional(anyText()),
  sku: optional(anyText()),
  category: optional(oneOf(productCategories)),
  value: rupiah(),
  quantity: whole('a whole number of pieces, 1 or more', 1),
  weight: whole('whole grams, 1 or more', 1),
  length: size(),
  width: size(),
  height: size(),
});

export const items = () => list(Item, 'a list of at least one item');
