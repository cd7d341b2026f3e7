import { ShippingError, type ShippingErrorOptions } from './shipping-error.ts';

/** The answer with its body did not arrive within the deadline. */
export class TimeoutError extends ShippingError {
  readonly code = 'timeout';
  /** The deadline in milliseconds. */
  readonly timeout: number;

  constructor(timeout: number, options: ShippingErrorOptions) {
    super(`${options.operation} was not answered within ${timeout} ms: try again.`, options);
    this.name = 'TimeoutError';
    this.timeout = timeout;
  }
}
