import * as z from 'zod/mini';
import { gramsRemedy } from './digits.ts';
import {
  decimalNumber,
  filledList,
  looseObject,
  type Named,
  oneOf,
  optional,
  optionalText,
  report,
  text,
  wholeNumber,
} from './fields.ts';
import { rupiah, wholeRupiah } from './money.ts';

/** The product categories of the service; `others` by default (contract/README.md §3.5). */
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

const centimetres = decimalNumber('centimetres, 0 where not known', 0, 10_000);

const item = looseObject(
  {
    name: text(),
    description: optionalText,
    sku: optionalText,
    category: optional(oneOf(productCategories)),
    /** Rupiah for one unit. */
    value: rupiah,
    quantity: wholeNumber('a whole number of pieces, 1 or more', 1),
    /** Grams for one unit. A fraction above 1 is rounded up; below 1 it is kilograms by mistake. The service takes 0; the client does not send it (contract/README.md §1.4). */
    weight: z.pipe(
      decimalNumber('whole grams, 1 or more', 0, Number.MAX_SAFE_INTEGER).check(
        z.check((payload) => {
          const remedy = gramsRemedy(payload.value);
          if (remedy) report(payload, [], remedy);
        }),
      ),
      z.transform(wholeRupiah),
    ),
    /** Centimetres; 0 if not known. */
    length: optional(centimetres),
    /** Centimetres; 0 if not known. */
    width: optional(centimetres),
    /** Centimetres; 0 if not known. */
    height: optional(centimetres),
  },
  'an item with name, value, quantity and weight',
);

/** One line of the cart (contract/README.md §2.2). */
export interface Item extends z.output<typeof item> {}
export const Item: Named<typeof item, Item> = item;

/** The goods of a parcel: at least one. */
export const items = filledList(Item, 'a list of at least one item');
