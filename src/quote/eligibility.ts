import { type Rate, type Rupiah, rules } from '../contract/index.ts';
import type { Extras } from './shipment.ts';

/** Why a row is listed but cannot be chosen as the switches stand. */
export type Obstacle = 'cash-on-delivery-unavailable';

/**
 * Rows that cannot do COD stay listed with the flag false (contract/README.md §3.2); only a row that says it can may be
 * chosen.
 */
export function obstacle(rate: Rate, extras: Pick<Extras, 'cashOnDelivery'>): Obstacle | undefined {
  return extras.cashOnDelivery && rate.available_for_cash_on_delivery !== true
    ? 'cash-on-delivery-unavailable'
    : undefined;
}

export type Insurance = 'mandatory' | 'optional' | 'unavailable';

/**
 * Whether the cargo courier was asked and is not among the rates for want of a declared value
 * (contract/README.md §3.4).
 */
export function cargoLeftOut(couriers: readonly string[], rates: readonly Rate[], declared: Rupiah): boolean {
  const { courier } = rules.cargoCourier;
  return !declared && couriers.includes(courier) && !rates.some(({ courier_code }) => courier_code === courier);
}

/** The cargo courier insures always, whatever is asked (contract/README.md §3.4, since 2026-09-07). */
export function insuranceOf(rate: Rate): Insurance {
  if (rate.courier_code === rules.cargoCourier.courier) return 'mandatory';
  return rate.available_for_insurance === false ? 'unavailable' : 'optional';
}
