import type { OperationName } from '../../contract/index.ts';

export interface ShippingErrorOptions {
  operation: OperationName;
  cause?: unknown;
  requestId?: string | undefined;
  outcome?: 'unknown' | undefined;
}

/**
 * The base class of all errors of the client. Tell them apart by `code`, not by `instanceof`: a page may load two copies of
 * this library. Messages are for developers and hold no personal data.
 */
export abstract class ShippingError extends Error {
  abstract readonly code: string;
  readonly operation: OperationName;
  /** The `x-request-id` of the answer, for the service's support. */
  readonly requestId: string | undefined;
  /** `unknown`: the write may have happened. Send the same request again to find out. */
  outcome: 'unknown' | undefined;

  constructor(message: string, { operation, cause, requestId, outcome }: ShippingErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.operation = operation;
    this.requestId = requestId;
    this.outcome = outcome;
  }
}
