import { extraNames, type PerExtra, type PromisedArrival, perExtra, type Rupiah } from '../contract/index.ts';
import type { Switches } from '../extras/index.ts';
import type { AcceptedOffer, GrantDetails } from '../tokens/index.ts';

/** What has become of a delivery of a purchase. */
export type DeliveryState =
  /** The shopper has chosen it, and its money is not all there. */
  | 'chosen'
  /** Its money is there, or the courier collects everything. It is being ordered. */
  | 'to-ship'
  /** The service has it. */
  | 'placed'
  /** The service does not have it, and does not take it like this. A person decides. */
  | 'refused'
  /** It is called off, or its courier is. The result is not known yet. */
  | 'cancelling'
  | 'cancelled';

/** Why a parcel was not sent that nobody refuses: another one of its purchase was refused, before any was sent. */
export const otherParcel = 'other-parcel';

/** One parcel of a purchase. It has no personal data. */
export interface Delivery {
  /** `reference_id` at the service. */
  reference: string;
  state: DeliveryState;
  courier: string;
  service: string;
  switches: Switches;
  /** Rupiah that the shopper has accepted for the delivery. */
  price: Rupiah;
  /** What of it is for each extra. Earlier versions have stored none. */
  fees?: PerExtra<Rupiah> | undefined;
  /** Rupiah for goods and delivery, before the parcel is sent and at the door. */
  payNow: Rupiah;
  payAtDoor: Rupiah;
  /** Rupiah for the goods as the shopper has accepted them, whatever is waived later. Earlier versions have stored none. */
  goods?: Rupiah | undefined;
  /** The sums of an earlier price that was granted: they stand if that grant is used before the difference is paid. */
  earlier?: Pick<Delivery, 'price' | 'fees' | 'payNow' | 'payAtDoor' | 'goods'> | undefined;
  /** When a grant was last signed, in milliseconds. 0 if none can be used: then nothing of it is on its way. */
  granted: number;
  /** Since when it is in this state, in milliseconds. */
  since: number;
  /** When it is looked after next, in milliseconds. 0 if nothing is left to do. */
  next: number;
  /** Attempts in this state. */
  tries: number;
  /** The service's id of it. */
  id?: string | undefined;
  /** The state of its parcel, if the courier has ended it. */
  ended?: string | undefined;
  /** Its parcel has arrived. Earlier versions have stored nothing. */
  delivered?: boolean | undefined;
  /** Why it waits, was refused, or is not cancelled. */
  reason?: string | undefined;
  /** Why it was not cancelled before its page has tried again, whose result is in doubt. */
  kept?: string | undefined;
  /** When the ledger says that it was refused before it was ordered again, in milliseconds. That refusal does not count any more. */
  retried?: number | undefined;
  /** What it would cost by now, if that is why it was refused. */
  priceNow?: Rupiah | undefined;
  /** Rupiah above the accepted price, which the shop bears. */
  extra: Rupiah;
  /** Rupiah that it bears at most since a person has had it ordered again. */
  bears?: Rupiah | undefined;
  arrival?: PromisedArrival | undefined;
}

/** What of the price is for each extra. 0 for those that the order does not have, and where the service's numbers do not add up. */
export const feesOf = (offer: AcceptedOffer) => perExtra((name) => offer[name]?.fee ?? 0);

/** What the provider says of one transaction. Each sum only grows, so a message counts once however often and late it comes. */
export interface Payment {
  /** The provider's id of the transaction. */
  id: string;
  taken: Rupiah;
  back: Rupiah;
  /** All of it went back, if any was taken: denied, cancelled, charged back. */
  isVoid: boolean;
  /** The provider's last word of it leaves more than these sums: it calls paid what went back. A person compares it: then it is false. */
  isPaidAgain?: boolean | undefined;
}

/** What the courier needs of a parcel: the accepted offer, and the contacts of both ends. */
export interface Parcel {
  offer: AcceptedOffer;
  contacts: GrantDetails;
}

