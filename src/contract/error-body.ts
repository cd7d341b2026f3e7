import type * as z from 'zod/mini';
import { looseObject, maybe, type Named } from './fields.ts';

const errorBody = looseObject({
  success: maybe.flag,
  error: maybe.text,
  /** 8 digits: 3 of HTTP status, 2-3 of area, rest the case. May be absent, or a text. */
  code: maybe.number,
  details: maybe.object,
  /** The gateway's: one word for why (contract/README.md §1.14). */
  reason: maybe.text,
});

/**
 * The body of a refusal. Read HTTP status first, then `success`, then `code`, and never the status alone: a missing key
 * answers 401 with `success:true`, the merchant's empty balance a 400 without a code (contract/README.md §1.8).
 */
export interface ErrorBody extends z.output<typeof errorBody> {}
export const ErrorBody: Named<typeof errorBody, ErrorBody> = errorBody;

const referenceUsed = looseObject({
  order_id: maybe.text,
  waybill_id: maybe.text,
  reference_id: maybe.text,
});

/** `details` of 40002060: the order that this reference belongs to. */
export interface ReferenceUsed extends z.output<typeof referenceUsed> {}
export const ReferenceUsed: Named<typeof referenceUsed, ReferenceUsed> = referenceUsed;
