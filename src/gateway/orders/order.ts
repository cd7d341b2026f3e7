import { type Clock, pause } from '../../client/index.ts';
import {
  type CancelResponse,
  canonical,
  type ErrorBody,
  operations,
  type Recovered,
  type Rupiah,
} from '../../contract/index.ts';
import { forEach } from '../for-each.ts';
import { orderedAnswer, recoveredAnswer, refusedAnswer } from '../http/answers.ts';
import { type GatewayAnswer, isRefusal, Refusal } from '../http/refusal.ts';
import type { Upstream, UpstreamAnswer } from '../http/upstream.ts';
import type { Intent, Ledger } from '../ledger/ledger.ts';
import {
  type Entry,
  type EntryKey,
  isCalledOff,
  isErased,
  type Kind,
  type LedgerEvent,
  openStates,
  ownerOf,
  permitOf,
  type Terms,
} from '../ledger/transitions.ts';
import type { Turns } from '../turns.ts';

// One order, or one draft, from its first request to its end. Each phase is an event of `ledger/transitions.ts`, and `ledger.begin` has made it
// durable, or has returned undefined because another process was quicker, before the next line runs.
//
//   1 claim    the reference is taken                                     → claimed
//   2 price    it is asked again, as the shopper has accepted it          (refused: the claim is released)
//   3 send     `sending` is written, and then the body is sent once       → sending
//   4 proof    what the answer proves is recorded                         → placed, refused, unknown
//   5 settle   what has no result is continued, by a page or by `settle`  → sending, placed, refused, needs-attention
//   6 cancel   the same for its cancellation                              → cancelling, cancelled

/** Shared by all phases. */
export interface OrderDeps {
  account: string;
  ledger: Ledger;
  upstream: Upstream;
  /**
   * Asks for the price again before an order is sent.
   * @returns the confirmed terms. Null for an entry without terms
   * @throws {Refusal | ServiceRefusal} if the order must not be sent
   */
  check(entry: Pick<Entry, 'kind' | 'body' | 'terms'>): Promise<Terms | null>;
  /** Milliseconds. */
  timeouts: {
    /** For the answer to one send. */
    send: number;
    /** For the wait for another request that does the same. */
    wait: number;
    /** The time that an order belongs to one process. */
    lease: number;
  };
  /** Milliseconds since the epoch. */
  now(): number;
  clock: Clock;
  turns: Turns;
}

/**
 * Makes an order, or a draft, once. The same request again gets the same answer, or waits for it.
 * @param refused why its body is refused now, if it is. The rules may depend on the date, so that does not count for an order that was sent before
 * @param isOwned the order belongs to the permit that claimed it. Another one is refused, and gets neither the answer nor the wait
 * @throws {Refusal | ServiceRefusal} `order-erased` if the data of this order was erased, whether it was placed or not. `not-placed` if it was called off
 */
export async function placeOrder(
  deps: OrderDeps,
  intent: Intent,
  refused: unknown,
  isOwned = false,
): Promise<GatewayAnswer> {
  // Most orders are new, so none is looked for first.
  const first = refused ? undefined : await deps.ledger.claim(intent);
  const own = first && (await firstAnswer(deps, first));
  if (own) return own;
  let last: Entry | undefined;
  const answer = await poll(deps, async () => {
    last = await deps.ledger.find(intent);
    refuseEnded(last);
    const claimed = await claim(deps, intent, last, refused, isOwned);
    if (claimed) return firstAnswer(deps, claimed);
    if (isOwned) {
      // Another process may have claimed it since.
      last = await deps.ledger.find(intent);
      refuseEnded(last);
      if (last && last.state !== 'refused' && last.permit !== intent.permit) throw new Refusal('reference-used');
    }
    return last && laterAnswer(deps, intent, last);
  });
  if (answer) return answer;
  throw withoutResult(deps, last);
}

