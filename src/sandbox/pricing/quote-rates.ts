import { located, RatesRequest, type RatesResponse, withoutOrigin } from '../../contract/index.ts';
import { declaredValue } from '../../quote/index.ts';
import { servicesOn } from '../catalogue/index.ts';
import { type Codes, checkRequest } from '../check-request.ts';
import type { Context } from '../context.ts';
import { refuse, SandboxRefusal } from '../refusal.ts';
import { laneOf } from './lane.ts';
import type { Location } from './locate.ts';
import { isCargo, rateRow } from './rate-row.ts';

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
        reason: 'must be more than 0: J&T Cargo insures every shipment by its declared value',
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
