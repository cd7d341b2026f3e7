import { ConfigService, type Injector, TransactionalConnection } from '@vendure/core';
import { createShippingGateway, type Gateway } from '../../gateway/index.ts';
import type { TokenKeys } from '../../tokens/index.ts';
import { checkOptions, type ShipElementsOptions } from './options.ts';

/** What all parts of the plugin share. */
export interface Shop {
  options: ShipElementsOptions;
  path: string;
  keys: TokenKeys;
  /** Opens the gateway once. @throws {GatewayOptionsError} */
  gateway(): Promise<Gateway>;
  /** Vendure calls this before it uses a checker, a calculator or a handler. */
  init(injector: Injector): void;
  readonly injector: Injector;
  readonly connection: TransactionalConnection;
  /** Rupiah of an amount as Vendure stores it. */
  rupiah(stored: number): number;
  /** An amount of rupiah as Vendure stores it. */
  stored(rupiah: number): number;
}

/** @throws {GatewayOptionsError} */
export function createShop(options: ShipElementsOptions): Shop {
  checkOptions(options);
  const { origin: _, cashOnDelivery: __, settleEvery: ___, path = '/shipping', store, ...given } = options;
  let gateway: Promise<Gateway> | undefined;
  // Pages only ask for prices: the plugin orders in process.
  const open = async () => createShippingGateway({ ...given, store: await store, basePath: path });
  let injector: Injector | undefined;
  const injected = () => {
    if (!injector) throw new Error('Vendure has not started yet.');
    return injector;
  };
  // Vendure stores two more digits than rupiah have, unless the shop's money strategy says otherwise.
  const scale = () => 10 ** (injected().get(ConfigService).entityOptions.moneyStrategy.precision ?? 2);
  return {
    options,
    path,
    keys: { account: options.account, ...options.secrets },
    gateway() {
      gateway ??= open();
      return gateway;
    },
    init(given) {
      injector = given;
    },
    get injector() {
      return injected();
    },
    get connection() {
      return injected().get(TransactionalConnection);
    },
    rupiah: (stored) => Math.round(stored / scale()),
    stored: (rupiah) => rupiah * scale(),
  };
}
