import { asValue } from '@medusajs/framework/awilix';
import type { LoaderOptions, Logger, ModuleExports } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, Module } from '@medusajs/framework/utils';
import { watchCheckout } from '../../checkout.ts';
import { type MedusaShop, moduleName, openShop, type ShipElementsOptions } from '../../shop.ts';

interface Configured {
  projectConfig?: { databaseUrl?: string; workerMode?: string };
}

/** What Medusa's container gives to the module. `shop` is of its own loader. */
interface Dependencies {
  shop: MedusaShop;
  configModule: Configured;
  logger: Logger;
}

/**
 * The service of the module: it holds the gateway, which Medusa's container gives to routes, workflows and the fulfillment provider. The module has
 * no data model: the gateway keeps deliveries in its own tables of the same Postgres, and Medusa's fulfillments say how they stand. A third copy
 * would have to agree with both.
 */
export class ShipElementsModule {
  readonly shop: MedusaShop;
  readonly #logger: Logger;
  readonly #runs = new AbortController();
  readonly #isWorker: boolean;
  #running: Promise<void> | undefined;

  constructor({ shop, configModule, logger }: Dependencies) {
    this.shop = shop;
    this.#logger = logger;
    this.#isWorker = configModule.projectConfig?.workerMode !== 'server';
  }

  /** @internal Medusa calls them. */
  readonly __hooks: Record<string, () => Promise<void>> = {
    onApplicationStart: async () => {
      // Now the shop's own files are loaded: its own handler of the hook comes first.
      watchCheckout(this.#logger);
      if (this.#isWorker) this.#running = this.shop.gateway.start({ signal: this.#runs.signal });
    },
    onApplicationShutdown: async () => {
      this.#runs.abort();
      await this.#running;
      await this.shop.close();
    },
  };
}

/** The options of the plugin, and the database that Medusa adds to them. */
type Given = ShipElementsOptions & { database?: { clientUrl?: string } };

/** @throws with a sentence for each option that is missing or wrong */
async function loadShop({ container, options }: LoaderOptions): Promise<void> {
  const { database, ...given } = (options ?? {}) as unknown as Given;
  const { projectConfig } = container.resolve<Configured>(ContainerRegistrationKeys.CONFIG_MODULE);
  const url = database?.clientUrl ?? projectConfig?.databaseUrl ?? '';
  const shop = await openShop(given, url).catch(({ message }) => {
    throw new Error(`ship-elements/medusa: ${message}`);
  });
  container.register({ shop: asValue(shop) });
}

const shipElements: ModuleExports = Module(moduleName, {
  service: ShipElementsModule,
  loaders: [loadShop as never],
}) as ModuleExports;

export default shipElements;
