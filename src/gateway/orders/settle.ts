import type { Entry } from '../ledger/index.ts';
import { isRefusal, Refusal } from '../upstream/index.ts';
import type { OrderDeps } from './order-deps.ts';
import { sendCancel, sendOrder } from './send.ts';

/**
 * Temporary reasons why the price of an order is not known, each with the milliseconds after which the order is given up. The next call
 * asks again until then. An answer that cannot be read is paid for each time.
 */
const passing: ReadonlyMap<string, number> = new Map([
  ['service-unreachable', 24 * 3_600_000],
  ['service-busy', 24 * 3_600_000],
  ['service-unreadable', 10 * 60_000],
]);

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
    const longest = problem instanceof Refusal ? (passing.get(problem.reason) ?? 0) : 0;
    if (deps.now() - entry.created < longest) return;
    // Without the new offer, because tokens are not stored.
    const { details: _details, ...body } = problem.answer().body as { details?: object };
    // Not if a shopper has claimed it again meanwhile, who may have accepted the new price.
    await deps.ledger.begin(claimed, {
      kind: 'abandoned',
      answer: JSON.stringify({ ...problem.answer(), body }),
    });
  }
}
