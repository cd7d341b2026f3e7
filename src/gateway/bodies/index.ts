export { areaText } from './area-text.ts';
export { taken } from './check.ts';
export { type CheckedBody, cancelBody, cartDraft, grantedDraft, grantedOrder } from './order-bodies.ts';
export { destinationOf, type RatesQuestion, ratesQuestion } from './rates-question.ts';
