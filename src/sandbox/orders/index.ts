export { getOrder, listOrders, setStatus } from './back-office.ts';
export { cancelOrder, listCancellationReasons } from './cancel-order.ts';
export { movedTo } from './change-order.ts';
export { createDraftOrder } from './create-draft-order.ts';
export { createOrder } from './create-order.ts';
export { identifierIn, trackingIn } from './identifiers.ts';
export { readTracking } from './tracking.ts';
