export { type FallbackRate, fallbackRates, serviceOf } from './fallback.ts';
export { type OfferFor, offersFor } from './offers.ts';
export { type Circumstances, offered, type ShopRate } from './shop-rates.ts';
export { Wallet } from './wallet.ts';
