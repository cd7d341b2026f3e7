export { contactsOf, destinationOf, type Recipient } from './address.ts';
export {
  attentionOf,
  type Delivery,
  type DeliveryKey,
  deliver,
  keyFor,
  noteOf,
  type Parcel,
  stateInWords,
  withdraw,
  withNews,
} from './delivery.ts';
export { DeliveryError, isDeliveryError } from './delivery-error.ts';
export { wholeLine } from './line.ts';
export { type Contents, isFor, offerNow } from './offer.ts';
export { type DeliveryDeps, gatewayOptions, keysOf, problemsOf, type ShopOptions } from './options.ts';
export { withLink } from './with-link.ts';
