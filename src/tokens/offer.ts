import * as z from 'zod/mini';
import { type CashOnDeliveryType, cashOnDeliveryLimit, Item, RatesRequest, type Rupiah } from '../contract/index.ts';
import { type CollectionMethod, type Payments, paymentsOf, priceWith } from '../quote/index.ts';
import { type Cart, insuredAmount } from './cart.ts';
import { cartFingerprint, type Destination, destinationFingerprint } from './fingerprints.ts';
import type { TokenKeys } from './keys.ts';
import { sign, type TokenKind, verify } from './token.ts';
import { TokenError } from './token-error.ts';

/** The fee of a part of a price, and the amount that it is for, both in rupiah. */
interface Extra {
  fee: Rupiah;
  amount: Rupiah;
}

/** The amount in rupiah that the COD fee is for, and when the shop gets the money. */
interface Collected {
  amount: Rupiah;
  type: CashOnDeliveryType;
}

/** The parts of a shopper's price. The price of each combination of the switches is their sum. */
export interface OfferParts {
  /** Rupiah for the carriage, including the shop's own discounts and surcharges. */
  shipping: Rupiah;
  /** Undefined if it was not asked for. `always`: this courier insures every parcel. Fee 0 and amount 0: it cannot insure. */
  insurance?: (Extra & { always?: boolean | undefined }) | undefined;
  /** Undefined if it was not asked for. Null if the service does not collect here. */
  cash_on_delivery?: (Extra & { type: CashOnDeliveryType }) | null | undefined;
}

/** One signed row of a quote. The shop may trust it when it comes back with the form. */
export interface Offer {
  /** Fingerprint of the cart. */
  cart: string;
  /** Fingerprint of the destination. */
  destination: string;
  courier: string;
  service: string;
  /** Price in rupiah for the asked switches. */
  price: Rupiah;
  /** The switches that the price is for. */
  asked: { insured: boolean; cash_on_delivery: boolean };
  /** Undefined if the service's numbers do not add up. The price stands for `asked` and `amounts` alone then. */
  parts?: OfferParts | undefined;
  /** How the courier gets the parcel. Undefined if the rate names no method (contract/README.md §3.9). */
  collection_method?: CollectionMethod | undefined;
  /** If there are no parts: the asked amounts to insure and to collect. */
  amounts?: { insurance?: Rupiah | undefined; cash_on_delivery?: Collected | undefined } | undefined;
  /** The price is the shop's own fallback. The service was not asked. */
  estimate?: boolean | undefined;
}

const rupiah = Item.shape.value;
const type = z.catch(z.enum(['7_days', '5_days', '3_days']), '7_days');

const offer: TokenKind<Offer> = {
  name: 'offer',
  reader: 'shop',
  lifetime: 20 * 60,
  claims: z.object({
    cart: z.string(),
    destination: z.string(),
    courier: z.string(),
    service: z.string(),
    price: rupiah,
    asked: z.object({ insured: z.boolean(), cash_on_delivery: z.boolean() }),
    parts: z.optional(
      z.object({
        shipping: rupiah,
        insurance: z.optional(z.object({ fee: rupiah, amount: rupiah, always: z.optional(z.boolean()) })),
        cash_on_delivery: z.optional(z.nullable(z.object({ fee: rupiah, amount: rupiah, type }))),
      }),
    ),
    collection_method: z.optional(z.enum(['pickup', 'drop_off'])),
    amounts: z.optional(
      z.object({
        insurance: z.optional(rupiah),
        cash_on_delivery: z.optional(z.object({ amount: rupiah, type })),
      }),
    ),
    estimate: z.optional(z.boolean()),
  }),
};

const fields = RatesRequest.shape;
const Goods = z.object({
  items: fields.items,
  origin: z.object({
    origin_area_id: fields.origin_area_id,
    origin_postal_code: fields.origin_postal_code,
    origin_latitude: fields.origin_latitude,
    origin_longitude: fields.origin_longitude,
  }),
  subtotal: rupiah,
});
const Place = z.object({
  destination_area_id: fields.destination_area_id,
  destination_postal_code: fields.destination_postal_code,
  destination_latitude: fields.destination_latitude,
  destination_longitude: fields.destination_longitude,
});

export function signOffer(claims: Offer, keys: TokenKeys, now = new Date()): Promise<string> {
  return sign(offer, claims, keys, now);
}

/** The fields of the form, and the cart of the shop's server. */
export interface OfferedFor {
  /** The cart as the shop's server would sign it now. */
  cart: Omit<Cart, 'session' | 'reference' | 'cash_on_delivery_type'>;
  /** The form's destination, in the same fields as the page's question for prices. */
  destination: Destination;
  /** The submitted choice, such as `jne/reg`. */
  service: string;
  /** Whether the form has `<name>-insured`. */
  insured?: boolean;
  /** Whether the form has `<name>-cash-on-delivery`. */
  cashOnDelivery?: boolean;
}

