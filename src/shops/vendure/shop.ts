import {
  ActiveOrderService,
  ConfigService,
  EventBus,
  FulfillmentService,
  OrderService,
  PaymentMethodService,
  RequestContextService,
  TransactionalConnection,
} from '@vendure/core';
import { createShippingGateway, type Gateway } from '../../gateway/index.ts';
import type { TokenKeys } from '../../tokens/index.ts';
import { gatewayOptions, keysOf, type Warehouse } from '../base/index.ts';
import type { ShipElementsOptions } from './options.ts';

/** What all parts of the plugin share. Vendure's container creates it. */
export class Shop {
  readonly options: ShipElementsOptions;
  readonly keys: TokenKeys;
  readonly path: string;
  readonly connection: TransactionalConnection;
  readonly contexts: RequestContextService;
  readonly activeOrders: ActiveOrderService;
  readonly orders: OrderService;
  readonly fulfillments: FulfillmentService;
  readonly paymentMethods: PaymentMethodService;
  readonly events: EventBus;
  readonly #config: ConfigService;
  #gateway: Promise<Gateway> | undefined;

  /** For the container: the classes of the parameters after the options. */
  static readonly needs: (new (...services: never[]) => object)[] = [
    TransactionalConnection,
    ConfigService,
    RequestContextService,
    ActiveOrderService,
    OrderService,
    FulfillmentService,
    PaymentMethodService,
    EventBus,
  ];

  constructor(
    options: ShipElementsOptions,
    connection: TransactionalConnection,
    config: ConfigService,
    contexts: RequestContextService,
    activeOrders: ActiveOrderService,
    orders: OrderService,
    fulfillments: FulfillmentService,
    paymentMethods: PaymentMethodService,
    events: EventBus,
  ) {
    this.options = options;
    this.keys = keysOf(options);
    this.path = pathOf(options);
    this.connection = connection;
    this.#config = config;
    this.contexts = contexts;
    this.activeOrders = activeOrders;
    this.orders = orders;
    this.fulfillments = fulfillments;
    this.paymentMethods = paymentMethods;
    this.events = events;
  }

  /** Opens the gateway once. @throws {GatewayOptionsError} */
  gateway(): Promise<Gateway> {
    this.#gateway ??= this.#open();
    return this.#gateway;
  }

  async #open(): Promise<Gateway> {
    const { store, channels: _, cashOnDelivery: __, settleSchedule: ___, path: ____, ...given } = this.options;
    // Pages only ask for prices: the plugin orders in process.
    return createShippingGateway({ ...gatewayOptions(given), store: await store, basePath: this.path });
  }

  /** Whether the shop splits orders between sellers. */
  get splitsOrders(): boolean {
    return this.#config.orderOptions.orderSellerStrategy.splitOrder !== undefined;
  }

  /** @param channel the code of a channel */
  warehouse(channel: string): Warehouse {
    return this.options.channels?.[channel] ?? this.options;
  }

  /** Rupiah of an amount as Vendure stores it. */
  rupiah(stored: number): number {
    return Math.round(stored / this.#scale);
  }

  /** An amount of rupiah as Vendure stores it. */
  stored(rupiah: number): number {
    return rupiah * this.#scale;
  }

  /** Vendure stores two more digits than rupiah have, unless the shop's money strategy says otherwise. */
  get #scale(): number {
    return 10 ** (this.#config.entityOptions.moneyStrategy.precision ?? 2);
  }
}

export const pathOf = ({ path = '/shipping' }: ShipElementsOptions): string => path;
