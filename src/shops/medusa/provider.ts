import type {
  CalculatedShippingOptionPrice,
  CreateFulfillmentResult,
  FulfillmentDTO,
  FulfillmentItemDTO,
  FulfillmentOption,
  FulfillmentOrderDTO,
  Logger,
} from '@medusajs/framework/types';
import { AbstractFulfillmentProviderService, MedusaError } from '@medusajs/framework/utils';
import { type Basket, invalid } from './cart.ts';
import { priceOf, storedChoice } from './choice.ts';
import { cancel, deliver, type Fulfillments, resultOf } from './delivery.ts';
import type { ShipElementsOptions } from './options.ts';
import { openShop, shopOf } from './shop.ts';

type Data = Record<string, unknown>;

const option = 'ship-elements';

/** What Medusa's fulfillment module gives to its providers. */
interface Dependencies {
  logger: Logger;
  fulfillmentService: Fulfillments;
}

/** The fulfillment provider: one shipping option, with a price for each service. */
export class ShipElementsProvider extends AbstractFulfillmentProviderService {
  static override identifier = 'ship-elements';
  readonly #logger: Logger;
  readonly #fulfillments: Fulfillments;

  constructor({ logger, fulfillmentService }: Dependencies) {
    super();
    this.#logger = logger;
    this.#fulfillments = fulfillmentService;
  }

  /** Medusa calls it when it starts. @throws {MedusaError} with a sentence for each option that is missing or wrong */
  static async validateOptions(options: ShipElementsOptions | undefined): Promise<void> {
    await openShop(options).catch(({ message }) => {
      throw new MedusaError(MedusaError.Types.INVALID_DATA, `ship-elements/medusa: ${message}`);
    });
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
   * Medusa calls it for most changes of a cart, and an error would refuse the change. Without a price Medusa takes the shipping
   * method off the cart, so that the shopper chooses again.
   */
  override async calculatePrice(_option: Data, data: Data, context: object): Promise<CalculatedShippingOptionPrice> {
    const price = await priceOf(shopOf(), data, context as Basket).catch(({ message }: Error) => {
      this.#logger.warn(`ship-elements: a cart has no delivery price. ${message}`);
      return undefined;
    });
    return { calculated_amount: price as number, is_calculated_price_tax_inclusive: true };
  }

  /** @throws {MedusaError} if the offer was changed, has expired, or is for another service, cart or address */
  override async validateFulfillmentData(_option: Data, data: Data, context: object): Promise<Data> {
    return { ...(await storedChoice(shopOf(), data, context as Basket)) };
  }

  /** @throws {MedusaError} if nothing was ordered, and the same attempt would not succeed later */
  override async createFulfillment(
    data: Data,
    items: Partial<Omit<FulfillmentItemDTO, 'fulfillment'>>[],
    order: Partial<FulfillmentOrderDTO> | undefined,
    _fulfillment: Partial<Omit<FulfillmentDTO, 'provider_id' | 'data' | 'items'>>,
    additional?: Data,
  ): Promise<CreateFulfillmentResult> {
    if (!order) throw invalid('A delivery of ship-elements needs an order.');
    const asked = {
      data,
      items,
      order: order as unknown as Basket,
      acceptHigherPrice: additional?.accept_higher_price === true,
    };
    return resultOf(await deliver(shopOf(), asked, this.#fulfillments));
  }

  /** @throws {MedusaError} if the service did not cancel the delivery */
  override async cancelFulfillment(data: Data): Promise<Data> {
    return cancel(shopOf(), data);
  }
}
