import { isShippingFailure, reasonOfField, type Unavailability } from '../../client/index.ts';
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
      return saysMore(failure.reason) ? words.refused[failure.reason] : words.unavailable(failure.retryAfter);
    case 'refused':
      // What cancels an order is good for a quarter of an hour.
      if (failure.operation === 'cancelOrder' && failure.reason.startsWith('token-')) return words.cancelLate;
      return words.refused[failure.reason] ?? words.refused.other;
    default:
      return words.unexpected;
  }
}

/** It is no matter of seconds. */
const saysMore = (reason: Unavailability | undefined) => reason === 'quotes-exhausted' || reason === 'needs-attention';

/** Whether asking again may help; after a refusal or an answer nobody can read it does not. */
export function worthRetrying(error: unknown): boolean {
  return isShippingFailure(error) && ['network', 'timeout', 'unavailable'].includes(error.code);
}

export const isOffline = () => globalThis.navigator?.onLine === false;
