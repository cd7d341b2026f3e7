import { isShippingFailure, reasonOfField } from '../../client/index.ts';
import type { Words } from './words.ts';

/** What the shopper reads when something failed: what can be done about it, never whose fault a code is. */
export function errorSentence(error: unknown, words: Words): string {
  const failure = isShippingFailure(error) ? error : undefined;
  switch (failure?.code) {
    case 'invalid-request':
      return words.refused[reasonOfField(failure.fields[0]?.path ?? '')];
    case 'network':
    case 'timeout':
      return isOffline() ? words.offline : words.unreachable;
    case 'unavailable':
      return words.unavailable(failure.retryAfter);
    case 'refused':
      return words.refused[failure.reason] ?? words.refused.other;
    default:
      return words.unexpected;
  }
}

/** Whether asking again may help; after a refusal or an answer nobody can read it does not. */
export function worthRetrying(error: unknown): boolean {
  return isShippingFailure(error) && ['network', 'timeout', 'unavailable'].includes(error.code);
}

export const isOffline = () => globalThis.navigator?.onLine === false;
