import type { PromisedArrival, Rupiah } from '../contract/index.ts';
import type { Gateway, GatewayError, QuotedRow } from '../gateway/index.ts';
import {
  type AcceptedOffer,
  isTokenError,
  orderOutcome,
  signGrant,
  type TokenKeys,
  verifyOffer,
} from '../tokens/index.ts';
import { PurchaseError } from './form.ts';
import {
  type Delivery,
  feesOf,
  goodsOf,
  hasEnded,
  moneyOf,
  otherParcel,
  type Parcel,
  type Purchase,
} from './purchase.ts';
import type { PurchaseEvent } from './transitions.ts';
import { isFailed } from './view.ts';

interface DelivererOptions {
  gateway: Pick<Gateway, 'quote' | 'confirm' | 'order' | 'find' | 'cancel'>;
  keys: TokenKeys;
  today: () => Date;
  /** Rupiah that the shop bears of each delivery, unless staff bear more of one. */
  mostExtra: Rupiah;
  apply(reference: string, event: PurchaseEvent): Promise<{ purchase: Purchase; changed: boolean }>;
}

/** Milliseconds that a delivery belongs to the process that orders it. */
const lease = 60_000;

/** Milliseconds without news of a parcel before the service is asked: its webhooks may be off, or one is lost. */
const unheardFor = 24 * 3_600_000;

/**
 * Does what is due of one delivery at the gateway: orders it, calls it off, or looks what has become of it.
 * @returns what has happened. Undefined if another process does it
 */
