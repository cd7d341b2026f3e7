import type { Entry } from '../ledger/index.ts';
import { isRefusal, Refusal } from '../upstream/index.ts';
import type { OrderDeps } from './order-deps.ts';
import { sendCancel, sendOrder } from './send.ts';

/** Milliseconds: an order that nobody could send for a day is not sent on the next. */
const longest = 24 * 3_600_000;

/** Reasons that pass by themselves: the service may be back the next time. */
const passing: ReadonlySet<string> = new Set(['service-unreachable', 'service-busy', 'service-unreadable']);

/**
 * Goes on with what was left: by a process that ended, or without an answer. Whoever left it is not asked.
 * @param most entries at a time
 * @returns how many it has looked after
 */
export async function settle(deps: OrderDeps, most = 20): Promise<number> {
  const due = await deps.ledger.due(deps.account, most);
  for (const entry of due) await settleOne(deps, entry);
  return due.length;
}

async function settleOne(deps: OrderDeps, entry: Entry): Promise<void> {
  if (entry.state === 'claimed') return goOn(deps, entry);
  const sending = await deps.ledger.begin(entry, { kind: 'send-again' });
  if (sending?.state === 'sending') await sendOrder(deps, sending);
  if (sending?.state === 'cancelling') await sendCancel(deps, sending);
}

/** It was promised and never sent: it is sent now, unless its price has risen, which nobody is there to accept. */
async function goOn(deps: OrderDeps, entry: Entry): Promise<void> {
  const claimed = await deps.ledger.begin(entry, { kind: 'take-over' });
  if (!claimed) return;
  try {
    const terms = await deps.check(claimed);
    const sending = await deps.ledger.begin(claimed, { kind: 'send', terms });
    if (sending) await sendOrder(deps, sending);
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
