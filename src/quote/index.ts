export * from './arrival.ts';
export {
  type Breakdown,
  breakdown,
  carriage,
  extraFees,
  type PaidBreakdown,
  type Part,
  type PartKind,
  priceOf,
} from './breakdown.ts';
export { collectingDelivery } from './collected.ts';
export * from './custom-rates.ts';
export * from './eligibility.ts';
export * from './extras.ts';
export * from './payments.ts';
export * from './price-parts.ts';
export * from './service-key.ts';
export * from './shipment.ts';
export * from './short-list.ts';
export * from './verdict.ts';
