import type { Entry } from '../ledger/index.ts';
import { isRefusal, Refusal } from '../upstream/index.ts';
import type { OrderDeps } from './order-deps.ts';
import { sendCancel, sendOrder } from './send.ts';

/** Milliseconds: an order that could not be sent for a day is given up. */
const longest = 24 * 3_600_000;

/** Reasons that pass by themselves: the service may be back the next time. */
const passing: ReadonlySet<string> = new Set(['service-unreachable', 'service-busy', 'service-unreadable']);

/** Entries of one call. */
const batch = 20;

/** Entries at the same time: one that hangs does not hold up the others. A Worker may have six connections open. */
const atOnce = 6;

/**
 * Goes on with orders that a process left behind, or that got no answer.
 * @param signal ends the sends under way; nothing more is sent then
 * @returns how many orders were due
 */
export async function settle(deps: OrderDeps, signal?: AbortSignal): Promise<number> {
  const due = await deps.ledger.due(deps.account, batch);
  const waiting = [...due];
  const work = async () => {
    for (let entry = waiting.shift(); entry && !signal?.aborted; entry = waiting.shift())
      await settleOne(deps, entry, signal);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return due.length;
}

async function settleOne(deps: OrderDeps, entry: Entry, signal?: AbortSignal): Promise<void> {
  if (entry.state === 'claimed') return goOn(deps, entry, signal);
  const sending = await deps.ledger.begin(entry, { kind: 'send-again' });
  if (sending?.state === 'sending') await sendOrder(deps, sending, signal);
  if (sending?.state === 'cancelling') await sendCancel(deps, sending, signal);
}

/** Sends an order that was claimed and never sent. If its price has risen, it is given up: no shopper is there to accept it. */
async function goOn(deps: OrderDeps, entry: Entry, signal?: AbortSignal): Promise<void> {
  const claimed = await deps.ledger.begin(entry, { kind: 'take-over' });
  if (!claimed) return;
  try {
    const terms = await deps.check(claimed);
    const sending = await deps.ledger.begin(claimed, { kind: 'send', terms });
    if (sending) await sendOrder(deps, sending, signal);
  } catch (problem) {
    if (!isRefusal(problem)) throw problem;
    const young = deps.now() - entry.created < longest;
    if (problem instanceof Refusal && passing.has(problem.reason) && young) return;
    // Without the new offer: a token is not kept.
    const { details: _details, ...body } = problem.answer().body as { details?: object };
    await deps.ledger.record(claimed, {
      kind: 'abandoned',
      answer: JSON.stringify({ ...problem.answer(), body }),
    });
  }
}
