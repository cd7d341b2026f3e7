export { type CancelIntent, callOff, cancelOrder } from './cancel-order.ts';
export type { OrderDeps } from './order-deps.ts';
export { placeOrder } from './place-order.ts';
export { type Found, ResolveOrderError, resolveOrder } from './resolve-order.ts';
export { settle } from './settle.ts';
