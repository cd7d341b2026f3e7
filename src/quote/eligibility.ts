import { type Rate, type Rupiah, rules } from '../contract/index.ts';

/** Whether the cargo courier was asked and is missing because the goods have no declared value. */
export function cargoLeftOut(couriers: readonly string[], rates: readonly Rate[], declared: Rupiah): boolean {
  const { courier } = rules.cargoCourier;
  return !declared && couriers.includes(courier) && !rates.some(({ courier_code }) => courier_code === courier);
}
