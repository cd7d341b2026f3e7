import * as z from 'zod/mini';
import {
  fractionIn,
  Item,
  type Locators,
  located,
  OrderRequest,
  RatesRequest,
  type Rupiah,
} from '../contract/index.ts';
import {
  type CartExtras,
  type CompleteExtras,
  cartExtrasShape,
  cartSettings,
  completeExtras,
  declaredValue,
  type ExtraSettings,
  type Switches,
} from '../extras/index.ts';
import { readClaims, sign, type TokenKeys, type TokenKind, verify } from './token.ts';

/** The origin, by one or several locators (contract/README.md §3.6). */
export type Origin = Pick<Locators, `origin_${'area_id' | 'postal_code' | 'latitude' | 'longitude'}`>;

/** The claims of a cart. They are not secret: the page can read them. */
export interface Cart extends CartExtras {
  items: Item[];
  origin: Origin;
  /** Price of the goods in rupiah, after vouchers. Free shipping is decided by it. */
  subtotal: Rupiah;
  /**
   * One visit of one shopper, the same in all its carts. Rate limits count by it. At most 128 letters, digits and `._-`. No name and
   * no address of a person.
   */
  session: string;
  /** How the courier gets the parcel of a draft of this cart. The page's value by default. */
  origin_collection_method?: OrderRequest['origin_collection_method'];
  /** The `reference_id` of a draft of this cart. By default the page's own, bound to the session. */
  reference?: string | undefined;
}

const fields = RatesRequest.shape;

/** Rupiah of a claim. */
export const rupiah = Item.shape.value;

/** The fields of an origin. */
export const originShape = {
  origin_area_id: fields.origin_area_id,
  origin_postal_code: fields.origin_postal_code,
  origin_latitude: fields.origin_latitude,
  origin_longitude: fields.origin_longitude,
};

/** The characters of a reference, here and upstream. */
export const referenceText = z
  .string('must be a text of 1 to 128 characters')
  .check(z.regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 letters, digits and signs without spaces'));

/** Lines of a cart. An order of more is refused before it is priced, because its grant would be too large to be sent. */
export const mostLines = 100;

/** Bytes of all lines as JSON. A hundred names of sixty characters fit, in any script. */
const mostText = 48 * 1024;

const lines = fields.items.check(
  z.check(({ value, issues }) => {
    const report = (message: string) => issues.push({ code: 'custom', input: value.length, message });
    if (value.length > mostLines)
      report(`has ${value.length} lines, and at most ${mostLines} can be sent together: ask for two deliveries`);
    else if (new TextEncoder().encode(JSON.stringify(value)).length > mostText)
      report(`has ${value.length} lines, and their text is too long: give shorter names`);
  }),
);

const warned = new Set<string>();

/**
 * Says once of each item that its weight is rounded up: it may be kilograms, and no sale is blocked for it. What a shop has signed is of its
 * own catalogue, so its name may stand in the log of shop and gateway.
 */
export function warnOfFractions(items: unknown): void {
  const { index = 0, sentence } = fractionIn(items) ?? {};
  const { name = 'an item' } = Object(Object(items)[index]);
  const line = `ship-elements: items.${index}.weight of ${name}: ${sentence}`;
  if (!sentence || warned.has(line) || warned.size >= 1_000) return;
  warned.add(line);
  // biome-ignore lint/suspicious/noConsole: a token has no log of its own.
  console.warn(line);
}

const cart: TokenKind<Cart> = {
  name: 'cart',
  reader: 'gateway',
  // A page that was left open over lunch still sells: what has changed since is asked before an order.
  lifetime: 24 * 60 * 60,
  warn: ({ items }) => warnOfFractions(items),
  claims: z.object({
    items: lines,
    origin: z
      .object(originShape, 'must say where it ships from')
      .check(
        z.refine(
          (origin) => located(origin, 'origin'),
          'must have origin_postal_code, origin_area_id or both coordinates',
        ),
      ),
    subtotal: rupiah,
    session: z
      .string('must be a text that names the visit')
      .check(z.regex(/^[\w.-]{1,128}$/, 'must be 1 to 128 letters, digits, dots, dashes and underscores')),
    ...cartExtrasShape,
    origin_collection_method: OrderRequest.shape.origin_collection_method,
    reference: z.optional(referenceText),
  }),
};

/**
 * Signs a cart for 24 hours. The gateway asks prices for this cart, not for the page's own fields.
 * @throws {TokenError} naming the field that is wrong
 */
export function signCart(claims: Cart, keys: TokenKeys, now = new Date()): Promise<string> {
  return sign(cart, claims, keys, now);
}

/**
 * Checks the claims of an unsigned cart, and returns them as `verifyCart` would.
 * @throws {TokenError} naming the field that is wrong
 */
export const readCart = (claims: Cart): Cart => readClaims(cart, claims, 'claims');

/** @throws {TokenError} */
export function verifyCart(token: unknown, keys: TokenKeys, now = new Date()): Promise<Cart> {
  return verify(cart, token, keys, now);
}

/**
 * The extras of a cart, as they are asked for with these switches.
 * @param settings in place of the cart's own
 */
export const cartExtras = (
  cart: Pick<Cart, 'items' | 'subtotal'> & CartExtras,
  switched: Switches,
  settings: ExtraSettings = {},
): CompleteExtras => completeExtras({ ...switched, ...cartSettings(cart), ...settings }, declaredValue(cart.items));
