import type * as z from 'zod/mini';
import { looseObject, maybe, type Named } from './fields.ts';

const errorBody = looseObject({
  success: maybe.flag,
  error: maybe.text,
  /** Eight digits: three of the HTTP status, two or three of the area, then the case. May be missing or a text. */
  code: maybe.number,
  details: maybe.object,
  /** The gateway's reason in one word (contract/README.md §1.14). */
  reason: maybe.text,
});

/**
 * The body of a refusal. Read the HTTP status first, then `success`, then `code`. A missing key answers 401 with
 * `success:true`; an empty balance answers 400 without a code (contract/README.md §1.8).
 */
export interface ErrorBody extends z.output<typeof errorBody> {}
export const ErrorBody: Named<typeof errorBody, ErrorBody> = errorBody;

const referenceUsed = looseObject({
  order_id: maybe.text,
  waybill_id: maybe.text,
  reference_id: maybe.text,
});

/** The `details` of 40002060: the order that has this reference. */
export interface ReferenceUsed extends z.output<typeof referenceUsed> {}
export const ReferenceUsed: Named<typeof referenceUsed, ReferenceUsed> = referenceUsed;
