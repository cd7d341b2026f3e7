export { contactsOf, destinationOf, type Recipient, withLink } from './address.ts';
export { type CategoryOptions, categoryOf } from './category.ts';
export {
  attentionOf,
  type Contents,
  type Delivery,
  DeliveryError,
  type DeliveryKey,
  deliver,
  eraseDeliveries,
  isDeliveryError,
  isFor,
  keyFor,
  noteOf,
  offerNow,
  type Parcel,
  stateInWords,
  wholeLine,
  withdraw,
  withParcel,
} from './delivery.ts';
export { type DeliveryDeps, gatewayOptions, keysOf, problemsOf, type ShopOptions } from './options.ts';
