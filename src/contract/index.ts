export { type AreaQuestion, areaFits, areaQuestion } from './area-text.ts';
export { Area, AreasRequest, AreasResponse } from './areas.ts';
export * from './cancel.ts';
export * from './couriers.ts';
export * from './error-body.ts';
export {
  type BlockingExtra,
  blockingExtras,
  type CashOnDelivery,
  type CashOnDeliveryPayout,
  cashOnDeliveryPayouts,
  type ExtraField,
  type ExtraName,
  type ExtraWord,
  extraFieldNames,
  extraNames,
  extraTable,
  type PerExtra,
  perExtra,
} from './extras.ts';
export { absent, type Centimetres, type Grams, type Maybe, type PostalCode } from './fields.ts';
export { Item, type ProductCategory, productCategories } from './item.ts';
export { canonical, isDeeper } from './json.ts';
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
export {
  inRupiah,
  percentOf,
  type Rupiah,
  readAmount,
  rupiahOf,
  sameAmount,
  toHundredths,
  wholeRupiah,
} from './money.ts';
export {
  type Check,
  type InvalidField,
  type Operation,
  operations,
  type Recovered,
  type WriteOperation,
  type Written,
} from './operations.ts';
export { allOperations, type OperationName, optInOperations } from './opt-in-operations.ts';
export * from './order-response.ts';
export { DraftOrderRequest, type OrderDetails, OrderRequest } from './orders.ts';
export { Rate, serviceKey } from './rate.ts';
export { CustomRate, RatesRequest, RatesResponse, withoutOrigin } from './rates.ts';
export type { Dropped } from './rows.ts';
export {
  calledVehicles,
  cashOnDeliveryLimit,
  dayInJakarta,
  inForce,
  merchantKey,
  olderRules,
  removed,
  removedSince,
  rules,
} from './rules.ts';
export { searchAreas } from './search-areas.ts';
export { withoutTokens } from './tokens.ts';
export {
  isBehind,
  isEndState,
  normalisedStatus,
  ParcelResponse,
  type TrackingEvent,
  TrackingResponse,
} from './tracking.ts';
