export type { Choice, StoredChoice } from './cart.ts';
export { validateDelivery } from './checkout.ts';
export { cancelDeliveries, eraseCustomer, type StoredDelivery, settle } from './delivery.ts';
export { default as shipElementsModule, ShipElementsModule } from './module.ts';
export { markShipped } from './order.ts';
export { default as provider, ShipElementsProvider } from './provider.ts';
export { getDelivery, getExport, getShipping, postDelivery, postSettle, shippingRoutes } from './routes.ts';
export type { ShipElementsOptions } from './shop.ts';
export type { StaffView } from './views.ts';

import provider from './provider.ts';

/** The fulfillment provider of the plugin: `ship-elements/medusa`. */
export default provider;
