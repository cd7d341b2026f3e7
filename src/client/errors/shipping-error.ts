import type { OperationName } from '../../contract/index.ts';

export interface ShippingErrorOptions {
  operation: OperationName;
  cause?: unknown;
  requestId?: string | undefined;
  outcome?: 'unknown' | undefined;
}

/**
 * What all errors of the client share. Tell them apart by `code`, not by `instanceof`: two copies of this library may
 * meet on one page. Messages are for developers and hold no personal data.
 */
export abstract class ShippingError extends Error {
  abstract readonly code: string;
  readonly operation: OperationName;
  /** The service's `x-request-id`, for its support. */
  readonly requestId: string | undefined;
  /** `unknown`: a write was sent and nobody said what became of it. Send the same request again to find out. */
  outcome: 'unknown' | undefined;

  constructor(message: string, { operation, cause, requestId, outcome }: ShippingErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.operation = operation;
    this.requestId = requestId;
    this.outcome = outcome;
  }
}
