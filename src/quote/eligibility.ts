import { type Rate, type Rupiah, rules } from '../contract/index.ts';

/** Whether a service adds an extra on this lane: always, on request, or never. */
export type Availability = 'mandatory' | 'optional' | 'unavailable';

/** The cargo courier always insures since 2026-09-07 (contract/README.md §3.4). */
export function insuranceOf(rate: Rate): Availability {
  if (rate.courier_code === rules.cargoCourier.courier) return 'mandatory';
  return rate.available_for_insurance === false ? 'unavailable' : 'optional';
}

/** Whether the cargo courier was asked and is missing because the goods have no declared value. */
export function cargoLeftOut(couriers: readonly string[], rates: readonly Rate[], declared: Rupiah): boolean {
  const { courier } = rules.cargoCourier;
  return !declared && couriers.includes(courier) && !rates.some(({ courier_code }) => courier_code === courier);
}
