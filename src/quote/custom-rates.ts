import { type CustomRate, percentOf, type Rupiah, wholeRupiah } from '../contract/index.ts';

export interface Adjustment {
  /** Rupiah, never more than the shipping fee. */
  discount: Rupiah;
  /** Rupiah. */
  surcharge: Rupiah;
}

/**
 * Applies custom rates to the shipping fee of one service. Several rules add up, percentages are of the shipping fee, and a
 * discount never exceeds it (contract/README.md §3.3).
 */
export function adjust(
  rules: readonly CustomRate[],
  service: { courier: string; service: string },
  shippingFee: Rupiah,
): Adjustment {
  const sum = { discount: 0, surcharge: 0 };
  for (const rule of rules) {
    if (rule.courier_code !== service.courier) continue;
    if (rule.courier_service_code && rule.courier_service_code !== service.service) continue;
    sum[rule.type] += rule.unit === 'flat' ? wholeRupiah(rule.amount) : percentOf(shippingFee, rule.amount);
  }
  return { discount: Math.min(sum.discount, shippingFee), surcharge: sum.surcharge };
}
