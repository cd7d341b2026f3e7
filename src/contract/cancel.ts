import type * as z from 'zod/mini';
import { code, looseObject, maybe, type Named, oneOf, optional, optionalText, success, textLike } from './fields.ts';
import { token } from './tokens.ts';

/** The codes that the service takes. `others` by default. */
export const cancellationReasons = ['change_courier', 'pickup_delay', 'change_address', 'others'] as const;
export type CancellationReason = (typeof cancellationReasons)[number];

const cancelRequest = looseObject({
  id: textLike(/^[\w-]+$/, 'the id of the order: letters, digits, - and _'),
  /** `others` by default (contract/README.md §7). */
  cancellation_reason_code: optional(oneOf(cancellationReasons)),
  /** Free text. */
  cancellation_reason: optionalText,
  /** For the gateway: the token that came with the order (contract/README.md §1.14). */
  cancel: token,
});

/** `POST /v1/orders/:id/cancel`; `id` goes into the path (contract/README.md §2.5). */
export interface CancelRequest extends z.output<typeof cancelRequest> {}
export const CancelRequest: Named<typeof cancelRequest, CancelRequest> = cancelRequest;

const cancelResponse = looseObject({
  success,
  object: maybe.text,
  message: maybe.text,
  id: code,
  status: maybe.text,
  cancellation_reason_code: maybe.text,
  cancellation_reason: maybe.text,
});

export interface CancelResponse extends z.output<typeof cancelResponse> {}
export const CancelResponse: Named<typeof cancelResponse, CancelResponse> = cancelResponse;

const notCancellable: readonly unknown[] = [
  ...['picked', 'in_transit', 'dropping_off', 'delivered', 'on_hold', 'return_in_transit', 'returned'],
  ...['rejected', 'disposed', 'courier_not_found', 'cancelled'],
];

/** Whether an order in this state may be cancelled (contract/README.md §4.3). True for states that we do not know. */
export const isCancellable = (status: string | null | undefined): boolean => !notCancellable.includes(status);
