import * as z from 'zod/mini';
import { type CashOnDeliveryPayout, RatesRequest } from '../../contract/index.ts';
import { type CashOnDeliveryCollects, cashOnDeliveryCollects, type ExtraClaims } from '../rule.ts';

/** What a cart claims of COD. The goods are the subtotal. */
export interface CashOnDeliveryClaims {
  /** With COD, the courier collects goods and delivery (`total`, the default) or the `goods` alone. */
  cash_on_delivery_collects?: CashOnDeliveryCollects | undefined;
  /** `7_days` by default. */
  cash_on_delivery_type?: CashOnDeliveryPayout | undefined;
}

export const cashOnDeliveryShape = {
  cash_on_delivery_collects: z.optional(z.enum(cashOnDeliveryCollects, 'must be total or goods')),
  cash_on_delivery_type: RatesRequest.shape.destination_cash_on_delivery_type,
};

export const cashOnDeliveryClaims: ExtraClaims<CashOnDeliveryClaims> = {
  settings: ({ subtotal, cash_on_delivery_collects, cash_on_delivery_type }) => ({
    cashOnDeliveryAmount: subtotal,
    cashOnDeliveryCollects: cash_on_delivery_collects,
    cashOnDeliveryPayout: cash_on_delivery_type,
  }),
  // The courier collects what is paid at the door.
  accepted: ({ payAtDoor, cashOnDelivery }) => ({
    cashOnDeliveryAmount: payAtDoor,
    ...(cashOnDelivery && { cashOnDeliveryPayout: cashOnDelivery.type }),
  }),
};
