import { MedusaError } from '@medusajs/framework/utils';
import { gramsRemedy } from '../../contract/index.ts';
import {
  type AcceptedOffer,
  type Cart,
  type Destination,
  type GrantDetails,
  isTokenError,
  verifyOffer,
} from '../../tokens/index.ts';
import {
  categoryOf,
  contactsOf,
  DeliveryError,
  destinationOf,
  isDeliveryError,
  type Warehouse,
  wholeLine,
} from '../base/index.ts';
import { first, type MedusaShop, type Query } from './shop.ts';

/** An amount as Medusa's queries and workflows give it: a number, or an object that converts to one. */
export type Amount = number | { valueOf(): unknown };

interface Size {
  weight?: number | null;
  length?: number | null;
  width?: number | null;
  height?: number | null;
}

/** A line of Medusa's carts and orders. */
export interface Line {
  id?: string;
  title?: string;
  product_title?: string | null;
  variant_sku?: string | null;
  unit_price?: Amount;
  quantity?: Amount;
  /** What the line costs, discounts taken off and taxes added. */
  total?: Amount;
  requires_shipping?: boolean;
  /** As they were when the line was added. */
  product_type?: string | null;
  product_collection?: string | null;
  variant?: (Size & { product?: Product | null; inventory_items?: readonly KitPart[] | null }) | null;
  product?: Product | null;
}

/** What one piece of a variant takes from the stock. A kit has several. */
interface KitPart {
  inventory_item_id?: string;
  required_quantity?: Amount;
}

interface Product extends Pick<Size, 'weight'> {
  shipping_profile?: { id: string } | null;
  categories?: readonly { handle?: string | null }[] | null;
  tags?: readonly { value?: string | null }[] | null;
}

export interface Address {
  first_name?: string | null;
  last_name?: string | null;
  company?: string | null;
  phone?: string | null;
  address_1?: string | null;
  address_2?: string | null;
  city?: string | null;
  province?: string | null;
  country_code?: string | null;
  postal_code?: string | null;
  metadata?: Record<string, unknown> | null;
}

/** What carts and orders of Medusa have in common. */
export interface Basket {
  id?: string;
  currency_code?: string;
  items?: readonly Line[] | null;
  /** The price of the goods, discounts taken off and taxes added. */
  item_total?: Amount;
  total?: Amount;
  sales_channel_id?: string | null;
  shipping_address?: Address | null;
}

/** A cart, with what was chosen for it and whether its payment has begun. */
export interface CartNow extends Basket {
  shipping_methods?:
    | readonly {
        shipping_option_id?: string | null;
        amount?: Amount;
        data?: Record<string, unknown> | null;
      }[]
    | null;
  payment_collection?: { payment_sessions?: readonly PaymentSession[] | null } | null;
}

interface PaymentSession {
  provider_id: string;
  status: string;
}

const sizes = ['weight', 'length', 'width', 'height'].map((size) => `items.variant.${size}`);

/** What a shop calls the kind of a product, beside its type and its collection. */
const kinds = ['categories.handle', 'tags.value'];

/** What carts are queried for. */
export const cartFields: string[] = [
  'id',
  'currency_code',
  'item_total',
  'total',
  'sales_channel_id',
  'items.*',
  'items.total',
  ...sizes,
  'items.product.weight',
  'items.variant.product.shipping_profile.id',
  ...kinds.map((kind) => `items.product.${kind}`),
  'shipping_address.*',
  'shipping_methods.*',
  'payment_collection.payment_sessions.*',
];

export const cartWith = (query: Query, id: string): Promise<CartNow> => first<CartNow>(query, 'cart', cartFields, id);

const endedSession: readonly string[] = ['canceled', 'error'];

/** The payments of a cart that have begun. What the shopper has accepted then counts until they end. */
export const begunPayments = ({ payment_collection }: Pick<CartNow, 'payment_collection'>): PaymentSession[] =>
  (payment_collection?.payment_sessions ?? []).filter(({ status }) => !endedSession.includes(status));

/** What orders are queried for. */
export const basketFields: string[] = [
  'id',
  'currency_code',
  'item_total',
  'total',
  'items.*',
  'items.total',
  'items.detail.*',
  ...sizes,
  'items.variant.inventory_items.inventory_item_id',
  'items.variant.inventory_items.required_quantity',
  'items.variant.product.weight',
  'items.variant.product.shipping_profile.id',
  ...kinds.map((kind) => `items.variant.product.${kind}`),
  'shipping_address.*',
];

