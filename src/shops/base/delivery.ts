import { type Item, wholeRupiah } from '../../contract/index.ts';
import { GatewayError, type KnownOrder } from '../../gateway/index.ts';
import {
  type AcceptedOffer,
  type Cart,
  cartFingerprint,
  type Destination,
  destinationFingerprint,
  digest,
  type GrantDetails,
  isTokenError,
  orderOutcome,
  signGrant,
  verifyOffer,
} from '../../tokens/index.ts';
import type { DeliveryDeps } from './options.ts';
import { say } from './sentences.ts';

/** A delivery is not possible as it was asked for. The message tells the shopper or the staff why, and what to do. */
export class DeliveryError extends Error {
  /** A word of the gateway, or one of ours: `address`, `goods`, `choice`, `taken`. */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.name = 'DeliveryError';
    this.reason = reason;
  }
}

/** Every copy of the package has a class of its own, so the name counts. */
export const isDeliveryError = (problem: unknown): problem is DeliveryError =>
  problem instanceof Error && problem.name === 'DeliveryError';

/** The goods of an order and where they go, as the order says now. */
export interface Contents {
  cart: Cart;
  destination: Destination;
}

/** The parcel of an order, as the order says now. */
export interface Parcel extends Contents {
  contacts: GrantDetails;
  /** Rupiah that the order still owes. With cash on delivery the courier collects it. */
  due: number;
}

/** Which delivery is meant: the shop stores both with it. They have no personal data. */
export interface DeliveryKey {
  /** The `reference_id` at the service. */
  reference: string;
  /** The shop's own id of the delivery. The label belongs to it. */
  owner: string;
}

/** What a delivery was ordered with, if it is known: see `attentionOfOrder`. */
interface Ordered {
  /** Rupiah that the courier collects. */
  collects?: number | undefined;
  /** `labelOf` the parcel. */
  label?: string | undefined;
  /** `keptOf` the order when staff kept the delivery. */
  kept?: string | undefined;
}

/** How a delivery stands. The shop stores it. It has no personal data. */
export type Delivery = DeliveryKey &
  Ordered &
  /** With `status` and `costs` for the staff alone: they are not stored. */
  (
    | {
        state: 'placed';
        id: string;
        waybill: string | undefined;
        link: string | undefined;
        status?: string | undefined;
        costs?: Pick<KnownOrder, 'charged' | 'chargedNow' | 'chargedParts' | 'paymentStatus'> | undefined;
        /** The service has refused to cancel it. Staff have not said yet that it goes on. */
        message?: string | undefined;
      }
    /** Ask again later. `needs-attention` is for the merchant: see `npx ship-elements gateway orders`. */
    | { state: 'waiting'; reason: string }
    /** Nothing was ordered. A person decides. */
    | { state: 'refused'; reason: string; message: string }
    /** Staff cancel it, and the service has not answered yet: the parcel may still go. With `reason` it needs a person. */
    | {
        state: 'cancelling';
        reason?: string;
        message?: string;
        waybill?: string | undefined;
        link?: string | undefined;
      }
    | { state: 'cancelled' }
  );

/** Milliseconds in which the shop stores a label that it has got. An older label without a delivery is left over from a crash. */
const storedWithin = 5 * 60_000;

/**
 * One order, one label at a time. The ledger of the gateway decides it, for all processes. A used reference stays used after a
 * cancellation, so the next label has another one.
 * @param order the shop's own number of the order
 * @param owner the new delivery
 * @param isLiving whether the shop has a delivery that belongs to this owner and is not cancelled
 * @param isOther whether that delivery has other goods of the order. Then this one is a further delivery. Never by default
 * @throws {DeliveryError} `taken` if the order has a label, or will have one. `order-erased` if its data was erased
 */
export async function keyFor(
  { gateway }: DeliveryDeps,
  {
    order,
    owner,
    isLiving,
    isOther = () => false,
  }: {
    order: string;
    owner: string;
    isLiving(owner: string): Promise<boolean>;
    isOther?(owner: string): boolean;
  },
  now: number = Date.now(),
): Promise<DeliveryKey> {
  for (let attempt = 1; ; attempt += 1) {
    const reference = referenceOf(order, attempt);
    const known = await gateway.find(reference);
    if (!known || known.state === 'refused' || known.owner === owner) return { reference, owner };
    if (known.state === 'cancelled') continue;
    if (known.state === 'erased') throw erased();
    if (known.owner && isOther(known.owner)) continue;
    if (known.state === 'cancelling') throw new DeliveryError('taken', say('being-cancelled'));
    if (!known.owner || (await isLiving(known.owner))) throw taken();
    const left = known.changed + storedWithin - now;
    // The shop's process ended before it could store the label. The next delivery takes it over.
    if (left < 0) return { reference, owner: known.owner };
    throw new DeliveryError('taken', say('cut-off', [Math.max(1, Math.ceil(left / 60_000))]));
  }
}

