import { decodeJwt } from 'jose';
import * as z from 'zod/mini';
import {
  blockingExtras,
  type CashOnDeliveryPayout,
  cashOnDeliveryLimit,
  type ExtraName,
  extraNames,
  extraTable,
  type PerExtra,
  PromisedArrival,
  perExtra,
  RatesRequest,
  type Rupiah,
} from '../contract/index.ts';
import { type AskedExtra, extraFields, extraRules, type Payments, paymentsOf, type Switches } from '../extras/index.ts';
import { type CollectionMethod, priceWith, promiseAt } from '../quote/index.ts';
import { type Cart, cartExtras, originShape, rupiah } from './cart.ts';
import { cartFingerprint, type Destination, destinationFingerprint } from './fingerprints.ts';
import { sign, TokenError, type TokenKeys, type TokenKind, verify } from './token.ts';

/** An extra of an offer: its fee and its amount in rupiah. */
interface OfferedExtra extends AskedExtra {
  fee: Rupiah;
  /** This courier adds it to every parcel. */
  always?: boolean | undefined;
}

type Claims<Claim extends 'claim' | 'askedClaim', Value> = {
  [Name in ExtraName as (typeof extraTable)[Name][Claim]]: Value;
};

/** Claims about the extras, under their names in an offer. */
export const extraClaims = <Claim extends 'claim' | 'askedClaim', Value>(
  claim: Claim,
  make: (name: ExtraName) => Value,
): Claims<Claim, Value> =>
  Object.fromEntries(extraNames.map((name) => [extraTable[name][claim], make(name)])) as Claims<Claim, Value>;

/**
 * The parts of a shopper's price. The price of each combination of the switches is their sum. An extra is undefined if it was not asked
 * for. Without insurance its fee and its amount are 0. COD is null if the service does not collect here.
 */
export interface OfferParts extends Partial<Claims<'claim', OfferedExtra | null | undefined>> {
  /** Rupiah for the carriage, including the shop's own discounts and surcharges. */
  shipping: Rupiah;
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
  asked: Claims<'askedClaim', boolean>;
  /** Undefined if the service's numbers do not add up. The price stands for `asked` and `amounts` alone then. */
  parts?: OfferParts | undefined;
  /** How the courier gets the parcel. Undefined if the rate names no method (contract/README.md §3.9). */
  collection_method?: CollectionMethod | undefined;
  /** If there are no parts: the asked amounts. The amount to insure is a number. */
  amounts?: Partial<Claims<'claim', Rupiah | AskedExtra | undefined>> | undefined;
  /** If there are no parts: the claims of extras that the row always or never has. Their switches do not change its price. */
  fixed?: string[] | undefined;
  /** The price is the shop's own fallback. The service was not asked. */
  estimate?: boolean | undefined;
  /** When the parcel is promised. Each promise holds until its `until`. */
  arrivals?: PromisedArrival[] | undefined;
}

const type = z.optional(z.catch(z.string().check(z.regex(/^\w{1,40}$/)), '7_days'));
const part = z.object({ fee: rupiah, amount: rupiah, always: z.optional(z.boolean()), type });
const amount = z.union([rupiah, z.object({ amount: rupiah, type })]);

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
    asked: z.object(extraClaims('askedClaim', () => z.boolean())),
    parts: z.optional(z.object({ shipping: rupiah, ...extraClaims('claim', () => z.optional(z.nullable(part))) })),
    collection_method: z.optional(z.enum(['pickup', 'drop_off'])),
    amounts: z.optional(z.object(extraClaims('claim', () => z.optional(amount)))),
    fixed: z.optional(z.array(z.string())),
    estimate: z.optional(z.boolean()),
    // A promise that cannot be read costs no price.
    arrivals: z.optional(z.catch(z.array(PromisedArrival), [])),
  }),
};

const fields = RatesRequest.shape;
const Goods = z.object({
  items: fields.items,
  origin: z.object(originShape),
  subtotal: rupiah,
  insurance_amount: fields.courier_insurance,
});
const Place = z.object({
  destination_area_id: fields.destination_area_id,
  destination_postal_code: fields.destination_postal_code,
  destination_latitude: fields.destination_latitude,
  destination_longitude: fields.destination_longitude,
});

/** Signs what the gateway has quoted. */
export function signOffer(claims: Offer, keys: TokenKeys, now = new Date()): Promise<string> {
  return sign(offer, claims, keys, now);
}

/**
 * The fields of the form, and the cart of the shop's server. `insurance` says whether the form has `<name>-insurance`, and
 * `cashOnDelivery` whether it has `<name>-cash-on-delivery`.
 */
export interface OfferedFor extends Partial<Switches> {
  /** The cart as the shop's server would sign it now. */
  cart: Omit<Cart, 'session' | 'reference' | 'cash_on_delivery_type'>;
  /** The form's destination, in the same fields as the page's question for prices. */
  destination: Destination;
  /**
   * The submitted choice, such as `jne/reg`, or empty. That of the offer where the form has no such field: a page without scripts submits
   * the offer alone.
   */
  service?: string | null | undefined;
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
  cashOnDelivery: (PartialExtra & { type: CashOnDeliveryPayout }) | undefined;
  /** The extras that the order has, those that the courier always adds included. */
  switches: Switches;
  /** The price is the shop's own fallback, because the service was not asked. Do not charge it. */
  estimate: boolean;
  /** When the parcel is promised to arrive, if it is ordered now. Undefined if the gateway has no calendar of the shop. */
  arrival: PromisedArrival | undefined;
  /** The verified cart and destination. `signGrant` builds the order from them. */
  cart: OfferedFor['cart'];
  destination: Destination;
}

