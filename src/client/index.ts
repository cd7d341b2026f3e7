export {
  type CallOptions,
  type ClientOptions,
  createShippingClient,
  type ReadOptions,
  type ShippingClient,
} from './create-client.ts';
export * from './errors/index.ts';
export type { Placed, Recovered } from './place-once.ts';
export { fingerprint, randomReference } from './references.ts';
