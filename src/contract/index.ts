export { Area, AreasRequest, AreasResponse, searchAreas } from './area.ts';
export { type AreaQuestion, areaFits, areaQuestion } from './area-text.ts';
export { PromisedArrival } from './arrival.ts';
export * from './couriers.ts';
export { fractionIn, gramsRemedy, plainNumber } from './digits.ts';
export {
  type BlockingExtra,
  blockingExtras,
  type CashOnDelivery,
  type CashOnDeliveryLimits,
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
export {
  absent,
  type Centimetres,
  canonical,
  type Dropped,
  type Grams,
  isDeeper,
  type Maybe,
  type PostalCode,
  withoutTokens,
} from './fields.ts';
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
  ErrorBody,
  type InvalidField,
  type Operation,
  operation,
  type Route,
} from './operation.ts';
export * from './operations.ts';
export {
  allOperations,
  type GatewayOperation,
  gatewayOperations,
  type OperationName,
  optInOperations,
  type ServiceOperation,
  serviceOperations,
} from './opt-in-operations.ts';
export * from './order.ts';
export {
  isBehind,
  isEndState,
  normalisedStatus,
  ParcelResponse,
  type TrackingEvent,
  TrackingResponse,
} from './parcel.ts';
export { type PromisedRate, PromiseRequest, PromiseResponse } from './promise.ts';
export { CustomRate, type FreeDelivery, Rate, RatesRequest, RatesResponse, withoutOrigin } from './rate.ts';
export { reads } from './reads.ts';
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
export { serviceKey } from './service-key.ts';
