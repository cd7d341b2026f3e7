import { type GatewayAnswer, Refusal } from '../http/refusal.ts';
import { type Entry, type EntryKey, ownerOf, permitOf } from '../ledger/transitions.ts';
import { type CancelOutcome, type OrderDeps, poll, secondsLeft, sendCancel } from './send.ts';

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
  throw unconfirmedCancel(deps, last);
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
    if (draft?.state === 'placed' && draft.order !== null)
      throw new Refusal('not-cancellable', { sentence: keptDraft });
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

function outcome(deps: OrderDeps, order: string, { entry, refused }: CancelOutcome): GatewayAnswer {
  if (refused) return refused;
  if (entry.state === 'cancelled') return cancelledAnswer(order);
  throw unconfirmedCancel(deps, entry);
}

const unconfirmedCancel = (deps: OrderDeps, entry: Entry | undefined): Refusal =>
  new Refusal('unconfirmed', {
    sentence: 'It is not known yet whether the order was cancelled: cancel it again to find out.',
    ...(entry && { retryAfter: secondsLeft(deps, entry) }),
  });

const cancelledAnswer = (id: string): GatewayAnswer => ({
  status: 200,
  body: { success: true, object: 'order', id, status: 'cancelled' },
});
