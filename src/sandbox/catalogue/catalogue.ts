import { type CourierService, type CouriersResponse, inForce, removed, rules } from '../../contract/index.ts';
import { serviceKey } from '../../quote/index.ts';
import type { Context } from '../context.ts';
import { type Courier, couriers, type ServiceRow } from './couriers.ts';
import { type Level, levels } from './service-levels.ts';

/** One service of a courier. */
export interface Service {
  /** `jne/reg`. */
  key: string;
  courier: Courier;
  level: Level;
  /** For the service in general. The rates row decides for a lane (contract/README.md §2.1). */
  cashOnDelivery: boolean;
  insurance: boolean;
  /** Its row in `GET /v1/couriers`. */
  row: CourierService;
}

const services: readonly Service[] = couriers.flatMap((courier) => courier.services.map((row) => read(courier, row)));

/** The services of a day, by the dated rules (contract/README.md §5). */
export function servicesOn({ now, conditions }: Pick<Context, 'now' | 'conditions'>): readonly Service[] {
  return services.filter(({ key, courier }) => {
    if (courier.code === rules.cargoCourier.courier && !inForce(rules.cargoCourier, now)) return false;
    return !removed(key, now) && !conditions.withdrawn?.includes(key);
  });
}

/** `GET /v1/couriers`. */
export function listCouriers(_request: unknown, context: Context): Omit<CouriersResponse, 'dropped'> {
  return { success: true, object: 'courier', couriers: servicesOn(context).map(({ row }) => row) };
}

function read(
  courier: Courier,
  [code, name, description, tier, levelName, duration, ...abilities]: ServiceRow,
): Service {
  const level = levels[levelName];
  const [, range, unit] = /^(.+) (hours|days)$/.exec(duration) ?? [];
  const row = {
    available_collection_method: [...courier.collection],
    available_for_cash_on_delivery: abilities.includes('cod'),
    available_for_proof_of_delivery: abilities.includes('proof'),
    available_for_instant_waybill_id: courier.instantWaybill,
    courier_name: courier.name,
    courier_code: courier.code,
    courier_service_name: name,
    courier_service_code: code,
    tier,
    description,
    service_type: level.serviceType,
    shipping_type: level.shippingType,
    shipment_duration_range: range,
    shipment_duration_unit: unit,
  };
  const insurance = abilities.includes('insured');
  return { key: serviceKey(row), courier, level, cashOnDelivery: row.available_for_cash_on_delivery, insurance, row };
}