/** A verified offer: the payments, and the parts of the delivery's price. */
export interface AcceptedOffer extends Payments {
  courier: string;
  service: string;
  /** `origin_collection_method` of the order. */
  collectionMethod: CollectionMethod | undefined;
  /** Price of the delivery in rupiah, including all fees. */
  price: Rupiah;
  /** The insured amount and its fee, in rupiah. Undefined if nothing is insured. No fee if the service's numbers do not add up. */
  insurance: PartialExtra | undefined;
  /** The quoted amount, which is the price of the goods, and its fee, in rupiah. Undefined without COD. No fee as above. */
  cashOnDelivery: (PartialExtra & { type: CashOnDeliveryType }) | undefined;
  /** The price is the shop's own fallback, because the service was not asked. Do not charge it. */
  estimate: boolean;
  /** The verified cart and destination. `signGrant` builds the order from them. */
  cart: OfferedFor['cart'];
  destination: Destination;
}

type PartialExtra = Pick<Extra, 'amount'> & { fee: Rupiah | undefined };

/**
 * Returns the price of the form's choice, with its switches, for this cart and this destination.
 * @throws {TokenError} `missing` `too-large` `forged` `expired` `other-cart` `other-destination` `other-service` `not-quoted`
 * `cod-unavailable`: ask the shopper to choose again. `keys` if the keys are invalid
 */
export async function verifyOffer(
  token: unknown,
  { service, insured = false, cashOnDelivery = false, ...given }: OfferedFor,
  keys: TokenKeys,
  now = new Date(),
): Promise<AcceptedOffer> {
  const claims = await verify(offer, token, keys, now);
  // `signCart` and the gateway read them like this: numbers may be texts, and empty fields count as absent.
  const [goods, destination] = [Goods.safeParse(given.cart).data, Place.safeParse(given.destination).data];
  const cart = goods && { ...given.cart, ...goods };
  if (!cart || claims.cart !== (await cartFingerprint(cart)))
    throw new TokenError('other-cart', 'The offer is for other goods: have the shopper choose again.');
  if (!destination || claims.destination !== (await destinationFingerprint(destination)))
    throw new TokenError('other-destination', 'The offer is for another place: have the shopper choose again.');
  if (`${claims.courier}/${claims.service}` !== service)
    throw new TokenError('other-service', 'The offer is for another service than the form names.');
  const { courier } = claims;
  const prices = priced(claims, insured, cashOnDelivery);
  const { price, insurance, cashOnDelivery: collected } = prices;
  const amounts =
    (!insurance || claims.parts?.insurance?.always || insurance.amount === insuredAmount(cart)) &&
    (!collected || collected.amount === cart.subtotal);
  if (!amounts) throw new TokenError('other-cart', 'The offer is for other amounts: have the shopper choose again.');
  const { subtotal, cash_on_delivery_collects: collects } = cart;
  const payments = paymentsOf({ goods: subtotal, price, cashOnDelivery: collected !== undefined, collects });
  if (payments.payAtDoor > cashOnDeliveryLimit)
    throw new TokenError('cod-unavailable', 'No courier collects so much: have the shopper pay now.');
  const what = { courier, service: claims.service, collectionMethod: claims.collection_method };
  return { ...what, ...prices, ...payments, cart, destination };
}

function priced(
  { price, asked, parts, amounts, estimate = false }: Offer,
  insured: boolean,
  cashOnDelivery: boolean,
): Pick<AcceptedOffer, 'price' | 'insurance' | 'cashOnDelivery' | 'estimate'> {
  const notQuoted = (what: string) =>
    new TokenError('not-quoted', `The offer has no price ${what}: have the page ask for it.`);
  if (!parts) {
    if (insured !== asked.insured || cashOnDelivery !== asked.cash_on_delivery) throw notQuoted('for these switches');
    const { insurance: amount, cash_on_delivery: collected } = amounts ?? {};
    if ((insured && amount === undefined) || (cashOnDelivery && !collected)) throw notQuoted('for these amounts');
    return {
      price,
      insurance: amount === undefined ? undefined : { amount, fee: undefined },
      cashOnDelivery: collected && { ...collected, fee: undefined },
      estimate,
    };
  }
  const { shipping, insurance, cash_on_delivery: collected } = parts;
  if (cashOnDelivery && collected === null)
    throw new TokenError('cod-unavailable', 'This service does not collect cash here: have the shopper choose again.');
  const fees = { insured: insurance, cashOnDelivery: collected };
  const sum = priceWith({ shipping, fees }, { insured, cashOnDelivery });
  if (sum === undefined) throw notQuoted(insured && !insurance ? 'with insurance' : 'with cash on delivery');
  return {
    price: sum,
    insurance:
      (insured || insurance?.always) && insurance?.amount
        ? { fee: insurance.fee, amount: insurance.amount }
        : undefined,
    cashOnDelivery: cashOnDelivery && collected ? collected : undefined,
    estimate,
  };
}
