export { postalCodeOf } from './destination.ts';
export { type FallbackRate, fallbackRates, serviceOf } from './fallback.ts';
export { type OfferFor, offersFor } from './offers.ts';
export { RatesService } from './rates-service.ts';
export { type Circumstances, isShown, offered, type ShopRate } from './shop-rates.ts';
