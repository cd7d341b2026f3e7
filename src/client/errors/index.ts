import type { InvalidRequestError } from './invalid-request-error.ts';
import type { NetworkError } from './network-error.ts';
import type { Reason } from './reasons.ts';
import type { RefusedError } from './refused-error.ts';
import type { TimeoutError } from './timeout-error.ts';
import type { UnavailableError } from './unavailable-error.ts';
import type { UnexpectedResponseError } from './unexpected-response-error.ts';

export type { InvalidField } from '../../contract/index.ts';
export { InvalidRequestError } from './invalid-request-error.ts';
export { LinkRefusedError } from './link-refused-error.ts';
export { NetworkError } from './network-error.ts';
export {
  type Reason,
  reasonOfField,
  reasons,
  refusalsOfExtra,
  type Unavailability,
  unavailability,
} from './reasons.ts';
export { type RefusalDetails, RefusedError } from './refused-error.ts';
export { type CalledOperation, ShippingError, type ShippingErrorOptions } from './shipping-error.ts';
export { TimeoutError } from './timeout-error.ts';
export { UnavailableError } from './unavailable-error.ts';
export { UnexpectedResponseError } from './unexpected-response-error.ts';

/** The errors of the client. `code` tells them apart. Aborts are not among them. */
export type ShippingFailure =
  | InvalidRequestError
  | NetworkError
  | TimeoutError
  | RefusedError
  | UnavailableError
  | UnexpectedResponseError;

const codes: ReadonlySet<string> = new Set<ShippingFailure['code']>([
  'invalid-request',
  'network',
  'timeout',
  'refused',
  'unavailable',
  'unexpected-response',
]);

/** Whether a caught value is an error of a client. The client may be another copy of this library. */
export function isShippingFailure(thrown: unknown): thrown is ShippingFailure {
  return thrown instanceof Error && 'operation' in thrown && 'code' in thrown && codes.has(String(thrown.code));
}

/** Why a request was refused. Undefined if the caught value is no refusal. */
export const refusalReason = (thrown: unknown): Reason | undefined =>
  isShippingFailure(thrown) && thrown.code === 'refused' ? thrown.reason : undefined;
