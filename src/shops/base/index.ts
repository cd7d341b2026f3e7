export { contactsOf, destinationOf, type Recipient, withLink } from './address.ts';
export {
  attentionOf,
  type Delivery,
  DeliveryError,
  type DeliveryKey,
  deliver,
  isDeliveryError,
  keyFor,
  noteOf,
  type Parcel,
  stateInWords,
  withdraw,
  withNews,
} from './delivery.ts';
export { type Contents, isFor, offerNow, wholeLine } from './offer.ts';
export { type DeliveryDeps, gatewayOptions, keysOf, problemsOf, type ShopOptions } from './options.ts';
