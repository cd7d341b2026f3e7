export { cancelOrder } from './cancel-order.ts';
export { listCancellationReasons } from './cancellation-reasons.ts';
export { createDraftOrder } from './create-draft-order.ts';
export { createOrder } from './create-order.ts';
export { getOrder, listOrders, setStatus } from './desk.ts';
export { isIdentifier } from './identifiers.ts';
