import { extraNames, type PerExtra, type PromisedArrival, perExtra, type Rupiah } from '../contract/index.ts';
import { extraRules } from '../extras/index.ts';
import {
  type Delivery,
  type DeliveryState,
  goodsOf,
  hasEnded,
  isDelivered,
  isGivenBack,
  isInDoubt,
  isUnanswered,
  isUnpaid,
  type Money,
  missingOf,
  moneyOf,
  otherParcel,
  type Payment,
  type Purchase,
  standing,
  unpaidOf,
} from './purchase.ts';

/** How far a purchase is, as its page says it. Of several parcels, the one that is the least far. */
export type PurchaseState =
  /** Nothing was accepted yet. */
  | 'open'
  | 'to-pay'
  /** Paid as far as it is to be paid now. The courier is being booked, once staff have waived what the shop has given back. */
  | 'booking'
  | 'shipped'
  | 'refused'
  | 'cancelling'
  | 'cancelled';

/** One parcel, as its page shows it. No personal data. */
export interface PurchasedDelivery
  extends Pick<
    Delivery,
    | 'reference'
    | 'state'
    | 'courier'
    | 'service'
    | 'price'
    | 'payNow'
    | 'payAtDoor'
    | 'id'
    | 'reason'
    | 'extra'
    | 'ended'
  > {
  /** What of the price is for each extra, in rupiah: the rest is the delivery. 0 for a purchase of an earlier version. */
  fees: PerExtra<Rupiah>;
  /** When it is promised. Undefined if the gateway has no calendar of the shop. */
  arrival: PromisedArrival | undefined;
  /** Its parcel has arrived, as far as the gateway has heard: what was to be paid at the door is paid. */
  delivered: boolean;
  /** A token that shows where the parcel is, for 90 days. Undefined before it is placed. */
  track: string | undefined;
}

/** What a person has to know, and the remedy. */
export interface Attention {
  reason: 'refused' | 'waits' | 'owed' | 'underpaid' | 'taken-back' | 'unanswered' | 'not-cancelled' | 'ended';
  /** The `key` with which `onChange` hears of it. */
  key: string;
  what: string;
  /** It names verbs of `purchases` as a command line has them: `"cancel INV-7 refused"` is `cancel('INV-7', { only: 'refused' })`. */
  remedy: string;
}

/** What is true of a purchase now, and what is owed. It has no name, phone or address. */
export interface PurchaseView {
  reference: string;
  state: PurchaseState;
  /** It was ordered, paid or cancelled: show its receipt. `begin(visit, { after: reference })` begins the next one. */
  isDone: boolean;
  /** A courier has refused it, at once or later, and nothing is paid: why the shopper chooses again. `cod-unavailable`: it collects no cash for it. */
  chooseAgain: 'refused' | 'cod-unavailable' | undefined;
  deliveries: readonly PurchasedDelivery[];
  money: Money;
  /** The transactions that the sums are made of. */
  payments: readonly Payment[];
  /**
   * Money to take. `id` is the payment's own number for the provider: a sum is asked for under one number. Unpaid until `until`, all of it is cancelled.
   * `unanswered`: it may be taken already. Show the receipt of what was accepted, and let `take` ask again: nothing else is accepted.
   */
  pay: { id: string; rupiah: Rupiah; until: string | undefined; unanswered: boolean } | undefined;
  /** Rupiah to give back now. What is owed for a refused delivery is in it once that is cancelled: a person may have it ordered again. */
  giveBack: Rupiah;
  /** Rupiah that the couriers are still to collect. */
  payAtDoor: Rupiah;
  /** Rupiah that they have collected. It is in none of the sums of `money`. */
  collected: Rupiah;
  /** Rupiah for the goods of all its parcels, as the shopper has accepted them. */
  goods: Rupiah;
  /** What of goods and deliveries the shop has waived. */
  waived: Rupiah;
  /** Its courier is to be cancelled: the money went back after it was placed. */
  cancelCourier: boolean;
  attention: readonly Attention[];
}

