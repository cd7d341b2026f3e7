import type {
  CustomRate,
  Item,
  OrderedCourier,
  OrderRequest,
  OrderResponse,
  operations,
  ProductCategory,
  Rate,
  RatesRequest,
} from '../../../src/contract/index.ts';
import type { Equal, Expect } from './equal.ts';

/** The output of a schema has a name, also inside another schema. */
export type Names = [
  Expect<Equal<ReturnType<(typeof Rate)['parse']>, Rate>>,
  Expect<Equal<ReturnType<(typeof operations)['createOrder']['response']['parse']>, OrderResponse>>,
  Expect<Equal<RatesRequest['custom_rates'], CustomRate[] | undefined>>,
  Expect<Equal<OrderResponse['courier'], OrderedCourier | null | undefined>>,
];

/** Fields are required, optional or nullable. */
export type Fields = [
  Expect<Equal<Rate['price'], number>>,
  Expect<Equal<Rate['shipping_fee'], number | null | undefined>>,
  Expect<Equal<Item['category'], ProductCategory | undefined>>,
  Expect<Equal<OrderRequest['metadata'], Record<string, unknown> | undefined>>,
];

export const row: Rate = { courier_code: 'jne', courier_service_code: 'reg', price: 15_000 };
// @ts-expect-error a misspelt field
export const misspelt: Rate = { ...row, shipping_fees: 15_000 };
// @ts-expect-error a field that no rate has
export const unknown = row.carbon_grams;
// @ts-expect-error a shape has the fields of the contract alone
export type Shape = (typeof Rate)['shape']['shipping_fees'];
