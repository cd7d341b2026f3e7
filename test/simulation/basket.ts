import { fromRow } from '../../src/purchases/rows.ts';
import type { OrderRecord } from '../../src/sandbox/order-store.ts';
import { stateOf } from './erasure.ts';
import type { Purchase } from './purchase.ts';
import type { Process } from './world.ts';

/** Seconds in which a price counts as confirmed: a server sends one parcel after the other. */
const recent = 60;

/** Purchases that were not erased. */
export const purchasesIn = (database: Purchase['database']) =>
  database.read("SELECT * FROM ship_purchases WHERE story <> ''").rows.map((row) => {
    const columns = row as unknown as { given_back: number; parcels: string | null } & Parameters<typeof fromRow>[0];
    return fromRow({ ...columns, givenBack: columns.given_back, isOpen: true, needsPerson: false, deliveries: [] });
  });

/** Whether a process may ask for the price of a parcel that it has not claimed: it confirms all of a basket, or asks again after no answer. */
export function isConfirming(purchase: Purchase): boolean {
  const { world, database, parcels } = purchase;
  const isDue = purchasesIn(database).some(
    ({ deliveries }) => deliveries.length > 1 && deliveries.some(({ state, next }) => state === 'to-ship' && next > 0),
  );
  if (parcels > 1 && isDue) purchase.confirmingAt = world.now;
  return parcels > 1 && world.now - purchase.confirmingAt < 30_000;
}

/** A price is kept for ten seconds, so the order pays for none that was confirmed just now. */
export function checkConfirmed(
  { world, parcels, answered, quotedAt, areApart }: Purchase,
  from: Process,
  body: string,
) {
  const before = answered.get(body);
  const isUsual = !areApart && world.now - from.asleepUntil > recent * 1000 && world.now - quotedAt > recent * 1000;
  if (parcels > 1 && isUsual && before?.by === from && world.now - before.at < 8_000)
    world.break(`${from.name} pays for a price that it has confirmed.`);
}

/** The first parcel of a basket is sent after the prices of all were asked. */
export function checkFirst(
  purchase: Purchase,
  from: Process,
  reference: string,
  { created, attempts }: Record<string, unknown>,
): void {
  const { world, answered, areApart, parcels, pricedAt } = purchase;
  if (parcels < 2 || attempts !== 1 || areApart) return;
  const bought = purchasesIn(purchase.database).find((one) =>
    one.deliveries.some((delivery) => delivery.reference === reference),
  );
  const waiting = bought?.deliveries.filter(({ state }) => state === 'to-ship') ?? [];
  // One that is on its way, or was, is no first one. The ledger knows it before the shop.
  const isUnsent = ({ reference: one, tries }: (typeof waiting)[number]) =>
    tries === 0 && (one === reference || (stateOf(purchase.database, one) ?? 'claimed') === 'claimed');
  const isFirst = waiting.length === bought?.deliveries.length && waiting.every(isUnsent);
  const isUsual = Math.min(world.now - pricedAt, world.now - from.asleepUntil) > recent * 1000;
  if (!isFirst || !isUsual) return;
  for (const { courier, reference: one } of waiting) {
    const times = [...answered].filter(([body]) => JSON.parse(body).couriers === courier).map(([, { at }]) => at);
    if (Math.max(...times) < Number(created) - recent * 1000 || !times.length)
      world.break(`${from.name} sends ${reference} before the price of ${one} is confirmed.`);
  }
}

/**
 * A basket ends as all of its parcels, as some of them with the others given back, or as none: what is on its way is what the shop says, what was
 * paid is what these parcels cost, and no parcel is on its way twice.
 */
export function checkBaskets(purchase: Purchase, living: readonly OrderRecord[]): void {
  const { world, provider, clicks, parcels } = purchase;
  if (parcels < 2) return;
  for (const { reference, deliveries, retired } of purchasesIn(purchase.database)) {
    const placed = deliveries.filter(({ state }) => state === 'placed');
    for (const delivery of deliveries) {
      const own = living.filter((order) => order.reference === delivery.reference);
      // What the ledger has erased, nobody can be asked about: staff who cancel it a year later read that it is cancelled, and decide about its money.
      if (delivery.state === 'cancelled' && stateOf(purchase.database, delivery.reference) === 'erased') continue;
      const { courier } = Object(own[0]?.document) as { courier?: { company: string; type: string } };
      if (own.length !== Number(delivery.state === 'placed'))
        world.break(`${delivery.reference} is ${delivery.state}, and ${own.length} of it are on their way.`);
      else if (courier && `${courier.company}/${courier.type}` !== `${delivery.courier}/${delivery.service}`)
        world.break(
          `${delivery.reference} is on its way by ${courier.company}/${courier.type}, and the shop says another service.`,
        );
    }
    for (const order of living)
      if (retired.includes(String(order.reference)))
        world.break(`${order.reference} is on its way, and another parcel has taken its place.`);
    const cost = placed.reduce((sum, { payNow }) => sum + payNow, 0);
    const { net, taken } = provider.sums(reference);
    if (taken && net !== cost)
      world.break(
        `Rp ${net} are kept of ${reference}, and its ${placed.length} of ${deliveries.length} parcels cost Rp ${cost}.`,
      );
    const read = clicks.filter((click) => click.reference === reference);
    for (const [at, { state, payNow }] of deliveries.entries())
      if (state === 'placed' && !read.some(({ parcels: shown }) => payNow <= (shown[at]?.payNow ?? -1)))
        world.break(`${reference} takes Rp ${payNow} for parcel ${at + 1}, which the shopper never read.`);
  }
}
