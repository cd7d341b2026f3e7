import type { Unavailability } from './reasons.ts';
import { ShippingError, type ShippingErrorOptions } from './shipping-error.ts';

/** The service is overloaded or broken: 408, 429 or 5xx. */
export class UnavailableError extends ShippingError {
  readonly code = 'unavailable';
  readonly status: number;
  /** Seconds of `Retry-After`, if the answer has it. */
  readonly retryAfter: number | undefined;
  /** The gateway's reason, if the gateway answered. */
  readonly reason: Unavailability | undefined;

  constructor(
    status: number,
    retryAfter: number | undefined,
    options: ShippingErrorOptions,
    reason?: Unavailability | undefined,
  ) {
    const when = retryAfter === undefined ? 'later' : `in ${retryAfter} s`;
    super(`${options.operation} found the service unavailable (${status}): try again ${when}.`, options);
    this.name = 'UnavailableError';
    this.status = status;
    this.retryAfter = retryAfter;
    this.reason = reason;
  }
}
