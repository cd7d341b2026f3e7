import { ShippingError, type ShippingErrorOptions } from './shipping-error.ts';

/** The service is overloaded or broken: 408, 429 or 5xx. */
export class UnavailableError extends ShippingError {
  readonly code = 'unavailable';
  readonly status: number;
  /** Seconds until the service wants to be asked again, where it says so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, retryAfter: number | undefined, options: ShippingErrorOptions) {
    const when = retryAfter === undefined ? 'later' : `in ${retryAfter} s`;
    super(`${options.operation} found the service unavailable (${status}): try again ${when}.`, options);
    this.name = 'UnavailableError';
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
