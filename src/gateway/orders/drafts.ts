import { DraftOrderResponse } from '../../contract/index.ts';
import { isAbout, orderedAnswer, recoveredAnswer } from '../http/answers.ts';
import type { GatewayAnswer } from '../http/refusal.ts';
import { type Entry, isErased } from '../ledger/transitions.ts';
import { type OrderDeps, statusOf, storedAnswer } from './order.ts';

// The merchant confirms or deletes a draft at the service, and no webhook names the draft (contract/README.md §2.10). So the service is asked.

/** Drafts in one call. */
const batch = 20;

/** Milliseconds between two questions about a draft: a tenth of its age. Reads of drafts are free. */
const [shortestPause, longestPause] = [60_000, 15 * 60_000];

interface FollowOptions {
  /** Whether the service is asked. Without it a draft is only put off, so that a platform does not wake its shop for it at each run. */
  reads: boolean;
  signal?: AbortSignal | undefined;
}

/** Asks the service about saved drafts whose pause is over. */
export async function followDrafts(deps: OrderDeps, options: FollowOptions): Promise<void> {
  for (const draft of await deps.ledger.drafts(deps.account, batch)) {
    if (options.signal?.aborted) return;
    await deps.turns.run(() => follow(deps, draft, options));
  }
}

async function follow(deps: OrderDeps, draft: Entry, { reads, signal }: FollowOptions): Promise<void> {
  const age = deps.now() - draft.created;
  const until = deps.now() + Math.min(longestPause, Math.max(shortestPause, age / 10));
  // Of two processes, one asks.
  const asking = await deps.ledger.begin(draft, { kind: 'wait', until });
  // A draft whose answer was lost has no id.
  if (!asking?.order || !reads) return;
  const read = { id: asking.order, timeout: deps.timeouts.send, signal };
  const answer = await deps.upstream({ operation: 'readDraftOrder', ...read });
  if (answer.kind === 'no-proof') return;
  if (answer.kind === 'refused') {
    // Other refusals are about the key or the request.
    if (answer.refusal.code === unknownDraft) await drop(deps, asking);
    return;
  }
  const { data } = DraftOrderResponse.safeParse(answer.json);
  if (!data || !isAbout(data, { id: asking.order, reference_id: asking.reference })) return;
  if (data.order_id) await takeOver(deps, asking, data.order_id, signal);
  else if (data.deleted_at || gone.includes(data.status ?? '')) await drop(deps, asking);
}

/** The code of an unknown draft, `published`. */
const unknownDraft = 40_411_007;

/** States of drafts that no source names. A deleted draft is told by its time. */
const gone: readonly string[] = ['deleted', 'cancelled', 'expired'];

const drop = (deps: OrderDeps, draft: Entry) =>
  deps.ledger.begin(draft, { kind: 'draft-gone', answer: answerWith(draft, { status: 'deleted' }) });

/**
 * Puts the order of a confirmed draft into the ledger. Webhooks, tracking and cancellation then find it by its id. A process that ends in
 * between does it again: the order is there once, and the message to the shop is written with the draft's own change.
 */
async function takeOver(deps: OrderDeps, draft: Entry, id: string, signal?: AbortSignal): Promise<void> {
  const answer = await deps.upstream({ operation: 'readOrder', id, timeout: deps.timeouts.send, signal });
  if (answer.kind === 'no-proof') return;
  const { reference, terms } = draft;
  const json = answer.kind === 'accepted' ? Object(answer.json) : {};
  if (!isAbout(json, { id, reference_id: reference, draft_order_id: draft.order })) return;
  const read = orderedAnswer('order', json, reference, terms?.offered);
  const ordered = read?.ordered ?? recoveredAnswer({ kind: 'order', reference, terms }, id);
  const toPage: GatewayAnswer = { status: statusOf.order, body: ordered, charged: read?.charged };
  if (!(await deps.ledger.adopt(draft, id, JSON.stringify(toPage)))) return;
  const { price, courier } = ordered;
  const states = { status: 'confirmed', order_id: id };
  const facts = { ...states, ...(price && { price }), ...(courier && { courier }) };
  let current: Entry | undefined = draft;
  // Another process may have written meanwhile: what was asked, or the erasure, after which no more than the states may be added.
  while (current?.state === 'placed') {
    const answer = answerWith(current, isErased(current) ? states : facts);
    if (await deps.ledger.begin(current, { kind: 'draft-confirmed', answer })) return;
    current = await deps.ledger.find(draft);
  }
  if (current?.state === 'erased') await deps.ledger.disown(draft, id);
}

/** The stored answer to the draft, with what is known since. */
function answerWith(draft: Entry, facts: object): string {
  const stored = storedAnswer(draft);
  return JSON.stringify({ ...stored, body: { ...stored.body, ...facts } });
}
