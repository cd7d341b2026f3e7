export { isGivenBack } from '../../purchases/index.ts';
export { contactsOf, destinationOf, type Recipient, warehouseAt, withLink } from './address.ts';
export { type CategoryOptions, categoryOf } from './category.ts';
export {
  attentionOf,
  attentionOfMoney,
  type Contents,
  type Delivery,
  DeliveryError,
  type DeliveryKey,
  deliver,
  eraseDeliveries,
  exportDeliveries,
  isDeliveryError,
  isFor,
  keyFor,
  noteOf,
  noteOfErasure,
  offerNow,
  type Paid,
  type Parcel,
  stateInWords,
  wholeLine,
  withdraw,
  withParcel,
} from './delivery.ts';
export { type DeliveryDeps, gatewayOptions, keysOf, problemsOf, type ShopOptions, type Warehouse } from './options.ts';