export function deliverer({ gateway, keys, today, mostExtra, apply }: DelivererOptions) {
  const mostOf = ({ bears = 0 }: Delivery) => Math.max(mostExtra, bears);

  return async (delivery: Delivery, { reference }: Purchase): Promise<PurchaseEvent | undefined> => {
    switch (delivery.state) {
      case 'to-ship':
        return order(reference, delivery);
      case 'cancelling':
        return callOff(delivery);
      default:
        return lookAt({ find: (reference) => gateway.find(reference, { unheardFor }) }, delivery);
    }
  };

  /** The gateway orders it once, however often it is asked. */
  async function order(of: string, delivery: Delivery): Promise<PurchaseEvent | undefined> {
    const { reference } = delivery;
    const before = await lookAt(gateway, delivery);
    if (isEnd(before)) return before;
    // From here on it may be on its way: whoever cancels it, or takes its money back, calls it off at the gateway.
    const { purchase, changed } = await apply(of, { kind: 'granted', reference, until: today().getTime() + lease });
    if (!changed) return undefined;
    // What may be there already is not held back.
    const held = before.kind === 'waits' ? undefined : await heldBack(delivery, purchase);
    if (held) return held;
    const parcel = parcelOf(purchase, reference);
    if (!parcel) return erased(reference);
    try {
      const offer = await promisedNow(parcel.offer, reference);
      const place = async (price: Rupiah) =>
        gateway.order(
          await signGrant({ offer: { ...offer, price }, contacts: parcel.contacts, reference }, keys, today()),
        );
      let extra = 0;
      const { id } = await place(offer.price).catch((problem) => {
        extra = isDearer(problem) ? problem.price - offer.price : 0;
        if (extra <= 0 || extra > mostOf(delivery)) throw problem;
        return place(offer.price + extra);
      });
      return { kind: 'placed', reference, id, extra, arrival: offer.arrival };
    } catch (problem) {
      return unsent(reference, problem);
    }
  }

  /**
   * Why a parcel is not sent: while none of its purchase is on its way, the prices of all must be confirmed. The gateway keeps them for the orders that
   * follow, so they cost nothing. Undefined if it goes.
   */
  async function heldBack(delivery: Delivery, purchase: Purchase): Promise<PurchaseEvent | undefined> {
    const of = delivery.reference;
    const others = purchase.deliveries.filter(({ reference, state }) => reference !== of && state !== 'cancelled');
    if (!others.length || (await Promise.all(others.map(isOnItsWay))).includes(true)) return undefined;
    const whyNot = async (one: Delivery) =>
      one.state === 'refused'
        ? ({ kind: 'refused', reference: one.reference, reason: one.reason ?? '' } as const)
        : unconfirmed(one, purchase);
    const [own, ...theirs] = await Promise.all([delivery, ...others].map(whyNot));
    if (own) return own;
    if (theirs.some((event) => event?.kind === 'refused'))
      return { kind: 'refused', reference: of, reason: otherParcel };
    const waits = theirs.find((event) => event !== undefined);
    return waits && { ...waits, reference: of };
  }

  /** Whether the service has it, or may have it. */
  async function isOnItsWay(delivery: Delivery): Promise<boolean> {
    if (delivery.state === 'placed' || delivery.state === 'cancelling') return true;
    const { kind } = await lookAt(gateway, delivery);
    return kind === 'placed' || kind === 'waits';
  }

  /** Why the price of a parcel cannot be confirmed. Undefined if it stands, or if the shop bears the difference. */
  async function unconfirmed(delivery: Delivery, purchase: Purchase) {
    const { reference } = delivery;
    const parcel = parcelOf(purchase, reference);
    if (!parcel) return erased(reference);
    try {
      await gateway.confirm(await signGrant({ ...parcel, reference }, keys, today()));
    } catch (problem) {
      if (isDearer(problem) && problem.price - parcel.offer.price <= mostOf(delivery)) return undefined;
      return unsent(reference, problem);
    }
    return undefined;
  }

  /** The date counts from the payment: a promise that has ended is asked for again. */
  async function promisedNow(offer: AcceptedOffer, session: string): Promise<AcceptedOffer> {
    if (!offer.arrival || today().getTime() < Date.parse(offer.arrival.until)) return offer;
    const { courier, service, cart, destination, switches } = offer;
    const rows = await gateway.quote({ cart: { ...cart, session }, destination, couriers: [courier], ...switches });
    return { ...offer, arrival: rows.find((row) => row.service === `${courier}/${service}`)?.arrival };
  }

  async function callOff({ reference }: Delivery): Promise<PurchaseEvent> {
    try {
      await gateway.cancel({ reference }, 'Cancelled by the shop');
      return { kind: 'cancelled', reference };
    } catch (problem) {
      if (!isGatewayError(problem)) throw problem;
      const { reason } = problem;
      const known = await gateway.find(reference);
      // Of an erased one, nobody can be asked: its money is owed, and a person decides.
      if (known?.state === 'cancelled' || reason === 'order-erased') return { kind: 'cancelled', reference };
      const isKept = known?.state === 'placed' && reason !== 'unconfirmed' && orderOutcome(problem) !== 'not-yet';
      return isKept ? { kind: 'kept', reference, id: known.id, reason } : { kind: 'waits', reference, reason };
    }
  }
}

/**
 * The deliveries that were refused themselves, or that their couriers have ended, under numbers of their own and at the price of now. What it costs more
 * than was accepted, the shop bears.
 * @param service that of each, if there is none
 * @param unused answers the next number of the purchase
 * @throws {PurchaseError | GatewayError} `choice` if the service is not offered for one, or costs too much. `not-now` once their money went back
 */
export async function byAnother(
  deps: Pick<DelivererOptions, 'gateway' | 'keys' | 'today'>,
  purchase: Purchase,
  service: string | undefined,
  mostExtra: Rupiah,
  unused: () => Promise<string>,
): Promise<Map<string, { delivery: Delivery; parcel: Parcel }>> {
  const { reference: of, deliveries, parcels } = purchase;
  if (wasGivenBack(purchase))
    throw new PurchaseError('not-now', `The money of ${of} went back: it has to be bought anew.`);
  const instead = new Map<string, { delivery: Delivery; parcel: Parcel }>();
  for (const [at, delivery] of deliveries.entries()) {
    const parcel = parcels?.[at];
    if (!isOrderedAgain(delivery, purchase) || !parcel) continue;
    const by = service ?? `${delivery.courier}/${delivery.service}`;
    const offer = await offerOf(deps, delivery, parcel, by);
    const more = offer.price - delivery.price;
    if (more > mostExtra)
      throw new PurchaseError('choice', `${by} costs Rp ${more} more than was accepted: mostExtra lets you bear it.`);
    const { price, payAtDoor } = more > 0 ? delivery : offer;
    const sums = { price, payNow: Math.min(delivery.payNow, offer.payNow), payAtDoor };
    const { courier, service: code, arrival } = offer;
    const { switches } = delivery;
    const begun = { granted: 0, since: deps.today().getTime(), next: 0, tries: 0, extra: 0 } as const;
    instead.set(delivery.reference, {
      delivery: {
        reference: await unused(),
        state: 'chosen',
        courier,
        service: code,
        switches,
        arrival,
        ...sums,
        ...{ goods: goodsOf(delivery), fees: more > 0 ? delivery.fees : feesOf(offer) },
        ...begun,
      },
      parcel: { ...parcel, offer: { ...offer, ...sums } },
    });
  }
  return instead;
}

