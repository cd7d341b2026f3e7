export { type FallbackRate, fallbackRates, serviceOf } from './fallback.ts';
export { type OfferFor, offersFor } from './offers.ts';
export { postalCodeOf } from './place.ts';
export { RatesService } from './rates-service.ts';
export { type Circumstances, offered, type ShopRate } from './shop-rates.ts';
