import { anyText, type Maybe, oneOf, optional, pattern, record } from './fields.ts';
import { maybe, needed } from './reading.ts';

export const cancellationReasons = ['change_courier', 'pickup_delay', 'change_address', 'others'] as const;
export type CancellationReason = (typeof cancellationReasons)[number];

/** `POST /v1/orders/:id/cancel`; `id` goes into the path. Send a code always (contract.md §2). */
export interface CancelRequest {
  id: string;
  /** `others` where missing (contract.md §5). */
  cancellation_reason_code?: CancellationReason;
  /** In the shop's or the shopper's own words. */
  cancellation_reason?: string;
}

export const CancelRequest = record<CancelRequest>({
  id: pattern(/^[\w-]+$/, 'the id of the order: letters, digits, - and _'),
  cancellation_reason_code: optional(oneOf(cancellationReasons)),
  cancellation_reason: optional(anyText()),
});

export interface CancelResponse {
  success: true;
  object?: Maybe<string>;
  message?: Maybe<string>;
  id: string;
  status?: Maybe<string>;
  cancellation_reason_code?: Maybe<string>;
  cancellation_reason?: Maybe<string>;
}

export const CancelResponse = record<CancelResponse>({
  success: needed.success,
  object: maybe.text,
  message: maybe.text,
  id: needed.text,
  status: maybe.text,
  cancellation_reason_code: maybe.text,
  cancellation_reason: maybe.text,
});
