import { type Order, type OrderLine, ProductVariant, type RequestContext, UserInputError } from '@vendure/core';
import type { Cart, Destination, GrantDetails } from '../../tokens/index.ts';
import { variantFields } from './fields.ts';
import type { Shop } from './shop.ts';

/**
 * The order's goods as the gateway takes them.
 * @throws {UserInputError} naming the custom field that is missing
 */
export async function cartOf(shop: Shop, ctx: RequestContext, order: Order): Promise<Cart> {
  if (order.currencyCode !== 'IDR') throw new UserInputError('Deliveries are priced in IDR only.');
  const lines = order.lines.filter(({ quantity }) => quantity > 0);
  const variants = shop.connection.getRepository(ctx, ProductVariant);
  const items = lines.map(async (line) => {
    const variant = await variants.findOneOrFail({ where: { id: line.productVariantId } });
    return itemOf(shop, line, variant);
  });
  return {
    items: await Promise.all(items),
    origin: shop.options.origin,
    subtotal: shop.rupiah(order.subTotalWithTax),
    session: order.code,
    ...shop.options.cashOnDelivery,
  };
}

function itemOf(shop: Shop, line: OrderLine, variant: ProductVariant): Cart['items'][number] {
  const { shippingWeight: weight, shippingLength, shippingWidth, shippingHeight } = variantFields(variant);
  if (!weight)
    throw new UserInputError(`Product variant ${variant.sku} has no shippingWeight: set this custom field, in grams.`);
  return {
    // The first translation is the same for each request, so that an offer stays valid in another language.
    name: variant.translations[0]?.name ?? variant.sku,
    sku: variant.sku,
    value: shop.rupiah(line.proratedUnitPriceWithTax),
    quantity: line.quantity,
    weight,
    length: shippingLength ?? undefined,
    width: shippingWidth ?? undefined,
    height: shippingHeight ?? undefined,
  };
}

/** Where the order goes, in the fields that the page asks prices for. */
export function destinationOf({ shippingAddress }: Order): Destination {
  const code = shippingAddress?.postalCode?.trim();
  if (!code || !/^\d{5}$/.test(code)) throw new UserInputError('The shipping address needs a postal code of 5 digits.');
  return { destination_postal_code: Number(code) };
}

/** Who sends the order, and who receives it. */
export function contactsOf(shop: Shop, { shippingAddress, customer }: Order): GrantDetails {
  const { fullName, phoneNumber, streetLine1, streetLine2, city, province, postalCode } = shippingAddress;
  const address = [streetLine1, streetLine2, city, province, postalCode].filter(Boolean).join(', ');
  const { origin_contact_name = '', origin_contact_phone = '', origin_address = '', ...sender } = shop.options.sender;
  return {
    ...{ ...sender, origin_contact_name, origin_contact_phone, origin_address },
    destination_contact_name: fullName || [customer?.firstName, customer?.lastName].filter(Boolean).join(' '),
    destination_contact_phone: phoneNumber || customer?.phoneNumber || '',
    destination_address: address,
    destination_contact_email: customer?.emailAddress,
  };
}
