import type { Rupiah } from '../contract/index.ts';
import type { GatewayAnswer } from './upstream/index.ts';

interface RefusalBody {
  error?: string;
  reason?: string;
  details?: { field?: string; reason?: string; price?: Rupiah; offer?: string };
}

/** A call in process was refused or failed. The message is for a developer and has no personal data. */
export class GatewayError extends Error {
  /** `reason` of the same refusal over HTTP: `price-changed`, `unconfirmed`, `service-unreachable` … */
  readonly reason: string;
  /** The HTTP status that a page would have got. */
  readonly status: number;
  /** Seconds to wait before the same call is worth another try. */
  readonly retryAfter: number | undefined;
  /** The field that is wrong. */
  readonly field: string | undefined;
  /** With `price-changed`: the new price in rupiah. */
  readonly price: Rupiah | undefined;
  /** With `price-changed`: the offer for the new price. */
  readonly offer: string | undefined;

  constructor({ status, body, headers, mismatch = '' }: GatewayAnswer) {
    const { error = '', reason = 'refused', details = {} } = body as RefusalBody;
    super(details.reason ? [details.field, details.reason].filter(Boolean).join(' ') : mismatch || error);
    this.name = 'GatewayError';
    this.reason = reason;
    this.status = status;
    this.retryAfter = headers?.['retry-after'] === undefined ? undefined : Number(headers['retry-after']);
    this.field = details.field;
    this.price = details.price;
    this.offer = details.offer;
  }
}