export const invalid = (sentence: string): MedusaError => new MedusaError(MedusaError.Types.INVALID_DATA, sentence);

/** Gives errors of the base the type that Medusa answers with 400. */
export function asMedusaError(problem: unknown): never {
  throw isDeliveryError(problem) || isTokenError(problem) ? invalid(problem.message) : problem;
}

export const rupiah = (amount: Amount | undefined): number => Math.round(Number(amount ?? 0));

/**
 * Whether a line goes into a parcel. An edit of an order marks goods without an inventory as if they needed no shipping: their shipping profile
 * says that they do, as in the cart.
 */
const isShipped = ({ requires_shipping, variant }: Line): boolean =>
  requires_shipping !== false || Boolean(variant?.product?.shipping_profile?.id);

/** Medusa lists a line twice after two changes of an order at once. */
const linesOnce = ({ items }: Pick<Basket, 'items'>): Line[] =>
  (items ?? []).filter(
    ({ id, quantity }, index, lines) => Number(quantity) > 0 && lines.findIndex((line) => line.id === id) === index,
  );

export const shippedLines = (basket: Pick<Basket, 'items'>): Line[] => linesOnce(basket).filter(isShipped);

/** Lines that Medusa has marked wrongly as if they needed no shipping. */
export const mismarkedLines = (basket: Pick<Basket, 'items'>): Line[] =>
  shippedLines(basket).filter(({ requires_shipping }) => requires_shipping === false);

/** Goods that leave from one place. */
export interface Goods {
  lines: readonly Line[];
  warehouse: Warehouse;
}

/**
 * The goods as the gateway takes them.
 * @throws {DeliveryError} with a sentence that says what is missing
 */
export function cartOf({ options }: Pick<MedusaShop, 'options'>, basket: Basket, { lines, warehouse }: Goods): Cart {
  if (!lines.length) throw new DeliveryError('goods', 'There is nothing to deliver.');
  if (basket.currency_code && basket.currency_code.toLowerCase() !== 'idr')
    throw new DeliveryError('goods', 'Deliveries are priced in IDR only.');
  const items = lines.map((line) => itemOf(line, options));
  const isAll = lines.length === shippedLines(basket).length;
  const totals = lines.map(({ total }, index) => Number(total ?? worthOf(items[index])));
  return {
    items,
    origin: warehouse.origin,
    subtotal: rupiah((isAll ? basket.item_total : undefined) ?? totals.reduce((sum, total) => sum + total, 0)),
    session: basket.id ?? '',
    cash_on_delivery_type: options.cashOnDeliveryPayout,
  };
}

const worthOf = (item: Cart['items'][number] | undefined): number => (item ? item.value * item.quantity : 0);

/** Handles of categories, the collection, the type and the tags of a line's product. */
function wordsOf({ product_type, product_collection, product, variant }: Line): (string | null | undefined)[] {
  const products = [product, variant?.product];
  return [
    ...products.flatMap((one) => (one?.categories ?? []).map(({ handle }) => handle)),
    ...[product_collection, product_type],
    ...products.flatMap((one) => (one?.tags ?? []).map(({ value }) => value)),
  ];
}

function itemOf(line: Line, options: MedusaShop['options']): Cart['items'][number] {
  const { variant, product } = line;
  const name = line.product_title || line.title || 'Goods';
  // Medusa keeps 0 for a weight that nobody has set. Some columns are texts.
  const weights = [variant?.weight, product?.weight, variant?.product?.weight, options.defaultWeight];
  const weight = Number(weights.find((grams) => grams && Number(grams) !== 0));
  if (!(weight > 0))
    throw new DeliveryError(
      'goods',
      `${name} has no weight in grams: set it, or set defaultWeight for ship-elements/medusa.`,
    );
  const kilograms = gramsRemedy(weight);
  if (kilograms) throw new DeliveryError('goods', `The weight of ${name} ${kilograms}.`);
  const pieces = Number(line.quantity);
  return {
    name,
    sku: line.variant_sku ?? undefined,
    category: categoryOf(wordsOf(line), options),
    ...wholeLine({ paid: Number(line.unit_price ?? 0) * pieces, pieces, left: pieces, weight }),
    length: variant?.length ?? undefined,
    width: variant?.width ?? undefined,
    height: variant?.height ?? undefined,
  };
}

