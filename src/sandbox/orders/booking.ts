import {
  flatLocators,
  located,
  type OrderLocators,
  type OrderRequest,
  type Rate,
  sides,
} from '../../contract/index.ts';
import { declaredValue } from '../../quote/index.ts';
import { type Service, servicesOn } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { isCargo, type Lane, laneOf, rateRow } from '../pricing/index.ts';
import type { Refuse } from '../refusal.ts';
import { bookingCodes as codes } from './codes.ts';

/** The service of an order and its rate. */
export interface Booking {
  service: Service;
  rate: Rate;
}

/** The lane of an order. Every saved location is the account's origin (contract/README.md §3.6). */
export function laneOfOrder(order: OrderLocators, { account }: Context, refuse: Refuse): Lane {
  const flat = flatLocators(order);
  const saved = sides.flatMap((side) =>
    located(flat, side)
      ? []
      : Object.entries(account.origin).map(([field, value]) => [field.replace('origin', side), value]),
  );
  return laneOf({ ...flat, ...Object.fromEntries(saved) }, codes.nowhere, refuse);
}

/** Books the chosen service or refuses. It never substitutes another one (contract/README.md §6). */
export function book(request: OrderRequest, lane: Lane, context: Context, refuse: Refuse): Booking {
  const service = chosenService(request, context, refuse);
  if (service.level.by === 'kilometre') requireCoordinates(lane, refuse);
  if (isCargo(service) && declaredValue(request.items) === 0)
    throw refuse({
      field: 'items.0.value',
      code: codes.noDeclaredValue,
      reason: 'must be more than 0: J&T Cargo insures every shipment by its declared value',
    });
  // Orders have no field for custom rates, so a body's `custom_rates` is an unknown key.
  const rate = rateRow(service, lane, { ...request, custom_rates: [] }, context);
  if (!rate || !Number.isSafeInteger(rate.price))
    throw refuse({
      field: 'courier_type',
      code: codes.noRate,
      reason: 'does not serve this lane or weight: choose again from fresh rates',
    });
  if (request.origin_collection_method !== 'drop_off' && !rate.available_collection_method?.includes('pickup'))
    throw refuse({
      field: 'origin_collection_method',
      code: codes.noPickup,
      reason: `must be drop_off: ${service.key} has no pickup`,
    });
  const collectable = rate.available_for_cash_on_delivery && !context.conditions.noCashOnDelivery;
  if (request.destination_cash_on_delivery && !collectable)
    throw refuse({
      field: 'destination_cash_on_delivery',
      code: codes.noCashOnDelivery,
      reason: `is not available with ${service.key} on this lane: leave it out or choose another service`,
    });
  if (request.destination_proof_of_delivery && !rate.available_for_proof_of_delivery)
    throw refuse({
      field: 'destination_proof_of_delivery',
      code: codes.noProofOfDelivery,
      reason: `is not available with ${service.key}: leave it out or choose another service`,
    });
  // The cargo courier ignores the field (contract/README.md §3.4).
  if (request.courier_insurance && !rate.available_for_insurance)
    throw refuse({
      field: 'courier_insurance',
      code: codes.noInsurance,
      reason: `is not available with ${service.key}: leave it out or choose another service`,
    });
  return { service, rate };
}

function chosenService(
  { courier_company: company, courier_type: type }: OrderRequest,
  context: Context,
  refuse: Refuse,
): Service {
  const services = servicesOn(context).filter(({ courier }) => courier.code === company);
  if (services.length === 0)
    throw refuse({
      field: 'courier_company',
      code: codes.noCourier,
      reason: 'names no courier: choose again from fresh rates',
    });
  const service = services.find(({ row }) => row.courier_service_code === type);
  if (service) return service;
  throw refuse({
    field: 'courier_type',
    code: codes.noService,
    reason: `names no service of ${company}: choose again from fresh rates`,
  });
}

function requireCoordinates({ origin, destination }: Lane, refuse: Refuse): void {
  const reason = 'is missing: this courier goes from point to point, send latitude and longitude';
  if (!origin.coordinate) throw refuse({ field: 'origin_coordinate', code: codes.noOriginCoordinate, reason });
  if (!destination.coordinate)
    throw refuse({ field: 'destination_coordinate', code: codes.noDestinationCoordinate, reason });
}
