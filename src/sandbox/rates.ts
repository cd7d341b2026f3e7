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
  rules,
  wholeRupiah,
  withoutOrigin,
} from '../contract/index.ts';
import { collectionLimits, declaredValue, insurancePercent } from '../extras/index.ts';
import { priceOf } from '../quote/index.ts';
import type { Context } from './context.ts';
import { type Service, servicesOn } from './couriers.ts';
import { type Codes, checkRequest, type Refuse, refuse, SandboxRefusal } from './http.ts';
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
type Asked = Pick<
  RatesRequest,
  'items' | 'courier_insurance' | 'destination_cash_on_delivery' | 'destination_cash_on_delivery_type' | 'custom_rates'
>;

/** Percent of the amount to collect. An earlier payout costs more (contract/README.md §3.2). */
const cashOnDeliveryPercent: Readonly<Record<string, number>> = { '7_days': 3, '5_days': 3.5, '3_days': 4 };

/** @throws the refusal with this code, if the sandbox does not know when the shop is to get the money */
export function requirePayout(
  { destination_cash_on_delivery_type: type }: Partial<Asked>,
  code: number,
  refuse: Refuse,
) {
  if (!type || Object.hasOwn(cashOnDeliveryPercent, type)) return;
  const reason = `must be one of ${Object.keys(cashOnDeliveryPercent).join(', ')}`;
  throw refuse({ field: 'destination_cash_on_delivery_type', code, reason });
}

export function isCargo({ courier }: Service): boolean {
  return courier.code === rules.cargoCourier.courier;
}

export const needsDeclaredValue = 'must be more than 0: J&T Cargo insures every shipment by its declared value';

/** The insured amount in rupiah. The cargo courier insures the declared value (contract/README.md §3.4). */
export function insuredAmount(service: Service, asked: Asked): Rupiah {
  return isCargo(service) ? declaredValue(asked.items) : (asked.courier_insurance ?? 0);
}

/**
 * The quote of one service; undefined if it does not serve the lane. A service that cannot insure or collect stays listed, with
 * fee 0 and the flag false (contract/README.md §3.2).
 */
export function rateRow(
  service: Service,
  lane: Lane,
  asked: Asked,
  { now, account, conditions }: Context,
): Rate | undefined {
  const fee = shippingFee(service, lane, asked.items, conditions.priceLevel);
  if (fee === undefined) return undefined;
  const extras = inForce(olderRules.customRatesInsuranceAndCashOnDelivery, now);
  const insurable = extras && service.insurance;
  // No cash on delivery on the remote islands: the lane decides, not the catalogue.
  const isOffered = extras && service.cashOnDelivery && lane.distance !== 'remote';
  // Nor above the courier's own limit: whether the service says so in a quote is our decision. The least is a matter of the order, because
  // a quote is asked with the goods alone.
  const { most } = collectionLimits({ courier_code: service.courier.code });
  const collectable = isOffered && (asked.destination_cash_on_delivery ?? 0) <= most;
  const customRates = extras ? [...account.customRates, ...(asked.custom_rates ?? [])] : [];
  const { row } = service;
  const code = { courier: row.courier_code, service: row.courier_service_code };
  const { discount, surcharge } = adjust(customRates, code, fee);
  const parts = {
    shipping_fee: fee,
    shipping_fee_discount: discount,
    shipping_fee_surcharge: surcharge,
    insurance_fee: insurable ? insuranceFee(service, asked, account.cargoInsurance) : 0,
    cash_on_delivery_fee: collectable ? cashOnDeliveryFee(service, asked) : 0,
  };
  const { tier: _tier, ...details } = row;
  return {
    ...details,
    available_for_cash_on_delivery: collectable,
    available_for_insurance: insurable,
    company: row.courier_code,
    type: row.courier_service_code,
    currency: 'IDR',
    duration: `${row.shipment_duration_range} ${row.shipment_duration_unit}`,
    ...parts,
    price: priceOf(parts),
    tax_lines: [],
  };
}

function insuranceFee(service: Service, asked: Asked, cargo: { percent: number; minimum: Rupiah }): Rupiah {
  const amount = insuredAmount(service, asked);
  return isCargo(service)
    ? Math.max(percentOf(amount, cargo.percent), cargo.minimum)
    : percentOf(amount, insurancePercent);
}

function cashOnDeliveryFee({ courier }: Service, asked: Asked): Rupiah {
  const { destination_cash_on_delivery: amount, destination_cash_on_delivery_type: type } = asked;
  if (!amount || !type) return 0;
  return Math.max(percentOf(amount, cashOnDeliveryPercent[type] ?? 0), courier.cashOnDeliveryMinimum);
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
