export { taken } from './check.ts';
export { type CheckedBody, cancelBody, cartDraft, grantedDraft, grantedOrder } from './order-bodies.ts';
export { destinationOf, ratesQuestion } from './rates-question.ts';
