import type * as z from 'zod/mini';
import { type Checked, looseObject, oneOf, optional, report, wholeNumber } from './fields.ts';
import { rupiah } from './money.ts';
import { cashOnDeliveryLimit } from './rules.ts';

/** When the shop receives the collected money (contract/README.md §3.2). */
export const cashOnDeliveryTypes = ['7_days', '5_days', '3_days'] as const;
export type CashOnDeliveryType = (typeof cashOnDeliveryTypes)[number];

/** Insurance and cash on delivery. Rates requests and orders have the same fields. */
export const ExtraFields = looseObject({
  /** The amount to insure in rupiah, not a flag. */
  courier_insurance: optional(rupiah),
  /** The amount to collect, in rupiah, at most 15,000,000. */
  destination_cash_on_delivery: optional(
    wholeNumber('the whole rupiah to collect, at most 15000000', 0, cashOnDeliveryLimit),
  ),
  /** Required with the amount. */
  destination_cash_on_delivery_type: optional(oneOf(cashOnDeliveryTypes)),
});
export interface ExtraFields extends z.output<typeof ExtraFields> {}

export type CashOnDelivery = Pick<ExtraFields, `destination_cash_on_delivery${'' | '_type'}`>;

export function checkCashOnDelivery(request: Checked<CashOnDelivery>): void {
  const { destination_cash_on_delivery: amount, destination_cash_on_delivery_type: type } = request.value;
  if (!amount || type) return;
  const remedy = `is missing: send one of ${cashOnDeliveryTypes.join(', ')} with the amount`;
  report(request, ['destination_cash_on_delivery_type'], remedy);
}