/** @throws {Refusal} if nothing is ordered with its reference any more */
function refuseEnded(entry: Entry | undefined): void {
  if (!entry) return;
  if (isErased(entry)) throw new Refusal('order-erased');
  if (isCalledOff(entry))
    throw new Refusal('not-placed', { sentence: 'It was called off: nothing is ordered with this reference.' });
}

/** Milliseconds between two reads of an entry that another request works on. */
const pollInterval = 150;

/** Repeats `find` until it returns a value or `timeouts.wait` is over. Then it is undefined. */
async function poll<T>(deps: OrderDeps, find: () => Promise<T | undefined>): Promise<T | undefined> {
  const { clock, timeouts, turns } = deps;
  const end = clock.elapsed() + timeouts.wait;
  for (;;) {
    const found = await find();
    if (found !== undefined || clock.elapsed() >= end) return found;
    await turns.aside(() => pause(pollInterval, undefined, clock));
  }
}

// 1 claim

/** Returns the entry if this request has claimed it. */
async function claim(
  { ledger }: OrderDeps,
  intent: Intent,
  entry: Entry | undefined,
  refused: unknown,
  isOwned: boolean,
): Promise<Entry | undefined> {
  if (!entry) {
    if (refused) throw refused;
    return ledger.claim(intent);
  }
  const claimAnew = () => {
    if (refused) throw refused;
    return ledger.claimAnew(intent, entry);
  };
  const permitted = entry.permit === intent.permit;
  const same = entry.fingerprint === intent.fingerprint;
  if (entry.state === 'claimed' && ledger.over(entry)) {
    // The shopper may have accepted another price since.
    const unchanged = same && canonical(entry.terms) === canonical(intent.terms);
    return unchanged && (permitted || !isOwned) ? ledger.begin(entry, { kind: 'take-over' }) : claimAnew();
  }
  // A refused order does not exist. The shop may allow it again, or another order under the same reference.
  const isAnswered = same && permitted && !isOwned;
  return entry.state === 'refused' && !isAnswered ? claimAnew() : undefined;
}

/** The answer to the request that has claimed the order. Undefined if another request has taken the claim over. */
async function firstAnswer(deps: OrderDeps, claimed: Entry): Promise<GatewayAnswer | undefined> {
  let terms: Terms | null;
  try {
    terms = await deps.check(claimed);
  } catch (problem) {
    // Nothing was sent and the caller gets the reason, so the claim is deleted. If another process has taken it over, its result counts.
    if (await deps.ledger.release(claimed)) throw problem;
    return undefined;
  }
  const sent = await sendFirst(deps, claimed, terms);
  if (sent?.state !== 'claimed') return sent && resultOf(deps, sent);
  // The service was not reached.
  if (await deps.ledger.release(sent)) throw new Refusal('service-unreachable');
  return undefined;
}

/**
 * The answer to any other request for the order. Sends it again if the lease has ended. Undefined while the first request works on it.
 * @throws {Refusal} `reference-used`, `needs-attention` or `unconfirmed`
 */
async function laterAnswer(deps: OrderDeps, intent: Intent, entry: Entry): Promise<GatewayAnswer | undefined> {
  if (entry.fingerprint !== intent.fingerprint) {
    if (entry.state === 'claimed' || entry.state === 'refused') return undefined;
    throw new Refusal('reference-used');
  }
  if (entry.answer !== null) return storedAnswer(entry);
  if (entry.state === 'needs-attention') throw new Refusal('needs-attention');
  if (entry.state === 'claimed' || !deps.ledger.over(entry)) return undefined;
  const sent = await sendAgain(deps, entry);
  return sent && resultOf(deps, sent);
}

function resultOf(deps: OrderDeps, entry: Entry): GatewayAnswer {
  if (entry.answer !== null) return storedAnswer(entry);
  throw withoutResult(deps, entry);
}

function withoutResult(deps: OrderDeps, entry: Entry | undefined): Refusal {
  if (entry?.state === 'needs-attention') return new Refusal('needs-attention');
  return new Refusal('unconfirmed', entry ? { retryAfter: secondsLeft(deps, entry) } : {});
}

