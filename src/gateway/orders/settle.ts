import type { Entry } from '../ledger/index.ts';
import { isRefusal, Refusal } from '../upstream/index.ts';
import type { OrderDeps } from './order-deps.ts';
import { sendCancel, sendOrder } from './send.ts';

/** Milliseconds after which an order that could not be sent is given up: one day. */
const longest = 24 * 3_600_000;

/** Temporary reasons. The next call tries again. */
const passing: ReadonlySet<string> = new Set(['service-unreachable', 'service-busy', 'service-unreadable']);

/** Entries in one call. */
const batch = 20;

/** Entries at the same time, so that a slow one does not delay the others. A Worker may have six open connections. */
const atOnce = 6;

/**
 * Continues orders whose process has ended, or that got no answer. It sends each of them at most once.
 * @param signal aborts the open sends. Nothing more is sent then
 * @returns how many orders were due, at most 20
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

/**
 * Sends an order that was claimed and never sent. It is given up if it is refused, or if its price has risen. No shopper is left to
 * accept a new price.
 */
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
    // Without the new offer, because tokens are not stored.
    const { details: _details, ...body } = problem.answer().body as { details?: object };
    await deps.ledger.record(claimed, {
      kind: 'abandoned',
      answer: JSON.stringify({ ...problem.answer(), body }),
    });
  }
}
