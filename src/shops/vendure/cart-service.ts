import { Injectable } from '@nestjs/common';
import {
  type ID,
  idsAreEqual,
  Logger,
  type Order,
  type OrderLine,
  ProductVariant,
  type RequestContext,
  TransactionalConnection,
  UserInputError,
} from '@vendure/core';
import {
  type AcceptedOffer,
  type Cart,
  type Destination,
  type GrantDetails,
  isTokenError,
  verifyOffer,
} from '../../tokens/index.ts';
import { categoryOf, contactsOf as contacts, destinationOf as destination, isDeliveryError } from '../base/index.ts';
import { addressFields, keptChoice, orderFields, variantFields } from './custom-fields.ts';
import { GatewayService } from './gateway-service.ts';
import { MoneyService } from './money-service.ts';
import { logContext } from './options.ts';
import { inLanguageOf, say } from './sentences.ts';

/** A line of an order with the quantity that is meant. */
export interface Goods {
  line: OrderLine;
  quantity: number;
}

const allGoods = ({ lines }: Order): Goods[] =>
  lines.filter(({ quantity }) => quantity > 0).map((line) => ({ line, quantity: line.quantity }));

/** A shop may have the field `isDigital` of Vendure's own guide already. */
const needsDelivery = (variant: ProductVariant | undefined): boolean => {
  const { shippingNotNeeded, isDigital } = variant ? variantFields(variant) : {};
  return !shippingNotNeeded && !isDigital;
};

/** The codes of its facet values and of its product's, and the slugs of its collections. */
const wordsOf = ({ facetValues, product, collections }: ProductVariant): string[] => [
  ...[...(facetValues ?? []), ...(product?.facetValues ?? [])].map(({ code }) => code),
  ...(collections ?? []).flatMap(({ translations }) => translations.map(({ slug }) => slug)),
];

/** Where the order goes, in the fields that the page asks prices for. @throws {DeliveryError} */
export const destinationOf = ({ shippingAddress }: Order): Destination =>
  destination({
    country: shippingAddress?.countryCode || shippingAddress?.country,
    postalCode: shippingAddress?.postalCode,
    area: addressFields(shippingAddress).shippingArea,
  });

/** Whether the order is delivered by this shipping method. */
export const isOnOrder = ({ shippingLines }: Order, method: { id: ID }): boolean =>
  (shippingLines ?? []).some(({ shippingMethodId }) => shippingMethodId && idsAreEqual(shippingMethodId, method.id));

/** Payment plugins that hear of a payment by webhook, such as Vendure's for Stripe and Mollie, have a context of the Admin API. */
export const isShopper = ({ apiType }: RequestContext): boolean => apiType === 'shop';

/** Why the order has no delivery, in a sentence for the shopper or a developer. */
export interface NoChoice {
  problem: string;
}

/** States of an order in which the shopper chooses. From then on the choice that was kept counts, not the custom fields. */
const open: readonly string[] = ['Created', 'Draft', 'AddingItems'];

/** An order as the gateway takes it: its goods, its contacts, and the delivery that the shopper has chosen. */
@Injectable()
export class CartService {
  readonly #connection: TransactionalConnection;
  readonly #gateway: GatewayService;
  readonly #money: MoneyService;

  constructor(connection: TransactionalConnection, gateway: GatewayService, money: MoneyService) {
    this.#connection = connection;
    this.#gateway = gateway;
    this.#money = money;
  }

