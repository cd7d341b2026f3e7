import {
  ConfigService,
  CustomerEvent,
  EventBus,
  FulfillmentEvent,
  FulfillmentStateTransitionEvent,
  I18nService,
  Logger,
  OrderLineEvent,
  PluginCommonModule,
  type RuntimeVendureConfig,
  ScheduledTask,
  UserInputError,
  VendurePlugin,
} from '@vendure/core';
import { GatewayOptionsError } from '../../gateway/index.ts';
import { CancelDeliveryResultResolver, DeliveryResolver, FulfillmentResolver } from './admin-resolvers.ts';
import { adminApiExtensions, shopApiExtensions } from './api-extensions.ts';
import { CartService } from './cart-service.ts';
import { customFields } from './custom-fields.ts';
import { CancelFulfillmentEvent, DeliveryService } from './delivery-service.ts';
import { fulfillmentHandler } from './fulfillment-handler.ts';
import { isOurs } from './fulfillments.ts';
import { gatewayMiddleware, openMiddleware } from './gateway-middleware.ts';
import { GatewayService } from './gateway-service.ts';
import { MoneyService } from './money-service.ts';
import { checkOptions, logContext, optionsToken, pathOf, type ShipElementsOptions } from './options.ts';
import { cashOnDeliveryHandler, paymentChecker } from './payment.ts';
import { errorResults, say } from './sentences.ts';
import { SettleService } from './settle-service.ts';
import { choiceChecker, choiceProcess, offerCalculator } from './shipping.ts';
import { OrderResolver, ShippingCartResolver } from './shop-resolvers.ts';

/**
 * Shipping with ship-elements in a Vendure shop.
 * @example
 * plugins: [ShipElementsPlugin.init({ account, upstream, key, store, secrets, origins, origin, sender })]
 */
@VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: '^3.7.0',
  configuration: configure,
  providers: [
    { provide: optionsToken, useFactory: given },
    GatewayService,
    MoneyService,
    CartService,
    DeliveryService,
    SettleService,
  ],
  shopApiExtensions: { schema: shopApiExtensions, resolvers: [ShippingCartResolver, OrderResolver] },
  adminApiExtensions: {
    schema: adminApiExtensions,
    resolvers: [DeliveryResolver, CancelDeliveryResultResolver, FulfillmentResolver, OrderResolver],
  },
  dashboard: './dashboard/index.jsx',
})
export class ShipElementsPlugin {
  /** @internal As in Vendure's own plugins: the container takes the options from here. */
  static options: ShipElementsOptions | undefined;
  readonly #config: ConfigService;
  readonly #events: EventBus;
  readonly #translations: I18nService;
  readonly #gateway: GatewayService;
  readonly #deliveries: DeliveryService;
  readonly #settling: SettleService;

  /** @throws {GatewayOptionsError} with a sentence for each option that is missing or wrong */
  static init(options: ShipElementsOptions): typeof ShipElementsPlugin {
    checkOptions(options);
    ShipElementsPlugin.options = options;
    return ShipElementsPlugin;
  }

  /** @internal */
  constructor(
    config: ConfigService,
    events: EventBus,
    translations: I18nService,
    gateway: GatewayService,
    deliveries: DeliveryService,
    settling: SettleService,
  ) {
    this.#config = config;
    this.#events = events;
    this.#translations = translations;
    this.#gateway = gateway;
    this.#deliveries = deliveries;
    this.#settling = settling;
  }

