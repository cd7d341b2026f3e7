export * from './arrival.ts';
export * from './extras.ts';
export * from './extras.ts';
export * from './extras.ts';
export * from './prices.ts';
export * from './prices.ts';
export * from './prices.ts';
export {
  type Breakdown,
  breakdown,
  carriage,
  collectingDelivery,
  extraFees,
  type PaidBreakdown,
  type Part,
  type PartKind,
  priceOf,
} from './prices.ts';
export * from './shipment.ts';
export * from './short-list.ts';