/** The key of the area id in the `metadata` of a shipping address. It counts while the postal code is the one of the area. */
const areaKey = 'shipping_area';

/** Where it goes, in the fields that the page asks prices for. @throws {DeliveryError} */
export const placeOf = ({ shipping_address }: Basket): Destination =>
  destinationOf({
    country: shipping_address?.country_code,
    postalCode: shipping_address?.postal_code,
    area: shipping_address?.metadata?.[areaKey],
  });

/** Who sends it, and who receives it. */
export function peopleOf({ sender }: Warehouse, { shipping_address }: Basket): GrantDetails {
  const { first_name, last_name, company, phone, address_1, address_2, city, province, postal_code } =
    shipping_address ?? {};
  return contactsOf(sender, {
    name: [first_name, last_name],
    phone,
    company,
    address: [address_1, address_2, city, province, postal_code],
  });
}

/** What the storefront gives as `data` when it adds the shipping option to the cart. */
export interface Choice {
  /** `jne/reg`. */
  service: string;
  offer: string;
  insurance: boolean;
  cash_on_delivery: boolean;
}

/** The `data` of the shipping method, in the cart and in the order. */
export interface StoredChoice extends Choice {
  /** What the offer says, and for which goods and which place. Only the plugin writes this. */
  accepted: AcceptedOffer;
}

export function readChoice(data: Record<string, unknown> | null | undefined): Choice | undefined {
  const { service, offer, insurance, cash_on_delivery } = data ?? {};
  if (typeof service !== 'string' || typeof offer !== 'string') return undefined;
  return { service, offer, insurance: insurance === true, cash_on_delivery: cash_on_delivery === true };
}

export const readAccepted = (data: Record<string, unknown> | null | undefined): AcceptedOffer | undefined =>
  (data as Partial<StoredChoice> | null | undefined)?.accepted;

/** The price that the shopper has accepted before the payment began. Undefined if none has begun, or for another choice. */
export function keptPrice(cart: CartNow, { offer }: Choice): number | undefined {
  const kept = cart.shipping_methods?.find(({ data }) => readChoice(data)?.offer === offer);
  return begunPayments(cart).length ? readAccepted(kept?.data)?.price : undefined;
}

/**
 * The choice, checked against the cart as it is now.
 * @param goods the goods that it may be for, for example those of each shipping profile
 * @throws {MedusaError} with a sentence for the storefront
 */
export async function storedChoice(
  shop: MedusaShop,
  data: Record<string, unknown> | undefined,
  basket: Basket,
  goods: readonly Goods[],
): Promise<StoredChoice> {
  const choice = readChoice(data);
  if (!choice) throw invalid('Choose a delivery first: data must have service and offer.');
  if (choice.cash_on_delivery && !shop.options.cashOnDeliveryProviders?.length)
    throw invalid('This shop has no cash on delivery: cashOnDeliveryProviders is not set.');
  const [last, ...others] = [...goods].reverse();
  for (const each of others.reverse()) {
    const accepted = await verified(shop, choice, basket, each).catch(() => undefined);
    if (accepted) return { ...choice, accepted };
  }
  return { ...choice, accepted: await verified(shop, choice, basket, last ?? { lines: [], warehouse: shop.options }) };
}

/**
 * What the offer of a choice says, if it is for these goods, goes to the address of the cart, and is valid now.
 * @throws {MedusaError} with a sentence for the storefront
 */
export async function verified(
  shop: MedusaShop,
  { service, offer, insurance, cash_on_delivery: cashOnDelivery }: Choice,
  basket: Basket,
  goods: Goods,
): Promise<AcceptedOffer> {
  try {
    const offered = {
      cart: cartOf(shop, basket, goods),
      destination: placeOf(basket),
      service,
      insurance,
      cashOnDelivery,
    };
    return await verifyOffer(offer, offered, shop.keys);
  } catch (problem) {
    if (!isTokenError(problem)) return asMedusaError(problem);
    const isOver = ['expired', 'other-cart', 'other-destination'].includes(problem.code);
    throw invalid(
      isOver ? 'The cart has changed since the delivery was chosen: choose the delivery again.' : problem.message,
    );
  }
}
