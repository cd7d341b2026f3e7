import type {
  CalculatedShippingOptionPrice,
  CreateFulfillmentResult,
  FulfillmentDTO,
  FulfillmentItemDTO,
  FulfillmentOption,
  FulfillmentOrderDTO,
  Logger,
  ModuleProviderExports,
} from '@medusajs/framework/types';
import { AbstractFulfillmentProviderService, MedusaError, ModuleProvider, Modules } from '@medusajs/framework/utils';
import { isDeliveryError, say } from '../../../base/index.ts';
import {
  asMedusaError,
  type Basket,
  type CartNow,
  type Choice,
  cartFields,
  invalid,
  keptPrice,
  readChoice,
  storedChoice,
  verified,
} from '../../cart.ts';
import { dataOf, readDelivery, resultOf } from '../../delivery.ts';
import type { ShipElementsModule } from '../../modules/ship-elements/index.ts';
import { goodsFrom, type Location } from '../../parts.ts';
import { cancelled, send } from '../../send.ts';
import type { MedusaShop, Query } from '../../shop.ts';

type Data = Record<string, unknown>;

const option = 'ship-elements';

/** What Medusa gives with a cart or an order: its stock location, and of a cart the goods of the option. */
interface Context extends Basket {
  from_location?: Location;
  return_id?: string;
}

/** What Medusa's fulfillment module gives to its providers. The last two are the `dependencies` of its configuration. */
interface Dependencies {
  logger: Logger;
  fulfillmentService: { update(changes: object): Promise<unknown> };
  query: Query;
  shipElements: ShipElementsModule;
}

const missing =
  "ship-elements/medusa: the fulfillment module needs dependencies: ['query', 'shipElements'], and the plugin ship-elements/medusa.";

/** The fulfillment provider: one shipping option, with a price for each service. */
export class ShipElementsProvider extends AbstractFulfillmentProviderService {
  static override identifier = 'ship-elements';
  readonly #given: Dependencies;

  constructor(given: Dependencies) {
    super();
    this.#given = given;
  }

  get #shop(): MedusaShop {
    return this.#dependency('shipElements').shop;
  }

  get #query(): Query {
    return this.#dependency('query');
  }

  /** Medusa's container resolves them when they are first used, because modules load side by side. */
  #dependency<Name extends 'query' | 'shipElements'>(name: Name): Dependencies[Name] {
    let given: Dependencies[Name] | undefined;
    try {
      given = this.#given[name];
    } catch {
      given = undefined;
    }
    if (!given) throw new MedusaError(MedusaError.Types.INVALID_ARGUMENT, missing);
    return given;
  }

  override async getFulfillmentOptions(): Promise<FulfillmentOption[]> {
    return [{ id: option, name: 'The delivery that the shopper chooses' }];
  }

  override async validateOption(data: Data): Promise<boolean> {
    return data.id === option;
  }

  override async canCalculate(): Promise<boolean> {
    return true;
  }

  /**
   * The price of the choice while its offer is valid for the cart, and from the payment on the price that was accepted. Medusa calls it for most
   * changes of a cart, so the service is not asked. Without a price Medusa takes the shipping method off the cart, and the shopper chooses
   * again. What staff add to an order, for example for a claim, costs the shopper nothing unless they say so.
   */
  override async calculatePrice(_option: Data, data: Data, context: object): Promise<CalculatedShippingOptionPrice> {
    const given = context as Context;
    const cart = await this.#cart(given);
    if (!cart && given.return_id) throw invalid('Returns have no delivery of ship-elements.');
    const choice = readChoice(data);
    const price = cart ? choice && (await this.#priceOf(choice, cart, given)) : 0;
    return { calculated_amount: price as number, is_calculated_price_tax_inclusive: true };
  }

  async #priceOf(choice: Choice, cart: CartNow, { items, from_location }: Context): Promise<number | undefined> {
    try {
      const goods = await goodsFrom(this.#shop, this.#query, cart, from_location);
      const priced = new Set(items?.map(({ id }) => id));
      const part = goods.find(({ lines }) => lines.some(({ id }) => priced.has(id))) ?? goods[0];
      return part && (await verified(this.#shop, choice, cart, part)).price;
    } catch (problem) {
      const isRefusal = problem instanceof MedusaError && problem.type === MedusaError.Types.INVALID_DATA;
      if (!isRefusal && !isDeliveryError(problem)) throw problem;
      const kept = keptPrice(cart, choice);
      if (kept === undefined)
        this.#given.logger.debug(`ship-elements: a cart has no delivery price. ${problem.message}`);
      return kept;
    }
  }

  /** What Medusa gives has no totals and no weights in some of its workflows. Undefined for an order. */
  async #cart({ id = '' }: Context): Promise<CartNow | undefined> {
    const asked = { entity: 'cart', fields: cartFields, filters: { id } };
    const { data } = await this.#query.graph(asked as Parameters<Query['graph']>[0]);
    return data[0] as CartNow | undefined;
  }

  /** @throws {MedusaError} if the offer was changed, has expired, or is for another service, cart or address */
  override async validateFulfillmentData(_option: Data, data: Data, context: object): Promise<Data> {
    const given = context as Context;
    const cart = (await this.#cart(given)) ?? given;
    const goods = await goodsFrom(this.#shop, this.#query, cart, given.from_location).catch(asMedusaError);
    return { ...(await storedChoice(this.#shop, data, cart, goods)) };
  }

  /** @throws {MedusaError} if nothing was ordered, and the same attempt would not succeed later */
  override async createFulfillment(
    _data: Data,
    items: Partial<Omit<FulfillmentItemDTO, 'fulfillment'>>[],
    order: Partial<FulfillmentOrderDTO> | undefined,
    fulfillment: Partial<Omit<FulfillmentDTO, 'provider_id' | 'data' | 'items'>>,
    additional?: Data,
  ): Promise<CreateFulfillmentResult> {
    if (!order?.id || !fulfillment.id) throw invalid('A delivery of ship-elements needs an order.');
    const acceptHigherPrice = additional?.accept_higher_price === true;
    const { id, shipping_option_id, location_id } = fulfillment;
    const sending = {
      ...{ order: order.id, fulfillment: id, items, acceptHigherPrice },
      ...{ option: shipping_option_id ?? undefined, location: location_id ?? undefined },
    };
    return resultOf(await send(this.#shop, this.#query, sending).catch(asMedusaError));
  }

  /**
   * Cancels the delivery at the service.
   * @throws {MedusaError} if the service does not cancel it, or does not answer: the fulfillment stays, and with it the order. The job cancels
   * both when the service has answered
   */
  override async cancelFulfillment(data: Data): Promise<Data> {
    const delivery = readDelivery(data);
    if (!delivery) return data;
    const after = await cancelled(this.#shop, delivery).catch(asMedusaError);
    await this.#given.fulfillmentService.update({ id: delivery.fulfillment, data: dataOf(after) });
    if (after.state === 'cancelled') return { ...after };
    throw invalid(('message' in after && after.message) || say('cancelled-first'));
  }
}

const provider: ModuleProviderExports = ModuleProvider(Modules.FULFILLMENT, { services: [ShipElementsProvider] });

export default provider;
