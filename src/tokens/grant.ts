import * as z from 'zod/mini';
import { Item, nestedLocators, OrderRequest, RatesRequest, type Rupiah } from '../contract/index.ts';
import { referenceText } from './cart.ts';
import type { TokenKeys } from './keys.ts';
import type { AcceptedOffer } from './offer.ts';
import { sign, type TokenKind, verify } from './token.ts';

/** The shop allows one order, or one draft: it is paid for, or is paid at the door. */
export interface Grant {
  /** What the grant makes. `order` by default. */
  kind?: 'order' | 'draft_order' | undefined;
  /** All of it, as the service takes it; its `reference_id` is the grant's. */
  order: Omit<OrderRequest, 'reference_id'>;
  /** The shop's own number of the order, unique for ever: under it there is one order at the service. */
  reference: string;
  /** Rupiah that shipping may cost the shopper: what they have accepted. */
  price_max: Rupiah;
  /** Rupiah that the goods cost the shopper, for the shop's own rates; the declared value where not given. */
  subtotal?: Rupiah | undefined;
  /** Rupiah of COD that the price was asked with: the gateway confirms it by the same question. What is collected where not given. */
  quoted_cash_on_delivery?: Rupiah | undefined;
}

/** What of an order the accepted offer says, and nothing else can. */
type Offered =
  | `${'origin' | 'destination'}_${'area_id' | 'postal_code' | 'coordinate'}`
  | `destination_cash_on_delivery${'' | '_type'}`
  | `courier_${'company' | 'type' | 'insurance'}`
  | 'items'
  | 'reference_id'
  | 'grant';

/** Who sends and who receives, when, and the shop's notes: what the offer does not say. */
export type GrantDetails = Omit<OrderRequest, Offered | 'delivery_type'> & Partial<Pick<OrderRequest, 'delivery_type'>>;

/** An order made of an accepted offer. */
export interface OfferGrant extends Pick<Grant, 'kind' | 'reference'> {
  /** What `verifyOffer` has returned: service, price, payments, insurance, goods and both places. */
  offer: AcceptedOffer;
  /** The contacts of sender and recipient. `delivery_type` is `now` by default. */
  contacts: GrantDetails;
}

const rupiah = Item.shape.value;

const grant: TokenKind<Grant> = {
  name: 'grant',
  reader: 'gateway',
  lifetime: 10 * 60,
  claims: z.object({
    kind: z.optional(z.enum(['order', 'draft_order'], 'must be order or draft_order')),
    order: OrderRequest,
    reference: referenceText,
    price_max: rupiah,
    subtotal: z.optional(rupiah),
    quoted_cash_on_delivery: RatesRequest.shape.destination_cash_on_delivery,
  }),
};

/**
 * Signs an order, for 10 minutes: after it was paid, or accepted for cash on delivery. It refuses what the service would refuse, so
 * sign before you take the money, and hand the grant out afterwards. The page can read it: it is the shopper's own address.
 * @param claims an accepted offer with contacts, or the whole order as the shop has built it
 * @throws {TokenError} naming the field that is wrong
 */
export function signGrant(claims: OfferGrant | Grant, keys: TokenKeys, now = new Date()): Promise<string> {
  return sign(grant, 'offer' in claims ? grantOf(claims) : claims, keys, now);
}

function grantOf({ kind, offer, contacts, reference }: OfferGrant): Grant {
  const { courier, service, collectionMethod, price, payAtDoor, insurance, cashOnDelivery, cart, destination } = offer;
  const order: Grant['order'] = {
    delivery_type: 'now',
    origin_collection_method: collectionMethod,
    ...contacts,
    // The offer comes last, and it sets all of these: what a page adds to the contacts cannot contradict it.
    ...noLocators,
    ...nestedLocators({ ...cart.origin, ...destination }),
    items: cart.items,
    courier_company: courier,
    courier_type: service,
    courier_insurance: insurance?.amount,
    destination_cash_on_delivery: cashOnDelivery && payAtDoor,
    destination_cash_on_delivery_type: cashOnDelivery?.type,
  };
  return {
    ...(kind && { kind }),
    ...{ order, reference, price_max: price, subtotal: cart.subtotal },
    quoted_cash_on_delivery: cashOnDelivery?.amount,
  };
}

const noLocators = {
  origin_area_id: undefined,
  origin_postal_code: undefined,
  origin_coordinate: undefined,
  destination_area_id: undefined,
  destination_postal_code: undefined,
  destination_coordinate: undefined,
};

/** @throws {TokenError} */
export function verifyGrant(token: unknown, keys: TokenKeys, now = new Date()): Promise<Grant> {
  return verify(grant, token, keys, now);
}