  /** @internal Vendure calls it. Options that are wrong stop the start. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.#config.orderOptions.orderSellerStrategy.splitOrder) throw new GatewayOptionsError([severalSellers]);
    openMiddleware(await this.#gateway.gateway());
    for (const [language, errorResult] of Object.entries(errorResults))
      this.#translations.addTranslation(language, { errorResult });
    // Subscribers run after the transaction: the service is never asked inside of one.
    this.#events.ofType(FulfillmentEvent).subscribe(({ ctx, entity }) => {
      if (isOurs(entity)) orLater(`Fulfillment ${entity.id} waits`, this.#deliveries.attempt(ctx, entity.id));
    });
    this.#events.ofType(FulfillmentStateTransitionEvent).subscribe(({ ctx, fulfillment, toState }) => {
      if (isOurs(fulfillment) && toState === 'Cancelled')
        orLater(`Fulfillment ${fulfillment.id} waits`, this.#deliveries.cancelLater(ctx, fulfillment.id));
    });
    this.#events.ofType(CancelFulfillmentEvent).subscribe(({ ctx, fulfillmentId: id }) => {
      orLater(`Fulfillment ${id} waits`, this.#deliveries.cancelLater(ctx, id));
    });
    this.#events.ofType(CustomerEvent).subscribe(({ ctx, type }) => {
      if (type === 'deleted') orLater('A customer’s data stay', this.#settling.eraseOfDeleted(ctx));
    });
    // Vendure reports a refused cancellation of an order only after it has cancelled the lines.
    this.#events.registerBlockingEventHandler({
      id: 'ship-elements-cancellation',
      event: OrderLineEvent,
      handler: async ({ ctx, order, type }) => {
        if (type === 'cancelled' && (await this.#deliveries.living(ctx, order.id)))
          throw new UserInputError(say(ctx, 'cancel-first'));
      },
    });
  }
}

/** `settle` does it again. */
function orLater(what: string, work: Promise<unknown>): void {
  work.catch(({ message }) => Logger.error(`${what}: ${message}`, logContext));
}

const severalSellers =
  'orderOptions.orderSellerStrategy splits orders between sellers. ship-elements sends one order as one parcel from one warehouse: take the strategy out, or sell each seller’s goods in a channel of its own, with its warehouse in the option channels.';

const usualSchedule = '* * * * *';

/** They run where Vendure runs scheduled tasks: in the worker, with `DefaultSchedulerPlugin`. */
const tasks = ({ settleSchedule = usualSchedule, notify }: ShipElementsOptions): ScheduledTask[] => [
  new ScheduledTask({
    id: 'ship-elements-settle',
    description: 'Asks the shipping service again for deliveries that wait for it',
    schedule: settleSchedule,
    execute: async ({ injector, scheduledContext }) => ({
      confirmed: await injector.get(SettleService).settle(scheduledContext),
    }),
  }),
  ...(notify ? [newsTask(settleSchedule)] : []),
];

/** A task of its own, because a slow receiver of news must not delay orders. */
const newsTask = (schedule: string): ScheduledTask =>
  new ScheduledTask({
    id: 'ship-elements-news',
    description: 'Sends the news about deliveries to the shop’s server',
    schedule,
    execute: async ({ injector }) => (await injector.get(GatewayService).gateway()).deliverNews(),
  });

function configure(config: RuntimeVendureConfig): RuntimeVendureConfig {
  const options = given();
  for (const [entity, fields] of Object.entries(customFields)) {
    const name = entity as keyof typeof customFields;
    config.customFields[name] = [...(config.customFields[name] ?? []), ...(fields ?? [])] as never;
  }
  config.shippingOptions.shippingEligibilityCheckers.push(choiceChecker);
  config.shippingOptions.shippingCalculators.push(offerCalculator);
  config.shippingOptions.fulfillmentHandlers.push(fulfillmentHandler);
  config.paymentOptions.paymentMethodHandlers.push(cashOnDeliveryHandler);
  config.paymentOptions.paymentMethodEligibilityCheckers?.push(paymentChecker);
  config.schedulerOptions.tasks.push(...tasks(options));
  config.orderOptions.process.push(choiceProcess);
  config.apiOptions.middleware.push(gatewayMiddleware(pathOf(options)));
  return config;
}

function given(): ShipElementsOptions {
  if (!ShipElementsPlugin.options) throw new Error('Add ShipElementsPlugin.init(options) to the plugins.');
  return ShipElementsPlugin.options;
}
