export * from './arrival.ts';
export * from './calendar.ts';
export * from './holidays.ts';
export * from './prices.ts';
export * from './shipment.ts';
export * from './shop-calendar.ts';
export * from './short-list.ts';
export * from './weight-class.ts';