/** The payment's number for the provider. */
const paymentId = (reference: string, number: number): string => (number <= 1 ? reference : `${reference}.${number}`);

/** Which payment of its purchase it is. */
export const numberOf = (payment: string): number => Number(/\.(\d+)$/.exec(payment)?.[1] ?? 1);

/** The purchase that a payment's number belongs to. */
export const referenceOf = (payment: string): string => payment.replace(/\.\d+$/, '');

const order: readonly DeliveryState[] = ['cancelling', 'chosen', 'to-ship', 'refused', 'placed', 'cancelled'];
const words: Record<DeliveryState, PurchaseState> = {
  ...{ cancelling: 'cancelling', chosen: 'to-pay', 'to-ship': 'booking' },
  ...{ refused: 'refused', placed: 'shipped', cancelled: 'cancelled' },
};

/**
 * Of several deliveries, the one whose state comes first in `order` counts. A purchase without one is open. One whose shopper has paid everything, and
 * of which the shop has given some back, is not to be paid: it waits for a person.
 */
export function stateOf(purchase: Purchase): PurchaseState {
  const first = order.find((state) => purchase.deliveries.some((delivery) => delivery.state === state));
  if (first === 'chosen' && !unpaidOf(moneyOf(purchase))) return 'booking';
  return first ? words[first] : 'open';
}

/** It was paid, or is over. What was refused and is not paid is chosen again. */
export const isDone = (purchase: Purchase): boolean =>
  !['open', 'to-pay'].includes(stateOf(purchase)) &&
  (stateOf(purchase) !== 'refused' || moneyOf(purchase).taken > 0 || purchase.deliveries.some(isPlaced));

function chooseAgainOf(purchase: Purchase): PurchaseView['chooseAgain'] {
  if (stateOf(purchase) !== 'refused' || isDone(purchase)) return undefined;
  const isWithoutCash = ({ reason = '' }: Delivery) => extraRules.cashOnDelivery.refusals.includes(reason);
  return purchase.deliveries.some(isWithoutCash) ? 'cod-unavailable' : 'refused';
}

const payableUntil = (purchase: Purchase) =>
  isUnpaid(purchase) ? new Date(purchase.expires).toISOString() : undefined;

/** What a page is told of a purchase, without personal data. */
export function viewOf(purchase: Purchase, now: number, tracks: ReadonlyMap<string, string> = new Map()): PurchaseView {
  const { reference, deliveries, asked } = purchase;
  const money = moneyOf(purchase);
  const state = stateOf(purchase);
  const refused = deliveries.filter((delivery) => delivery.state === 'refused');
  const sum = (of: (delivery: Delivery) => Rupiah) => deliveries.reduce((total, delivery) => total + of(delivery), 0);
  const isToCome = (delivery: Delivery) =>
    standing.has(delivery.state) && !hasEnded(delivery) && !isDelivered(delivery);
  const goods = sum(goodsOf);
  return {
    reference,
    state,
    isDone: isDone(purchase),
    chooseAgain: chooseAgainOf(purchase),
    deliveries: deliveries.map((delivery) => {
      const { state, courier, service, price, payNow, payAtDoor, id, reason, extra, arrival, ended } = delivery;
      const sums = { price, payNow, payAtDoor, extra };
      return {
        ...{ reference: delivery.reference, state, courier, service, ...sums, id, reason, arrival },
        fees: delivery.fees ?? perExtra(() => 0),
        ended: hasEnded(delivery) ? ended : undefined,
        delivered: isDelivered(delivery),
        track: tracks.get(delivery.reference),
      };
    }),
    money,
    payments: purchase.payments,
    pay:
      state === 'to-pay'
        ? {
            id: paymentId(reference, asked.number),
            rupiah: isUnanswered(purchase) ? asked.rupiah : unpaidOf(money),
            until: payableUntil(purchase),
            unanswered: isUnanswered(purchase),
          }
        : undefined,
    giveBack: Math.max(0, money.owed - refused.reduce((sum, { payNow }) => sum + payNow, 0)),
    payAtDoor: sum((delivery) => (isToCome(delivery) ? delivery.payAtDoor : 0)),
    collected: sum((delivery) => (isDelivered(delivery) ? delivery.payAtDoor : 0)),
    goods,
    waived: goods + sum(({ price, payNow, payAtDoor }) => price - payNow - payAtDoor),
    cancelCourier: isTakenBack(purchase, money),
    attention: attentionOf(purchase, now),
  };
}

