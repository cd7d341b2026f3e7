import type { PromisedArrival, Rupiah } from '../contract/index.ts';
import {
  type Delivery,
  type DeliveryState,
  hasEnded,
  isGivenBack,
  isInDoubt,
  isOpen,
  isSameChoice,
  isTelling,
  isUnanswered,
  isUnpaid,
  missingOf,
  moneyOf,
  type Parcel,
  type Payment,
  type Purchase,
  standing,
  unpaidOf,
} from './purchase.ts';
import { newsOf, stateOf } from './view.ts';

/** Everything that can happen to a purchase. */
export type PurchaseEvent =
  /**
   * The shopper has accepted these deliveries. With `atNewPrice`, because the price of what was granted has risen. The gateway has called off
   * the references in `retired`: no grant of them can be used.
   */
  | {
      kind: 'accepted';
      deliveries: readonly Delivery[];
      parcels: readonly Parcel[];
      retired: readonly string[];
      expires: number;
      atNewPrice: boolean;
    }
  /** The provider has told the sums of a transaction, of the payment that was asked for with this number. */
  | { kind: 'money'; payment: Payment; number: number }
  /** A provider is asked next for what is due. Until it has answered, the money may be taken. */
  | { kind: 'unanswered' }
  /** The shop asks for no more money: what stands costs what was paid. */
  | { kind: 'waived'; missing?: Rupiah | undefined }
  /** A grant is signed next. Until `until` its process has it alone. */
  | { kind: 'granted'; reference: string; until: number }
  | { kind: 'placed'; reference: string; id: string | undefined; extra: Rupiah; arrival: PromisedArrival | undefined }
  /** The state of the parcel, if its courier has ended it, whether it has arrived, and whether staff have to look up if it was cancelled. */
  | { kind: 'looked'; reference: string; ended: string | undefined; delivered: boolean; isInDoubt: boolean }
  | { kind: 'refused'; reference: string; reason: string; priceNow?: Rupiah | undefined }
  /** No result yet: it is tried again. */
  | { kind: 'waits'; reference: string; reason: string }
  /** The gateway knows nothing of it. */
  | { kind: 'unsent'; reference: string }
  /**
   * A person has refused deliveries ordered again, all at once. `refused` is when the ledger says that each was. Those in `instead` go under a new
   * number: the gateway has called off their references, or their couriers have ended them.
   */
  | {
      kind: 'retried';
      refused: ReadonlyMap<string, number | undefined>;
      bears?: Rupiah | undefined;
      instead?: ReadonlyMap<string, { delivery: Delivery; parcel: Parcel }>;
    }
  /** Staff or the shopper cancel all of it, or only what was refused. */
  | { kind: 'cancel'; only?: 'refused' | undefined }
  /** Nobody has paid in time. */
  | { kind: 'expired' }
  | { kind: 'cancelled'; reference: string }
  /** The service does not cancel it. */
  | { kind: 'kept'; reference: string; id: string | undefined; reason: string }
  /** Staff let the couriers go on that were not cancelled, and have compared the payments that are called paid again. */
  | { kind: 'let-go' }
  /** A process tells the shop's code next. Until `until` it has that for itself. */
  | { kind: 'telling'; until: number }
  /** The shop's code has heard of it. */
  | { kind: 'told'; keys: readonly string[] };

/** Milliseconds after which no grant is valid: its ten minutes, and twice what two clocks may differ by. */
const grantsEnd = 20 * 60_000;

/** Milliseconds before the next attempt: ten seconds, doubled up to ten minutes. */
const pauseAfter = (tries: number) => Math.min(600_000, 10_000 * 2 ** Math.min(tries, 6));

/** Milliseconds until the gateway is asked again about what may be ordered by an earlier grant. */
const lookAgain = 60_000;

const hour = 3_600_000;

/** Milliseconds until a placed delivery is looked at again: an hour, after three days six, and after a month no more. */
function untilLook(age: number): number {
  if (age > 30 * 24 * hour) return 0;
  return age > 3 * 24 * hour ? 6 * hour : hour;
}

/**
 * The state machine of a purchase. It is pure.
 * @returns the purchase after the event. Undefined if the event changes nothing
 */
