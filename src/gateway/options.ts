import type { OrderRequest, Rupiah } from '../contract/index.ts';
import type { Secret } from '../tokens/index.ts';
import type { Limits } from './http/index.ts';
import type { Notify, ServiceWebhooks } from './news/index.ts';
import type { FallbackRate, ShopRate } from './rates/index.ts';
import type { Store } from './store/index.ts';

/** Who sends drafts that a signed cart makes: never the page's word. */
export type Sender = Pick<
  OrderRequest,
  | `origin_${'contact_name' | 'contact_phone' | 'contact_email' | 'address' | 'note' | 'collection_method'}`
  | `shipper_${'contact_name' | 'contact_phone' | 'contact_email' | 'organization'}`
>;

/** Milliseconds, where it does not say otherwise. */
export interface Timeouts {
  /** For the body of a request. 10,000. */
  body: number;
  /** For a read of the service. 10,000; with fallback rates 2,500. */
  read: number;
  /** For the service's answer to an order or a cancellation. 15,000. */
  send: number;
  /** That a request waits for another one which does the same. 15,000. */
  wait: number;
  /** That an order belongs to the process that works on it. More than `read` and `send` together. 30,000. */
  lease: number;
  /** Before an order without an answer is sent again; twice as long after each send. 2,000. */
  pause: number;
  /** How often an order is sent, the first time included, before the merchant is to look. 8. */
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

/** Milliseconds for the service's prices, where the shop has others to fall back on: an answer comes within three seconds. */
const shortRead = 2_500;

export const timeoutsOf = ({ timeouts, fallback }: Partial<GatewayOptions>): Timeouts => ({
  ...usualTimeouts,
  ...(fallback?.length && { read: shortRead }),
  ...timeouts,
});

/** What happened to one request, or one call in process: for logs and metrics. Nothing personal is in it. */
export interface GatewayEvent {
  /** The operation's name, or `none` for what is none. */
  operation: string;
  /** `in process` for a call of the shop's own server. */
  method: string;
  status: number;
  /** Why not, in a word; undefined where it went well. */
  reason: string | undefined;
  milliseconds: number;
  /** Whether the service was asked for a price. */
  quoted: boolean;
  /** Rupiah that the service charges for an order, and that the shopper pays for it: the merchant bears what is between. */
  charged?: number | undefined;
  offered?: number | undefined;
  /** Kind of an error of ours, never its words: they may quote what was sent. */
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
  /** What the shop's server signs with, too. `previous` while one is replaced. */
  secrets: { current: Secret; previous?: Secret | undefined };
  /** The sites whose pages may ask: `https://shop.example`. */
  origins: readonly string[];
  /** What stands before `/v1` in the path of a request: `/shipping`. Nothing by default. */
  basePath?: string;
  /**
   * What a page may make: nothing (`none`, the default); a draft, of a signed cart (`draft`); what a grant says, and nothing
   * else (`order`).
   */
  orders?: 'none' | 'draft' | 'order';
  /** Whether the answer to an order brings a token that cancels it. Not by default. */
  cancels?: boolean;
  /** Who sends, with `orders: 'draft'`. */
  sender?: Sender;
  /** The shop's own rates. */
  rates?: readonly ShopRate[];
  /** Rupiah that an order may cost the shopper more than was granted, because the price has risen. 0 by default. */
  tolerance?: Rupiah;
  /** What is offered, as an estimate, while the service does not answer or the day's quotes are used up. */
  fallback?: readonly FallbackRate[];
  limits?: Partial<Limits>;
  /** Where the shop's server hears what became of orders. Needs the package `standardwebhooks`, and `settle()`. */
  notify?: Notify;
  /** Lets the service's own webhooks in at `/v1/webhooks`, and hands them on to `notify`. */
  webhooks?: ServiceWebhooks;
  /** Seconds that prices are good for. 120 by default; couriers are for ten minutes. */
  cache?: number;
  /** Proxies of the shop's own before this gateway, each of which adds to `x-forwarded-for`. 0 by default. */
  trustedHops?: number;
  timeouts?: Partial<Timeouts>;
  /** The platform's own by default. */
  fetch?: typeof globalThis.fetch;
  now?: () => Date;
  /** Told of every request once it is answered. */
  observe?: (event: GatewayEvent) => void;
}

/** Options that a gateway cannot start with: one sentence for each, that says what to give. */
export class GatewayOptionsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'GatewayOptionsError';
    this.problems = problems;
  }
}
