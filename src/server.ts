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

/**
 * Of this package, and in the names of its script-tag files: `ship-elements-choice-${version}.js`. The same as in package.json; a test
 * holds it. The elements have a copy, because they are loaded without `jose`.
 */
export const version = '0.1.0';