const taken = () => new DeliveryError('taken', say('taken'));

/** A used reference stays used after a cancellation, so the next delivery has another one. */
export const referenceOf = (order: string, attempt: number): string => (attempt === 1 ? order : `${order}-${attempt}`);

const erased = () => new DeliveryError('order-erased', say('erased'));

/**
 * Orders a delivery, or asks for its result. What was sent once is not sent in another form, because it may be placed.
 * @param parcel is called if nothing was sent yet
 * @returns `placed`, `waiting` or `refused`
 */
export async function deliver(
  deps: DeliveryDeps,
  key: DeliveryKey,
  parcel: () => Promise<Parcel & { accepted: AcceptedOffer }>,
  acceptHigherPrice = false,
): Promise<Delivery> {
  const { gateway, keys } = deps;
  const known = await gateway.find(key.reference);
  if (known?.state === 'erased') return refusedBy(key, erased());
  if (known && known.owner !== key.owner && known.state !== 'refused') return refusedBy(key, taken());
  const stored = known && storedAnswer(key, known);
  if (stored) return stored;
  let ordered: Ordered = {};
  try {
    const made = await parcel();
    const { accepted, contacts, due, ...contents } = made;
    const priced = collecting(await offerNow(deps, accepted, contents, acceptHigherPrice), due);
    ordered = { collects: priced.payAtDoor, label: await labelOf(() => made) };
    // The same goods, with the categories that the shop has by now.
    const offer = { ...priced, cart: { ...priced.cart, items: contents.cart.items } };
    const order = async (price: number) =>
      gateway.order(await signGrant({ offer: { ...offer, price }, contacts, reference: key.reference }, keys), {
        owner: key.owner,
      });
    const placed = await order(offer.price).catch((problem) => {
      if (!(problem instanceof GatewayError) || problem.reason !== 'price-changed' || !problem.price) throw problem;
      if (!acceptHigherPrice) throw priceChanged(problem.price, accepted.price);
      return order(problem.price);
    });
    const { id, waybill, link } = placed;
    return { ...key, ...ordered, state: 'placed', id, waybill, link };
  } catch (problem) {
    if (isDeliveryError(problem)) return refusedBy(key, problem);
    if (isTokenError(problem)) return { ...key, state: 'refused', reason: problem.code, message: problem.message };
    if (!(problem instanceof GatewayError)) throw problem;
    if (['reference-used', 'not-placed'].includes(problem.reason)) return afterAll(deps, key);
    return orderOutcome(problem) === 'refused'
      ? refusedBy(key, problem)
      : { ...key, ...ordered, state: 'waiting', reason: problem.reason };
  }
}

/** Another process of the shop was quicker: for this delivery, or for another one, or has called it off. */
async function afterAll({ gateway }: DeliveryDeps, key: DeliveryKey): Promise<Delivery> {
  const known = await gateway.find(key.reference);
  if (known && known.owner !== key.owner) return refusedBy(key, taken());
  return (known && storedAnswer(key, known)) ?? { ...key, state: 'waiting', reason: 'unconfirmed' };
}

const refusedBy = (key: DeliveryKey, { reason, message }: { reason: string; message: string }): Delivery => ({
  ...key,
  state: 'refused',
  reason,
  message,
});

/** The result of what was sent. Undefined if nothing was sent, or if the service refused it: then the order may be sent as it is now. */
function storedAnswer(key: DeliveryKey, known: KnownOrder): Delivery | undefined {
  switch (known.state) {
    case 'placed':
    case 'confirmed':
      return { ...key, state: 'placed', id: known.id ?? '', waybill: known.waybill, link: known.link };
    case 'sending':
    case 'unknown':
      return { ...key, state: 'waiting', reason: 'unconfirmed' };
    case 'needs-attention':
      return known.id ? { ...key, state: 'cancelling' } : { ...key, state: 'waiting', reason: 'needs-attention' };
    case 'cancelling':
    case 'cancelled':
      return { ...key, state: known.state };
    case 'claimed':
    case 'refused':
    case 'erased':
      return undefined;
  }
}

/** A category sets no price. The shop may have named it since the offer was accepted. */
const withoutCategories = (cart: AcceptedOffer['cart']): AcceptedOffer['cart'] => ({
  ...cart,
  items: cart.items.map(({ category: _category, ...item }) => item),
});

/** Whether an offer is for these goods, with their weights and sizes, and for this destination. */
export async function isFor(offer: Pick<AcceptedOffer, 'cart' | 'destination'>, now: Contents): Promise<boolean> {
  const prints = await Promise.all([
    ...[offer.cart, now.cart].map((cart) => cartFingerprint(withoutCategories(cart))),
    ...[offer.destination, now.destination].map(destinationFingerprint),
  ]);
  return prints[0] === prints[1] && prints[2] === prints[3];
}

