import { type Item, wholeRupiah } from '../../contract/index.ts';
import { EraseError, type Gateway, GatewayError, type KnownOrder, type OrderExport } from '../../gateway/index.ts';
import { isGivenBack, type Money } from '../../purchases/index.ts';
import {
  type AcceptedOffer,
  type Cart,
  cartFingerprint,
  type Destination,
  destinationFingerprint,
  type GrantDetails,
  isTokenError,
  orderOutcome,
  signGrant,
  verifyOffer,
} from '../../tokens/index.ts';
import type { DeliveryDeps } from './options.ts';

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

/** How a delivery stands. The shop stores it. It has no personal data. */
export type Delivery = DeliveryKey &
  /** With `status` and `costs` for the staff alone: they are not stored. */
  (
    | {
        state: 'placed';
        id: string;
        waybill: string | undefined;
        link: string | undefined;
        status?: string | undefined;
        costs?: Pick<KnownOrder, 'charged' | 'chargedNow' | 'chargedParts' | 'paymentStatus'> | undefined;
      }
    /** Ask again later. `needs-attention` is for the merchant: see `npx ship-elements gateway orders`. */
    | { state: 'waiting'; reason: string }
    /** Nothing was ordered. A person decides. */
    | { state: 'refused'; reason: string; message: string }
    /** The shop has cancelled it, and the service has not answered yet. With `reason` it needs a person. */
    | { state: 'cancelling'; reason?: string; message?: string }
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
    if (known.state === 'cancelling') throw new DeliveryError('taken', beingCancelled);
    if (!known.owner || (await isLiving(known.owner))) throw taken();
    const left = known.changed + storedWithin - now;
    // The shop's process ended before it could store the label. The next delivery takes it over.
    if (left < 0) return { reference, owner: known.owner };
    throw new DeliveryError('taken', cutOff(Math.ceil(left / 60_000)));
  }
}

const beingCancelled = 'The earlier delivery of this order is being cancelled: send it when that is done.';

const taken = () => new DeliveryError('taken', 'The delivery of this order was asked for already.');

const cutOff = (minutes: number) =>
  `The delivery of this order was asked for a moment ago, and its result is not stored yet. If that request was cut off, try again in ${Math.max(1, minutes)} min: no second label is made.`;

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

const keptUntil = (reference: string, until: number | string) =>
  `The delivery ${reference} is open: its number, its waybill and its state are erased when it ends, at the latest on ${new Date(until).toISOString().slice(0, 10)}.`;

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
): Promise<string | undefined> {
  if (!(await gateway.find(reference))) return undefined;
  const until = (await gateway.export(reference)).orders.map((order) => order.until).find(Boolean);
  return `The customer was deleted. ${until ? keptUntil(reference, until) : `The delivery ${reference} is erased when it has ended.`}`;
}

/** A used reference stays used after a cancellation, so the next delivery has another one. */
const referenceOf = (order: string, attempt: number) => (attempt === 1 ? order : `${order}-${attempt}`);

const erased = () =>
  new DeliveryError('order-erased', 'The data of this delivery was erased. Make a new order to send something again.');

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
  try {
    const { accepted, contacts, due, ...contents } = await parcel();
    const priced = collecting(await offerNow(deps, accepted, contents, acceptHigherPrice), due);
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
    return { ...key, state: 'placed', id, waybill, link };
  } catch (problem) {
    if (isDeliveryError(problem)) return refusedBy(key, problem);
    if (isTokenError(problem)) return { ...key, state: 'refused', reason: problem.code, message: problem.message };
    if (!(problem instanceof GatewayError)) throw problem;
    if (problem.reason === 'reference-used') return afterAll(deps, key);
    return orderOutcome(problem) === 'refused'
      ? refusedBy(key, problem)
      : { ...key, state: 'waiting', reason: problem.reason };
  }
}

/** Another process of the shop was quicker: for this delivery, or for another one. */
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
  if (!row) throw new DeliveryError('service-gone', `${service} does not deliver this order as it is now.`);
  // A fallback price is not what the service charges.
  if (row.estimate) throw new GatewayError({ status: 502, body: { reason: 'service-unreachable' } });
  const offer = await verifyOffer(row.offer, { ...now, service, ...extras }, keys);
  if (offer.price > accepted.price && !acceptHigherPrice) throw priceChanged(offer.price, accepted.price);
  return { ...offer, price: Math.max(offer.price, accepted.price) };
}

const priceChanged = (now: number, paid: number): DeliveryError =>
  new DeliveryError(
    'price-changed',
    `The delivery costs Rp ${now} by now, and Rp ${paid} was agreed: send it at the higher price to bear the difference.`,
  );

/** The courier collects only what was not paid. */
const collecting = (offer: AcceptedOffer, due: number): AcceptedOffer =>
  offer.cashOnDelivery && due > 0
    ? { ...offer, payAtDoor: due }
    : { ...offer, payAtDoor: 0, cashOnDelivery: undefined };

/** Refusals that are about the order, not about the moment. */
const keptReasons: readonly string[] = ['not-cancellable', 'order-not-found'];

/**
 * Cancels the delivery of a cancelled order at the service. If the service does not answer, it returns `cancelling`: call it again later.
 * @returns `cancelled` or `cancelling`
 * @throws {DeliveryError} if the service does not cancel it: the parcel is on its way
 */
