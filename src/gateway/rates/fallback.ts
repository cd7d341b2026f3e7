import {
  type CourierService,
  extraNames,
  extraTable,
  type Rate,
  type RatesRequest,
  type Rupiah,
} from '../../contract/index.ts';
import type { Destination } from '../../tokens/index.ts';
import { postalCodeOf } from './destination.ts';

/** A rate of the shop's own. It is shown as an estimate while the service cannot be asked. */
export interface FallbackRate {
  courier: string;
  service: string;
  /** For people. */
  courierName: string;
  /** For people. */
  serviceName: string;
  /** Rupiah for a parcel up to `grams`. */
  price: Rupiah;
  /** Rupiah for each further kilogram that has begun. 0 by default. */
  perKilogram?: Rupiah;
  /** Grams that `price` is for; 1,000 by default. */
  grams?: number;
  /** Only for these destinations: first and last postal code, inclusive. */
  postalCodes?: readonly [from: number, to: number];
  /** Days: `2 - 4`. */
  days?: string;
}

const withoutExtras = Object.fromEntries(
  extraNames.flatMap((name) => [
    [extraTable[name].flag, false],
    [extraTable[name].fee, 0],
  ]),
);

/** Returns the rows for a question. They have no extras, because only the service knows whether they are available. */
export function fallbackRates(rules: readonly FallbackRate[], request: RatesRequest): Rate[] {
  const couriers = new Set(request.couriers.split(',').map((code) => code.trim()));
  const grams = request.items.reduce((sum, { weight, quantity }) => sum + weight * quantity, 0);
  const postal = postalCodeOf(request as Destination);
  return rules
    .filter(({ courier }) => couriers.has(courier))
    .filter(({ postalCodes: range }) => !range || (postal && postal >= range[0] && postal <= range[1]))
    .map((rule) => {
      const more = Math.max(0, Math.ceil((grams - (rule.grams ?? 1_000)) / 1_000));
      const price = rule.price + more * (rule.perKilogram ?? 0);
      return {
        ...serviceOf(rule),
        company: rule.courier,
        type: rule.service,
        currency: 'IDR',
        price,
        shipping_fee: price,
        shipping_fee_discount: 0,
        shipping_fee_surcharge: 0,
        ...withoutExtras,
      };
    });
}

export const serviceOf = ({ courier, service, courierName, serviceName, days }: FallbackRate): CourierService => ({
  courier_code: courier,
  courier_service_code: service,
  courier_name: courierName,
  courier_service_name: serviceName,
  service_type: 'standard',
  shipping_type: 'parcel',
  ...(days !== undefined && { shipment_duration_range: days, shipment_duration_unit: 'days' }),
  available_collection_method: ['pickup'],
  available_for_cash_on_delivery: false,
  available_for_proof_of_delivery: false,
  available_for_instant_waybill_id: false,
});
