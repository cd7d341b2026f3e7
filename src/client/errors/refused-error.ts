import type { Recovered } from '../../contract/index.ts';
import { type Reason, reasonOf } from './reasons.ts';
import { ShippingError, type ShippingErrorOptions } from './shipping-error.ts';

/** What is known of a refusal. */
export interface RefusalDetails {
  status: number;
  /** The service's code of eight digits, if it sends one. */
  serviceCode: number | undefined;
  /** The service's text. It may quote the request, so it is not part of `message`. */
  serviceMessage: string | undefined;
  details: Record<string, unknown> | undefined;
  /** The gateway's reason. */
  gatewayReason?: string | undefined;
}

/**
 * The service refused the request; `reason` says why in one word. For a write the `outcome` is `unknown` if a proxy may have
 * answered, or if `reference-used` may mean this send (contract/README.md §1.8, §2.3).
 */
export class RefusedError extends ShippingError {
  readonly code = 'refused';
  readonly reason: Reason;
  readonly status: number;
  readonly serviceCode: number | undefined;
  /**
   * With `reference-used`: an earlier write of this client, which had another body and no answer. It was placed; this one was
   * not.
   */
  declare readonly earlier?: Recovered;
  readonly #refusal: RefusalDetails;

  constructor(refusal: RefusalDetails, options: ShippingErrorOptions) {
    const reason = reasonOf(refusal);
    const number = refusal.serviceCode ?? refusal.status;
    // The gateway's own sentence has no personal data. The service's may quote the request.
    const { gatewayReason, serviceMessage = '' } = refusal;
    const remedy = (gatewayReason && serviceMessage) || 'see its reason.';
    super(`${options.operation} was refused (${reason}, ${number}): ${remedy}`, options);
    this.name = 'RefusedError';
    this.reason = reason;
    this.status = refusal.status;
    this.serviceCode = refusal.serviceCode;
    this.#refusal = refusal;
  }

  /** A getter, so that JSON of the error leaves it out: it may quote a name or an address. */
  get serviceMessage(): string | undefined {
    return this.#refusal.serviceMessage;
  }

  get details(): Record<string, unknown> | undefined {
    return this.#refusal.details;
  }
}
