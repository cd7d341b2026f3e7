export type { Secret } from '../tokens/index.ts';
export { createShippingGateway, type Gateway } from './create-gateway.ts';
export { GatewayError } from './gateway-error.ts';
export type { Connection, Limits } from './http/index.ts';
export type { InProcess, PlacedOrder, QuotedRow, QuoteQuestion } from './in-process.ts';
export type { Entry, Kind, State } from './ledger/index.ts';
export type { NewsMessage, NewsStore, NewsType, Notify, ServiceWebhooks, Undelivered } from './news/index.ts';
export { type GatewayEvent, type GatewayOptions, GatewayOptionsError, type Sender, type Timeouts } from './options.ts';
export { type Found, SettlementError } from './orders/index.ts';
export type { FallbackRate, ShopRate } from './rates/index.ts';
export {
  type Cache,
  type Counts,
  createD1Store,
  type D1Binding,
  type KvBinding,
  openLibsqlStore,
  openPostgresStore,
  type PostgresPool,
  SchemaError,
  type Store,
} from './store/index.ts';
