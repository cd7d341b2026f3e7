export { isGivenBack } from '../../purchases/index.ts';
export { contactsOf, destinationOf, type Recipient, warehouseAt, withLink } from './address.ts';
export { type CategoryOptions, categoryOf } from './category.ts';
export {
  type Contents,
  type Delivery,
  DeliveryError,
  type DeliveryKey,
  deliver,
  isDeliveryError,
  isFor,
  keyFor,
  labelOf,
  offerNow,
  type Parcel,
  wholeLine,
  withdraw,
} from './delivery.ts';
export { eraseDeliveries, exportDeliveries, noteOfErasure } from './erase.ts';
export { type DeliveryDeps, gatewayOptions, keysOf, problemsOf, type ShopOptions, type Warehouse } from './options.ts';
export { inLanguage, isSentence, type Language, say, translated, type Words } from './sentences.ts';
export {
  attentionOf,
  attentionOfOrder,
  canKeep,
  isUnderWay,
  keptOf,
  noteOf,
  type OrderNow,
  type Paid,
  stateInWords,
  withParcel,
} from './staff.ts';
