export { type CancelIntent, cancelOrder } from './cancel-order.ts';
export { type Found, lookedUp, SettlementError } from './look-up.ts';
export type { OrderDeps } from './order-deps.ts';
export { placeOrder } from './place-order.ts';
export { settle } from './settle.ts';
