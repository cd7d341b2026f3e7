import type { InvalidField } from '../../contract/index.ts';
import { type CalledOperation, ShippingError } from './shipping-error.ts';

/** The request failed the client's check. Nothing was sent. */
export class InvalidRequestError extends ShippingError {
  readonly code = 'invalid-request';
  readonly fields: InvalidField[];

  constructor(operation: CalledOperation, fields: InvalidField[], cause?: unknown) {
    const list = fields.map(({ path, remedy }) => `${path || 'the request'} ${remedy}`).join('; ');
    super(`${operation} was not sent: ${list}.`, { operation, cause });
    this.name = 'InvalidRequestError';
    this.fields = fields;
  }
}
