export {
  type Cancel,
  type OrderOutcome,
  orderOutcome,
  type PurchaseClaims,
  signCancel,
  signPurchase,
  signTrack,
  type Track,
  trackLifetime,
  verifyCancel,
  verifyPurchase,
  verifyTrack,
} from './after-order.ts';
export {
  type Cart,
  cartExtras,
  mostLines,
  type Origin,
  originShape,
  readCart,
  signCart,
  verifyCart,
} from './cart.ts';
export {
  cartFingerprint,
  type Destination,
  destinationFields,
  destinationFingerprint,
  digest,
  keyedDigest,
  originFields,
} from './fingerprints.ts';
export { type Grant, type GrantDetails, type OfferGrant, signGrant, verifyGrant } from './grant.ts';
export {
  type AcceptedOffer,
  extraClaims,
  type Offer,
  type OfferedFor,
  type OfferParts,
  serviceOfOffer,
  signOffer,
  verifyOffer,
} from './offer.ts';
export {
  clockSkew,
  isTokenError,
  keysProblem,
  previousOf,
  type Secret,
  TokenError,
  type TokenKeys,
  type TokenMismatch,
  type TokenProblem,
} from './token.ts';
