import { type Item, wholeRupiah } from '../../contract/index.ts';
import { GatewayError } from '../../gateway/index.ts';
import {
  type AcceptedOffer,
  type Cart,
  cartFingerprint,
  type Destination,
  destinationFingerprint,
  verifyOffer,
} from '../../tokens/index.ts';
import { DeliveryError } from './delivery.ts';
import type { DeliveryDeps } from './options.ts';

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

/** The goods of an order and where they go, as the order says now. */
export interface Contents {
  cart: Cart;
  destination: Destination;
}

/** Whether an offer is for these goods, with their weights and sizes, and for this destination. */
export async function isFor(offer: Pick<AcceptedOffer, 'cart' | 'destination'>, now: Contents): Promise<boolean> {
  const prints = await Promise.all([
    ...[offer.cart, now.cart].map(cartFingerprint),
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
  const extras = { insured: accepted.insurance !== undefined, cashOnDelivery: accepted.cashOnDelivery !== undefined };
  const rows = await gateway.quote({ ...now, couriers: [accepted.courier], ...extras });
  const row = rows.find((quoted) => quoted.service === service);
  if (!row) throw new DeliveryError('service-gone', `${service} does not deliver this order as it is now.`);
  // A fallback price is not what the service charges.
  if (row.estimate) throw new GatewayError({ status: 502, body: { reason: 'service-unreachable' } });
  const offer = await verifyOffer(row.offer, { ...now, service, ...extras }, keys);
  if (offer.price > accepted.price && !acceptHigherPrice) throw priceChanged(offer.price, accepted.price);
  return { ...offer, price: Math.max(offer.price, accepted.price) };
}

export const priceChanged = (now: number, paid: number): DeliveryError =>
  new DeliveryError(
    'price-changed',
    `The delivery costs Rp ${now} by now, and Rp ${paid} was agreed: send it at the higher price to bear the difference.`,
  );
