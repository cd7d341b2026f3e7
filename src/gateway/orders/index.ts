export { type CancelIntent, cancelOrder } from './cancel-order.ts';
export type { Desk } from './desk.ts';
export { placeOrder } from './place-order.ts';
export { settle } from './settle.ts';
