export { createPurchases } from './create-purchases.ts';
export type { OtherService } from './deliver.ts';
export {
  type Choice,
  isPurchaseError,
  type ParcelChoice,
  PurchaseError,
  type PurchaseProblem,
  readChoice,
  readParcels,
} from './form.ts';
export type { AcceptedParcel, Purchases, PurchasesOptions, Transaction } from './options.ts';
export { midtrans } from './providers/midtrans.ts';
export { CallbackError, type PaymentEvent, type PaymentProvider } from './providers/provider.ts';
export { type TestProvider, testProvider } from './providers/test-provider.ts';
export { xendit } from './providers/xendit.ts';
export { type DeliveryState, isGivenBack, type Money, type Payment } from './purchase.ts';
export type { Attention, PurchasedDelivery, PurchaseNews, PurchaseState, PurchaseView } from './view.ts';
