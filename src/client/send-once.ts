import { isShippingFailure, type ShippingFailure } from './errors/index.ts';
import type { Unanswered } from './unanswered.ts';

/**
 * Sends a write once, and remembers it from the moment it goes out until somebody says what became of it.
 * @param find what an earlier send without an answer is now seen to have come to, by this failure
 * @throws what `send` throws; `outcome` stays `unknown` until an answer to this very body is read
 */
export async function sendOnce<T>(
  unanswered: Unanswered,
  reference: string,
  body: unknown,
  send: (onSend: () => void) => Promise<T>,
  find: (failure: ShippingFailure) => T | undefined,
): Promise<T> {
  let before = unanswered.has(reference, body);
  let sent = false;
  const onSend = () => {
    sent = true;
    // Again: since we looked, the same write may have gone out by another call.
    before ||= unanswered.has(reference, body);
    unanswered.add(reference, body);
  };
  try {
    const answer = await send(onSend);
    unanswered.delete(reference, body);
    return answer;
  } catch (thrown) {
    // An abort is no answer: the request may have been on its way.
    if (!isShippingFailure(thrown)) throw thrown;
    // What did not go out may have gone out by another call.
    before ||= !sent && unanswered.has(reference, body);
    const found = before ? find(thrown) : undefined;
    // Whatever else this try came to, it says nothing about the earlier one.
    if (before) thrown.outcome = 'unknown';
    if (found || (sent && !thrown.outcome)) unanswered.delete(reference, body);
    if (found) return found;
    throw thrown;
  }
}
