export { type Cancel, signCancel, verifyCancel } from './cancel.ts';
export {
  type Cart,
  cartExtras,
  insuredAmount,
  mostLines,
  type Origin,
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
export { problemOf, type Secret, type TokenKeys } from './keys.ts';
export {
  type AcceptedOffer,
  extraClaims,
  type Offer,
  type OfferedFor,
  type OfferParts,
  signOffer,
  verifyOffer,
} from './offer.ts';
export { type OrderOutcome, orderOutcome } from './order-outcome.ts';
export { isTokenError, TokenError, type TokenMismatch, type TokenProblem } from './token-error.ts';
export { signTrack, type Track, verifyTrack } from './track.ts';
