import type { Clock } from '../client/index.ts';
import type { CashOnDeliveryLimits, OrderRequest } from '../contract/index.ts';
import type { ShopCalendar } from '../quote/index.ts';
import type { TokenKeys } from '../tokens/index.ts';
import type { Limits } from './http/rate-limiter.ts';
import type { Notify } from './news/news.ts';
import type { ServiceWebhooks } from './news/service-webhooks.ts';
import type { Promises } from './quote/promise.ts';
import type { FallbackRate, ShopRate } from './quote/shop-rates.ts';
import type { GatewayStore } from './store/interfaces.ts';

/** The fields of an order that say who sends. */
export const senderFields = [
  'shipper_contact_name',
  'shipper_contact_phone',
  'shipper_contact_email',
  'shipper_organization',
  'origin_contact_name',
  'origin_contact_phone',
  'origin_contact_email',
  'origin_address',
  'origin_note',
  'origin_collection_method',
] as const satisfies (keyof OrderRequest)[];

/** The sender of drafts that come from a signed cart. A page cannot set it. */
export type Sender = Pick<OrderRequest, (typeof senderFields)[number]>;

/** Milliseconds, unless a field says otherwise. */
interface Timeouts {
  /** For the body of a request. 10,000. */
  body: number;
  /** For a read of the service. 10,000; with fallback rates 2,500. */
  read: number;
  /** For the service's answer to an order or a cancellation. 15,000. */
  send: number;
  /** The wait for another request that does the same. 15,000. */
  wait: number;
  /** The time that an order belongs to one process. More than `read` and `send` together. 30,000. */
  lease: number;
  /** The pause before an order without an answer is sent again. It doubles with each send. 2,000. */
  pause: number;
  /** Sends of an order, including the first one, before the merchant has to look. 8. */
  sends: number;
}

/** Days. A year has all returns, claims and payments of a parcel. */
export const usualRetention = 365;

const usualTimeouts: Timeouts = {
  body: 10_000,
  read: 10_000,
  send: 15_000,
  wait: 15_000,
  lease: 30_000,
  pause: 2_000,
  sends: 8,
};

/** Milliseconds for the service's prices if the shop has fallback rates. The page then gets an answer within three seconds. */
const shortRead = 2_500;

/** The waits of a gateway in milliseconds, by what its options say. Only tests set `timeouts`. */
export const timeoutsOf = ({ timeouts, fallback }: Partial<GatewaySettings>): Timeouts => ({
  ...usualTimeouts,
  ...(fallback?.length && { read: shortRead }),
  ...timeouts,
});

/** One request, or one call in process, for logs and counts. It has no personal data. */
export interface GatewayEvent {
  /** The operation's name, or `webhook`. `none` if the request is for no operation. `settle` or `news` for a failed run of `start()`, or what a run has found. */
  operation: string;
  /** `in process` for a call of the shop's own server. */
  method: string;
  /** 0 for what a run of `settle` or `deliverNews` has found. */
  status: number;
  /** The reason of a refusal, or why a parcel could not be read and what is known was answered. Undefined if the request succeeded. */
  reason: string | undefined;
  /**
   * What does not match the gateway, as a sentence: the kid, the secret, the account or the clock of a token, the secret of a webhook, the
   * merchant's key, the origin, the path, the receiver of news, a weight of the page that is rounded up, or a limit of the day that is used up. The same sentence stands in one
   * event a minute. No secret and no token.
   */
  mismatch?: string | undefined;
  milliseconds: number;
  /** Whether the service was asked for a price or for areas, which costs money. */
  quoted: boolean;
  /** Rupiah that the service charges for an order, and that the shopper pays. The merchant bears the difference. */
  charged?: number | undefined;
  offered?: number | undefined;
  /** Name and code of an internal error, also if the answer has the shop's fallback. Its message may quote personal data, so it is left out. */
  fault: string | undefined;
}

/** The options of `createGateway`. `check-options.ts` refuses wrong ones by name. */
export interface GatewayOptions {
  /** The shop's name: letters, digits, `.`, `_` and `-`. Tokens, orders and counts belong to it. */
  account: string;
  /** The service's base URL, without `/v1`. */
  upstream: string;
  /** The merchant's key. It goes upstream and nowhere else. */
  key: string;
  /** Where orders, answers and counts are kept. */
  store: GatewayStore;
  /** The secrets that the shop's server signs with, and those before: links to parcels are valid for 90 days. */
  secrets: Pick<TokenKeys, 'current' | 'previous'>;
  /** The origins whose pages may ask, such as `https://shop.example`. */
  origins: readonly string[];
  /** The part of a request's path before `/v1`, such as `/shipping`. Empty by default. */
  basePath?: string;
  /**
   * What is ordered over HTTP. `none`, the default: nothing. `draft`: a page may save a draft of a signed cart. `order`: a page, or a server in
   * another language, may place the order, or save the draft, of a grant.
   */
  orders?: 'none' | 'draft' | 'order';
  /** Whether the answer to an order has a token that cancels it. False by default. */
  cancels?: boolean;
  /** Lets pages search for districts, which the merchant pays for. False by default: then the operation does not exist. */
  areas?: boolean;
  /**
   * Lets pages ask for the least price to a district before the checkout: `<ship-promise>`. Off by default: then the operation does not exist.
   */
  promises?: Promises;
  /**
   * Asks the service where a parcel is when its page is opened, at most once in ten minutes, and once a day for `purchases` while nothing is heard of it.
   * False by default: then what the `webhooks` have told is all that a page and `purchases` get.
   */
  tracking?: boolean;
  /** The sender, with `orders: 'draft'`. */
  sender?: Sender;
  /** The shop's own rates. */
  rates?: readonly ShopRate[];
  /** Corrects the rupiah that couriers collect of one parcel, by courier code: `{ sicepat: { most: 3_000_000 } }`. Limits change. */
  cashOnDeliveryLimits?: Readonly<Record<string, CashOnDeliveryLimits>>;
  /** Rates that are shown as estimates while the service does not answer or the day's quotes are used up. */
  fallback?: readonly FallbackRate[];
  /**
   * The shop's days and cut-offs. Prices and offers then say when a parcel arrives, by Indonesia's holidays, too. Without it they say how long
   * a service takes.
   */
  calendar?: ShopCalendar;
  limits?: Partial<Limits>;
  /** The shop's server that receives news of orders. Needs `start()` or `deliverNews()`. */
  notify?: Notify;
  /** Accepts the service's own webhooks at `/v1/webhooks`, for tracking and for `notify`. */
  webhooks?: ServiceWebhooks;
  /**
   * Days that a placed, refused or cancelled order is kept. `settle()` erases it afterwards, as `erase` does. 365 by default, and 90 to 3,650.
   * Open orders are kept, and for a week and ten attempts of `deliverNews` one whose end the server of `notify` has not heard of.
   */
  retention?: number;
  /** How many of the shop's own proxies add to `x-forwarded-for`. 0 by default. */
  trustedHops?: number;
  /** The platform's own by default. */
  fetch?: typeof globalThis.fetch;
  /**
   * Called after each answer, and after each failed run of `start()`. If it throws, nothing changes. Without it, `console.warn` has each
   * `mismatch` and `fault`.
   */
  observe?: (event: GatewayEvent) => void;
}

/** The options, and what only tests set: a clock and shorter waits. */
export interface GatewaySettings extends GatewayOptions {
  timeouts?: Partial<Timeouts>;
  now?: () => Date;
  clock?: Clock;
}

/** Invalid options. The message has one sentence for each, with its remedy. */
export class GatewayOptionsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'GatewayOptionsError';
    this.problems = problems;
  }
}
