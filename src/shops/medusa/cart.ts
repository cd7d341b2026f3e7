import { MedusaError } from '@medusajs/framework/utils';
import type { Cart, Destination, GrantDetails } from '../../tokens/index.ts';
import type { Shop } from './shop.ts';

/** An amount as Medusa's queries and workflows give it: a number, or an object that converts to one. */
type Amount = number | { valueOf(): unknown };

interface Size {
  weight?: number | null;
  length?: number | null;
  width?: number | null;
  height?: number | null;
}

/** A line of Medusa's carts and orders. */
interface Line {
  id?: string;
  title?: string;
  product_title?: string | null;
  variant_sku?: string | null;
  unit_price?: Amount;
  quantity?: Amount;
  requires_shipping?: boolean;
  variant?: Size | null;
  product?: Pick<Size, 'weight'> | null;
}

interface Address {
  first_name?: string | null;
  last_name?: string | null;
  company?: string | null;
  phone?: string | null;
  address_1?: string | null;
  address_2?: string | null;
  city?: string | null;
  province?: string | null;
  postal_code?: string | null;
}

/** What carts and orders of Medusa have in common. */
export interface Basket {
  id?: string;
  currency_code?: string;
  items?: readonly Line[] | null;
  /** The price of the goods, discounts taken off and taxes added. Not all of Medusa's queries have it. */
  item_total?: Amount;
  shipping_address?: Address | null;
}

/** What the cart of the storefront is queried for. The query for prices has the same fields. */
export const basketFields: string[] = [
  ...['id', 'currency_code', 'item_total', 'items.*', 'items.product.weight', 'shipping_address.*'],
  ...['items.variant.weight', 'items.variant.length', 'items.variant.width', 'items.variant.height'],
];

export const invalid = (sentence: string): MedusaError => new MedusaError(MedusaError.Types.INVALID_DATA, sentence);

export const shippedLines = ({ items }: Basket): Line[] =>
  (items ?? []).filter(({ requires_shipping, quantity }) => requires_shipping !== false && Number(quantity) > 0);

/**
 * The goods as the gateway takes them.
 * @throws {MedusaError} with a sentence that says what is missing
 */
export function cartOf({ options }: Shop, basket: Basket): Cart {
  const lines = shippedLines(basket);
  if (!lines.length) throw invalid('The cart has nothing to deliver.');
  if (basket.currency_code && basket.currency_code.toLowerCase() !== 'idr')
    throw invalid('Deliveries are priced in IDR only.');
  const items = lines.map((line) => itemOf(line, options.defaultWeight));
  return {
    items,
    origin: options.origin,
    subtotal: Math.round(
      Number(basket.item_total ?? items.reduce((sum, { value, quantity }) => sum + value * quantity, 0)),
    ),
    session: basket.id ?? '',
    cash_on_delivery_type: options.cashOnDeliveryType,
  };
}

function itemOf(line: Line, defaultWeight: number | undefined): Cart['items'][number] {
  const weight = line.variant?.weight ?? line.product?.weight ?? defaultWeight;
  if (!weight)
    throw invalid(`${nameOf(line)} has no weight: set it in grams, or set defaultWeight for ship-elements/medusa.`);
  const { length, width, height } = line.variant ?? {};
  return {
    ...goodsOf(line),
    weight,
    length: length ?? undefined,
    width: width ?? undefined,
    height: height ?? undefined,
  };
}

const nameOf = ({ product_title, title }: Line): string => product_title || title || 'Goods';

/** What of a line an order has, too. */
const goodsOf = (line: Line): Pick<Cart['items'][number], 'name' | 'sku' | 'value' | 'quantity'> => ({
  name: nameOf(line),
  sku: line.variant_sku ?? undefined,
  value: Math.round(Number(line.unit_price)),
  quantity: Number(line.quantity),
});

/** Whether an order or a cart still has the goods and the address that a price was for. */
export function isSame(basket: Basket, cart: Pick<Cart, 'items' | 'subtotal'>, destination: Destination): boolean {
  const goods = ({ name, sku, value, quantity }: ReturnType<typeof goodsOf>) => [name, sku, value, quantity].join('\n');
  const now = [...shippedLines(basket).map(goodsOf).map(goods).sort(), Math.round(Number(basket.item_total))];
  const then = [...cart.items.map(goods).sort(), cart.subtotal];
  return (
    now.join() === then.join() && destinationOf(basket).destination_postal_code === destination.destination_postal_code
  );
}

/** Where it goes, in the fields that the page asks prices for. @throws {MedusaError} */
export function destinationOf({ shipping_address: address }: Basket): Destination {
  const code = address?.postal_code?.trim() ?? '';
  if (!/^\d{5}$/.test(code)) throw invalid('The shipping address needs a postal code of 5 digits.');
  return { destination_postal_code: Number(code) };
}

/** Who sends it, and who receives it. */
export function contactsOf({ options }: Shop, { shipping_address }: Basket): GrantDetails {
  const { first_name, last_name, company, phone, address_1, address_2, city, province, postal_code } =
    shipping_address ?? {};
  const { origin_contact_name = '', origin_contact_phone = '', origin_address = '', ...sender } = options.sender;
  return {
    ...{ ...sender, origin_contact_name, origin_contact_phone, origin_address },
    destination_contact_name: [first_name, last_name].filter(Boolean).join(' ') || company || '',
    destination_contact_phone: phone ?? '',
    destination_address: [address_1, address_2, city, province, postal_code].filter(Boolean).join(', '),
  };
}
