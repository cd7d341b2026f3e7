export type { InvalidField, Recovered } from '../contract/index.ts';
export { type AreaClient, createAreaClient, createShippingClient } from './client.ts';
export * from './errors.ts';
export { asSent, pause, type Retry, requireWritable, retryAfterOf } from './exchange.ts';
export type { CallOptions, ClientOptions, Placed, ReadOptions, ShippingClient, WriteOptions } from './options.ts';
export { createParcelClient, type ParcelClient, type ParcelClientOptions } from './parcels.ts';
export {
  type Reason,
  type RefusalDetails,
  reasonOfField,
  reasons,
  refusalsOfExtra,
  type Unavailability,
  unavailability,
} from './reasons.ts';
export type { PlacedWrite, UnansweredWrite, WriteStorage } from './writes.ts';
export { fingerprint, randomReference } from './writes.ts';