/** A service that `byAnother` takes. */
export interface OtherService extends Pick<QuotedRow, 'service' | 'courierName' | 'serviceName'> {
  /** When the last of the parcels is promised to arrive. Undefined if one has no day, as without the gateway's option `calendar`. */
  arrival: PromisedArrival | undefined;
  /** What it costs for all of them, with their switches. */
  price: Rupiah;
}

/** The services by which `byAnother` has all its parcels go, the cheapest first. */
export async function otherServices(
  { gateway, keys, today }: Pick<DelivererOptions, 'gateway' | 'keys' | 'today'>,
  purchase: Purchase,
  mostExtra: Rupiah,
): Promise<OtherService[]> {
  const { deliveries, parcels } = purchase;
  if (wasGivenBack(purchase)) return [];
  const servicesOf = async (delivery: Delivery, { offer: { cart, destination } }: Parcel) => {
    const { reference: session, switches, price, courier, service } = delivery;
    const rows = await gateway.quote({ cart: { ...cart, session }, destination, ...switches });
    const offered = rows.map(async (row): Promise<OtherService[]> => {
      if (row.estimate || row.service === `${courier}/${service}`) return [];
      const question = { cart, destination, service: row.service, ...switches };
      const offer = await verifyOffer(row.offer, question, keys, today()).catch((problem) => {
        if (!isTokenError(problem) || problem.code === 'keys') throw problem;
      });
      return offer && offer.price - price <= mostExtra ? [{ ...row, price: offer.price }] : [];
    });
    return (await Promise.all(offered)).flat();
  };
  const [first = [], ...others] = await Promise.all(
    deliveries.flatMap((delivery, at) => {
      const parcel = parcels?.[at];
      return isOrderedAgain(delivery, purchase) && parcel ? [servicesOf(delivery, parcel)] : [];
    }),
  );
  const all = first.flatMap(({ service, courierName, serviceName, arrival, price: own }) => {
    const same = others.flatMap((list) => list.find((one) => one.service === service) ?? []);
    if (same.length < others.length) return [];
    const arrivals = [arrival, ...same.map((one) => one.arrival)].flatMap((one) => one ?? []);
    const [latest] = arrivals.sort((one, other) => Date.parse(other.last) - Date.parse(one.last));
    // One without a day may come after all the others.
    const last = arrivals.length > same.length ? latest : undefined;
    const price = same.reduce((sum, one) => sum + one.price, own);
    return [{ service, courierName, serviceName, arrival: last, price }];
  });
  return all.sort((one, other) => one.price - other.price);
}

/** Whether money of what was refused went back: sent again, it would have to be paid again. */
const wasGivenBack = (purchase: Purchase): boolean =>
  moneyOf(purchase).owed <
  purchase.deliveries.reduce((sum, { state, payNow }) => (state === 'refused' ? sum + payNow : sum), 0);

/**
 * Whether it gets a new number and an offer of now: it was refused, and not held back because of another. Where none was refused, its courier has
 * ended it.
 */
export const isOrderedAgain = (delivery: Delivery, { deliveries }: Purchase): boolean =>
  delivery.state === 'refused'
    ? delivery.reason !== otherParcel
    : hasEnded(delivery) && !deliveries.some(({ state }) => state === 'refused');

