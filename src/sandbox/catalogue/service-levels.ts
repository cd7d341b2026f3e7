import type { Rupiah } from '../../contract/index.ts';

/** The distance classes of a lane, nearest first. */
export const distances = ['city', 'region', 'island', 'nation', 'remote'] as const;
export type Distance = (typeof distances)[number];

interface Kind {
  serviceType: 'instant' | 'same_day' | 'overnight' | 'standard';
  shippingType: 'parcel' | 'freight';
}

/** Priced by chargeable weight and distance class. */
export interface WeightLevel extends Kind {
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
export interface VehicleLevel extends Kind {
  by: 'kilometre';
  start: Rupiah;
  kilometre: Rupiah;
  /** Kilograms it can carry. */
  capacity: number;
}

export type Level = WeightLevel | VehicleLevel;

/** The price levels of all services. */
export const levels = {
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

export type LevelName = keyof typeof levels;

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
