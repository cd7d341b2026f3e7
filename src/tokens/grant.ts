import * as z from 'zod/mini';
import {
  type ExtraField,
  extraFieldNames,
  nestedLocators,
  OrderRequest,
  PromisedArrival,
  RatesRequest,
  type Rupiah,
} from '../contract/index.ts';
import { acceptedSettings, extraFields } from '../extras/index.ts';
import { promiseAt } from '../quote/index.ts';
import { cartExtras, referenceText, rupiah, warnOfFractions } from './cart.ts';
import type { AcceptedOffer } from './offer.ts';
import { sign, type TokenKeys, type TokenKind, verify } from './token.ts';

/** Allows one order, or one draft, that is paid or will be paid at the door. */
export interface Grant {
  /** `order` by default. */
  kind?: 'order' | 'draft_order' | undefined;
  /** The whole order, in the service's fields. `reference` replaces its `reference_id`. */
  order: Omit<OrderRequest, 'reference_id'>;
  /** The shop's own number of the order. Never use it for another order: the service has one order with each number. */
  reference: string;
  /** The price of the delivery that the shopper has accepted, in rupiah. */
  price_max: Rupiah;
  /** Price of the goods in rupiah, for the shop's own rates. The declared value by default. */
  subtotal?: Rupiah | undefined;
  /** COD amount in rupiah that the price was asked with, so that the gateway can ask the same question. The collected amount by default. */
  quoted_cash_on_delivery?: Rupiah | undefined;
  /** When the parcel was promised. Tracking and news say the same. */
  arrival?: PromisedArrival | undefined;
}

/** Fields that only the accepted offer can set. */
type Offered =
  | `${'origin' | 'destination'}_${'area_id' | 'postal_code' | 'coordinate'}`
  | `courier_${'company' | 'type'}`
  | ExtraField
  | 'items'
  | 'reference_id'
  | 'grant';

/** Fields that the offer does not have: sender, recipient, time and notes. */
export type GrantDetails = Omit<OrderRequest, Offered | 'delivery_type'> & Partial<Pick<OrderRequest, 'delivery_type'>>;

/** An order built from an accepted offer. */
export interface OfferGrant extends Pick<Grant, 'kind' | 'reference'> {
  /** The result of `verifyOffer`: service, price, payments, insurance, goods and both places. */
  offer: AcceptedOffer;
  /** The contacts of sender and recipient. `delivery_type` is `now` by default. */
  contacts: GrantDetails;
}

const grant = {
  name: 'grant',
  reader: 'gateway',
  lifetime: 10 * 60,
  warn: ({ order }) => warnOfFractions(order.items),
  claims: z.object({
    kind: z.optional(z.enum(['order', 'draft_order'], 'must be order or draft_order')),
    order: OrderRequest,
    reference: referenceText,
    price_max: rupiah,
    subtotal: z.optional(rupiah),
    quoted_cash_on_delivery: RatesRequest.shape.destination_cash_on_delivery,
    // A promise that cannot be read costs no order.
    arrival: z.optional(z.catch(z.optional(PromisedArrival), undefined)),
  }),
} satisfies TokenKind<Grant>;

/**
 * Signs an order for 10 minutes. It refuses an order that the service would refuse, so sign before you take the money. Give the grant
 * to the page afterwards. The page can read it. Its address is the shopper's own.
 * @param claims an accepted offer with contacts, or a whole order of your own
 * @throws {TokenError} naming the field that is wrong
 */
export function signGrant(claims: OfferGrant | Grant, keys: TokenKeys, now = new Date()): Promise<string> {
  return sign(grant, 'offer' in claims ? grantOf(claims, now) : claims, keys, now);
}

function grantOf({ kind, offer, contacts, reference }: OfferGrant, now: Date): Grant {
  const { courier, service, collectionMethod, price, cashOnDelivery, arrival, cart, destination } = offer;
  const order: Grant['order'] = {
    delivery_type: 'now',
    origin_collection_method: collectionMethod,
    ...contacts,
    // These fields of the offer come last, so that the contacts of a page cannot change them.
    ...notOffered,
    ...nestedLocators({ ...cart.origin, ...destination }),
    items: cart.items,
    courier_company: courier,
    courier_type: service,
    ...extraFields(cartExtras(cart, offer.switches, acceptedSettings(offer))),
  };
  return {
    ...(kind && { kind }),
    order,
    reference,
    price_max: price,
    subtotal: cart.subtotal,
    quoted_cash_on_delivery: cashOnDelivery?.amount,
    // Whoever pays after the cut-off gets the parcel later than promised.
    arrival: promiseAt(arrival && [arrival], now.getTime()),
  };
}

const notOffered = {
  ...Object.fromEntries(extraFieldNames.map((field) => [field, undefined])),
  origin_area_id: undefined,
  origin_postal_code: undefined,
  origin_coordinate: undefined,
  destination_area_id: undefined,
  destination_postal_code: undefined,
  destination_coordinate: undefined,
};

/** The gateway reads the order itself: it refuses a wrong one by its field, as a server in another language may have signed it. */
const signedGrant: TokenKind<Grant> = {
  ...grant,
  warn: ({ order }) => warnOfFractions(Object(order).items),
  claims: z.extend(grant.claims, { order: z.looseObject({}) as z.ZodMiniType as typeof OrderRequest }),
};

/**
 * Verifies a grant. Its order is as it was signed, and may be wrong.
 * @throws {TokenError}
 */
export function verifyGrant(token: unknown, keys: TokenKeys, now = new Date()): Promise<Grant> {
  return verify(signedGrant, token, keys, now);
}
