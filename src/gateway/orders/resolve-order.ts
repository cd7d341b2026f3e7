import { isAbout, recoveredAnswer } from '../http/answers.ts';
import { type GatewayAnswer, Refusal } from '../http/refusal.ts';
import type { Upstream } from '../http/upstream.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Entry, EntryKey } from '../ledger/transitions.ts';
import { statusOf, storedAnswer } from './order.ts';

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
export async function resolveOrder(
  { ledger, upstream, timeout }: { ledger: Ledger; upstream: Upstream; timeout: number },
  key: EntryKey,
  found: Found,
  now: number,
): Promise<Entry> {
  const { reference, kind } = key;
  const entry = await ledger.find(key);
  if (!entry) throw new ResolveOrderError(`There is no ${nameOf(kind)} ${reference} in the ledger.`);
  if (entry.state !== 'needs-attention')
    throw new ResolveOrderError(`${reference} is ${entry.state}: only what needs attention is resolved by hand.`);
  const read = (id: string) => upstream({ operation: 'readOrder', id, timeout });
  const problem = whyUnresolvable(entry, found, now) ?? (await whyAnother(read, key, found));
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
  if (!['placed', 'cancelled', 'nothing'].includes(found.found))
    return `What was found of ${reference} is "placed", "cancelled" or "nothing", and no "${found.found}".`;
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

/**
 * What the service says against the id: one that was cut off is nobody's parcel, and cannot be corrected later. A service that does not answer leaves
 * it to the merchant.
 */
async function whyAnother(
  read: (id: string) => ReturnType<Upstream>,
  { reference, kind }: EntryKey,
  found: Found,
): Promise<string | undefined> {
  if (kind !== 'order' || found.found === 'nothing') return undefined;
  const answer = await read(found.order);
  // A word that is no id has no route at the service (contract/README.md §1.8).
  if (answer.kind === 'refused' && (answer.status === 404 || answer.reason === 'order-not-found'))
    return `The service has no order ${found.order}: copy its whole id.`;
  if (answer.kind !== 'accepted' || isAbout(Object(answer.json), { id: found.order, reference_id: reference }))
    return undefined;
  return `The service has ${found.order} under another reference than ${reference}: look it up again.`;
}

/** The answer to later requests for the same order. */
function foundAnswer(entry: Entry, found: Found): GatewayAnswer {
  if (found.found === 'nothing') return new Refusal('not-placed').answer();
  const status = found.found === 'cancelled' ? 'cancelled' : null;
  if (entry.answer === null) return { status: statusOf[entry.kind], body: recoveredAnswer(entry, found.order, status) };
  const stored = storedAnswer(entry);
  return { ...stored, body: { ...stored.body, ...(status && { status }) } };
}