/** Returns the stored answer. */
export const storedAnswer = ({ answer }: Entry): GatewayAnswer => JSON.parse(answer ?? '{}');

/** Returns the seconds until the lease ends and the order may be sent again. */
const secondsLeft = (deps: OrderDeps, { lease }: Entry): number => Math.max(1, (lease - deps.now()) / 1000);

// 2 price is `deps.check`: `price-check.ts`.

// 3 send

/** Undefined if another process has taken the claim over, or may: then the price is asked again. */
async function sendFirst(
  deps: OrderDeps,
  claimed: Entry,
  terms: Terms | null,
  signal?: AbortSignal,
): Promise<Entry | undefined> {
  if (deps.ledger.over(claimed)) return undefined;
  const sending = await begin(deps, claimed, { kind: 'send', terms });
  return sending && send(deps, sending, signal);
}

/**
 * Takes the lease of one send. Undefined if another process was quicker. A process that was stopped for longer has no lease, also if its clock was set back
 * meanwhile.
 */
async function begin(deps: OrderDeps, entry: Entry, event: LedgerEvent): Promise<Entry | undefined> {
  const asked = deps.clock.elapsed();
  const begun = await deps.ledger.begin(entry, event);
  const isLate = deps.clock.elapsed() - asked >= deps.timeouts.lease;
  return begun && isLate ? { ...begun, lease: 0 } : begun;
}

/** Sends what has no answer, an order or its cancellation. Undefined if another process was quicker. */
async function sendAgain(deps: OrderDeps, entry: Entry, signal?: AbortSignal): Promise<Entry | undefined> {
  const sending = await begin(deps, entry, { kind: 'send-again' });
  if (sending?.state === 'sending') return send(deps, sending, signal);
  return sending?.state === 'cancelling' ? (await sendCancel(deps, sending, signal)).entry : sending;
}

const operationOf: Record<Kind, 'createOrder' | 'createDraftOrder'> = {
  order: 'createOrder',
  draft_order: 'createDraftOrder',
};

/**
 * Sends the body once and records the result. A process that wakes after its lease sends nothing. Another process may have taken over
 * the order, or the merchant may have looked it up.
 */
async function send(deps: OrderDeps, entry: Entry, signal?: AbortSignal): Promise<Entry> {
  if (deps.ledger.over(entry)) return entry;
  const operation = operationOf[entry.kind];
  const answer = await deps.upstream({ operation, body: entry.body ?? '', timeout: deps.timeouts.send, signal });
  return deps.ledger.record(entry, proofOf(entry, answer));
}

// 4 proof

/** The status of the page's answer. */
export const statusOf: Record<Kind, number> = { order: 200, draft_order: 201 };

/** Returns what an answer to an order proves. */
function proofOf(entry: Entry, answer: UpstreamAnswer): LedgerEvent {
  const { kind, reference, attempts, terms } = entry;
  const placed = (order: string | undefined, body: object, charged?: Rupiah): LedgerEvent => {
    const toPage: GatewayAnswer = { status: statusOf[kind], body, charged };
    return { kind: 'placed', order: order ?? null, answer: JSON.stringify(toPage) };
  };
  if (answer.kind === 'accepted') {
    const read = orderedAnswer(kind, answer.json, reference, terms?.offered);
    return read ? placed(read.ordered.id, read.ordered, read.charged) : { kind: 'no-proof' };
  }
  if (answer.kind === 'no-proof') return { kind: answer.unsent ? 'not-sent' : 'no-proof' };
  const refused = JSON.stringify(refusedAnswer(answer.status, answer.refusal, answer.reason));
  if (attempts === 1) {
    // Either a proxy has sent it twice, or the reference belongs to another order. The answer cannot tell which.
    return answer.reason === 'reference-used' ? { kind: 'undecidable' } : { kind: 'refused', answer: refused };
  }
  // After a send without an answer, a used reference proves that our order was placed. Other refusals prove nothing.
  const row: { recovered(refusal: ErrorBody, reference: string): Recovered | undefined } =
    operations[operationOf[kind]];
  const recovered = row.recovered(answer.refusal, reference);
  if (!recovered) return { kind: 'no-proof' };
  const { id, waybill_id } = recovered;
  // The service does not name the draft, so the page gets a refusal with the service's code. The client understands it.
  if (id === undefined) return { kind: 'placed', order: null, answer: refused };
  return placed(id, {
    ...recoveredAnswer(entry, id),
    ...(waybill_id !== undefined && { courier: { waybill_id } }),
  });
}