type PartialExtra = Pick<OfferedExtra, 'amount'> & { fee: Rupiah | undefined };

/** The service that an offer names, such as `jne/reg`, before it is verified. Empty if it cannot be read. */
export function serviceOfOffer(token: unknown): string {
  try {
    const { courier, service } = decodeJwt<Partial<Offer>>(String(token));
    return courier && service ? `${courier}/${service}` : '';
  } catch {
    return '';
  }
}

/**
 * Returns the price of the form's choice, with its switches, for this cart and this destination.
 * @throws {TokenError} `missing` `too-large` `forged` `expired` `other-cart` `other-destination` `other-service` `not-quoted`
 * `cod-unavailable`: ask the shopper to choose again. `keys` if the keys are invalid
 * @throws {TypeError} if a switch is given by the name of its claim or its field, such as `insured`: the order would be without it
 */
export async function verifyOffer(
  token: unknown,
  { service, ...given }: OfferedFor,
  keys: TokenKeys,
  now = new Date(),
): Promise<AcceptedOffer> {
  for (const name of extraNames) {
    const misnamed = [extraTable[name].askedClaim, extraTable[name].word].find(
      (other) => other !== name && other in given,
    );
    if (misnamed) throw new TypeError(`verifyOffer has no ${misnamed}: give ${name}, true if the form has its field.`);
  }
  const claims = await verify(offer, token, keys, now);
  // `signCart` and the gateway read them like this: numbers may be texts, and empty fields count as absent.
  const [goods, destination] = [Goods.safeParse(given.cart).data, Place.safeParse(given.destination).data];
  const cart = goods && { ...given.cart, ...goods };
  if (!cart || claims.cart !== (await cartFingerprint(cart)))
    throw new TokenError('other-cart', 'The offer is for other goods: have the shopper choose again.');
  if (!destination || claims.destination !== (await destinationFingerprint(destination)))
    throw new TokenError('other-destination', 'The offer is for another place: have the shopper choose again.');
  if (typeof service === 'string' && `${claims.courier}/${claims.service}` !== service)
    throw new TokenError('other-service', 'The offer is for another service than the form names.');
  const switched = perExtra((name) => Boolean(given[name]));
  const { extras, ...prices } = priced(claims, switched);
  const allOn = perExtra(() => true);
  const inCart = { ...extraFields(cartExtras(cart, allOn)), items: cart.items };
  const isOfCart = (name: ExtraName) => {
    const extra = extras[name];
    return !extra || extra.always || extra.amount === extraRules[name].asked(inCart).amount;
  };
  if (!extraNames.every(isOfCart))
    throw new TokenError('other-cart', 'The offer is for other amounts: have the shopper choose again.');
  const { subtotal, cash_on_delivery_collects: collects } = cart;
  const payments = paymentsOf({
    goods: subtotal,
    price: prices.price,
    collects,
    cashOnDelivery: extras.cashOnDelivery !== undefined,
  });
  if (payments.payAtDoor > cashOnDeliveryLimit)
    throw new TokenError('cod-unavailable', 'No courier collects so much: have the shopper pay now.');
  const { insurance, cashOnDelivery: collected } = extras;
  return {
    courier: claims.courier,
    service: claims.service,
    collectionMethod: claims.collection_method,
    ...prices,
    ...payments,
    arrival: promiseAt(claims.arrivals, now.getTime()),
    cart,
    destination,
    switches: perExtra((name) => extras[name] !== undefined),
    insurance: insurance && { amount: insurance.amount, fee: insurance.fee },
    cashOnDelivery: collected && { amount: collected.amount, fee: collected.fee, type: collected.type ?? '7_days' },
  };
}

/** An extra as it was asked. No fee if the service's numbers do not add up. */
type Priced = AskedExtra & { fee: Rupiah | undefined; always?: boolean | undefined };

function priced(
  { price, asked, parts, amounts, fixed = [], estimate = false }: Offer,
  switched: Switches,
): { price: Rupiah; estimate: boolean; extras: PerExtra<Priced | undefined> } {
  const notQuoted = (what: string) =>
    new TokenError('not-quoted', `The offer has no price ${what}: have the page ask for it.`);
  const notCollected = () =>
    new TokenError('cod-unavailable', 'This service does not collect cash here: have the shopper choose again.');
  if (!parts) {
    const extras = perExtra((name): Priced | undefined => {
      const { claim, askedClaim, blocks } = extraTable[name];
      const given = amounts?.[claim];
      const always = fixed.includes(claim);
      if (always && blocks && switched[name] && !asked[askedClaim]) throw notCollected();
      if (!always && switched[name] !== asked[askedClaim]) throw notQuoted('for these switches');
      if (given === undefined && switched[name] && !always) throw notQuoted('for these amounts');
      return given === undefined
        ? undefined
        : { ...(typeof given === 'number' ? { amount: given } : given), fee: undefined, always };
    });
    return { price, estimate, extras };
  }
  const fees = perExtra((name) => parts[extraTable[name].claim]);
  if (blockingExtras.some((name) => switched[name] && fees[name] === null)) throw notCollected();
  const sum = priceWith({ shipping: parts.shipping, fees }, switched);
  const missing = extraNames.find((name) => switched[name] && fees[name] === undefined);
  if (sum === undefined) throw notQuoted(`with ${extraTable[missing ?? 'insurance'].word.replaceAll('-', ' ')}`);
  const isIncluded = (name: ExtraName) =>
    (switched[name] || fees[name]?.always) && (fees[name]?.amount || extraTable[name].blocks);
  return {
    price: sum,
    estimate,
    extras: perExtra((name) => (isIncluded(name) ? (fees[name] ?? undefined) : undefined)),
  };
}
