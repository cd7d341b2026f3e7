export type { InvalidField, Recovered } from '../contract/index.ts';
export { type AreaClient, createAreaClient, createRatesClient, createShippingClient } from './client.ts';
export { type Clock, idle, machineClock, pause, within } from './clock.ts';
export * from './errors.ts';
export { requireWritable, retryAfterOf, unreachable } from './exchange.ts';
export type {
  CallOptions,
  ClientOptions,
  Placed,
  PlacedWrite,
  RatesClient,
  ReadOptions,
  Retry,
  ShippingClient,
  UnansweredWrite,
  WriteOptions,
  WriteStorage,
} from './options.ts';
export { createParcelClient, type ParcelClient, type ParcelClientOptions } from './parcels.ts';
export {
  createPromiseClient,
  type PromiseClient,
  type PromiseClientOptions,
  type PromiseQuestion,
} from './promises.ts';

export {
  type Reason,
  type RefusalDetails,
  reasonOfField,
  reasons,
  type Unavailability,
  unavailability,
} from './reasons.ts';
export { asSent } from './requests.ts';

export { fingerprint, randomReference } from './writes.ts';
