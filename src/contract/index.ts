export * from './cancel.ts';
export * from './couriers.ts';
export * from './error-body.ts';
export { type CashOnDelivery, type CashOnDeliveryType, cashOnDeliveryTypes } from './extras.ts';
export { absent, type Centimetres, type Grams, type Maybe, type PostalCode } from './fields.ts';
export { Item, type ProductCategory, productCategories } from './item.ts';
export {
  Coordinate,
  coordinateOf,
  flatLocators,
  type Locators,
  located,
  nestedLocators,
  type OrderLocators,
  type Side,
  sides,
} from './locator.ts';
export { inRupiah, percentOf, type Rupiah, sameAmount, toHundredths, wholeRupiah } from './money.ts';
export {
  type Check,
  type InvalidField,
  type Operation,
  type OperationName,
  operations,
  type Recovered,
  type WriteOperation,
  type Written,
} from './operations.ts';
export * from './order-response.ts';
export { DraftOrderRequest, type OrderDetails, OrderRequest } from './orders.ts';
export { Rate } from './rate.ts';
export { CustomRate, RatesRequest, RatesResponse, withoutOrigin } from './rates.ts';
export type { Dropped } from './rows.ts';
export {
  calledVehicles,
  cashOnDeliveryLimit,
  dayInJakarta,
  inForce,
  merchantKey,
  removed,
  removedSince,
  rules,
} from './rules.ts';
export { withoutTokens } from './tokens.ts';