const isPlaced = ({ state }: Delivery) => state === 'placed';

const isTakenBack = ({ deliveries, erased }: Purchase, money: Money) =>
  missingOf(money) > 0 && (erased !== undefined || deliveries.some(isPlaced));

/** Milliseconds that a delivery, or a payment, may wait before a person hears of it, unless a person can help at once. */
export const patience = 10 * 60_000;

/** Ends in which no parcel arrives. */
const ends: Record<string, string> = {
  courier_not_found: 'no driver was found',
  rejected: 'it was rejected',
  returned: 'the parcel came back',
  disposed: 'the parcel was disposed of',
  cancelled: 'it was cancelled',
};

/** Whether the courier has ended it, and no parcel arrives. */
export const isFailed = (status: string | undefined): boolean => status !== undefined && Object.hasOwn(ends, status);

/** Why it waits, in words, and what helps. Any other reason is the service's, which is asked again. */
const waiting: ReadonlyMap<string, [what: string, remedy: string]> = new Map([
  [
    'shipping-unavailable',
    [
      'the account at the service cannot order now',
      'look at its balance and its key. It is tried again within ten minutes',
    ],
  ],
  [
    'quotes-exhausted',
    ['the shop has asked for all the prices of this day', 'raise limits.quotes. It is tried again within ten minutes'],
  ],
  [
    'needs-attention',
    [
      'the service has not said what has become of it',
      'look it up at the service, and say what you found: "resolve REFERENCE placed ID", "resolve REFERENCE cancelled ID" or "resolve REFERENCE not-placed" (gateway.resolveOrder). Then',
    ],
  ],
]);

/** Refusals of the service that was chosen: ordered again by it, the parcel is refused again. */
const ofService: ReadonlySet<string> = new Set([
  ...['service-gone', 'service-removed', 'pickup-unavailable'],
  ...extraNames.flatMap((name) => extraRules[name].refusals),
]);

/** The same may come again, once the parcel was in another state. */
const keyOf = ({ reference, since }: Delivery, reason: Attention['reason']) => `${reference} ${reason} ${since}`;

