import { type Checked, oneOf, optional, type Rupiah, report, whole } from './fields.ts';
import { cashOnDeliveryLimit } from './rules.ts';

/** When the courier hands the collected money to the shop (contract.md §2). */
export const cashOnDeliveryTypes = ['7_days', '5_days', '3_days'] as const;
export type CashOnDeliveryType = (typeof cashOnDeliveryTypes)[number];

export interface CashOnDelivery {
  /** The amount to collect, in rupiah, at most 15,000,000. */
  destination_cash_on_delivery?: Rupiah;
  /** Required with the amount. */
  destination_cash_on_delivery_type?: CashOnDeliveryType;
}

export const cashOnDelivery = {
  destination_cash_on_delivery: optional(
    whole('the whole rupiah to collect, at most 15000000', 0, cashOnDeliveryLimit),
  ),
  destination_cash_on_delivery_type: optional(oneOf(cashOnDeliveryTypes)),
};

export function checkCashOnDelivery(request: Checked<CashOnDelivery>): void {
  const { destination_cash_on_delivery: amount, destination_cash_on_delivery_type: type } = request.value;
  if (amount && !type)
    report(
      request,
      ['destination_cash_on_delivery_type'],
      `is missing: send one of ${cashOnDeliveryTypes.join(', ')} with the amount`,
    );
}