/** What the gateway offers now for a parcel by another service. */
async function offerOf(
  { gateway, keys, today }: Pick<DelivererOptions, 'gateway' | 'keys' | 'today'>,
  { reference: session, switches }: Delivery,
  { offer: { cart, destination } }: Parcel,
  service: string,
): Promise<AcceptedOffer> {
  const couriers = [service.split('/')[0] ?? ''];
  const rows = await gateway.quote({ cart: { ...cart, session }, destination, couriers, ...switches });
  const row = rows.find((one) => one.service === service && !one.estimate);
  try {
    return await verifyOffer(row?.offer, { cart, destination, service, ...switches }, keys, today());
  } catch (cause) {
    if (!isTokenError(cause) || cause.code === 'keys') throw cause;
    throw new PurchaseError('choice', `${service} is not offered for ${session} now.`, { cause });
  }
}

const parcelOf = ({ deliveries, parcels }: Purchase, reference: string) =>
  parcels?.[deliveries.findIndex((one) => one.reference === reference)];

const erased = (reference: string) => ({ kind: 'refused', reference, reason: 'its address was erased' }) as const;

/** Whether a parcel that was not sent is refused, or is tried again. */
function unsent(reference: string, problem: unknown): Extract<PurchaseEvent, { kind: 'refused' | 'waits' }> {
  if (isTokenError(problem)) return { kind: 'refused', reference, reason: problem.message };
  if (!isGatewayError(problem)) throw problem;
  const { reason, price: priceNow } = problem;
  // What was called off meanwhile is cancelled, as the next look says.
  const isRefused = orderOutcome(problem) === 'refused' && reason !== 'not-placed';
  return isRefused || reason === 'order-erased'
    ? { kind: 'refused', reference, reason, priceNow }
    : { kind: 'waits', reference, reason };
}

/** Every copy of the package has a class of its own, so the name counts. */
const isGatewayError = (problem: unknown): problem is GatewayError =>
  problem instanceof Error && problem.name === 'GatewayError';

const isDearer = (problem: unknown): problem is GatewayError & { price: Rupiah } =>
  isGatewayError(problem) && problem.reason === 'price-changed' && problem.price !== undefined;

/** What has become of a delivery that is not ours to order now. */
export async function lookAt(gateway: Pick<Gateway, 'find'>, delivery: Delivery): Promise<PurchaseEvent> {
  const { reference, state, since, retried } = delivery;
  const known = await gateway.find(reference);
  const end = endOf(delivery, known);
  if (end) return end;
  if (state === 'placed') {
    const status = known?.status;
    const [ended, delivered] = [isFailed(status) ? status : undefined, status === 'delivered'];
    return { kind: 'looked', reference, ended, delivered, isInDoubt: known?.state === 'needs-attention' };
  }
  // It was refused to a page that ordered by itself. What waits for the account or the service is ordered again.
  const isLater = known !== undefined && known.changed >= since && known.changed !== retried;
  const isRefused = isLater && known.state === 'refused' && orderOutcome(known) === 'refused';
  if (state === 'to-ship' && isRefused && known.reason !== 'price-changed')
    return { kind: 'refused', reference, reason: known.reason ?? '' };
  const isOnItsWay = known !== undefined && known.state !== 'refused' && known.state !== 'erased';
  return isOnItsWay ? { kind: 'waits', reference, reason: 'unconfirmed' } : { kind: 'unsent', reference };
}

/** Whether it is not to be ordered any more. */
export const isEnd = ({ kind }: PurchaseEvent): boolean =>
  kind === 'placed' || kind === 'cancelled' || kind === 'refused';

/** The end that the gateway knows of, and the purchase does not. */
function endOf(
  { reference, state, extra, arrival }: Delivery,
  known: Awaited<ReturnType<Gateway['find']>>,
): PurchaseEvent | undefined {
  if (known?.state === 'cancelled') return { kind: 'cancelled', reference };
  if (known?.state !== 'placed' || state === 'placed') return undefined;
  return { kind: 'placed', reference, id: known.id, extra, arrival };
}
