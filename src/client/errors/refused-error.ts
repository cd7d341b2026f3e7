import type { Recovered } from '../../contract/index.ts';
import { type Reason, reasonOf } from './reasons.ts';
import { ShippingError, type ShippingErrorOptions } from './shipping-error.ts';

export interface Refusal {
  status: number;
  /** The service's own 8-digit code, where it sends one. */
  serviceCode: number | undefined;
  /** The service's own words: they may name what was sent, so they are not part of the message. */
  serviceMessage: string | undefined;
  details: Record<string, unknown> | undefined;
  /** The gateway's own word for why. */
  word?: string | undefined;
}

/**
 * The service understood and said no; `reason` is our one word for why. For a write the `outcome` is `unknown` where it was
 * somebody else who said so, or where its `reference-used` may be by this very send (contract/README.md §1.8, §2.3).
 */
export class RefusedError extends ShippingError {
  readonly code = 'refused';
  readonly reason: Reason;
  readonly status: number;
  readonly serviceCode: number | undefined;
  /**
   * With `reference-used`: the reference belongs to an earlier write of ours, which had another body and no answer. That one
   * was placed; what was sent now was not.
   */
  declare readonly earlier?: Recovered;
  readonly #refusal: Refusal;

  constructor(refusal: Refusal, options: ShippingErrorOptions) {
    const reason = reasonOf(refusal);
    const number = refusal.serviceCode ?? refusal.status;
    super(`${options.operation} was refused (${reason}, ${number}): see its reason for what can be done.`, options);
    this.name = 'RefusedError';
    this.reason = reason;
    this.status = refusal.status;
    this.serviceCode = refusal.serviceCode;
    this.#refusal = refusal;
  }

  /** What the service said may quote a name or an address: it is there to be read, and in no JSON of this error. */
  get serviceMessage(): string | undefined {
    return this.#refusal.serviceMessage;
  }

  get details(): Record<string, unknown> | undefined {
    return this.#refusal.details;
  }
}
