import type { Rupiah } from '../../contract/index.ts';

/** The answer to a page. */
export interface GatewayAnswer {
  status: number;
  body: object;
  headers?: Record<string, string>;
  /** The reason of a refusal, for logs. */
  reason?: string;
  /** What of the request does not match the gateway, for logs. */
  mismatch?: string | undefined;
  /** Name and code of an error that the answer does not show, for logs. */
  fault?: string;
  /** For logs of an order: rupiah that the service charges. The shopper may pay less. */
  charged?: Rupiah | undefined;
}

/** The gateway's own refusals: `reason`, HTTP status, and the sentence for the page's author. */
const refusals = {
  'no-operation': [404, 'There is no such operation here.'],
  'method-not-allowed': [405, 'This operation is asked with another method.'],
  'origin-not-allowed': [403, 'This site is not among the origins of this gateway.'],
  'not-json': [415, 'The request body must come as application/json.'],
  'body-too-large': [413, 'The request body is too large.'],
  'body-unreadable': [400, 'The request body must be one JSON object, not nested deeply.'],
  'body-too-slow': [408, 'The request body did not arrive in time.'],
  'invalid-request': [400, 'The request cannot be used: see its field.'],
  'token-missing': [403, 'A token of the shop is missing: its server has to sign what is asked.'],
  'token-expired': [403, 'The token of the shop has expired: ask the shop’s server for a new one.'],
  'token-invalid': [403, 'The token is not one of this shop.'],
  'track-invalid': [401, 'The link to this parcel is not valid: ask the shop for another one.'],
  'track-expired': [401, 'The link to this parcel has expired: ask the shop for another one.'],
  'not-offered': [403, 'This shop does not offer this operation to its pages.'],
  'too-many-requests': [429, 'Too many requests: ask again later.'],
  'quotes-exhausted': [503, 'The limit of price requests for today is reached.'],
  /** A problem of the merchant's balance or account. A shopper cannot solve it. */
  'shipping-unavailable': [
    403,
    'Shipping is not available at this shop just now: the shop has to look at its account at the shipping service.',
  ],
  'service-busy': [503, 'The shipping service is overloaded: ask again later.'],
  'service-unreachable': [502, 'The shipping service did not answer.'],
  'service-unreadable': [502, 'The shipping service answered something that cannot be read.'],
  'service-gone': [409, 'The service is not available for this delivery any more.'],
  'cod-limit': [409, 'The courier does not collect this sum: have the shopper choose another courier, or pay now.'],
  'price-changed': [409, 'The price has risen since it was accepted: ask the shopper again.'],
  'reference-used': [409, 'The reference belongs to another order.'],
  'order-erased': [409, 'The data of this order was erased: its reference is not used again.'],
  'order-not-found': [404, 'There is no such order.'],
  'not-cancellable': [409, 'The order cannot be cancelled any more.'],
  unconfirmed: [504, 'It is not known yet whether the order was placed: send the same request again.'],
  'needs-attention': [504, 'It could not be found out whether the order was placed: the shop has to look.'],
  'not-placed': [409, 'The order was not placed, as the shop has found out: the shop may grant it again.'],
  'gateway-failed': [500, 'The gateway could not keep what it has to keep.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

/** Why the gateway refuses: `reason` in the body of its answer. */
export type RefusalReason = keyof typeof refusals;

export const refusalReasons = Object.keys(refusals) as RefusalReason[];

interface RefusalOptions {
  /** A sentence that says more than the usual one, for the page's author. */
  sentence?: string | undefined;
  /** What of the request does not match the gateway, for the log. No secret, no personal data. */
  mismatch?: string | undefined;
  /** Details for the page. No personal data. */
  details?: Record<string, unknown>;
  /** Whether an address has reached a limit of its own. */
  isOfAddress?: boolean;
  /** Seconds. */
  retryAfter?: number | undefined;
  /** The service's own code, if the page needs it. */
  code?: number | undefined;
  headers?: Record<string, string>;
}

/** A refusal of the gateway. It is thrown anywhere and answered in one place. */
export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly status: number;
  readonly options: RefusalOptions;

  constructor(reason: RefusalReason, options: RefusalOptions = {}) {
    const [status, sentence] = refusals[reason];
    super(options.sentence ?? sentence);
    this.name = 'Refusal';
    this.reason = reason;
    this.status = status;
    this.options = options;
  }

  answer(): GatewayAnswer {
    const { code = this.status * 100_000, details, retryAfter, headers, mismatch } = this.options;
    return {
      status: this.status,
      body: { success: false, error: this.message, code, reason: this.reason, ...(details && { details }) },
      headers: { ...headers, ...(retryAfter !== undefined && { 'retry-after': String(Math.ceil(retryAfter)) }) },
      reason: this.reason,
      mismatch,
    };
  }
}

/** The refusal of a service that cannot be had for a delivery, with the service's own code. */
export const serviceGone = (): Refusal => new Refusal('service-gone', { code: 40_002_027 });

/** A refusal of the service. It is answered in the same place as a `Refusal`. */
export class ServiceRefusal extends Error {
  readonly #answer: GatewayAnswer;

  constructor(answer: GatewayAnswer) {
    super('The shipping service refused.');
    this.name = 'ServiceRefusal';
    this.#answer = answer;
  }

  answer(): GatewayAnswer {
    return this.#answer;
  }
}

/** Whether a thrown value is a refusal, not an internal error. */
export function isRefusal(thrown: unknown): thrown is Refusal | ServiceRefusal {
  return thrown instanceof Refusal || thrown instanceof ServiceRefusal;
}
