import {
  calledVehicles,
  coordinateOf,
  type Locators,
  type Rate,
  type Rupiah,
  rules,
  sides,
} from '../contract/index.ts';

/** Whether a service has an extra on this lane: whatever is asked, where it is asked for, or never. */
export type Availability = 'mandatory' | 'optional' | 'unavailable';

/** The cargo courier insures always, whatever is asked, since 2026-09-07 (contract/README.md §3.4). */
export function insuranceOf(rate: Rate): Availability {
  if (rate.courier_code === rules.cargoCourier.courier) return 'mandatory';
  return rate.available_for_insurance === false ? 'unavailable' : 'optional';
}

/** Whether the cargo courier was asked and is not among the rates for want of a declared value. */
export function cargoLeftOut(couriers: readonly string[], rates: readonly Rate[], declared: Rupiah): boolean {
  const { courier } = rules.cargoCourier;
  return !declared && couriers.includes(courier) && !rates.some(({ courier_code }) => courier_code === courier);
}

/**
 * Of some couriers, those that could have a rate at all, whatever else is asked: called vehicles go by points on the map alone
 * (contract/README.md §3.6), the cargo courier by a declared value (contract/README.md §3.4).
 */
export function quotable(couriers: readonly string[], where: Locators, declared: Rupiah): string[] {
  const onMap = sides.every((side) => coordinateOf(where, side));
  return couriers.filter((code) =>
    code === rules.cargoCourier.courier ? declared > 0 : onMap || !calledVehicles.includes(code),
  );
}
