import type { OperationName } from '../../contract/index.ts';

/** A call of the client: an operation of the service, or the gateway's own `GET /v1/tracking`. */
export type CalledOperation = OperationName | 'trackParcel';

export interface ShippingErrorOptions {
  operation: CalledOperation;
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
  readonly operation: CalledOperation;
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
