import type { Entry } from '../ledger/index.ts';
import { isRefusal, Refusal } from '../wire/index.ts';
import type { Desk } from './desk.ts';
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
export async function settle(desk: Desk, most = 20): Promise<number> {
  const due = await desk.ledger.due(desk.account, most);
  for (const entry of due) await settleOne(desk, entry);
  return due.length;
}

async function settleOne(desk: Desk, entry: Entry): Promise<void> {
  if (entry.state === 'claimed') return goOn(desk, entry);
  const sending = await desk.ledger.begin(entry, { kind: 'send-again' });
  if (sending?.state === 'sending') await sendOrder(desk, sending);
  if (sending?.state === 'cancelling') await sendCancel(desk, sending);
}

/** It was promised and never sent: it is sent now, unless its price has risen, which nobody is there to accept. */
async function goOn(desk: Desk, entry: Entry): Promise<void> {
  const claimed = await desk.ledger.begin(entry, { kind: 'take-over' });
  if (!claimed) return;
  try {
    const terms = await desk.check(claimed);
    const sending = await desk.ledger.begin(claimed, { kind: 'send', terms });
    if (sending) await sendOrder(desk, sending);
  } catch (problem) {
    if (!isRefusal(problem)) throw problem;
    const young = desk.now() - entry.created < longest;
    if (problem instanceof Refusal && passing.has(problem.reason) && young) return;
    // Without the new offer: a token is not kept.
    const { details: _details, ...body } = problem.answer().body as { details?: object };
    await desk.ledger.record(claimed, {
      kind: 'abandoned',
      answer: JSON.stringify({ ...problem.answer(), body }),
    });
  }
}
