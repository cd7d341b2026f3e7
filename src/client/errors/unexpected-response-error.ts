import { ShippingError, type ShippingErrorOptions } from './shipping-error.ts';

/** The answer is not JSON, not what the contract says, or a redirect. The cause is what the reader tripped over. */
export class UnexpectedResponseError extends ShippingError {
  readonly code = 'unexpected-response';
  /** 0 for a redirect in a browser, which does not say more. */
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
