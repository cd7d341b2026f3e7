import { GatewayOptionsError, type GatewayStore } from '../../gateway/index.ts';
import type { Cart } from '../../tokens/index.ts';
import { problemsOf, type ShopOptions, type Warehouse } from '../base/index.ts';

/** The options of the gateway, and what a shop of Vendure's adds to them. */
export interface ShipElementsOptions extends ShopOptions {
  /** Where deliveries are kept: what `openLibsqlStore` or `openPostgresStore` returned. */
  store: GatewayStore | Promise<GatewayStore>;
  /** Another warehouse for a channel, by the code of the channel. */
  channels?: Record<string, Warehouse>;
  /** The path of the gateway on Vendure's server. `/shipping` by default. */
  path?: string;
  /** What the courier collects with cash on delivery, and how soon it pays the shop. */
  cashOnDelivery?: Pick<Cart, 'cash_on_delivery_collects' | 'cash_on_delivery_type'>;
  /** When deliveries that wait for the service are tried again, as a cron expression. Every minute by default. */
  settleSchedule?: string;
}

/** What Vendure's container calls the options. */
export const optionsToken: unique symbol = Symbol('ship-elements options');

/** Names the plugin in Vendure's log. */
export const logContext = 'ShipElements';

export const pathOf = ({ path = '/shipping' }: ShipElementsOptions): string => path;

/** @throws {GatewayOptionsError} with a sentence for each option of the plugin that is wrong. The gateway checks its own */
export function checkOptions(options: ShipElementsOptions): void {
  const {
    store,
    channels = {},
    path = '/',
    settleSchedule,
    cashOnDelivery,
  } = Object(options) as Partial<ShipElementsOptions>;
  const ofChannels = Object.entries(channels).flatMap(([code, warehouse]) =>
    problemsOf(warehouse).map((problem) => `channels.${code}: ${problem}`),
  );
  const problems = [
    ...(store ? [] : ['store is missing: give what openLibsqlStore or openPostgresStore returned.']),
    ...problemsOf(options, cashOnDelivery),
    ...ofChannels,
    ...(path.startsWith('/') ? [] : ['path must begin with a slash, for example /shipping.']),
    ...(settleSchedule === undefined || /^(\S+\s+){4,5}\S+$/.test(settleSchedule)
      ? []
      : ['settleSchedule must be a cron expression, for example "* * * * *".']),
  ];
  if (problems.length) throw new GatewayOptionsError(problems);
}
