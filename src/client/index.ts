export { createShippingClient } from './create-client.ts';
export * from './errors/index.ts';
export { fingerprint, randomReference } from './fingerprint.ts';
export type { CallOptions, ClientOptions, ReadOptions } from './options.ts';
export type { Placed, Recovered } from './place-once.ts';
export type { Retry } from './retry.ts';
export type { ShippingClient } from './shipping-client.ts';
export type { Store } from './unanswered.ts';