/**
 * The offer for the order as it is now. It is the accepted one while goods and destination are the same. Otherwise the price is asked
 * again, for the same service and extras.
 * @param acceptHigherPrice a person has confirmed that the shop pays the difference
 * @throws {DeliveryError} `price-changed` or `service-gone`: a person decides
 * @throws {GatewayError}
 */
export async function offerNow(
  { gateway, keys }: DeliveryDeps,
  accepted: AcceptedOffer,
  now: Contents,
  acceptHigherPrice = false,
): Promise<AcceptedOffer> {
  if (await isFor(accepted, now)) return accepted;
  const service = `${accepted.courier}/${accepted.service}`;
  const extras = { insurance: accepted.insurance !== undefined, cashOnDelivery: accepted.cashOnDelivery !== undefined };
  const rows = await gateway.quote({ ...now, couriers: [accepted.courier], ...extras });
  const row = rows.find((quoted) => quoted.service === service);
  if (!row) throw new DeliveryError('service-gone', say('service-gone', [service]));
  // A fallback price is not what the service charges.
  if (row.estimate) throw new GatewayError({ status: 502, body: { reason: 'service-unreachable' } });
  const offer = await verifyOffer(row.offer, { ...now, service, ...extras }, keys);
  if (offer.price > accepted.price && !acceptHigherPrice) throw priceChanged(offer.price, accepted.price);
  return { ...offer, price: Math.max(offer.price, accepted.price) };
}

const priceChanged = (now: number, paid: number): DeliveryError =>
  new DeliveryError('price-changed', say('price-changed', [now, paid]));

/** A fingerprint of receiver and service, too short to find a phone by trying all. Empty if no parcel can go to the address. */
export async function labelOf(
  read: () => Pick<Parcel, 'contacts' | 'destination'> & {
    accepted: Pick<AcceptedOffer, 'courier' | 'service'> | undefined;
  },
): Promise<string> {
  try {
    const { contacts, destination, accepted } = read();
    const { destination_contact_name, destination_contact_phone, destination_address } = contacts;
    const receiver = [destination_contact_name, destination_contact_phone, destination_address];
    const place = await destinationFingerprint(destination);
    return (await digest(JSON.stringify([receiver, place, accepted?.courier, accepted?.service]))).slice(0, 4);
  } catch (problem) {
    if (isDeliveryError(problem)) return '';
    throw problem;
  }
}

/** The courier collects only what was not paid. */
const collecting = (offer: AcceptedOffer, due: number): AcceptedOffer =>
  offer.cashOnDelivery && due > 0
    ? { ...offer, payAtDoor: due }
    : { ...offer, payAtDoor: 0, cashOnDelivery: undefined };

/** Refusals that are about the order, not about the moment. */
const keptReasons: readonly string[] = ['not-cancellable', 'order-not-found'];

/**
 * Cancels a delivery at the service. The shop cancels the fulfillment when the answer is `cancelled`, and not before: an order without
 * fulfillments can be cancelled, and its parcel would go on.
 * @returns `cancelled`, `cancelling` if the service does not answer: call it again later, or `placed` with the reason if the parcel goes on
 * @throws {DeliveryError} if its data was erased
 */
export async function withdraw({ gateway }: DeliveryDeps, key: DeliveryKey): Promise<Delivery> {
  const known = await gateway.find(key.reference);
  if (known?.state === 'erased') throw new DeliveryError('order-erased', say('not-cancelled-erased'));
  if (known && known.owner !== key.owner) return { ...key, state: 'cancelled' };
  try {
    await gateway.cancel(key);
    return { ...key, state: 'cancelled' };
  } catch (problem) {
    if (!(problem instanceof GatewayError)) throw problem;
    const { reason, message } = problem;
    if (keptReasons.includes(reason)) {
      const { id = '', waybill, link } = (await gateway.find(key.reference)) ?? {};
      return { ...key, state: 'placed', id, waybill, link, message: say('not-cancelled', [message]) };
    }
    return { ...key, state: 'cancelling', ...(reason === 'needs-attention' && { reason, message: say('needs-look') }) };
  }
}

type Numbers = Pick<Item, 'value' | 'quantity' | 'weight'>;

/**
 * A line as the service takes it: whole pieces and whole grams. A part of a piece, such as half a kilogram, is one piece of that weight,
 * so that the value of the line stays.
 * @param line `paid` in rupiah for all pieces, `weight` in grams of one piece
 */
export function wholeLine({ paid, pieces, left, weight }: Line): Numbers {
  const [value, grams, quantity] = Number.isInteger(left)
    ? [paid / pieces, weight, left]
    : [(paid / pieces) * left, weight * left, 1];
  return { value: Math.round(value), quantity, weight: wholeRupiah(grams) };
}

interface Line {
  paid: number;
  /** Pieces that were bought. */
  pieces: number;
  /** Pieces that are to be sent. */
  left: number;
  weight: number;
}
