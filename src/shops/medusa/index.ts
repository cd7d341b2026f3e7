import provider from './providers/ship-elements/index.ts';

export type { Choice, StoredChoice } from './cart.ts';
export { validateDelivery } from './checkout.ts';
export type { StoredDelivery } from './delivery.ts';
export { default as shipElementsModule, ShipElementsModule } from './modules/ship-elements/index.ts';
export { ShipElementsProvider } from './providers/ship-elements/index.ts';
export type { ShipElementsOptions } from './shop.ts';
export type { StaffView } from './views.ts';
export { cancelDeliveriesWorkflow } from './workflows/cancel-deliveries.ts';
export { eraseCustomerWorkflow } from './workflows/erase-customer.ts';
export { type SendOrderInput, sendOrderWorkflow } from './workflows/send-order.ts';
export { settleDeliveriesWorkflow } from './workflows/settle-deliveries.ts';

/** The fulfillment provider of the plugin: `ship-elements/medusa`. */
export default provider;
