import { getRequestListener } from '@hono/node-server';
import { Inject } from '@nestjs/common';
import {
  CustomerEvent,
  EventBus,
  FulfillmentEvent,
  FulfillmentStateTransitionEvent,
  type ID,
  type Injector,
  Logger,
  type Middleware,
  OrderLineEvent,
  PluginCommonModule,
  type RequestContext,
  type RuntimeVendureConfig,
  ScheduledTask,
  UserInputError,
  VendurePlugin,
} from '@vendure/core';
import { GatewayOptionsError } from '../../gateway/index.ts';
import {
  adminSchema,
  DeliveriesResolver,
  FulfillmentResolver,
  OrderResolver,
  ShippingCartResolver,
  shopSchema,
} from './api.ts';
import { logContext } from './cart.ts';
import {
  attempt,
  cancelLater,
  eraseOfDeleted,
  fulfillmentHandler,
  handlerCode,
  livingDelivery,
  settle,
} from './deliveries.ts';
import { customFields, say } from './fields.ts';
import { checkOptions, type ShipElementsOptions } from './options.ts';
import { cashOnDeliveryHandler, paymentChecker } from './payment.ts';
import { choiceChecker, keepChoice, offerCalculator } from './shipping.ts';
import { pathOf, Shop } from './shop.ts';

/**
 * Shipping with ship-elements in a Vendure shop.
 * @example
 * plugins: [ShipElementsPlugin.init({ account, upstream, key, store, secrets, origins, origin, sender })]
 */
export class ShipElementsPlugin {
  /** @internal As in Vendure's own plugins: the container takes the options from here. */
  static options: ShipElementsOptions | undefined;
  readonly #shop: Shop;
  readonly #events: EventBus;

  /** @throws {GatewayOptionsError} with a sentence for each option that is missing or wrong */
  static init(options: ShipElementsOptions): typeof ShipElementsPlugin {
    checkOptions(options);
    ShipElementsPlugin.options = options;
    return ShipElementsPlugin;
  }

  constructor(shop: Shop, events: EventBus) {
    this.#shop = shop;
    this.#events = events;
  }

  /** @internal Vendure calls it. Options that are wrong stop the start. */
  async onApplicationBootstrap(): Promise<void> {
    const shop = this.#shop;
    if (shop.splitsOrders) throw new GatewayOptionsError([severalSellers]);
    await shop.gateway();
    // Subscribers run after the transaction: the service is never asked inside of one.
    this.#events.ofType(FulfillmentEvent).subscribe(({ ctx, entity }) => {
      if (entity.handlerCode === handlerCode) this.#afterwards(ctx, entity.id, attempt);
    });
    this.#events.ofType(FulfillmentStateTransitionEvent).subscribe(({ ctx, fulfillment, toState }) => {
      if (fulfillment.handlerCode === handlerCode && toState === 'Cancelled')
        this.#afterwards(ctx, fulfillment.id, cancelLater);
    });
    this.#events.ofType(CustomerEvent).subscribe(({ ctx, type }) => {
      // `settle` does it again.
      if (type === 'deleted')
        eraseOfDeleted(shop, ctx).catch(({ message }) =>
          Logger.error(`A customer's data stay: ${message}`, logContext),
        );
    });
    // Vendure reports a refused cancellation of an order only after it has cancelled the lines.
    this.#events.registerBlockingEventHandler({
      id: 'ship-elements-cancellation',
      event: OrderLineEvent,
      handler: async ({ ctx, order, type }) => {
        if (type === 'cancelled' && (await livingDelivery(shop, ctx, order.id)))
          throw new UserInputError(say(ctx, 'cancel-first'));
      },
    });
  }

  #afterwards(ctx: RequestContext, id: ID, work: (shop: Shop, ctx: RequestContext, id: ID) => Promise<unknown>): void {
    // `settle` does it again.
    work(this.#shop, ctx, id).catch(({ message }) => Logger.error(`Fulfillment ${id} waits: ${message}`, logContext));
  }
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
      confirmed: await settle(injector.get(Shop), scheduledContext),
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
    execute: async ({ injector }) => (await injector.get(Shop).gateway()).deliverNews(),
  });

function configure(config: RuntimeVendureConfig): RuntimeVendureConfig {
  const options = given();
  for (const [entity, fields] of Object.entries(customFields)) {
    const name = entity as keyof typeof customFields;
    config.customFields[name] = [...(config.customFields[name] ?? []), ...(fields ?? [])] as never;
  }
  config.shippingOptions.shippingEligibilityCheckers.push(choiceChecker());
  config.shippingOptions.shippingCalculators.push(offerCalculator());
  config.shippingOptions.fulfillmentHandlers.push(fulfillmentHandler());
  config.paymentOptions.paymentMethodHandlers.push(cashOnDeliveryHandler());
  config.paymentOptions.paymentMethodEligibilityCheckers?.push(paymentChecker());
  config.schedulerOptions.tasks.push(...tasks(options));
  const { middleware, init } = gatewayMiddleware(pathOf(options));
  config.orderOptions.process.push(keepChoice(init));
  config.apiOptions.middleware.push(middleware);
  return config;
}

function given(): ShipElementsOptions {
  if (!ShipElementsPlugin.options) throw new Error('Add ShipElementsPlugin.init(options) to the plugins.');
  return ShipElementsPlugin.options;
}

/** The gateway for the storefront's pages. It runs before Vendure reads bodies, so the container does not call it: `init` does. */
function gatewayMiddleware(route: string): { middleware: Middleware; init(injector: Injector): void } {
  let shop: Shop | undefined;
  const listener = getRequestListener(
    async (request, { incoming }) => {
      const gateway = await shop?.gateway();
      return gateway?.fetch(request, { address: incoming.socket.remoteAddress }) ?? new Response(null, { status: 503 });
    },
    { overrideGlobalObjects: false },
  );
  return {
    init(injector) {
      shop = injector.get(Shop);
    },
    middleware: {
      route,
      beforeListen: true,
      handler: (request: { url: string; originalUrl: string }, response: never) => {
        // Express cuts the path of the route off.
        request.url = request.originalUrl;
        return listener(request as never, response);
      },
    },
  };
}

Inject(Shop)(ShipElementsPlugin, undefined, 0);
Inject(EventBus)(ShipElementsPlugin, undefined, 1);
__decorate(
  [
    VendurePlugin({
      imports: [PluginCommonModule],
      compatibility: '^3.7.0',
      configuration: configure,
      providers: [
        {
          provide: Shop,
          useFactory: (...services: never[]) => new Shop(given(), ...(services as unknown as Services)),
          inject: [...Shop.needs],
        },
      ],
      shopApiExtensions: { schema: shopSchema, resolvers: [ShippingCartResolver, OrderResolver] },
      adminApiExtensions: { schema: adminSchema, resolvers: [DeliveriesResolver, FulfillmentResolver, OrderResolver] },
      dashboard: './dashboard/index.jsx',
    }),
  ],
  ShipElementsPlugin,
);

/** Named as TypeScript's own: Vendure's dashboard looks for a call of it in the files of packages, and reads `dashboard` there. */
function __decorate(decorators: ClassDecorator[], target: typeof ShipElementsPlugin): void {
  for (const decorator of decorators) decorator(target);
}

type Services = ConstructorParameters<typeof Shop> extends [unknown, ...infer Rest] ? Rest : never;