  /**
   * Goods of an order as the gateway takes them. It reads all variants with one query. What needs no delivery counts for the subtotal alone.
   * @param channel the code of the channel whose warehouse sends them
   * @throws {UserInputError} naming the custom field that is missing, or if nothing needs a delivery
   */
  async cartOf(
    ctx: RequestContext,
    order: Order,
    { channel = ctx.channel.code, goods = allGoods(order) }: { channel?: string; goods?: Goods[] } = {},
  ): Promise<Cart> {
    if (order.currencyCode !== 'IDR') throw new UserInputError(say(ctx, 'currency'));
    const variants = await this.#variantsOf(ctx, allGoods(order));
    const isWhole = allGoods(order).every(
      ({ line: { id, productVariantId }, quantity }) =>
        !needsDelivery(variants.get(String(productVariantId))) ||
        goods.some((part) => part.line.id === id && part.quantity === quantity),
    );
    const parts = goods.map((part) => ({ part, variant: variants.get(String(part.line.productVariantId)) }));
    const delivered = parts.filter(({ variant }) => needsDelivery(variant));
    if (!delivered.length) throw new UserInputError(say(ctx, 'nothing-to-deliver'));
    const priced = goods.reduce((sum, { line, quantity }) => sum + line.proratedUnitPriceWithTax * quantity, 0);
    return {
      items: delivered.map(({ part, variant }) => this.#itemOf(part, variant)),
      origin: this.#gateway.warehouse(channel).origin,
      subtotal: this.#money.rupiah(isWhole ? order.subTotalWithTax : priced),
      session: order.code,
      ...this.#gateway.options.cashOnDelivery,
    };
  }

  /** The goods that go into a parcel: not a voucher, nor a download. */
  async deliveredOf(ctx: RequestContext, goods: Goods[]): Promise<Goods[]> {
    const variants = await this.#variantsOf(ctx, goods);
    return goods.filter(({ line }) => needsDelivery(variants.get(String(line.productVariantId))));
  }

  async #variantsOf(ctx: RequestContext, goods: Goods[]): Promise<Map<string, ProductVariant>> {
    const query = this.#connection
      .getRepository(ctx, ProductVariant)
      .createQueryBuilder('variant')
      .leftJoinAndSelect('variant.translations', 'translation');
    if (this.#gateway.options.categories)
      query
        .leftJoinAndSelect('variant.facetValues', 'facet')
        .leftJoinAndSelect('variant.product', 'product')
        .leftJoinAndSelect('product.facetValues', 'productFacet')
        .leftJoinAndSelect('variant.collections', 'collection')
        .leftJoinAndSelect('collection.translations', 'collectionTranslation');
    const found = await query
      .whereInIds(goods.map(({ line }) => line.productVariantId))
      .orderBy('translation.id')
      .getMany();
    return new Map(found.map((variant) => [String(variant.id), variant]));
  }

  #itemOf({ line, quantity }: Goods, variant: ProductVariant | undefined): Cart['items'][number] {
    const { shippingWeight, shippingLength, shippingWidth, shippingHeight } = variant ? variantFields(variant) : {};
    if (!variant || !shippingWeight)
      throw new UserInputError(
        `Product variant ${variant?.sku ?? line.productVariantId} has no shippingWeight: set this custom field, in grams.`,
      );
    return {
      // The first translation is the same for each request, so that an offer stays valid in another language.
      name: variant.translations[0]?.name ?? variant.sku,
      sku: variant.sku,
      category: categoryOf(wordsOf(variant), this.#gateway.options),
      value: this.#money.rupiah(line.proratedUnitPriceWithTax),
      quantity,
      weight: shippingWeight,
      length: shippingLength ?? undefined,
      width: shippingWidth ?? undefined,
      height: shippingHeight ?? undefined,
    };
  }

  /** Who sends the order, and who receives it. */
  contactsOf({ shippingAddress, customer }: Order, channel: string): GrantDetails {
    const { fullName, company, phoneNumber, streetLine1, streetLine2, city, province, postalCode } = shippingAddress;
    return contacts(this.#gateway.warehouse(channel).sender, {
      name: fullName ? [fullName] : [customer?.firstName, customer?.lastName],
      phone: phoneNumber || customer?.phoneNumber,
      company,
      address: [streetLine1, streetLine2, city, province, postalCode],
      email: customer?.emailAddress,
    });
  }

  /** The order's choice: while the shopper chooses, it is checked against the goods and the address as they are now. */
  async choiceOf(ctx: RequestContext, order: Order): Promise<AcceptedOffer | NoChoice> {
    if (!open.includes(order.state)) return keptChoice(order) ?? { problem: say(ctx, 'choose') };
    const { shippingService, shippingOffer, shippingInsurance, shippingCashOnDelivery } = orderFields(order);
    if (!shippingService || !shippingOffer) return { problem: say(ctx, 'choose') };
    try {
      const cart = await this.cartOf(ctx, order);
      const offered = {
        cart,
        destination: destinationOf(order),
        service: shippingService,
        insurance: shippingInsurance === true,
        cashOnDelivery: shippingCashOnDelivery === true,
      };
      return await verifyOffer(shippingOffer, offered, this.#gateway.keys);
    } catch (problem) {
      const isOffer = isTokenError(problem);
      if (!isOffer && !isDeliveryError(problem) && !(problem instanceof UserInputError)) throw problem;
      Logger.debug(`The delivery of order ${order.code} is refused: ${problem.message}`, logContext);
      return { problem: isOffer ? say(ctx, 'choose-again') : inLanguageOf(ctx, problem.message) };
    }
  }
}
