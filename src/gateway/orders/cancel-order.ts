import type { Entry, EntryKey } from '../ledger/index.ts';
import { type Answer, Refusal } from '../upstream/index.ts';
import { lookUntil, type OrderDeps, secondsLeft } from './order-deps.ts';
import { type CancelOutcome, sendCancel } from './send.ts';

export interface CancelIntent {
  key: EntryKey;
  /** The service's id of the order. */
  order: string;
  /** The JSON body that is sent. */
  body: string;
}

/**
 * Cancels an order of the ledger, once.
 * @throws {Refusal}
 */
export async function cancelOrder(deps: OrderDeps, { key, order, body }: CancelIntent): Promise<Answer> {
  let last: Entry | undefined;
  const answer = await lookUntil(deps, async () => {
    last = await deps.ledger.find(key);
    if (!last || last.order !== order) throw new Refusal('order-not-found');
    if (last.state === 'cancelled') return cancelledAnswer(order);
    if (last.state === 'needs-attention') throw new Refusal('needs-attention');
    if (last.state !== 'placed' && last.state !== 'cancelling') throw new Refusal('not-cancellable');
    const event = last.state === 'placed' ? ({ kind: 'cancel', body } as const) : ({ kind: 'send-again' } as const);
    const cancelling = await deps.ledger.begin(last, event);
    if (cancelling?.state !== 'cancelling') return undefined;
    return outcome(deps, order, await sendCancel(deps, cancelling));
  });
  if (answer) return answer;
  throw new Refusal('unconfirmed', last ? { retryAfter: secondsLeft(deps, last) } : {});
}

function outcome(deps: OrderDeps, order: string, { entry, refused }: CancelOutcome): Answer {
  if (refused) return refused;
  if (entry.state === 'cancelled') return cancelledAnswer(order);
  throw new Refusal('unconfirmed', { retryAfter: secondsLeft(deps, entry) });
}

const cancelledAnswer = (id: string): Answer => ({
  status: 200,
  body: { success: true, object: 'order', id, status: 'cancelled' },
});
