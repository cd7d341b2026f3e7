import { isShippingFailure, type ShippingFailure } from './errors/index.ts';
import type { Unanswered } from './unanswered.ts';

/**
 * Sends a write once, and remembers it from the moment it goes out until somebody says what became of it.
 * @param find what an earlier send without an answer is now seen to have come to, by this failure
 * @throws what `send` throws; its `outcome` is `unknown` while any send of this very body is without an answer
 */
export async function sendOnce<T>(
  unanswered: Unanswered,
  reference: string,
  body: unknown,
  send: (onSend: () => void) => Promise<T>,
  find: (failure: ShippingFailure) => T | undefined,
): Promise<T> {
  const key = unanswered.key(reference, body);
  let before = unanswered.has(key);
  let sent = false;
  const onSend = () => {
    sent = true;
    // Again: since we looked, the same write may have gone out by another call.
    before ||= unanswered.has(key);
    unanswered.start(key);
  };
  try {
    const answer = await send(onSend);
    unanswered.end(key, false);
    return answer;
  } catch (thrown) {
    const failure = isShippingFailure(thrown) ? thrown : undefined;
    const found = failure && before ? find(failure) : undefined;
    // An abort is no answer: the request may have been on its way. A refusal says nothing about an earlier send.
    const lost = !failure || failure.outcome ? true : undefined;
    if (sent) unanswered.end(key, found ? false : lost);
    if (found) return found;
    if (failure && unanswered.has(key)) failure.outcome = 'unknown';
    throw thrown;
  }
}
