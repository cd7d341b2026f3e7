import type {
  CourierService,
  CustomRate,
  DraftOrderRequest,
  Item,
  OrderedCourier,
  OrderRequest,
  OrderResponse,
  ProductCategory,
  Rate,
  RatesRequest,
  RatesResponse,
} from '../../../src/contract/index.ts';
import type { Equal, Expect } from './equal.ts';

/** What a schema reads is called by its name, also inside of another. */
export type ByName = [
  Expect<Equal<ReturnType<(typeof Rate)['parse']>, Rate>>,
  Expect<Equal<RatesResponse['pricing'], Rate[]>>,
  Expect<Equal<RatesRequest['items'], Item[]>>,
  Expect<Equal<RatesRequest['custom_rates'], CustomRate[] | undefined>>,
  Expect<Equal<OrderResponse['courier'], OrderedCourier | null | undefined>>,
  Expect<Equal<ReturnType<(typeof CourierService)['parse']>, CourierService>>,
];

/** Fields are required, optional or nullable as the contract has them. */
export type Fields = [
  Expect<Equal<Rate['price'], number>>,
  Expect<Equal<Rate['shipping_fee'], number | null | undefined>>,
  Expect<Equal<Item['category'], ProductCategory | undefined>>,
  Expect<Equal<OrderRequest['courier_type'], string>>,
  Expect<Equal<DraftOrderRequest['courier_type'], string | undefined>>,
  Expect<Equal<OrderRequest['metadata'], Record<string, unknown> | undefined>>,
];

export const row: Rate = { courier_code: 'jne', courier_service_code: 'reg', price: 15_000 };
// @ts-expect-error a field that is misspelt
export const misspelt: Rate = { ...row, shipping_fees: 15_000 };
// @ts-expect-error a field that no rate has
export const unknown = row.carbon_grams;
// @ts-expect-error an order has its own word for the address
export const address: OrderRequest['destination_adress'] = '';
// @ts-expect-error a schema knows the fields of its shape
export type Shape = (typeof Rate)['shape']['shipping_fees'];
