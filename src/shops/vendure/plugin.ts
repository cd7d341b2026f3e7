import { getRequestListener } from '@hono/node-server';
import {
  Logger,
  type Middleware,
  PluginCommonModule,
  ProcessContext,
  type RuntimeVendureConfig,
  VendurePlugin,
} from '@vendure/core';
import { adminResolver, adminSchema, shopResolver, shopSchema } from './api.ts';
import { logContext } from './choice.ts';
import { customFields } from './fields.ts';
import { fulfillmentHandler, settle } from './fulfillment.ts';
import type { ShipElementsOptions } from './options.ts';
import { keepChoice } from './order-process.ts';
import { cashOnDeliveryHandler, paymentChecker } from './payment.ts';
import { choiceChecker, offerCalculator } from './shipping-method.ts';
import { createShop, type Shop } from './shop.ts';

const usualPause = 5_000;

/**
 * Shipping with ship-elements in a Vendure shop.
 * @example
 * plugins: [ShipElementsPlugin.init({ account, upstream, key, store, secrets, origins, origin, sender })]
 */
export class ShipElementsPlugin {
  private static shop: Shop | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @throws {GatewayOptionsError} with a sentence for each option that is missing or wrong */
  static init(options: ShipElementsOptions): typeof ShipElementsPlugin {
    ShipElementsPlugin.shop = createShop(options);
    return ShipElementsPlugin;
  }

  /** @internal */
  static shopOf(): Shop {
    if (!ShipElementsPlugin.shop) throw new Error('Add ShipElementsPlugin.init(options) to the plugins.');
    return ShipElementsPlugin.shop;
  }

  /** @internal Vendure calls it. Options that are wrong stop the start. */
  async onApplicationBootstrap(): Promise<void> {
    const shop = ShipElementsPlugin.shopOf();
    await shop.gateway();
    const { settleEvery = usualPause } = shop.options;
    if (!settleEvery || !shop.injector.get(ProcessContext).isServer) return;
    let isSettling = false;
    this.timer = setInterval(async () => {
      if (isSettling) return;
      isSettling = true;
      await settle(shop).catch(({ message }) => Logger.error(`Deliveries were not settled: ${message}`, logContext));
      isSettling = false;
    }, settleEvery);
    this.timer.unref();
  }

  /** @internal Vendure calls it. */
  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}

function configure(config: RuntimeVendureConfig): RuntimeVendureConfig {
  const shop = ShipElementsPlugin.shopOf();
  for (const [entity, fields] of Object.entries(customFields)) {
    const name = entity as keyof typeof customFields;
    config.customFields[name] = [...(config.customFields[name] ?? []), ...(fields ?? [])] as never;
  }
  config.shippingOptions.shippingEligibilityCheckers.push(choiceChecker(shop));
  config.shippingOptions.shippingCalculators.push(offerCalculator(shop));
  config.shippingOptions.fulfillmentHandlers.push(fulfillmentHandler(shop));
  config.paymentOptions.paymentMethodHandlers.push(cashOnDeliveryHandler(shop));
  config.paymentOptions.paymentMethodEligibilityCheckers?.push(paymentChecker(shop));
  config.orderOptions.process.push(keepChoice(shop));
  config.apiOptions.middleware.push(gatewayMiddleware(shop));
  return config;
}

/** The gateway for the storefront's pages. It runs before Vendure reads bodies. */
function gatewayMiddleware(shop: Shop): Middleware {
  const listener = getRequestListener(
    async (request, { incoming }) => (await shop.gateway()).fetch(request, { address: incoming.socket.remoteAddress }),
    { overrideGlobalObjects: false },
  );
  return {
    route: shop.path,
    beforeListen: true,
    handler: (request: { url: string; originalUrl: string }, response: never) => {
      // Express cuts the path of the route off.
      request.url = request.originalUrl;
      return listener(request as never, response);
    },
  };
}

VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: '^3.7.0',
  configuration: configure,
  shopApiExtensions: { schema: shopSchema, resolvers: [shopResolver(ShipElementsPlugin.shopOf)] },
  adminApiExtensions: { schema: adminSchema, resolvers: [adminResolver(ShipElementsPlugin.shopOf)] },
})(ShipElementsPlugin);