// 5 settle

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
  const settleOne = (entry: Entry) => (entry.state === 'claimed' ? sendUnsent : sendAgain)(deps, entry, signal);
  await forEach(due, (entry) => deps.turns.run<unknown>(() => settleOne(entry)), {
    atOnce,
    patience,
    clock: deps.clock,
    signal,
  });
  return due.length;
}

/**
 * Sends an order that was claimed and never sent. It is given up if it is refused, or if its price has risen. No shopper is left to
 * accept a new price.
 */
async function sendUnsent(deps: OrderDeps, entry: Entry, signal?: AbortSignal): Promise<void> {
  const claimed = await deps.ledger.begin(entry, { kind: 'take-over' });
  if (!claimed) return;
  try {
    await sendFirst(deps, claimed, await deps.check(claimed), signal);
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

// 6 cancel

interface CancelIntent {
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
export async function cancelOrder(deps: OrderDeps, { key, order, body }: CancelIntent): Promise<GatewayAnswer> {
  let last: Entry | undefined;
  const answer = await poll(deps, async () => {
    last = await deps.ledger.find(key);
    if (last?.state === 'erased') throw new Refusal('order-erased');
    if (last && isCalledOff(last)) return cancelCalledOff(deps, { ...last, order, body });
    if (!last || last.order !== order) throw new Refusal('order-not-found');
    if (last.state === 'cancelled') return cancelledAnswer(order);
    if (last.state === 'needs-attention') throw new Refusal('needs-attention');
    if (last.state !== 'placed' && last.state !== 'cancelling') throw new Refusal('not-cancellable');
    const event = last.state === 'placed' ? ({ kind: 'cancel', body } as const) : ({ kind: 'send-again' } as const);
    const cancelling = await begin(deps, last, event);
    if (cancelling?.state !== 'cancelling') return undefined;
    const { entry, refused } = await sendCancel(deps, cancelling);
    if (refused) return refused;
    if (entry.state === 'cancelled') return cancelledAnswer(order);
    throw withoutCancel(deps, entry);
  });
  if (answer) return answer;
  throw withoutCancel(deps, last);
}

/** A restored database does not know what was placed before its reference was called off. The service does. */
async function cancelCalledOff(deps: OrderDeps, entry: Entry): Promise<GatewayAnswer> {
  const answer = await deps.upstream(cancelRequest(deps, entry));
  if (cancelProofOf(entry, answer).kind === 'cancelled') return cancelledAnswer(entry.order ?? '');
  if (answer.kind !== 'refused') throw withoutCancel(deps, undefined);
  return refusedAnswer(answer.status, answer.refusal, answer.reason);
}

/**
 * Cancels an order, whether it was placed or not. What was not sent cannot be sent afterwards.
 * @param owner only an order that belongs to it
 * @param body the JSON body that is sent for a placed order. Without it, only what was not sent is called off
 * @throws {Refusal} `unconfirmed` while it is not known whether it was placed. `not-cancellable` if the service has a draft of it, which only
 * the merchant deletes
 */
export async function callOff(
  deps: OrderDeps,
  {
    key,
    owner,
    body,
  }: Pick<CancelIntent, 'key'> & { owner: string | undefined; body: ((order: string) => string) | undefined },
): Promise<GatewayAnswer> {
  const nothing = cancelledAnswer('');
  const stored = JSON.stringify(nothing);
  const entry = await deps.ledger.find(key);
  if (!entry) {
    const draft = await deps.ledger.find({ ...key, kind: 'draft_order' });
    // Also one without a number: the service has said that it has one of this reference.
    if (draft?.state === 'placed') throw new Refusal('not-cancellable', { sentence: keptDraft });
    if (draft?.state === 'needs-attention') throw new Refusal('needs-attention');
    // It may be at the service at the next moment.
    if (draft && openStates.includes(draft.state))
      throw new Refusal('unconfirmed', { retryAfter: secondsLeft(deps, draft) });
    if (await deps.ledger.callOff(key, permitOf(owner ?? key.reference), stored)) return nothing;
    // Another process was quicker: it is on its way.
    throw new Refusal('unconfirmed');
  }
  if (entry.state === 'erased') throw new Refusal('order-erased');
  if (owner !== undefined && ownerOf(entry) !== owner) throw new Refusal('order-not-found');
  if (entry.order !== null && body) return cancelOrder(deps, { key, order: entry.order, body: body(entry.order) });
  if (entry.state === 'cancelled') return nothing;
  if (entry.order !== null) throw new Refusal('not-cancellable');
  if (entry.state === 'needs-attention') throw new Refusal('needs-attention');
  if (await deps.ledger.begin(entry, { kind: 'called-off', answer: stored })) return nothing;
  throw new Refusal('unconfirmed', { retryAfter: secondsLeft(deps, entry) });
}

const keptDraft = 'The draft stays at the service, where it may still be confirmed: delete it there.';

const withoutCancel = (deps: OrderDeps, entry: Entry | undefined): Refusal =>
  new Refusal('unconfirmed', {
    sentence: 'It is not known yet whether the order was cancelled: cancel it again to find out.',
    ...(entry && { retryAfter: secondsLeft(deps, entry) }),
  });

const cancelledAnswer = (id: string): GatewayAnswer => ({
  status: 200,
  body: { success: true, object: 'order', id, status: 'cancelled' },
});

/** The result of a cancellation. */
interface CancelOutcome {
  entry: Entry;
  /** Why the service refused to cancel it. */
  refused?: GatewayAnswer;
}

async function sendCancel(deps: OrderDeps, entry: Entry, signal?: AbortSignal): Promise<CancelOutcome> {
  if (deps.ledger.over(entry)) return { entry };
  const answer = await deps.upstream({ ...cancelRequest(deps, entry), signal });
  const event = cancelProofOf(entry, answer);
  const after = await deps.ledger.record(entry, event);
  if (after.state !== 'placed' || answer.kind !== 'refused') return { entry: after };
  return { entry: after, refused: refusedAnswer(answer.status, answer.refusal, answer.reason) };
}

const cancelRequest = ({ timeouts }: OrderDeps, { order, body }: Entry) =>
  ({ operation: 'cancelOrder', id: order ?? '', body: body ?? '', timeout: timeouts.send }) as const;

function cancelProofOf(entry: Entry, answer: UpstreamAnswer): LedgerEvent {
  const stored = storedAnswer(entry);
  const cancelled: LedgerEvent = {
    kind: 'cancelled',
    answer: JSON.stringify({ ...stored, body: { ...stored.body, status: 'cancelled' } }),
  };
  if (answer.kind === 'no-proof') return { kind: 'no-proof' };
  if (answer.kind === 'accepted') {
    const read = operations.cancelOrder.response.safeParse(answer.json);
    const ours = read.data?.id.toLowerCase() === entry.order?.toLowerCase();
    return read.success && ours ? cancelled : { kind: 'no-proof' };
  }
  const row: { recovered(refusal: ErrorBody, id: string): CancelResponse | undefined } = operations.cancelOrder;
  if (row.recovered(answer.refusal, entry.order ?? '')) return cancelled;
  // These refusals are about the order itself. Others are about one send.
  const decided = answer.reason === 'not-cancellable' || answer.reason === 'order-not-found';
  return decided || entry.attempts === 1 ? { kind: 'kept' } : { kind: 'no-proof' };
}
