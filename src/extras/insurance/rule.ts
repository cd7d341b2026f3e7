import { percentOf, type Rate, type Rupiah, rules } from '../../contract/index.ts';
import { declaredValue, type ExtraRule } from '../rule.ts';

export const insurance: ExtraRule = {
  fields: ({ insuranceAmount }) => ({ courier_insurance: insuranceAmount }),
  asked: ({ courier_insurance, items }) => ({ amount: courier_insurance ?? declaredValue(items) }),
  impossible: ({ insuranceAmount }) => (insuranceAmount ? undefined : 'nothing-declared'),
  // The cargo courier always insures since 2026-09-07 (contract/README.md §3.4).
  isMandatory: ({ courier_code }) => courier_code === rules.cargoCourier.courier,
  beyond: () => undefined,
  refusals: ['insurance-unavailable'],
};

/** Percent of the insured amount, `published` (contract/README.md §3.1). */
export const insurancePercent = 0.5;

/** Rupiah that are paid back at most for a parcel without insurance, `published`. */
const mostWithout = 1_000_000;

/**
 * Rupiah that are paid back at most without insurance: the least of ten shipping fees, the goods and a million.
 * @param fee the insurance fee of the answer. If it is not the published one, other terms may hold
 * @returns undefined then, and if nothing less is paid back than with insurance
 */
export function paidWithoutInsurance({ shipping_fee }: Rate, insured: Rupiah, fee: Rupiah): Rupiah | undefined {
  if (!shipping_fee || fee !== percentOf(insured, insurancePercent)) return undefined;
  const without = Math.min(10 * shipping_fee, mostWithout);
  return without < insured ? without : undefined;
}

/** Whether the cargo courier was asked and is missing because the goods have no declared value. */
export function cargoLeftOut(couriers: readonly string[], rates: readonly Rate[], declared: Rupiah): boolean {
  const { courier } = rules.cargoCourier;
  return !declared && couriers.includes(courier) && !rates.some(({ courier_code }) => courier_code === courier);
}