/** What a shopper buys at once: deliveries, payments, and what is owed. */
export interface Purchase {
  /** The shop's own number of it. */
  reference: string;
  /** The cart of the shopper, and which of its purchases this is. */
  visit: string;
  number: number;
  /** Counts changes. A write succeeds only if it is still the one that was read. */
  version: number;
  deliveries: readonly Delivery[];
  /** References of earlier choices. The gateway has called them off: nothing can be ordered with them any more. */
  retired: readonly string[];
  payments: readonly Payment[];
  /**
   * The payment that the shopper was asked for last. The provider may have taken it since `unanswered`, in milliseconds, and has not said so. Earlier
   * versions have stored none.
   */
  asked: { number: number; rupiah: Rupiah; unanswered?: number | undefined };
  /** One for each delivery. Null once nobody needs them, because they have personal data. */
  parcels: readonly Parcel[] | null;
  /** Until when it waits for its money, in milliseconds. */
  expires: number;
  /** The keys of all that the shop's code has heard of it. */
  told: readonly string[];
  /** Until when a process has the telling for itself, in milliseconds. */
  telling?: number | undefined;
  /** Of an erased one: rupiah for what stood. Its money still counts. */
  erased?: Rupiah | undefined;
  created: number;
  changed: number;
}

/** Milliseconds that a process has for telling the shop's code, before another one does. */
export const tellWithin = 60_000;

/** Whether a process is telling the shop's code. Its time does not count if the clock was set back. */
export const isTelling = ({ telling = 0 }: Purchase, now: number): boolean =>
  telling > now && telling <= now + tellWithin;

/** The money of a purchase, in rupiah. `owed = taken − givenBack − stands`: below 0 it is to be taken. */
export interface Money {
  taken: Rupiah;
  givenBack: Rupiah;
  /** Goods and deliveries that stand, as what the shopper pays before they are sent. */
  stands: Rupiah;
  /** What the shop owes the shopper. */
  owed: number;
}

/** States in which goods and delivery stand. */
export const standing: ReadonlySet<DeliveryState> = new Set(['chosen', 'to-ship', 'placed', 'cancelling']);

/** Whether the service does not have it, as far as is known, and nobody has called it off. */
export const isOpen = ({ state }: Delivery): boolean =>
  state === 'chosen' || state === 'to-ship' || state === 'refused';

/** Whether its page has cancelled it, and staff have to look up at the service what has become of that. */
export const isInDoubt = ({ state, reason }: Delivery): boolean => state === 'placed' && reason === 'needs-attention';

/** Rupiah for the goods of a parcel, as they were accepted. */
export const goodsOf = ({ goods, payNow, payAtDoor, price }: Delivery): Rupiah => goods ?? payNow + payAtDoor - price;

/** Whether its courier has ended it, and no parcel arrives. */
export const hasEnded = ({ state, ended }: Delivery): boolean => state === 'placed' && ended !== undefined;

/** Whether its parcel has arrived: then its courier has collected. */
export const isDelivered = ({ state, delivered = false }: Delivery): boolean => delivered && standing.has(state);

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** The sums of a purchase, in rupiah. A voided payment was given back whole. */
export function moneyOf({ deliveries, payments, erased = 0 }: Purchase): Money {
  const taken = sum(payments.map((one) => one.taken));
  const givenBack = sum(payments.map((one) => (one.isVoid ? one.taken : one.back)));
  const stands = erased + sum(deliveries.map(({ state, payNow }) => (standing.has(state) ? payNow : 0)));
  return { taken, givenBack, stands, owed: taken - givenBack - stands };
}

/** Whether it is waiting for all of its money: then it ends at `expires`. */
export const isUnpaid = (purchase: Purchase): boolean => {
  const { taken, givenBack } = moneyOf(purchase);
  return taken === givenBack && purchase.deliveries.every(({ state }) => state === 'chosen');
};

/** Whether all that was paid went back: then nothing is sent any more. A smaller sum that the shop gives back is its own affair. */
export const isGivenBack = ({ taken, givenBack }: Pick<Money, 'taken' | 'givenBack'>): boolean =>
  taken > 0 && taken <= givenBack;

/** Whether what is asked for may have been taken already: then nothing else is. */
export const isUnanswered = (purchase: Purchase): boolean =>
  purchase.asked.unanswered !== undefined && unpaidOf(moneyOf(purchase)) > 0;

/** Rupiah to ask the shopper for. What the shop has given back is not asked for again: a person decides. */
export const unpaidOf = ({ taken, stands }: Money): Rupiah => Math.max(0, stands - taken);

/** Rupiah that are missing: never more than what stands, also if more went back than was taken. */
export const missingOf = ({ owed, stands }: Money): Rupiah => Math.min(stands, Math.max(0, -owed));

type Choice = Pick<Delivery, 'courier' | 'service' | 'switches'>;

/** Whether both are the same choice, at any price. */
export const isSameChoice = (one: Choice, other: Choice): boolean =>
  one.courier === other.courier &&
  one.service === other.service &&
  extraNames.every((name) => one.switches[name] === other.switches[name]);
