import { ShippingError, type ShippingErrorOptions } from './shipping-error.ts';

/** No answer came, or it was cut off. `cause` is the error of `fetch`. */
export class NetworkError extends ShippingError {
  readonly code = 'network';

  constructor(options: ShippingErrorOptions) {
    super(`${options.operation} got no answer: check the connection, the base URL and CORS.`, options);
    this.name = 'NetworkError';
  }
}
