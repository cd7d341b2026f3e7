import type { OrderRequest, Rupiah } from '../contract/index.ts';
import type { Secret } from '../tokens/index.ts';
import type { Limits } from './http/index.ts';
import type { Notify, ServiceWebhooks } from './news/index.ts';
import type { FallbackRate, ShopRate } from './rates/index.ts';
import type { Store } from './store/index.ts';

/** The sender of drafts that come from a signed cart. A page cannot set it. */
export type Sender = Pick<
  OrderRequest,
  | `origin_${'contact_name' | 'contact_phone' | 'contact_email' | 'address' | 'note' | 'collection_method'}`
  | `shipper_${'contact_name' | 'contact_phone' | 'contact_email' | 'organization'}`
>;

/** Milliseconds, unless a field says otherwise. */
export interface Timeouts {
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

export const usualTimeouts: Timeouts = {
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

export const timeoutsOf = ({ timeouts, fallback }: Partial<GatewayOptions>): Timeouts => ({
  ...usualTimeouts,
  ...(fallback?.length && { read: shortRead }),
  ...timeouts,
});

/** One request, or one call in process, for logs and metrics. It has no personal data. */
export interface GatewayEvent {
  /** The operation's name, or `webhook`. `none` if the request is for no operation. */
  operation: string;
  /** `in process` for a call of the shop's own server. */
  method: string;
  status: number;
  /** The reason of a refusal. Undefined if the request succeeded. */
  reason: string | undefined;
  milliseconds: number;
  /** Whether the service was asked for a price. */
  quoted: boolean;
  /** Rupiah that the service charges for an order, and that the shopper pays. The merchant bears the difference. */
  charged?: number | undefined;
  offered?: number | undefined;
  /** Name and code of an internal error. Its message may quote personal data, so it is left out. */
  fault: string | undefined;
}

export interface GatewayOptions {
  /** The shop's name: letters, digits, `.`, `_` and `-`. Tokens, orders and counts belong to it. */
  account: string;
  /** The service's base URL, without `/v1`. */
  upstream: string;
  /** The merchant's key. It goes upstream and nowhere else. */
  key: string;
  /** Where orders, answers and counts are kept. */
  store: Store;
  /** The secrets that the shop's server signs with. `previous` is for the time of a replacement. */
  secrets: { current: Secret; previous?: Secret | undefined };
  /** The origins whose pages may ask, such as `https://shop.example`. */
  origins: readonly string[];
  /** The part of a request's path before `/v1`, such as `/shipping`. Empty by default. */
  basePath?: string;
  /**
   * `none`, the default: a page may order nothing. `draft`: it may save a draft of a signed cart. `order`: it may place the order, or
   * save the draft, of a grant.
   */
  orders?: 'none' | 'draft' | 'order';
  /** Whether the answer to an order has a token that cancels it. False by default. */
  cancels?: boolean;
  /** The sender, with `orders: 'draft'`. */
  sender?: Sender;
  /** The shop's own rates. */
  rates?: readonly ShopRate[];
  /** Rupiah that the shopper's price of an order may be above the granted price. 0 by default. */
  tolerance?: Rupiah;
  /** Rates that are shown as estimates while the service does not answer or the day's quotes are used up. */
  fallback?: readonly FallbackRate[];
  limits?: Partial<Limits>;
  /** The shop's server that receives news of orders. Needs the package `standardwebhooks`, and `settle()`. */
  notify?: Notify;
  /** Accepts the service's own webhooks at `/v1/webhooks` and passes them on to `notify`. */
  webhooks?: ServiceWebhooks;
  /** Seconds that prices are kept. 120 by default. The list of couriers is kept for ten minutes. */
  cache?: number;
  /** How many of the shop's own proxies add to `x-forwarded-for`. 0 by default. */
  trustedHops?: number;
  timeouts?: Partial<Timeouts>;
  /** The platform's own by default. */
  fetch?: typeof globalThis.fetch;
  now?: () => Date;
  /** Called after each answer. */
  observe?: (event: GatewayEvent) => void;
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
