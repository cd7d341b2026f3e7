import * as z from 'zod/mini';
import { type CourierService, type CouriersResponse, inForce, type Rupiah, removed, rules } from '../contract/index.ts';
import { serviceKey } from '../quote/index.ts';
import type { Context } from './context.ts';
import rows from './couriers.json' with { type: 'json' };

/** The distance classes of a lane, nearest first. */
export const distances = ['city', 'region', 'island', 'nation', 'remote'] as const;
export type Distance = (typeof distances)[number];

interface Kind {
  serviceType: 'instant' | 'same_day' | 'overnight' | 'standard';
  shippingType: 'parcel' | 'freight';
}

/** Priced by chargeable weight and distance class. */
interface WeightLevel extends Kind {
  by: 'weight';
  /** Multiplies the regular price. */
  factor: number;
  /** The farthest distance class that it serves. */
  reach: Distance;
  /** The minimum of charged kilograms. */
  minimum: number;
  /** Cubic centimetres that count as one kilogram. */
  volume: number;
}

/** An on-demand vehicle: priced by the kilometre between two coordinates. */
interface VehicleLevel extends Kind {
  by: 'kilometre';
  start: Rupiah;
  kilometre: Rupiah;
  /** Kilograms it can carry. */
  capacity: number;
}

type Level = WeightLevel | VehicleLevel;

/** The price levels of all services. */
const levels = {
  economy: parcel('standard', 0.85, 'remote'),
  bulk: parcel('standard', 0.6, 'remote', 10),
  half_kilo: parcel('standard', 0.8, 'remote'),
  regular: parcel('standard', 1, 'remote'),
  overnight: parcel('overnight', 1.6, 'nation'),
  same_day: parcel('same_day', 2.2, 'region'),
  box_small: parcel('standard', 1.3, 'island'),
  box_medium: parcel('standard', 1.6, 'island'),
  box_large: parcel('standard', 2, 'island'),
  box_freight: freight(1.1, 10, 'island'),
  cargo: freight(0.4, 10),
  /** Takes days and is listed as `same_day` (contract/README.md §2.1). */
  cargo_of_the_day: { ...freight(0.4, 10), serviceType: 'same_day' },
  air_cargo: freight(0.9, 10),
  motorbike: freight(0.35, 100),
  bike: vehicle('parcel', 12_000, 2_500, 20),
  instant_bike: { ...vehicle('parcel', 12_000, 2_500, 20), serviceType: 'instant' },
  shared_bike: vehicle('parcel', 10_000, 1_500, 20),
  car: vehicle('parcel', 25_000, 4_000, 150),
  instant_car: { ...vehicle('parcel', 25_000, 4_000, 150), serviceType: 'instant' },
  shared_van: vehicle('parcel', 60_000, 4_500, 600),
  van: vehicle('parcel', 80_000, 5_000, 600),
  freight_van: vehicle('freight', 80_000, 5_000, 700),
  small_truck: vehicle('freight', 150_000, 7_500, 2_000),
  day_truck: vehicle('freight', 250_000, 9_000, 5_000),
  big_truck: vehicle('freight', 600_000, 14_000, 15_000),
} satisfies Record<string, Level>;

function parcel(serviceType: Kind['serviceType'], factor: number, reach: Distance, minimum = 1): WeightLevel {
  return { by: 'weight', serviceType, shippingType: 'parcel', factor, reach, minimum, volume: 6_000 };
}

function freight(factor: number, minimum: number, reach: Distance = 'remote'): WeightLevel {
  return { by: 'weight', serviceType: 'standard', shippingType: 'freight', factor, reach, minimum, volume: 4_000 };
}

/** The service lists these as `same_day` (contract/README.md §2.1). */
function vehicle(shippingType: Kind['shippingType'], start: Rupiah, kilometre: Rupiah, capacity: number): VehicleLevel {
  return { by: 'kilometre', serviceType: 'same_day', shippingType, start, kilometre, capacity };
}

/** A service of `couriers.json`, in a line: code, name, description, tier, level, duration, and what it can do. */
const ServiceRow = z.tuple(
  [
    z.string(),
    z.string(),
    z.string(),
    z.enum(['free', 'essentials', 'standard', 'premium']),
    z.enum(Object.keys(levels) as (keyof typeof levels)[]),
    z.string().check(z.regex(/^\d+( - \d+)? (hours|days)$/)),
  ],
  // `cod` and `insured` of `extras.ts`, and `proof`.
  z.string(),
);

const Courier = z.object({
  code: z.string(),
  name: z.string(),
  /** Multiplies the prices of the service levels. */
  factor: z._default(z.number(), 1),
  /** The minimum fee for cash on delivery, in rupiah. */
  cashOnDeliveryMinimum: z._default(z.number(), 3_000),
  collection: z._default(z.array(z.enum(['pickup', 'drop_off'])), ['pickup']),
  /** Whether an order gets its waybill at once. */
  instantWaybill: z._default(z.boolean(), true),
  services: z.array(ServiceRow),
});

type Courier = z.output<typeof Courier>;

/**
 * All couriers and services, removed ones included. The dated rules decide which exist on a day (contract/README.md §5).
 * Abilities and factors are plausible, not real.
 */
export const couriers: readonly Courier[] = z.array(Courier).parse(rows);

/** One service of a courier. */
export interface Service {
  /** `jne/reg`. */
  key: string;
  courier: Courier;
  level: Level;
  /** For the service in general. The rates row decides for a lane (contract/README.md §2.1). */
  abilities: readonly string[];
  /** Its row in `GET /v1/couriers`. */
  row: CourierService;
}

const services: readonly Service[] = couriers.flatMap((courier) =>
  courier.services.map((row) => serviceOf(courier, row)),
);

/** The services of a day, by the dated rules (contract/README.md §5). */
export function servicesOn({ now, conditions }: Pick<Context, 'now' | 'conditions'>): readonly Service[] {
  return services.filter(({ key, courier }) => {
    if (courier.code === rules.cargoCourier.courier && !inForce(rules.cargoCourier, now)) return false;
    return !removed(key, now) && !conditions.withdrawn?.includes(key);
  });
}

export const isCargo = ({ courier }: Service): boolean => courier.code === rules.cargoCourier.courier;

/** `GET /v1/couriers`. */
export function listCouriers(_request: unknown, context: Context): Omit<CouriersResponse, 'dropped'> {
  return { success: true, object: 'courier', couriers: servicesOn(context).map(({ row }) => row) };
}

function serviceOf(
  courier: Courier,
  [code, name, description, tier, levelName, duration, ...abilities]: z.output<typeof ServiceRow>,
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
  return { key: serviceKey(row), courier, level, abilities, row };
}
