export { type Lane, laneOf } from './lane.ts';
export type { Location } from './locate.ts';
export { quoteRates } from './quote-rates.ts';
export { insuredAmount, isCargo, rateRow } from './rate-row.ts';
