export { getOrder, listOrders, setStatus } from './back-office.ts';
export { cancelOrder, listCancellationReasons } from './cancel-order.ts';
export { createDraftOrder } from './create-draft-order.ts';
export { createOrder } from './create-order.ts';
export { isIdentifier } from './identifiers.ts';
