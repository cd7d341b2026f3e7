export * from './arrival.ts';
export { type Breakdown, breakdown, carriage, type Part, type PartKind, priceOf } from './breakdown.ts';
export * from './custom-rates.ts';
export * from './eligibility.ts';
export * from './extras.ts';
export * from './row-order.ts';
export * from './selection.ts';
export * from './service-key.ts';
export * from './shipment.ts';
