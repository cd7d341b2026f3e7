import { isShippingFailure } from '../../client/index.ts';
import { isOffline, worthRetrying } from '../words/sentences.ts';
import type { AreaWords } from './words.ts';

/** Whether the gateway does not serve the search: its option `areas` is off. */
export const isNotServed = (error: unknown): boolean => (error as { status?: number }).status === 404;

/** Seconds. A longer wait is none that a shopper sits out. */
const longestWait = 60;

/** Whether asking again fails for minutes or for the rest of the day: too many searches were made. */
export const isLasting = (error: unknown): boolean =>
  isShippingFailure(error) &&
  error.code === 'unavailable' &&
  (error.reason === 'quotes-exhausted' || (error.retryAfter ?? 0) > longestWait);

export function failureSentence(error: unknown, words: AreaWords): string {
  if (isLasting(error)) return words.tooMany;
  if (!worthRetrying(error)) return words.searchFailed;
  return isOffline() ? words.offline : words.unreachable;
}
