import type { Rupiah } from '../../contract/index.ts';

/** What goes back to a page. */
export interface Answer {
  status: number;
  body: object;
  headers?: Record<string, string>;
  /** One word for logs and metrics: of a refusal why. */
  reason?: string;
  /** Of an order, for logs: rupiah that the service charges. The shopper may pay less. */
  charged?: Rupiah | undefined;
}

/** Why the gateway itself says no: the word in `reason` of its answer, its HTTP status, and what the page's author reads. */
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
  'not-offered': [403, 'This shop does not offer this operation to its pages.'],
  'too-many-requests': [429, 'Too many requests: ask again later.'],
  'quotes-exhausted': [503, 'No prices can be asked for today any more.'],
  /** Nothing a shopper could mend: the merchant's balance or account. */
  'shipping-unavailable': [403, 'Shipping is not available at this shop just now.'],
  'service-busy': [503, 'The shipping service is overloaded: ask again later.'],
  'service-unreachable': [502, 'The shipping service did not answer.'],
  'service-unreadable': [502, 'The shipping service answered something that cannot be read.'],
  'service-gone': [409, 'The service is not available for this delivery any more.'],
  'price-changed': [409, 'The price has risen since it was accepted: ask the shopper again.'],
  'reference-used': [409, 'The reference belongs to another order.'],
  'order-not-found': [404, 'There is no such order.'],
  'not-cancellable': [409, 'The order cannot be cancelled any more.'],
  unconfirmed: [504, 'It is not known yet whether the order was placed: send the same request again.'],
  'needs-attention': [504, 'It could not be found out whether the order was placed: the shop has to look.'],
  'not-placed': [409, 'The order was not placed, as the shop has found out: the shop may grant it again.'],
  'gateway-failed': [500, 'The gateway could not keep what it has to keep.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type RefusalReason = keyof typeof refusals;

export const refusalReasons = Object.keys(refusals) as RefusalReason[];

interface RefusalOptions {
  /** What a page may read of it; no personal data. */
  details?: Record<string, unknown>;
  /** Seconds. */
  retryAfter?: number | undefined;
  /** The service's own code, where it is what the page has to tell apart. */
  code?: number | undefined;
  headers?: Record<string, string>;
}

/** The gateway says no: thrown anywhere, answered in one place. */
export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly status: number;
  readonly options: RefusalOptions;

  constructor(reason: RefusalReason, options: RefusalOptions = {}) {
    const [status, sentence] = refusals[reason];
    super(sentence);
    this.name = 'Refusal';
    this.reason = reason;
    this.status = status;
    this.options = options;
  }

  answer(): Answer {
    const { code = this.status * 100_000, details, retryAfter, headers } = this.options;
    return {
      status: this.status,
      body: { success: false, error: this.message, code, reason: this.reason, ...(details && { details }) },
      headers: { ...headers, ...(retryAfter !== undefined && { 'retry-after': String(Math.ceil(retryAfter)) }) },
      reason: this.reason,
    };
  }
}

/** The service said no: thrown where nothing can go on, and answered in the same place. */
export class ServiceRefusal extends Error {
  readonly #answer: Answer;

  constructor(answer: Answer) {
    super('The shipping service refused.');
    this.name = 'ServiceRefusal';
    this.#answer = answer;
  }

  answer(): Answer {
    return this.#answer;
  }
}

/** Whether something thrown is an answer, and no fault of ours. */
export function isRefusal(thrown: unknown): thrown is Refusal | ServiceRefusal {
  return thrown instanceof Refusal || thrown instanceof ServiceRefusal;
}