/** What a person has to do for a purchase. Everything else goes on by itself. */
export function attentionOf(purchase: Purchase, now: number): Attention[] {
  const { reference, deliveries } = purchase;
  const money = moneyOf(purchase);
  const found: Attention[] = [];
  const cancel = `"cancel ${reference}"`;
  const byAnother = `"retry ${reference} SERVICE" sends it by one of "services ${reference}"`;
  const isRefusedAgain = deliveries.some(({ state, reason = '' }) => state === 'refused' && ofService.has(reason));
  // What was held back goes once the shop bears the difference of the one that has become dearer.
  const dearest = Math.max(0, ...deliveries.map(({ priceNow = 0, price }) => priceNow - price));
  const bySame = dearest
    ? `"retry ${reference} ${dearest}" bears the difference, `
    : `"retry ${reference}" orders it again, `;
  for (const delivery of deliveries) {
    const { state, reason = '', since, priceNow, ended, price } = delivery;
    const name = `${delivery.reference} by ${delivery.courier}/${delivery.service}`;
    if (state === 'refused') {
      const dearer = priceNow && `it costs Rp ${priceNow} by now, and Rp ${price} was accepted`;
      const others = deliveries.some((other) => other.state !== 'refused' && other.state !== 'cancelled');
      const end = others ? `"cancel ${reference} refused"` : cancel;
      const rest = money.owed > 0 ? `${end} and give Rp ${money.owed} back` : end;
      const again = (isRefusedAgain ? '' : bySame) + byAnother;
      const last = others ? `${cancel} for all` : chooseAgainOf(purchase) && 'the shopper chooses again';
      const remedy = last ? `${again}, ${rest}, or ${last}` : `${again}, or ${rest}`;
      const what =
        reason === otherParcel
          ? `${name} was not sent, because another parcel was refused before`
          : `${name} was refused: ${dearer || reason}`;
      // Unless its money went back already.
      if (money.owed > 0 || money.taken === 0 || delivery.payNow === 0)
        found.push({ reason: 'refused', key: keyOf(delivery, 'refused'), what, remedy });
    }
    const isLong = now - since >= patience || waiting.has(reason);
    if ((state === 'to-ship' || state === 'cancelling' || isInDoubt(delivery)) && reason && isLong) {
      const [what, remedy] = waiting.get(reason) ?? [
        `the service has not answered (${reason})`,
        'it is asked again within ten minutes',
      ];
      const way = state === 'to-ship' ? 'is not ordered yet' : 'is not cancelled yet';
      found.push({
        reason: 'waits',
        // What is asked again anyway is told once, whatever the service has answered.
        key: keyOf(delivery, 'waits') + (waiting.has(reason) ? ` ${reason}` : ''),
        what: `${name} ${way}: ${what}`,
        remedy: `${remedy.replaceAll('REFERENCE', delivery.reference)}: "ship ${reference}" tries at once, or ${cancel}`,
      });
    }
    if (state === 'placed' && reason && !isInDoubt(delivery))
      found.push({
        reason: 'not-cancelled',
        key: keyOf(delivery, 'not-cancelled'),
        what: `${name} was to be cancelled, and its courier goes on: ${reason}`,
        remedy: `call the courier, and ${cancel} tries again, or "let-go ${reference}" (purchases.letGo) lets it go on`,
      });
    if (hasEnded(delivery)) {
      const isPaid = !isGivenBack(money) || delivery.payAtDoor > 0;
      const isKept = purchase.parcels !== null && money.owed >= 0 && isPaid;
      const after = [!isKept && 'sell it again', money.taken > money.givenBack && 'give the money back'];
      const then = after.filter(Boolean).join(' or ');
      const end = then ? `${cancel}, and ${then}` : cancel;
      const again = `"retry ${reference}" orders it again, ${byAnother}`;
      // What was to be cancelled is not sent again.
      const remedy = isKept && !reason ? `${again}, or ${end}` : end;
      const key = `${delivery.reference} ended ${ended}`;
      found.push({ reason: 'ended', key, what: `${name} has ended: ${ends[ended ?? '']}`, remedy });
    }
  }
  // The sums in a key only grow, or the line says less than before.
  const { taken, givenBack, stands } = money;
  const refused = found.some(({ reason }) => reason === 'refused');
  // A provider gives back by transaction.
  const held = purchase.payments.filter(({ taken, back, isVoid }) => !isVoid && taken > back);
  const which = held.map(({ id, taken, back }) => `Rp ${taken - back} of ${id}`).join(', ');
  if (money.owed > 0 && !refused)
    found.push({
      reason: 'owed',
      key: `${reference} owed ${taken - stands}`,
      what: `Rp ${money.owed} are owed to the shopper of ${reference}: ${sumsOf(money)}`,
      remedy: `give them back at your provider${held.length > 1 ? ` (${which})` : ''}: its callback, or "given-back ${reference} ${money.owed} NUMBER" (purchases.givenBack), ends it`,
    });
  const chosen = deliveries.find(({ state }) => state === 'chosen');
  if (money.owed < 0 && taken > givenBack && chosen)
    found.push({
      reason: 'underpaid',
      // After a waiver the same sums may be missing once more.
      key: `${reference} underpaid ${givenBack} ${stands} ${chosen.since}`,
      what: `Rp ${-money.owed} are missing of ${reference}: ${sumsOf(money)}`,
      remedy: `${unpaidOf(money) > 0 ? 'have the shopper pay the rest, ' : ''}"waive ${reference} ${-money.owed}" or ${cancel}`,
    });
  if (isTakenBack(purchase, money))
    found.push({
      reason: 'taken-back',
      key: `${reference} taken-back ${givenBack} ${stands}`,
      what: `Rp ${missingOf(money)} were taken back after ${reference} was ordered: ${sumsOf(money)}`,
      remedy: `${cancel} cancels the courier, "waive ${reference} ${missingOf(money)}" lets it go`,
    });
  if (givenBack > taken)
    found.push({
      reason: 'taken-back',
      key: `${reference} given-back ${givenBack}`,
      what: `Rp ${givenBack - taken} more went back of ${reference} than were taken: ${sumsOf(money)}`,
      remedy: `compare it with your provider: a mistake ends by "paid ${reference} ${givenBack - taken} NUMBER", with a number of its own`,
    });
  const { number, rupiah, unanswered } = purchase.asked;
  const payment = paymentId(reference, number);
  // What is cancelled is not asked for again.
  const isOver = purchase.deliveries.every(({ state }) => state === 'cancelled');
  if (unanswered !== undefined && (isOver || now - unanswered >= patience))
    found.push({
      reason: 'unanswered',
      key: `${reference} unanswered ${number}`,
      what: `The payment ${payment} has no answer: Rp ${rupiah} may be taken`,
      remedy: `look at your provider: "paid ${reference} ${rupiah} NUMBER" ends it, with the provider's number of it, or "declined ${payment}" if nothing was taken`,
    });
  for (const { id, taken, back, isVoid, isPaidAgain } of purchase.payments)
    if (isPaidAgain)
      found.push({
        reason: 'taken-back',
        key: `${reference} paid-again ${id}`,
        what: `Your provider calls ${id} of ${reference} paid after it went back`,
        remedy: `compare it: if the shop has the money, "paid ${reference} ${isVoid ? taken : back} NUMBER" notes it, with a number of its own. Then "let-go ${reference}" ends this line, and lets couriers go on that were not cancelled`,
      });
  return found;
}

