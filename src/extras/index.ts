export type { ExtraName } from '../contract/index.ts';
export {
  claimedByCart,
  collectionLimits,
  isCollected,
  type Payments,
  paymentsFor,
  paymentsOf,
} from './cash-on-delivery/rule.ts';
export { acceptedSettings, type CartExtras, cartExtrasShape, cartSettings } from './claims.ts';
export * from './extras.ts';
export { cargoLeftOut, insurancePercent, paidWithoutInsurance } from './insurance/rule.ts';
export {
  type AskedExtra,
  type CashOnDeliveryCollects,
  type CompleteExtras,
  type CourierLimit,
  cashOnDeliveryCollects,
  declaredValue,
  type ExtraSettings,
  type Extras,
  type Lock,
  type LockReason,
  type Switches,
} from './rule.ts';
