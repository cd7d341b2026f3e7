export { type Cancel, signCancel, verifyCancel } from './cancel.ts';
export { type Cart, insuredAmount, type Origin, readCart, signCart, verifyCart } from './cart.ts';
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
  type Offer,
  type OfferedFor,
  type OfferParts,
  signOffer,
  verifyOffer,
} from './offer.ts';
export { isTokenError, TokenError, type TokenProblem } from './token-error.ts';