const sumsOf = ({ taken, givenBack, stands }: Money) =>
  `Rp ${taken} taken, Rp ${givenBack} given back, Rp ${stands} for what stands`;

/** A change that a shopper or your staff hear of. */
export interface PurchaseNews {
  /** What has become of a parcel, or what needs a person by now. */
  what: 'shipped' | 'cancelled' | Attention['reason'];
  /** Of this change alone, and the same each time that it is told. It begins with the number of the parcel, or of the purchase. */
  key: string;
}

/** What the shop's code has not heard of: ends, and what needs a person. */
export function newsOf(purchase: Purchase, now: number): PurchaseNews[] {
  const ends = purchase.deliveries.flatMap((delivery): PurchaseNews[] => {
    const { reference, state } = delivery;
    if (state === 'placed') return [{ what: 'shipped', key: `${reference} shipped` }];
    if (state === 'cancelled') return [{ what: state, key: `${reference} cancelled` }];
    return state === 'refused' ? [{ what: state, key: keyOf(delivery, state) }] : [];
  });
  const lines = attentionOf(purchase, now).map(({ reason, key }): PurchaseNews => ({ what: reason, key }));
  const heard = new Set(purchase.told);
  return [...ends, ...lines].filter(({ key }) => !heard.has(key) && heard.add(key));
}
