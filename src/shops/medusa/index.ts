import type { ModuleProviderExports } from '@medusajs/framework/types';
import { ModuleProvider, Modules } from '@medusajs/framework/utils';
import { ShipElementsProvider } from './provider.ts';

export { validateDelivery } from './checkout.ts';
export type { Choice, StoredChoice } from './choice.ts';
export { type Delivery, settle } from './delivery.ts';
export type { ShipElementsOptions } from './options.ts';
export { ShipElementsProvider } from './provider.ts';
export { GET, shippingRoutes } from './routes.ts';

/** The plugin for Medusa: `ship-elements/medusa`. */
const provider: ModuleProviderExports = ModuleProvider(Modules.FULFILLMENT, { services: [ShipElementsProvider] });

export default provider;
