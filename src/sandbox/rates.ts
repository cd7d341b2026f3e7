import {
  type CustomRate,
  inForce,
  located,
  olderRules,
  percentOf,
  type Rate,
  RatesRequest,
  type RatesResponse,
  type Rupiah,
  wholeRupiah,
  withoutOrigin,
} from '../contract/index.ts';
import { declaredValue } from '../extras/index.ts';
import { priceOf } from '../quote/index.ts';
import type { Context } from './context.ts';
import { isCargo, type Service, servicesOn } from './couriers.ts';
import { type AskedExtras, extrasOf, requirePayout } from './extras.ts';
import { type Codes, checkRequest, refuse, SandboxRefusal } from './http.ts';
import { type Lane, type Location, laneOf, shippingFee } from './pricing.ts';

/**
 * Applies custom rates to the shipping fee of one service. Several rules add up, percentages are of the shipping fee, and a
 * discount never exceeds it (contract/README.md §3.3).
 * @returns rupiah
 */
export function adjust(
  rules: readonly CustomRate[],
  service: { courier: string; service: string },
  shippingFee: Rupiah,
): { discount: Rupiah; surcharge: Rupiah } {
  const sum = { discount: 0, surcharge: 0 };
  for (const rule of rules) {
    if (rule.courier_code !== service.courier) continue;
    if (rule.courier_service_code && rule.courier_service_code !== service.service) continue;
    sum[rule.type] += rule.unit === 'flat' ? wholeRupiah(rule.amount) : percentOf(shippingFee, rule.amount);
  }
  return { discount: Math.min(sum.discount, shippingFee), surcharge: sum.surcharge };
}

/** The fields of a rates request or an order that decide the price. */
type Asked = AskedExtras & Pick<RatesRequest, 'custom_rates'>;

export const needsDeclaredValue = 'must be more than 0: J&T Cargo insures every shipment by its declared value';

/**
 * The quote of one service; undefined if it does not serve the lane. A service that cannot insure or collect stays listed.
 */
export function rateRow(service: Service, lane: Lane, asked: Asked, context: Context): Rate | undefined {
  const { now, account, conditions } = context;
  const fee = shippingFee(service, lane, asked.items, conditions.priceLevel);
  if (fee === undefined) return undefined;
  const areKnown = inForce(olderRules.customRatesInsuranceAndCashOnDelivery, now);
  const customRates = areKnown ? [...account.customRates, ...(asked.custom_rates ?? [])] : [];
  const { row } = service;
  const code = { courier: row.courier_code, service: row.courier_service_code };
  const { discount, surcharge } = adjust(customRates, code, fee);
  const parts = {
    shipping_fee: fee,
    shipping_fee_discount: discount,
    shipping_fee_surcharge: surcharge,
    ...extrasOf(service, lane, asked, context),
  };
  const { tier: _tier, ...details } = row;
  return {
    ...details,
    company: row.courier_code,
    type: row.courier_service_code,
    currency: 'IDR',
    duration: `${row.shipment_duration_range} ${row.shipment_duration_unit}`,
    ...parts,
    price: priceOf(parts),
    tax_lines: [],
  };
}

const unknownPostalCode = 40_001_001;
const missingParameter = 40_001_002;
const noDeclaredValue = 40_001_007;
const noCourier = 40_001_010;

const codes: Codes = {
  otherwise: missingParameter,
  fields: {
    origin_postal_code: { missing: missingParameter, wrong: unknownPostalCode },
    destination_postal_code: { missing: missingParameter, wrong: unknownPostalCode },
  },
};

/** `POST /v1/rates/couriers`. */
export function quoteRates(body: object, context: Context): Omit<RatesResponse, 'dropped'> & { stops: [] } {
  const request = checkRequest(RatesRequest, body, codes, refuse);
  requirePayout(request, missingParameter, refuse);
  const hasOrigin = located(request, 'origin') || !withoutOrigin(request);
  const lane = laneOf(hasOrigin ? request : { ...request, ...context.account.origin }, unknownPostalCode, refuse);
  // Codes are compared exactly: jnt is not jntcargo (contract/README.md §6).
  const couriers = new Set(request.couriers.split(',').map((code) => code.trim()));
  const services = servicesOn(context).filter(({ courier }) => couriers.has(courier.code));
  const hasNoValue = declaredValue(request.items) === 0;
  const pricing = services
    .filter((service) => !(hasNoValue && isCargo(service)))
    .flatMap((service) => rateRow(service, lane, request, context) ?? []);

  if (pricing.length === 0) {
    if (hasNoValue && services.some(isCargo))
      throw refuse({
        field: 'items.0.value',
        code: noDeclaredValue,
        reason: needsDeclaredValue,
      });
    throw refuse({
      field: 'couriers',
      code: noCourier,
      reason: 'has no courier for this lane: send other couriers, or coordinates of both sides for instant ones',
    });
  }
  if (pricing.some(({ price }) => !Number.isSafeInteger(price)))
    throw new SandboxRefusal(
      missingParameter,
      'items must be lighter, smaller or cheaper: their price is beyond counting',
    );
  return {
    success: true,
    object: 'courier_pricing',
    message: 'Success to retrieve courier pricing',
    code: 20_001_007,
    origin: locationFields(lane.origin),
    destination: locationFields(lane.destination),
    stops: [],
    pricing,
  };
}

function locationFields({ place, postalCode, coordinate, district }: Location): Record<string, unknown> {
  return {
    location_id: null,
    latitude: coordinate?.latitude ?? null,
    longitude: coordinate?.longitude ?? null,
    postal_code: postalCode,
    country_name: 'Indonesia',
    country_code: 'ID',
    administrative_division_level_1_name: place.province,
    administrative_division_level_1_type: 'province',
    administrative_division_level_2_name: district?.city ?? place.city,
    administrative_division_level_2_type: 'city',
    administrative_division_level_3_name: district?.name ?? null,
    administrative_division_level_3_type: 'district',
    administrative_division_level_4_name: null,
    administrative_division_level_4_type: 'subdistrict',
    address: null,
  };
}