export async function withdraw({ gateway }: DeliveryDeps, key: DeliveryKey): Promise<Delivery> {
  const known = await gateway.find(key.reference);
  if (known?.state === 'erased')
    throw new DeliveryError(
      'order-erased',
      'The delivery was not cancelled: its data was erased. Cancel it in the dashboard of the service.',
    );
  if (known && known.owner !== key.owner) return { ...key, state: 'cancelled' };
  try {
    await gateway.cancel(key);
    return { ...key, state: 'cancelled' };
  } catch (problem) {
    if (!(problem instanceof GatewayError)) throw problem;
    const { reason, message } = problem;
    if (keptReasons.includes(reason)) throw new DeliveryError(reason, `The delivery was not cancelled. ${message}`);
    return { ...key, state: 'cancelling', ...(reason === 'needs-attention' && { reason, message: needsLook }) };
  }
}

const needsLook =
  'It is not known whether the service has this delivery: look it up there, and say it with npx ship-elements gateway orders.';

/** A placed delivery with what the gateway has heard of its parcel since, for the staff. Others stay as they are. */
export async function withParcel({ gateway }: Pick<DeliveryDeps, 'gateway'>, delivery: Delivery): Promise<Delivery> {
  if (delivery.state !== 'placed') return delivery;
  const known = await gateway.find(delivery.reference);
  if (known?.owner !== delivery.owner) return delivery;
  const { charged = known.price, chargedNow, chargedParts, paymentStatus } = known;
  return {
    ...delivery,
    waybill: known.waybill ?? delivery.waybill,
    status: known.status,
    costs: { charged, chargedNow, chargedParts, paymentStatus },
  };
}

const partNames = { shipment_fee: 'delivery', cash_on_delivery_fee: 'COD', proof_of_delivery_fee: 'proof of delivery' };

/**
 * What the staff should know and need not act on: the service charges another price than at the order, and whether it has the money that the
 * courier collected. Undefined if nothing.
 */
export function noteOf(delivery: Delivery): string | undefined {
  const {
    charged,
    chargedNow,
    chargedParts = {},
    paymentStatus,
  } = (delivery.state === 'placed' && delivery.costs) || {};
  const paid = paymentStatus && `The collected money is ${paymentStatus} at the service.`;
  if (charged === undefined || chargedNow === undefined || chargedNow === charged) return paid;
  const [difference, way] = chargedNow > charged ? [chargedNow - charged, 'more'] : [charged - chargedNow, 'less'];
  const parts = Object.entries(partNames).flatMap(([field, name]) => {
    const fee = chargedParts[field as keyof typeof partNames];
    return fee ? `${name} Rp ${fee}` : [];
  });
  const of = parts.length ? ` (${parts.join(', ')})` : '';
  const price = `The service charges Rp ${chargedNow} for this delivery by now${of}: Rp ${difference} ${way} than when it was ordered.`;
  return [price, paid].filter(Boolean).join(' ');
}

/** Ends in which no parcel arrives. */
const ends: Record<string, string> = {
  courier_not_found: 'no driver was found',
  rejected: 'it was rejected',
  returned: 'the parcel came back',
  disposed: 'the parcel was disposed of',
  cancelled: 'it was cancelled',
};

/** Rupiah that the shop has been paid for an order, and that it has given back. */
export type Paid = Pick<Money, 'taken' | 'givenBack'>;

/**
 * Asks the staff about a delivery of an order whose money went back after the label was made: only they know whether the parcel still goes.
 * Undefined if that is not so.
 */
export const attentionOfMoney = (delivery: Delivery, paid: Paid): string | undefined =>
  delivery.state === 'placed' && isGivenBack(paid) && delivery.status !== 'delivered' && !ends[delivery.status ?? '']
    ? 'The order was paid back, and its delivery is still ordered: cancel the fulfillment, or let the parcel go.'
    : undefined;

/** What a person should do about a delivery. Undefined if nothing. */
export function attentionOf(delivery: Delivery): string | undefined {
  if (delivery.state === 'placed') {
    const end = ends[delivery.status ?? ''];
    return end && `The courier has ended the delivery: ${end}. Cancel its fulfillment to send the order again.`;
  }
  if (delivery.state === 'refused' || delivery.state === 'cancelling') return delivery.message;
  return delivery.state === 'waiting' && delivery.reason === 'needs-attention' ? needsLook : undefined;
}

/** English and Indonesian. */
type Words = readonly [string, string];

const waitingWords: Record<string, Words> = {
  unconfirmed: [
    'Waiting: the service has not confirmed the delivery yet',
    'Menunggu: layanan belum mengonfirmasi pengiriman',
  ],
  'needs-attention': [
    'Waiting: it is not known whether the delivery was ordered',
    'Menunggu: belum diketahui apakah pengiriman sudah dipesan',
  ],
  'shipping-unavailable': [
    'Waiting: the account at the service cannot order now',
    'Menunggu: akun di layanan belum dapat memesan',
  ],
  'quotes-exhausted': [
    'Waiting: the shop has asked for all the prices of this day',
    'Menunggu: batas permintaan harga hari ini tercapai',
  ],
  'being-edited': ['Waiting: the order is being modified', 'Menunggu: pesanan sedang diubah'],
};

const noAnswer: Words = [
  'Waiting: the service does not answer, and is asked again',
  'Menunggu: layanan tidak menjawab, dan akan ditanya lagi',
];

const stateWords: Record<Exclude<Delivery['state'], 'waiting'>, Words> = {
  placed: ['The delivery is ordered', 'Pengiriman sudah dipesan'],
  refused: ['Not ordered', 'Tidak dipesan'],
  cancelling: ['Being cancelled at the service', 'Sedang dibatalkan di layanan'],
  cancelled: ['Cancelled', 'Dibatalkan'],
};

/** The state in words, for the staff. */
export function stateInWords(delivery: Delivery, language: 'en' | 'id' = 'en'): string {
  const words = delivery.state === 'waiting' ? (waitingWords[delivery.reason] ?? noAnswer) : stateWords[delivery.state];
  return words[language === 'id' ? 1 : 0];
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
