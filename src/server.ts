export { version } from './elements/core/version.ts';
export { type QuoteHtml, quoteHtml } from './elements/quote-html.ts';
export { type Split, splitByWeight } from './quote/index.ts';
export {
  type AcceptedOffer,
  type Cart,
  type Destination,
  type Grant,
  type GrantDetails,
  isTokenError,
  type OfferedFor,
  type OfferGrant,
  type OrderOutcome,
  type Origin,
  orderOutcome,
  type Secret,
  signCart,
  signGrant,
  signTrack,
  TokenError,
  type TokenKeys,
  type TokenMismatch,
  type TokenProblem,
  type Track,
  verifyOffer,
} from './tokens/index.ts';
