import { type Maybe, record } from './fields.ts';
import { maybe } from './reading.ts';

/**
 * The body of a refusal. Read HTTP status first, then `success`, then `code`, and never the status alone: a missing key
 * answers 401 with `success:true`, the merchant's empty balance a 400 without a code (contract.md §1).
 */
export interface ErrorBody {
  success?: Maybe<boolean>;
  error?: Maybe<string>;
  /** 8 digits: 3 of HTTP status, 2-3 of area, rest the case. May be absent, or a text. */
  code?: Maybe<number>;
  details?: Maybe<Record<string, unknown>>;
}

export const ErrorBody = record<ErrorBody>({
  success: maybe.flag,
  error: maybe.text,
  code: maybe.number,
  details: maybe.loose,
});

/** `details` of 40002060: the order that this reference belongs to. */
export interface ReferenceUsed {
  order_id?: Maybe<string>;
  waybill_id?: Maybe<string>;
  reference_id?: Maybe<string>;
}

export const ReferenceUsed = maybe.object(
  record<ReferenceUsed>({ order_id: maybe.text, waybill_id: maybe.text, reference_id: maybe.text }),
);
