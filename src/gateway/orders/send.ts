import { type Clock, pause } from '../../client/index.ts';
import { type CancelResponse, type ErrorBody, operations, type Recovered, type Rupiah } from '../../contract/index.ts';
import { orderedAnswer, recoveredAnswer, refusedAnswer } from '../http/answers.ts';
import type { GatewayAnswer } from '../http/refusal.ts';
import type { Upstream, UpstreamAnswer } from '../http/upstream.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Entry, Kind, LedgerEvent, Terms } from '../ledger/transitions.ts';
import type { Turns } from '../turns.ts';

/** Shared by placing, cancelling and settling. */
export interface OrderDeps {
  account: string;
  ledger: Ledger;
  upstream: Upstream;
  /**
   * Asks for the price again before an order is sent.
   * @returns the confirmed terms. Null for an entry without terms
   * @throws {Refusal | ServiceRefusal} if the order must not be sent
   */
  check(entry: Entry): Promise<Terms | null>;
  /** Milliseconds. */
  timeouts: {
    /** For the answer to one send. */
    send: number;
    /** For the wait for another request that does the same. */
    wait: number;
  };
  /** Milliseconds since the epoch. */
  now(): number;
  clock: Clock;
  turns: Turns;
}

/** Milliseconds between two reads of an entry that another request works on. */
const pollInterval = 150;

/** Repeats `find` until it returns a value or `timeouts.wait` is over. Then it is undefined. */
export async function poll<T>(deps: OrderDeps, find: () => Promise<T | undefined>): Promise<T | undefined> {
  const { clock, timeouts, turns } = deps;
  const end = clock.elapsed() + timeouts.wait;
  for (;;) {
    const found = await find();
    if (found !== undefined || clock.elapsed() >= end) return found;
    await turns.aside(() => pause(pollInterval, undefined, clock));
  }
}

/** Returns the stored answer. */
export const storedAnswer = ({ answer }: Entry): GatewayAnswer => JSON.parse(answer ?? '{}');

/** Returns the seconds until the lease ends and the order may be sent again. */
export const secondsLeft = (deps: OrderDeps, { lease }: Entry): number => Math.max(1, (lease - deps.now()) / 1000);

const operationOf: Record<Kind, 'createOrder' | 'createDraftOrder'> = {
  order: 'createOrder',
  draft_order: 'createDraftOrder',
};

/** The status of the page's answer. */
export const statusOf: Record<Kind, number> = { order: 200, draft_order: 201 };

/**
 * Sends the body once and records the result. A process that wakes after its lease sends nothing. Another process may have taken over
 * the order, or the merchant may have looked it up.
 */
export async function sendOrder(deps: OrderDeps, entry: Entry, signal?: AbortSignal): Promise<Entry> {
  if (deps.ledger.over(entry)) return entry;
  const operation = operationOf[entry.kind];
  const answer = await deps.upstream({ operation, body: entry.body ?? '', timeout: deps.timeouts.send, signal });
  return deps.ledger.record(entry, orderEvent(entry, answer));
}

/** Returns what an answer to an order proves. */
function orderEvent(entry: Entry, answer: UpstreamAnswer): LedgerEvent {
  const { kind, reference, attempts, terms } = entry;
  const placed = (order: string | undefined, body: object, charged?: Rupiah): LedgerEvent => {
    const toPage: GatewayAnswer = { status: statusOf[kind], body, charged };
    return { kind: 'placed', order: order ?? null, answer: JSON.stringify(toPage) };
  };
  if (answer.kind === 'accepted') {
    const read = orderedAnswer(kind, answer.json, reference, terms?.offered);
    return read ? placed(read.ordered.id, read.ordered, read.charged) : { kind: 'no-proof' };
  }
  if (answer.kind === 'no-proof') return { kind: 'no-proof' };
  if (attempts === 1) {
    // Either a proxy has sent it twice, or the reference belongs to another order. The answer cannot tell which.
    if (answer.reason === 'reference-used') return { kind: 'undecidable' };
    const toPage = refusedAnswer(answer.status, answer.refusal, answer.reason);
    return { kind: 'refused', answer: JSON.stringify(toPage) };
  }
  // After a send without an answer, a used reference proves that our order was placed. Other refusals prove nothing.
  const row: { recovered(refusal: ErrorBody, reference: string): Recovered | undefined } =
    operations[operationOf[kind]];
  const recovered = row.recovered(answer.refusal, reference);
  if (!recovered) return { kind: 'no-proof' };
  const { id, waybill_id } = recovered;
  // The service does not name the draft, so the page gets a refusal with the service's code. The client understands it.
  if (id === undefined)
    return {
      kind: 'placed',
      order: null,
      answer: JSON.stringify(refusedAnswer(answer.status, answer.refusal, answer.reason)),
    };
  return placed(id, {
    ...recoveredAnswer(entry, id),
    ...(waybill_id !== undefined && { courier: { waybill_id } }),
  });
}

/** The result of a cancellation. */
export interface CancelOutcome {
  entry: Entry;
  /** Why the service refused to cancel it. */
  refused?: GatewayAnswer;
}

export async function sendCancel(deps: OrderDeps, entry: Entry, signal?: AbortSignal): Promise<CancelOutcome> {
  if (deps.ledger.over(entry)) return { entry };
  const request = { operation: 'cancelOrder', id: entry.order ?? '', body: entry.body ?? '' } as const;
  const answer = await deps.upstream({ ...request, timeout: deps.timeouts.send, signal });
  const event = cancelEvent(entry, answer);
  const after = await deps.ledger.record(entry, event);
  if (after.state !== 'placed' || answer.kind !== 'refused') return { entry: after };
  return { entry: after, refused: refusedAnswer(answer.status, answer.refusal, answer.reason) };
}

function cancelEvent(entry: Entry, answer: UpstreamAnswer): LedgerEvent {
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
