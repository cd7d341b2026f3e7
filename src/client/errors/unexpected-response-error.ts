import { ShippingError, type ShippingErrorOptions } from './shipping-error.ts';

/** The answer is not JSON, does not follow the contract, or is a redirect. `cause` has the problem. */
export class UnexpectedResponseError extends ShippingError {
  readonly code = 'unexpected-response';
  /** 0 for a redirect in a browser. */
  readonly status: number;

  constructor(status: number, options: ShippingErrorOptions) {
    super(
      `${options.operation} was answered (${status}) by something else than a gateway: check the base URL.`,
      options,
    );
    this.name = 'UnexpectedResponseError';
    this.status = status;
  }
}
