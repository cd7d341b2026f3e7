export type { ShopCalendar } from '../quote/index.ts';
export type { Secret } from '../tokens/index.ts';
export { createShippingGateway, type Gateway } from './create-gateway.ts';
export type { Connection } from './http/addresses.ts';
export type { Limits } from './http/rate-limiter.ts';
export type { GatewayOrder, InProcess, KnownOrder, QuotedRow, QuoteQuestion } from './in-process.ts';
export { GatewayError } from './in-process.ts';
export type { Entry, EntryState, Kind } from './ledger/transitions.ts';
export type { NewsMessage, NewsStore, NewsType, Notify, Undelivered } from './news/news.ts';
export type { ServiceWebhooks } from './news/service-webhooks.ts';
export { type GatewayEvent, type GatewayOptions, GatewayOptionsError, type Sender } from './options.ts';
export { type Erased, EraseError, type OrderExport } from './orders/erase.ts';
export { type Found, ResolveOrderError } from './orders/resolve-order.ts';
export type { Promises } from './quote/promise.ts';
export type { FallbackRate, ShopRate } from './quote/shop-rates.ts';
export {
  type Cache,
  type Counts,
  type GatewayStore,
  MissingPackageError,
  type PurchaseRow,
  type PurchaseStore,
} from './store/interfaces.ts';
export { SchemaError } from './store/migrations.ts';
