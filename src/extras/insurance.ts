import { type Rate, type Rupiah, rules } from '../contract/index.ts';
import { declaredValue, type ExtraRule } from './rule.ts';

export const insurance: ExtraRule = {
  fields: ({ insuranceAmount }) => ({ courier_insurance: insuranceAmount }),
  asked: ({ courier_insurance, items }) => ({ amount: courier_insurance ?? declaredValue(items) }),
  impossible: ({ insuranceAmount }) => (insuranceAmount ? undefined : 'nothing-declared'),
  // The cargo courier always insures since 2026-09-07 (contract/README.md §3.4).
  isMandatory: ({ courier_code }) => courier_code === rules.cargoCourier.courier,
  beyond: () => undefined,
  refusals: ['insurance-unavailable'],
};

/** Whether the cargo courier was asked and is missing because the goods have no declared value. */
export function cargoLeftOut(couriers: readonly string[], rates: readonly Rate[], declared: Rupiah): boolean {
  const { courier } = rules.cargoCourier;
  return !declared && couriers.includes(courier) && !rates.some(({ courier_code }) => courier_code === courier);
}
