import type { PurchaseRow } from '../gateway/index.ts';
import { isTelling, isUnpaid, moneyOf, type Purchase } from './purchase.ts';
import { attentionOf, newsOf, patience } from './view.ts';

/** What is stored as JSON without personal data, and goes with the person. */
type Story = Pick<Purchase, 'deliveries' | 'retired' | 'asked' | 'expires' | 'told' | 'telling'>;

/** The row of a purchase. The columns that are searched stand beside its JSON. */
export function toRow(account: string, purchase: Purchase, now: number): PurchaseRow {
  const { reference, version, visit, number, deliveries, payments, asked, expires, told, created, changed } = purchase;
  const { retired, parcels, erased, telling } = purchase;
  const { taken, givenBack, stands, owed } = moneyOf(purchase);
  const story: Story = { deliveries, retired, asked, expires, told, telling };
  const isUnfinished = deliveries.some(({ state }) => ['chosen', 'to-ship', 'cancelling'].includes(state));
  return {
    ...{ account, reference, version, visit, number, taken, givenBack, stands, created, changed },
    deliveries: [...deliveries.map((delivery) => delivery.reference), ...retired],
    payments: JSON.stringify(payments),
    isOpen: isUnfinished || asked.unanswered !== undefined || (taken > 0 && owed !== 0),
    needsPerson: attentionOf(purchase, now).length > 0,
    due: erased === undefined ? dueOf(purchase, now) : 0,
    story: erased === undefined ? JSON.stringify(story) : '',
    parcels: parcels && JSON.stringify(parcels),
  };
}

/** When it is looked after next: what is left to do, what the shop's code has not heard, or the end of the wait for its money. */
function dueOf(purchase: Purchase, now: number): number {
  const { deliveries, payments, expires, asked } = purchase;
  // What another process tells comes after its time, if that process has ended.
  if (newsOf(purchase, now).length) return isTelling(purchase, now) ? (purchase.telling ?? now) : now;
  const moments = deliveries.map(({ next }) => next).filter((moment) => moment > 0);
  if (isUnpaid(purchase) && (deliveries.length || !payments.length)) moments.push(expires);
  // Then a person has to look.
  const look = (asked.unanswered ?? 0) + patience;
  if (asked.unanswered !== undefined && now < look) moments.push(look);
  return moments.length ? Math.min(...moments) : 0;
}

/** Of an erased one, the sums are left. */
export function fromRow(row: PurchaseRow): Purchase {
  const { reference, version, visit, number, created, changed, stands } = row;
  const begun = { reference, version, visit, number, created, changed, payments: JSON.parse(row.payments) };
  if (!row.story)
    return {
      ...{ ...begun, deliveries: [], retired: [], asked: { number: 0, rupiah: 0 } },
      ...{ expires: 0, told: [], parcels: null, erased: stands },
    };
  // Earlier versions have stored no `retired`, and a text as `told`: then all that is true now is told.
  const story: Story = { retired: [], ...JSON.parse(row.story) };
  const told = Array.isArray(story.told) ? story.told : [];
  return { ...begun, ...story, told, parcels: row.parcels === null ? null : JSON.parse(row.parcels) };
}
