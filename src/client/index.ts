export type { Recovered } from '../contract/index.ts';
export { createShippingClient } from './create-client.ts';
export * from './errors/index.ts';
export { fingerprint, randomReference } from './fingerprint.ts';
export type { CallOptions, ClientOptions, ReadOptions, WriteOptions } from './options.ts';
export type { Retry } from './retry.ts';
export type { Placed, ShippingClient } from './shipping-client.ts';
export type { Store } from './store.ts';
export type { UnansweredWrite } from './writes.ts';