export function next(purchase: Purchase, event: PurchaseEvent, now: number): Purchase | undefined {
  const change = changeOf(purchase, event, now);
  if (!change) return undefined;
  // To tell of it is no change of it: a list that is sorted by its changes stays as it is.
  const isOfTelling = event.kind === 'telling' || event.kind === 'told';
  const moment = isOfTelling ? purchase.changed : now;
  const changed = { ...purchase, ...change, version: purchase.version + 1, changed: moment };
  return forgetting(asking(covering(changed, now)), now);
}

function changeOf(purchase: Purchase, event: PurchaseEvent, now: number): Partial<Purchase> | undefined {
  const { deliveries, payments, asked } = purchase;
  /** Changes the delivery of the event, if it is in one of these states. */
  const one = (reference: string, states: readonly DeliveryState[], change: (delivery: Delivery) => Delivery) => {
    const found = deliveries.find((delivery) => delivery.reference === reference);
    if (!found || !states.includes(found.state)) return undefined;
    return { deliveries: deliveries.map((delivery) => (delivery === found ? change(found) : delivery)) };
  };
  switch (event.kind) {
    case 'accepted': {
      const accepted = replaced(purchase, event, now);
      // What is asked for may be taken already, and would be taken twice under another number.
      if (accepted && isUnanswered(purchase) && !isSameSum(purchase, accepted)) return undefined;
      const retired = [...new Set([...purchase.retired, ...event.retired])];
      return accepted && { deliveries: accepted, retired, parcels: event.parcels, expires: event.expires };
    }
    case 'money': {
      const before = payments.find(({ id }) => id === event.payment.id);
      const after = merged(before, event.payment);
      if (before && JSON.stringify(before) === JSON.stringify(after)) return undefined;
      const all = before ? payments.map((payment) => (payment === before ? after : payment)) : [...payments, after];
      // A number under which money was taken, or which has failed, is not asked for again. An earlier one may fail late.
      const hasFailed = after.isVoid || (after.taken === 0 && after.back === 0);
      const isUsed = after.taken > (before?.taken ?? 0) || (hasFailed && event.number === asked.number);
      return { payments: all, ...(isUsed && { asked: { number: asked.number, rupiah: 0 } }) };
    }
    case 'unanswered': {
      return stateOf(purchase) === 'to-pay' && asked.unanswered === undefined
        ? { asked: { ...asked, unanswered: now } }
        : undefined;
    }
    case 'waived': {
      let missing = missingOf(moneyOf(purchase));
      // The shopper may have chosen otherwise since somebody read the sum.
      if (missing <= 0 || missing !== (event.missing ?? missing)) return undefined;
      if (purchase.erased !== undefined) return { erased: purchase.erased - missing };
      const reduced = deliveries.map((delivery) => {
        const less = standing.has(delivery.state) ? Math.min(missing, delivery.payNow) : 0;
        missing -= less;
        return { ...delivery, payNow: delivery.payNow - less };
      });
      return { deliveries: reduced };
    }
    case 'granted':
      return one(event.reference, ['to-ship'], (delivery) => ({ ...delivery, granted: now, next: event.until }));
    case 'placed':
      return one(event.reference, ['chosen', 'to-ship', 'refused'], (delivery) => {
        const { id, extra, arrival } = event;
        // Before the difference was paid, it was ordered by the grant of the earlier price.
        const sums = delivery.state === 'chosen' ? delivery.earlier : undefined;
        return enter(delivery, 'placed', now, { ...sums, id, extra, arrival, next: now + untilLook(0) });
      });
    case 'looked':
      return one(event.reference, ['placed'], (delivery) => {
        const pause = event.ended === undefined ? untilLook(now - delivery.since) : 0;
        const kept = isInDoubt(delivery) ? delivery.kept : delivery.reason;
        const reason = event.isInDoubt ? 'needs-attention' : kept;
        // Each doubt is one of its own.
        const since = event.isInDoubt && !isInDoubt(delivery) ? now : delivery.since;
        const { ended, delivered } = event;
        return { ...delivery, ended, delivered, reason, kept, since, next: pause && now + pause };
      });
    case 'refused':
      return one(event.reference, ['to-ship'], (delivery) => {
        const { reason, priceNow } = event;
        // A page may use its grant once more.
        return enter(delivery, 'refused', now, { reason, priceNow, next: delivery.granted && now + lookAgain });
      });
    case 'waits':
      return one(event.reference, ['chosen', 'to-ship', 'refused', 'cancelling'], (delivery) => {
        const { state } = delivery;
        if (state === 'chosen' || state === 'refused') return { ...delivery, next: now + lookAgain };
        const tries = delivery.tries + 1;
        return { ...delivery, reason: event.reason, tries, next: now + pauseAfter(delivery.tries) };
      });
    case 'unsent':
      return one(event.reference, ['chosen', 'refused'], (delivery) => {
        const isUsable = now - delivery.granted < grantsEnd;
        if (isUsable) return { ...delivery, next: now + lookAgain };
        return { ...delivery, granted: 0, earlier: undefined, next: 0 };
      });
    case 'retried': {
      const { refused, bears, instead } = event;
      const isRetried = (one: Delivery) =>
        (one.state === 'refused' && refused.has(one.reference)) || (hasEnded(one) && instead?.has(one.reference));
      const insteadOf = (one: Delivery) => (isRetried(one) ? instead?.get(one.reference) : undefined);
      if (!deliveries.some(isRetried)) return undefined;
      return {
        deliveries: deliveries.map((one) => {
          if (!isRetried(one)) return one;
          const other = insteadOf(one)?.delivery;
          return other
            ? { ...other, bears }
            : enter(one, 'chosen', now, { retried: refused.get(one.reference), bears });
        }),
        parcels: purchase.parcels?.map((parcel, at) => insteadOf(deliveries[at] as Delivery)?.parcel ?? parcel) ?? null,
        retired: [...purchase.retired, ...deliveries.filter(insteadOf).map(({ reference }) => reference)],
      };
    }
    case 'cancel':
      return called(deliveries, now, event.only);
    case 'expired':
      return isUnpaid(purchase) && now >= purchase.expires ? called(deliveries, now) : undefined;
    case 'cancelled':
      return one(event.reference, ['chosen', 'to-ship', 'placed', 'refused', 'cancelling'], (delivery) =>
        enter(delivery, 'cancelled', now),
      );
    case 'kept':
      return one(event.reference, ['cancelling'], (delivery) =>
        enter(delivery, 'placed', now, { id: event.id, reason: event.reason, next: now + untilLook(0) }),
      );
    case 'let-go': {
      const isKept = (one: Delivery) => one.state === 'placed' && one.reason !== undefined && !isInDoubt(one);
      if (!deliveries.some(isKept) && !payments.some((one) => one.isPaidAgain)) return undefined;
      return {
        deliveries: deliveries.map((one) => (isKept(one) ? { ...one, reason: undefined } : one)),
        payments: payments.map((one) => (one.isPaidAgain ? { ...one, isPaidAgain: false } : one)),
      };
    }
    case 'telling':
      return isTelling(purchase, now) || !newsOf(purchase, now).length ? undefined : { telling: event.until };
    case 'told':
      return { told: [...new Set([...purchase.told, ...event.keys])], telling: 0 };
  }
}

