import { forEach } from '../for-each.ts';
import { recoveredAnswer } from '../http/answers.ts';
import { type GatewayAnswer, isRefusal, Refusal } from '../http/refusal.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Entry, EntryKey } from '../ledger/transitions.ts';
import { type OrderDeps, sendCancel, sendOrder, statusOf, storedAnswer } from './send.ts';

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
const batch = 50;

/** Entries at the same time. A Worker may have six open connections. */
const atOnce = 6;

/** Milliseconds after which an order whose send hangs lets the next one begin. The others would wait for its timeout. */
const patience = 1_000;

/**
 * Continues orders whose process has ended, or that got no answer. It sends each of them at most once.
 * @param signal aborts the open sends. Nothing more is sent then
 * @returns how many orders were due, at most 50
 * @throws the first problem, for example of the store, after all orders were tried
 */
export async function settle(deps: OrderDeps, signal?: AbortSignal): Promise<number> {
  const due = await deps.ledger.due(deps.account, batch);
  const settleInTurn = (entry: Entry) => deps.turns.run(() => settleOne(deps, entry, signal));
  await forEach(due, settleInTurn, { atOnce, patience, clock: deps.clock, signal });
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

/** The merchant's finding at the service under a reference: a placed order, a cancelled order, or nothing. */
export type Found = { found: 'placed' | 'cancelled'; order: string } | { found: 'nothing' };

/** The order cannot be resolved like this. The message tells the merchant what to do. */
export class ResolveOrderError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ResolveOrderError';
  }
}

/** Milliseconds that a request may be under way. Until then, a missing order proves nothing. */
const onItsWay = 10 * 60_000;

const idOfTheService = /^[\w-]{1,64}$/;

/**
 * Resolves an order that needs attention, by what the merchant has found. Later requests for it get this result. If it was not
 * placed, a new grant may order it.
 * @throws {ResolveOrderError}
 */
export async function resolveOrder(ledger: Ledger, key: EntryKey, found: Found, now: number): Promise<Entry> {
  const { reference, kind } = key;
  const entry = await ledger.find(key);
  if (!entry) throw new ResolveOrderError(`There is no ${nameOf(kind)} ${reference} in the ledger.`);
  if (entry.state !== 'needs-attention')
    throw new ResolveOrderError(`${reference} is ${entry.state}: only what needs attention is resolved by hand.`);
  const problem = whyUnresolvable(entry, found, now);
  if (problem) throw new ResolveOrderError(problem);
  const resolved = await ledger.begin(entry, {
    kind: 'looked-up',
    state: found.found === 'nothing' ? 'refused' : found.found,
    order: found.found === 'nothing' ? null : found.order,
    answer: JSON.stringify(foundAnswer(entry, found)),
  });
  if (!resolved) throw new ResolveOrderError(`${reference} has changed just now: list the orders, and look again.`);
  return resolved;
}

const nameOf = (kind: EntryKey['kind']) => (kind === 'order' ? 'order' : 'draft');

function whyUnresolvable({ reference, order, changed }: Entry, found: Found, now: number): string | undefined {
  if (found.found === 'nothing') {
    if (order !== null)
      return `${reference} was placed as ${order}, and its cancellation is in doubt: say that it is placed, or cancelled.`;
  } else {
    const { order: given } = found;
    if (!idOfTheService.test(given)) return 'The id must be the one that the service gave: letters, digits and dashes.';
    if (order !== null && order !== given)
      return `${reference} was placed as ${order}, not as ${given}: look it up again.`;
  }
  // The order, or its cancellation, may still arrive at the service.
  const mayArrive = found.found === 'nothing' || (found.found === 'placed' && order !== null);
  const from = new Date(changed + onItsWay);
  if (!mayArrive || now >= from.getTime()) return undefined;
  return `What was sent of ${reference} may still arrive: look it up again after ${from.toISOString()}.`;
}

/** The answer to later requests for the same order. */
function foundAnswer(entry: Entry, found: Found): GatewayAnswer {
  if (found.found === 'nothing') return new Refusal('not-placed').answer();
  const status = found.found === 'cancelled' ? 'cancelled' : null;
  if (entry.answer === null) return { status: statusOf[entry.kind], body: recoveredAnswer(entry, found.order, status) };
  const stored = storedAnswer(entry);
  return { ...stored, body: { ...stored.body, ...(status && { status }) } };
}
