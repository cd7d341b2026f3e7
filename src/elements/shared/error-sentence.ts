import { type InvalidRequestError, isShippingFailure, type Reason } from '../../client/index.ts';
import type { Words } from './words.ts';

/** What the shopper reads when something failed: what can be done about it, never whose fault a code is. */
export function errorSentence(error: unknown, words: Words): string {
  if (!isShippingFailure(error)) return words.unexpected;
  switch (error.code) {
    case 'invalid-request':
      return words.refused[reasonOfInvalid(error)];
    case 'network':
    case 'timeout':
      return offline() ? words.offline : words.unreachable;
    case 'unavailable':
      return words.unavailable(error.retryAfter);
    case 'refused':
      return words.refused[error.reason] ?? words.refused.other;
    case 'unexpected-response':
      return words.unexpected;
  }
}

/** Whether asking again may help; after a refusal or an answer nobody can read it does not. */
export function worthRetrying(error: unknown): boolean {
  return isShippingFailure(error) && ['network', 'timeout', 'unavailable'].includes(error.code);
}

export const offline = () => globalThis.navigator?.onLine === false;

function reasonOfInvalid({ fields }: InvalidRequestError): Reason {
  const path = fields[0]?.path ?? '';
  if (path.startsWith('items')) return 'items';
  if (/_(postal_code|area_id|latitude|longitude|coordinate)/.test(path)) return 'location';
  if (path.startsWith('destination_cash_on_delivery')) return 'cod-limit';
  if (/^(destination|origin)_/.test(path)) return 'contact';
  return path.startsWith('delivery_') ? 'schedule' : 'other';
}