const enter = (delivery: Delivery, state: DeliveryState, now: number, more: Partial<Delivery> = {}): Delivery => ({
  ...{ ...delivery, reason: undefined, kept: undefined, priceNow: undefined, earlier: undefined },
  ...{ state, since: now, next: 0, tries: 0, ...more },
});

/** What was never granted is cancelled at once, and what the courier has ended. The rest is asked. */
const calledOff = (delivery: Delivery, now: number): Delivery =>
  (delivery.granted === 0 && delivery.state !== 'placed') || delivery.ended !== undefined
    ? enter(delivery, 'cancelled', now)
    : enter(delivery, 'cancelling', now, { next: now });

function called(
  deliveries: readonly Delivery[],
  now: number,
  only?: 'refused',
): Pick<Purchase, 'deliveries'> | undefined {
  const isCalledOff = ({ state }: Delivery) =>
    only ? state !== only : state === 'cancelled' || state === 'cancelling';
  if (deliveries.every(isCalledOff)) return undefined;
  return { deliveries: deliveries.map((delivery) => (isCalledOff(delivery) ? delivery : calledOff(delivery, now))) };
}

/** The deliveries after the shopper has chosen again. Undefined if the earlier choice stands. */
function replaced(
  { deliveries: before, retired }: Purchase,
  { deliveries: after, retired: retiredNow, atNewPrice }: Extract<PurchaseEvent, { kind: 'accepted' }>,
  now: number,
): readonly Delivery[] | undefined {
  // Another page has chosen meanwhile.
  if (after.some(({ reference }) => retired.includes(reference))) return undefined;
  const isFree = (one: Delivery) =>
    isOpen(one) && (retiredNow.includes(one.reference) || (one.granted === 0 && one.state !== 'to-ship'));
  if (before.every(isFree)) return after;
  // What was granted may be ordered at any moment, so only its price can change, and only upwards.
  const isDearer = after.every((delivery, at) => {
    const old = before[at];
    return (
      old?.reference === delivery.reference && isOpen(old) && isSameChoice(old, delivery) && delivery.price > old.price
    );
  });
  if (!atNewPrice || !isDearer || before.length !== after.length) return undefined;
  return after.map((delivery, at) => {
    const { state, granted, retried, earlier, price, fees, payNow, payAtDoor, goods } = before[at] as Delivery;
    const sums = state === 'chosen' ? earlier : { price, fees, payNow, payAtDoor, goods };
    return { ...delivery, granted, retried, earlier: granted ? sums : undefined, next: granted && now };
  });
}

