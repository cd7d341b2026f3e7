import type { InvalidField, OperationName, Recovered } from '../contract/index.ts';
import { type Reason, type RefusalDetails, reasonOf, type Unavailability } from './reasons.ts';

export type { OperationName as CalledOperation } from '../contract/index.ts';

/** What every error of the client knows. */
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

/** The request failed the client's check. Nothing was sent. */
export class InvalidRequestError extends ShippingError {
  readonly code = 'invalid-request';
  readonly fields: InvalidField[];

  constructor(operation: OperationName, fields: InvalidField[], cause?: unknown) {
    const list = fields.map(({ path, remedy }) => `${path || 'the request'} ${remedy}`).join('; ');
    super(`${operation} was not sent: ${list}.`, { operation, cause });
    this.name = 'InvalidRequestError';
    this.fields = fields;
  }
}

/** No answer came, or it was cut off. `cause` is the error of `fetch`. */
export class NetworkError extends ShippingError {
  readonly code = 'network';

  constructor(options: ShippingErrorOptions) {
    super(
      `${options.operation} got no answer: check the connection, the base URL (host, certificate, http or https) and CORS (origins).`,
      options,
    );
    this.name = 'NetworkError';
  }
}

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

/**
 * The service refused the request; `reason` says why in one word. For a write the `outcome` is `unknown` if a proxy may have
 * answered, or if `reference-used` may mean this send (contract/README.md §1.8, §2.3).
 */
export class RefusedError extends ShippingError {
  readonly code = 'refused';
  readonly reason: Reason;
  readonly status: number;
  readonly serviceCode: number | undefined;
  /**
   * With `reference-used`: an earlier write of this client, which had another body and no answer. It was placed; this one was
   * not.
   */
  declare readonly earlier?: Recovered;
  readonly #refusal: RefusalDetails;

  constructor(refusal: RefusalDetails, options: ShippingErrorOptions) {
    const reason = reasonOf(refusal);
    const number = refusal.serviceCode ?? refusal.status;
    // The gateway's own sentence has no personal data. The service's may quote the request.
    const { gatewayReason, serviceMessage = '' } = refusal;
    const remedy = (gatewayReason && serviceMessage) || 'see its reason.';
    super(`${options.operation} was refused (${reason}, ${number}): ${remedy}`, options);
    this.name = 'RefusedError';
    this.reason = reason;
    this.status = refusal.status;
    this.serviceCode = refusal.serviceCode;
    this.#refusal = refusal;
  }

  /** A getter, so that JSON of the error leaves it out: it may quote a name or an address. */
  get serviceMessage(): string | undefined {
    return this.#refusal.serviceMessage;
  }

  get details(): Record<string, unknown> | undefined {
    return this.#refusal.details;
  }
}

/** The service is overloaded or broken: 408, 429 or 5xx. */
export class UnavailableError extends ShippingError {
  readonly code = 'unavailable';
  readonly status: number;
  /** Seconds of `Retry-After`, if the answer has it. */
  readonly retryAfter: number | undefined;
  /** The gateway's reason, if the gateway answered. */
  readonly reason: Unavailability | undefined;

  constructor(
    status: number,
    retryAfter: number | undefined,
    options: ShippingErrorOptions,
    reason?: Unavailability | undefined,
  ) {
    const when = retryAfter === undefined ? 'later' : `in ${retryAfter} s`;
    super(`${options.operation} found the service unavailable (${status}): try again ${when}.`, options);
    this.name = 'UnavailableError';
    this.status = status;
    this.retryAfter = retryAfter;
    this.reason = reason;
  }
}

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

/**
 * The gateway does not accept the token of a tracking link. It has expired after 90 days, was signed with a key that is gone, or is no
 * token at all. The shop has another link. It is thrown by `createParcelClient` alone.
 */
export class LinkRefusedError extends ShippingError {
  readonly code = 'link-refused';
  readonly reason: 'track-expired' | 'track-invalid';

  constructor(reason: LinkRefusedError['reason']) {
    super(`trackParcel was refused (${reason}): ask the shop's server for a new link (signTrack).`, {
      operation: 'trackParcel',
    });
    this.name = 'LinkRefusedError';
    this.reason = reason;
  }
}

export type { InvalidField } from '../contract/index.ts';

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
