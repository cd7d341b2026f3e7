import { EraseError, type Gateway, type OrderExport } from '../../gateway/index.ts';
import { referenceOf } from './delivery.ts';
import { type Language, say } from './sentences.ts';

/** The references of all deliveries of an order, the oldest first. */
async function referencesOf({ gateway }: { gateway: Pick<Gateway, 'find'> }, order: string): Promise<string[]> {
  const references: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const reference = referenceOf(order, attempt);
    if (!(await gateway.find(reference))) return references;
    references.push(reference);
  }
}

/**
 * Erases what the gateway keeps of all deliveries of an order. An open delivery keeps what its label and its cancellation need until it ends: the
 * shop keeps its part as long, and calls this again.
 * @param order the shop's own number of the order
 * @returns one sentence for each delivery that is not erased yet. None if all are
 */
export async function eraseDeliveries(
  { gateway }: { gateway: Pick<Gateway, 'find' | 'erase'> },
  order: string,
): Promise<string[]> {
  const open: string[] = [];
  for (const reference of await referencesOf({ gateway }, order)) {
    try {
      const { until } = await gateway.erase(reference);
      if (until !== undefined) open.push(keptUntil(reference, until));
    } catch (problem) {
      if (!(problem instanceof EraseError)) throw problem;
      open.push(problem.message);
    }
  }
  return open;
}

const keptUntil = (reference: string, until: number | string, language: Language = 'en') =>
  say('kept-until', [reference, new Date(until).toISOString().slice(0, 10)], language);

/** Lists all that the gateway keeps of the deliveries of an order, for the person whom it is about. */
export async function exportDeliveries(
  { gateway }: { gateway: Pick<Gateway, 'find' | 'export'> },
  order: string,
): Promise<OrderExport[]> {
  const references = await referencesOf({ gateway }, order);
  return Promise.all(references.map((reference) => gateway.export(reference)));
}

/** What the staff read about a delivery whose customer was deleted. Undefined if nothing of it is left to be erased. */
export async function noteOfErasure(
  { gateway }: { gateway: Pick<Gateway, 'find' | 'export'> },
  reference: string,
  language: Language = 'en',
): Promise<string | undefined> {
  if (!(await gateway.find(reference))) return undefined;
  const until = (await gateway.export(reference)).orders.map((order) => order.until).find(Boolean);
  const kept = until ? keptUntil(reference, until, language) : say('kept-until-end', [reference], language);
  return say('customer-deleted', [kept], language);
}