/** Whether as much is asked for with these deliveries. */
export const isSameSum = (purchase: Purchase, deliveries: readonly Delivery[]): boolean =>
  unpaidOf(moneyOf({ ...purchase, deliveries })) === unpaidOf(moneyOf(purchase));

const leftOf = ({ taken, back, isVoid }: Payment): number => (isVoid ? 0 : taken - back);

/** Sums only grow. A message that is older than the last one adds nothing. One that calls paid what went back may be older, or the payment stands again. */
function merged(before: Payment | undefined, now: Payment): Payment {
  const { id, taken, back, isVoid } = now;
  const sums: Payment = {
    id,
    taken: Math.max(before?.taken ?? 0, taken),
    back: Math.max(before?.back ?? 0, back),
    isVoid: isVoid || before?.isVoid === true,
  };
  // Staff have compared it, and nothing more went back since.
  if (before?.isPaidAgain === false && leftOf(before) === leftOf(sums)) return { ...sums, isPaidAgain: false };
  const isPaidAgain = taken || back || isVoid ? leftOf(now) > leftOf(sums) : before?.isPaidAgain;
  return isPaidAgain ? { ...sums, isPaidAgain } : sums;
}

/** A delivery whose money is there is shipped. One whose money went back is called off, or waits for a person if some is left. */
function covering(purchase: Purchase, now: number): Purchase {
  const money = moneyOf(purchase);
  const { owed } = money;
  const isGone = isGivenBack(money);
  const deliveries = purchase.deliveries.map((delivery) => {
    const { state, payNow, granted, earlier } = delivery;
    if (state !== 'chosen' && state !== 'to-ship') return delivery;
    if (isGone && payNow > 0) return calledOff(delivery, now);
    if (owed >= 0 && state === 'chosen') return enter(delivery, 'to-ship', now, { next: now });
    if (owed < 0 && state === 'to-ship') return enter(delivery, 'chosen', now, { earlier, next: granted && now });
    return delivery;
  });
  return { ...purchase, deliveries };
}

/** What is to be paid is asked for under a number of its own, which stays while the sum does. */
function asking(purchase: Purchase): Purchase {
  const unpaid = unpaidOf(moneyOf(purchase));
  const { deliveries, asked } = purchase;
  // What may be taken already stays asked for as it was.
  if (
    !unpaid ||
    unpaid === asked.rupiah ||
    asked.unanswered !== undefined ||
    !deliveries.some(({ state }) => state === 'chosen')
  )
    return purchase;
  return { ...purchase, asked: { number: asked.number + 1, rupiah: unpaid } };
}

/**
 * Names and addresses go when nothing is left to be ordered: of a placed one after a day, because its page may ask once more, but not while a
 * person may have it ordered again.
 */
function forgetting(purchase: Purchase, now: number): Purchase {
  const { deliveries } = purchase;
  const isForgettable = (one: Delivery) =>
    one.state === 'cancelled' || (one.state === 'placed' && !hasEnded(one) && now - one.since >= 24 * hour);
  return deliveries.length > 0 && deliveries.every(isForgettable) ? { ...purchase, parcels: null } : purchase;
}
