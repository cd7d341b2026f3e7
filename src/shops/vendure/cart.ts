import { type Order, type OrderLine, ProductVariant, type RequestContext, UserInputError } from '@vendure/core';
import type { Cart, Destination, GrantDetails } from '../../tokens/index.ts';
import { contactsOf as contacts, destinationOf as destination } from '../base/index.ts';
import { addressFields, variantFields } from './fields.ts';
import { say } from './sentences.ts';
import type { Shop } from './shop.ts';

/** A line of an order with the quantity that is meant. */
export interface Goods {
  line: OrderLine;
  quantity: number;
}

export const allGoods = ({ lines }: Order): Goods[] =>
  lines.filter(({ quantity }) => quantity > 0).map((line) => ({ line, quantity: line.quantity }));

/**
 * Goods of an order as the gateway takes them. It reads all variants with one query.
 * @param channel the code of the channel whose warehouse sends them
 * @throws {UserInputError} naming the custom field that is missing
 */
export async function cartOf(
  shop: Shop,
  ctx: RequestContext,
  order: Order,
  { channel = ctx.channel.code, goods = allGoods(order) }: { channel?: string; goods?: Goods[] } = {},
): Promise<Cart> {
  if (order.currencyCode !== 'IDR') throw new UserInputError(say(ctx, 'currency'));
  const variants = await variantsOf(shop, ctx, goods);
  const isWhole = order.lines.every(({ id, quantity }) =>
    goods.some((part) => (part.line.id === id && part.quantity === quantity) || quantity === 0),
  );
  const priced = goods.reduce((sum, { line, quantity }) => sum + line.proratedUnitPriceWithTax * quantity, 0);
  return {
    items: goods.map((part) => itemOf(shop, part, variants.get(String(part.line.productVariantId)))),
    origin: shop.warehouse(channel).origin,
    subtotal: shop.rupiah(isWhole ? order.subTotalWithTax : priced),
    session: order.code,
    ...shop.options.cashOnDelivery,
  };
}

async function variantsOf(shop: Shop, ctx: RequestContext, goods: Goods[]): Promise<Map<string, ProductVariant>> {
  const found = await shop.connection
    .getRepository(ctx, ProductVariant)
    .createQueryBuilder('variant')
    .leftJoinAndSelect('variant.translations', 'translation')
    .whereInIds(goods.map(({ line }) => line.productVariantId))
    .orderBy('translation.id')
    .getMany();
  return new Map(found.map((variant) => [String(variant.id), variant]));
}

function itemOf(shop: Shop, { line, quantity }: Goods, variant: ProductVariant | undefined): Cart['items'][number] {
  const { shippingWeight, shippingLength, shippingWidth, shippingHeight } = variant ? variantFields(variant) : {};
  if (!variant || !shippingWeight)
    throw new UserInputError(
      `Product variant ${variant?.sku ?? line.productVariantId} has no shippingWeight: set this custom field, in grams.`,
    );
  return {
    // The first translation is the same for each request, so that an offer stays valid in another language.
    name: variant.translations[0]?.name ?? variant.sku,
    sku: variant.sku,
    value: shop.rupiah(line.proratedUnitPriceWithTax),
    quantity,
    weight: shippingWeight,
    length: shippingLength ?? undefined,
    width: shippingWidth ?? undefined,
    height: shippingHeight ?? undefined,
  };
}

/** Where the order goes, in the fields that the page asks prices for. @throws {DeliveryError} */
export const destinationOf = ({ shippingAddress }: Order): Destination =>
  destination({ postalCode: shippingAddress?.postalCode, area: addressFields(shippingAddress).shippingArea });

/** Who sends the order, and who receives it. */
export function contactsOf(shop: Shop, { shippingAddress, customer }: Order, channel: string): GrantDetails {
  const { fullName, phoneNumber, streetLine1, streetLine2, city, province, postalCode } = shippingAddress;
  return contacts(shop.warehouse(channel).sender, {
    name: fullName ? [fullName] : [customer?.firstName, customer?.lastName],
    phone: phoneNumber || customer?.phoneNumber,
    address: [streetLine1, streetLine2, city, province, postalCode],
    email: customer?.emailAddress,
  });
}
