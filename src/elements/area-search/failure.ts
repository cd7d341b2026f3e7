import { isOffline, worthRetrying } from '../words/sentences.ts';
import type { AreaWords } from './words.ts';

/** Whether the gateway does not serve the search: its option `areas` is off. */
export const isNotServed = (error: unknown): boolean => (error as { status?: number }).status === 404;

export function failureSentence(error: unknown, words: AreaWords): string {
  if (!worthRetrying(error)) return words.searchFailed;
  return isOffline() ? words.offline : words.unreachable;
}
