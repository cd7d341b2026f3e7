import { ShippingError, type ShippingErrorOptions } from './shipping-error.ts';

/** The answer is not JSON, or not what the contract says. The cause is what the reader tripped over. */
export class UnexpectedResponseError extends ShippingError {
  readonly code = 'unexpected-response';
  readonly status: number;

  constructor(status: number, options: ShippingErrorOptions) {
    super(
      `${options.operation} was answered (${status}) with something that is not the contract: check the base URL.`,
      options,
    );
    this.name = 'UnexpectedResponseError';
    this.status = status;
  }
}
