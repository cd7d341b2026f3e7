import type { PurchaseRow } from '../gateway/index.ts';
import { moneyOf, type Purchase } from './purchase.ts';
import { attentionOf, newsOf } from './view.ts';

/** What is stored as JSON without personal data. */
type Story = Pick<Purchase, 'deliveries' | 'payments' | 'asked' | 'expires' | 'told'>;

export function toRow(account: string, purchase: Purchase, now: number): PurchaseRow {
  const { reference, version, visit, number, deliveries, payments, asked, expires, told, created, changed } = purchase;
  const { parcels } = purchase;
  const { taken, givenBack, stands, owed } = moneyOf(purchase);
  const story: Story = { deliveries, payments, asked, expires, told };
  return {
    ...{ account, reference, version, visit, number, taken, givenBack, stands, created, changed },
    deliveries: deliveries.map((delivery) => delivery.reference),
    isOpen:
      owed > 0 || deliveries.some(({ state }) => state === 'chosen' || state === 'to-ship' || state === 'cancelling'),
    needsPerson: attentionOf(purchase, now).length > 0,
    due: dueOf(purchase, now),
    story: JSON.stringify(story),
    parcels: parcels && JSON.stringify(parcels),
  };
}

/** When it is looked after next: what is left to do, what the shop's code has not heard, or the end of the wait for its money. */
function dueOf(purchase: Purchase, now: number): number {
  const { deliveries, payments, expires, told } = purchase;
  if (newsOf(purchase, now) !== told) return now;
  const { taken, givenBack } = moneyOf(purchase);
  const isUnpaid = taken === givenBack && deliveries.every(({ state }) => state === 'chosen');
  const moments = deliveries.map(({ next }) => next);
  if (isUnpaid && (deliveries.length || !payments.length)) moments.push(expires);
  return Math.min(...moments.filter((moment) => moment > 0), Number.POSITIVE_INFINITY) % Number.POSITIVE_INFINITY || 0;
}

/** An erased one has no story. */
export function fromRow(row: PurchaseRow): Purchase | undefined {
  if (!row.story) return undefined;
  const { reference, version, visit, number, created, changed } = row;
  const story = JSON.parse(row.story) as Story;
  return {
    ...{ reference, version, visit, number, created, changed },
    ...story,
    parcels: row.parcels === null ? null : JSON.parse(row.parcels),
  };
}
