import { type CourierService, type CouriersResponse, inForce, type Rupiah, removed, rules } from '../contract/index.ts';
import { serviceKey } from '../quote/index.ts';
import type { Context } from './context.ts';

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

type Ability = 'cod' | 'insured' | 'proof';

/** One service in a line; abilities come last. */
export type ServiceRow = readonly [
  code: string,
  name: string,
  description: string,
  tier: 'free' | 'essentials' | 'standard' | 'premium',
  level: LevelName,
  duration: `${string} ${'hours' | 'days'}`,
  ...abilities: Ability[],
];

interface ServiceRules {
  /** Multiplies the prices of the service levels. */
  factor: number;
  /** The minimum fee for cash on delivery, in rupiah. */
  cashOnDeliveryMinimum: Rupiah;
  collection: readonly ('pickup' | 'drop_off')[];
  /** Whether an order gets its waybill at once. */
  instantWaybill: boolean;
}

export interface Courier extends ServiceRules {
  code: string;
  name: string;
  services: readonly ServiceRow[];
}

const usual: ServiceRules = { factor: 1, cashOnDeliveryMinimum: 3_000, collection: ['pickup'], instantWaybill: true };

function courier(
  code: string,
  name: string,
  serviceRules: Partial<ServiceRules>,
  services: readonly ServiceRow[],
): Courier {
  return { ...usual, ...serviceRules, code, name, services };
}

const anyCollection = ['pickup', 'drop_off'] as const;

/**
 * All couriers and services, removed ones included. The dated rules decide which exist on a day (contract/README.md §5).
 * Abilities and factors are plausible, not real.
 */
export const couriers: readonly Courier[] = [
  courier('gojek', 'Gojek', {}, [
    ['instant', 'Instant', 'On demand, instant (bike)', 'premium', 'bike', '1 - 3 hours', 'insured'],
    ['same_day', 'Same Day', 'On demand, within 8 hours (bike)', 'premium', 'shared_bike', '6 - 8 hours', 'insured'],
  ]),
  courier('grab', 'Grab', { factor: 1.05 }, [
    ['instant', 'Instant', 'On demand, instant (bike)', 'premium', 'bike', '1 - 3 hours', 'insured'],
    ['same_day', 'Same Day', 'On demand, within 8 hours (bike)', 'premium', 'shared_bike', '6 - 8 hours', 'insured'],
    ['instant_car', 'Instant Car', 'Grab Car Express', 'premium', 'car', '1 - 3 hours', 'insured'],
  ]),
  courier('deliveree', 'Deliveree', {}, [
    ['tronton_wing_box', 'Tronton Wing Box', 'Truk tronton wing box', 'premium', 'big_truck', '6 - 8 hours', 'proof'],
    ['tronton_box', 'Tronton Box', 'Truk tronton box', 'premium', 'big_truck', '6 - 8 hours', 'proof'],
    ['fuso_heavy', 'Fuso Heavy', 'Truk fuso berat', 'premium', 'big_truck', '6 - 8 hours', 'proof'],
    ['fuso_light', 'Fuso Lite', 'Truk fuso ringan', 'premium', 'big_truck', '6 - 8 hours', 'proof'],
    ['cdd_box', 'CDD Box', 'Truk CDD box', 'premium', 'day_truck', '6 - 8 hours', 'insured', 'proof'],
    ['cdd_pickup', 'CDD Pickup', 'Truk CDD bak terbuka', 'premium', 'day_truck', '6 - 8 hours', 'insured', 'proof'],
    ['cde_frozen', 'CDE - Frozen', 'Truk CDE berpendingin', 'premium', 'day_truck', '6 - 8 hours', 'insured', 'proof'],
    ['cde_flammable', 'CDE - Flammable', 'Truk CDE, mudah terbakar', 'premium', 'day_truck', '6 - 8 hours', 'proof'],
    ['cde_chemical', 'CDE - Chemical', 'Truk CDE, bahan kimia', 'premium', 'day_truck', '6 - 8 hours', 'proof'],
    ['engkel_box', 'Engkel Box', 'Truk engkel box', 'premium', 'day_truck', '6 - 8 hours', 'insured', 'proof'],
    ['engkel_pickup', 'Engkel Pickup', 'Truk engkel bak', 'premium', 'small_truck', '2 - 4 hours', 'insured', 'proof'],
    ['small_box', 'Small Box', 'Mobil box kecil', 'premium', 'small_truck', '2 - 4 hours', 'insured', 'proof'],
    ['pickup', 'Pickup', 'Mobil bak terbuka', 'standard', 'van', '2 - 4 hours', 'insured', 'proof'],
    ['van', 'Van', 'Mobil van', 'standard', 'van', '2 - 4 hours', 'insured', 'proof'],
    ['economy', 'Economy', 'Mobil kecil', 'standard', 'shared_van', '2 - 4 hours', 'insured', 'proof'],
  ]),
  courier('jne', 'JNE', {}, [
    ['reg', 'Reguler', 'Layanan reguler', 'free', 'regular', '2 - 3 days', 'cod', 'insured'],
    ['ctc', 'City to City (CTC)', 'Pengiriman city to city', 'free', 'regular', '2 - 3 days', 'cod', 'proof'],
    ['yes', 'Yakin Esok Sampai (YES)', 'Yakin esok sampai', 'essentials', 'overnight', '1 days', 'cod', 'insured'],
    ['oke', 'OKE', 'Economy service', 'free', 'economy', '3 - 4 days', 'cod', 'insured'],
    ['jtr', 'JTR', 'Trucking with minimum weight of 10 kg', 'premium', 'cargo', '3 - 4 days', 'insured'],
    ['jtr_150_250', 'JTR 150 250', 'Motorbikes of 150cc to 250cc', 'premium', 'motorbike', '3 - 4 days', 'insured'],
    ['jtr_150', 'JTR 150', 'Motorbikes below 150cc', 'premium', 'motorbike', '3 - 4 days', 'insured'],
    ['jtr_250', 'JTR 250', 'Motorbikes above 250cc', 'premium', 'motorbike', '3 - 4 days', 'insured'],
  ]),
  courier('tiki', 'TIKI', { factor: 1.02, cashOnDeliveryMinimum: 4_000 }, [
    ['eko', 'EKO', 'Economic service', 'free', 'economy', '3 - 4 days', 'cod', 'insured'],
    ['sds', 'SDS', 'Same day service', 'premium', 'same_day', '8 - 12 hours', 'insured'],
    ['reg', 'REG', 'Layanan reguler', 'free', 'regular', '2 - 3 days', 'cod', 'insured'],
    ['ons', 'ONS', 'One night service', 'essentials', 'overnight', '1 days', 'insured'],
    ['t15', 'T15', 'Motor di bawah 150CC', 'premium', 'motorbike', '3 - 4 days', 'insured'],
    ['t25', 'T25', 'Motor di bawah 250CC', 'premium', 'motorbike', '3 - 4 days', 'insured'],
    ['t60', 'T60', 'Motor di bawah 600CC', 'premium', 'motorbike', '3 - 4 days', 'insured'],
    ['trc', 'Trucking', 'TIKI Trucking', 'premium', 'cargo', '3 - 4 days', 'insured'],
  ]),
  courier('ninja', 'Ninja', { factor: 0.98, instantWaybill: false }, [
    ['standard', 'Standard', 'Layanan standard', 'free', 'regular', '2 - 3 days', 'cod', 'insured'],
  ]),
  courier('lion', 'Lion', { factor: 0.92, instantWaybill: false }, [
    ['reg_pack', 'Reg Pack', 'Layanan standard', 'free', 'regular', '2 - 3 days', 'cod', 'insured'],
    ['land_pack', 'Land Pack', 'Pengiriman menggunakan kereta api', 'free', 'economy', '3 - 4 days', 'insured'],
    ['one_pack', 'One Pack', 'Layanan besok sampai', 'essentials', 'overnight', '1 days', 'insured'],
    ['jago_pack', 'Jago Pack', 'Pengiriman standard', 'free', 'regular', '1 days', 'insured'],
    ['docu_pack', 'Docu Pack', 'Pengiriman dokumen', 'free', 'half_kilo', '1 days'],
    ['big_pack', 'Big Pack', 'Layanan trucking Lion Parcel', 'premium', 'cargo', '3 - 4 days', 'insured'],
  ]),
  courier('rara', 'Rara Delivery', { factor: 0.88 }, [
    ['instant', 'Instant', 'Instant delivery service', 'premium', 'bike', '1 - 3 hours', 'insured'],
  ]),
  courier('sicepat', 'SiCepat', { factor: 0.97, cashOnDeliveryMinimum: 2_000, collection: anyCollection }, [
    ['reg', 'Reguler', 'Layanan reguler', 'free', 'regular', '2 - 3 days', 'cod', 'insured'],
    ['siunt', 'SiUntung', 'Layanan SiUntung', 'essentials', 'regular', '2 - 3 days', 'cod', 'insured'],
    ['best', 'Besok Sampai Tujuan', 'Besok sampai tujuan', 'essentials', 'overnight', '1 days', 'cod', 'insured'],
    ['sds', 'SDS', 'Same day service', 'standard', 'same_day', '8 - 12 hours', 'insured'],
    ['gokil', 'GOKIL', 'Layanan kargo', 'premium', 'cargo', '3 - 4 days', 'insured'],
  ]),
  courier('sentralcargo', 'Sentral Cargo', { factor: 0.9 }, [
    ['land_electronic', 'Land Electronic', 'Elektronik via darat', 'free', 'cargo', '3 - 4 days', 'insured'],
    [
      'land_non_electronic',
      'Land Non Electronic',
      'Non-elektronik via darat',
      'premium',
      'cargo_of_the_day',
      '3 - 4 days',
      'insured',
    ],
    ['air_electronic', 'Air Electronic', 'Elektronik via udara', 'premium', 'air_cargo', '1 - 2 days', 'insured'],
    [
      'air_non_electronic',
      'Air Non Electronic',
      'Non-elektronik via udara',
      'premium',
      'air_cargo',
      '1 - 2 days',
      'insured',
    ],
  ]),
  courier('jnt', 'J&T', { factor: 1.05, collection: anyCollection }, [
    ['ez', 'EZ', 'Layanan reguler', 'free', 'regular', '2 - 3 days', 'cod', 'insured'],
  ]),
  courier('jntcargo', 'J&T Cargo', {}, [
    ['ft', 'Standar', 'Layanan reguler', 'standard', 'cargo', '2 - 5 days', 'insured'],
  ]),
  courier('idexpress', 'IDexpress', { factor: 0.93, cashOnDeliveryMinimum: 2_500 }, [
    ['reg_half_kilo', 'Reguler Half Kilo', 'Layanan reguler half kilo', 'free', 'half_kilo', '2 - 3 days', 'insured'],
    ['reg', 'Reguler', 'Layanan reguler', 'free', 'regular', '2 - 3 days', 'cod', 'insured'],
    ['smd', 'Same Day', 'Layanan same day', 'premium', 'same_day', '12 hours', 'insured'],
    ['idtruck', 'ID Truck', 'Layanan trucking', 'premium', 'cargo', '3 - 4 days', 'insured'],
  ]),
  courier('rpx', 'RPX', { factor: 1.1, instantWaybill: false }, [
    ['sdp', 'Same Day Package', 'Sampai di hari yang sama', 'standard', 'same_day', '12 hours', 'insured'],
    ['mdp', 'Mid Day Package', 'Tiba sebelum jam 12 siang esoknya', 'premium', 'overnight', '1 days', 'insured'],
    ['ndp', 'Next Day Package', 'Sampai dalam 1 hari kerja', 'essentials', 'overnight', '1 days', 'insured'],
    ['rgp', 'Reguler Package', 'Pengiriman standard', 'free', 'regular', '2 - 4 days', 'insured'],
    ['pas', 'Paket Ambil Suka-suka', 'Diambil sendiri di lokasi mitra RPX', 'free', 'economy', '2 - 4 days'],
    ['ecp', 'Economy Delivery', 'Kirim paket >10 kg dengan biaya hemat', 'free', 'bulk', '2 - 4 days', 'insured'],
    ['hwp', 'Heavy Weight Delivery', 'Kirim paket >20 kg dengan biaya hemat', 'free', 'bulk', '3 - 4 days', 'insured'],
  ]),
  courier('jdl', 'JDL', {}, [['reg', 'Reguler', 'Regular shipment', 'free', 'regular', '2 - 4 days', 'insured']]),
  courier('wahana', 'Wahana', { factor: 0.7, collection: ['drop_off'], instantWaybill: false }, [
    ['deno', 'Deno', 'Layanan standard', 'free', 'economy', '2 - 3 days'],
    ['normal', 'Normal', 'Layanan standard', 'free', 'regular', '2 - 3 days'],
  ]),
  courier('pos', 'Pos Indonesia', { factor: 0.9, collection: anyCollection, instantWaybill: false }, [
    ['reguler', 'Reguler', 'Layanan pengiriman reguler', 'free', 'regular', '2 - 3 days', 'cod', 'insured'],
    ['same_day', 'Same Day', 'Layanan sampai di hari yang sama', 'standard', 'same_day', '8 - 12 hours', 'insured'],
    ['next_day', 'Next Day', 'Layanan paket besok sampai', 'essentials', 'overnight', '1 days', 'insured'],
    ['kargo', 'Kargo', 'Layanan kargo bertingkat menurut berat', 'standard', 'cargo', '3 - 4 days', 'insured'],
  ]),
  courier('anteraja', 'Anteraja', { factor: 0.95, cashOnDeliveryMinimum: 2_500, collection: anyCollection }, [
    ['reg', 'Reguler', 'Regular shipment', 'free', 'regular', '2 - 3 days', 'cod', 'insured'],
    ['same_day', 'Same Day', 'Same day service for Jakarta Area', 'standard', 'same_day', '6 - 8 hours', 'insured'],
    ['next_day', 'Next Day', 'Next day service delivery', 'essentials', 'overnight', '1 days', 'insured'],
  ]),
  courier('sap', 'SAP', { factor: 0.88 }, [
    ['reg', 'REG', 'Regular service', 'free', 'regular', '3 - 4 days', 'cod', 'insured'],
    ['reg_half_kilo', 'Reguler Half Kilo', 'Layanan reguler half kilo', 'free', 'half_kilo', '2 - 3 days', 'insured'],
    ['ods', 'ODS', 'One Day Service', 'essentials', 'overnight', '1 days', 'cod', 'insured'],
    ['sds', 'SDS', 'Same Day Service', 'standard', 'same_day', '8 - 12 hours', 'insured'],
    ['cargo', 'Cargo', 'Cargo Land Service', 'premium', 'cargo', '3 - 4 days', 'insured'],
  ]),
  courier('paxel', 'Paxel', { factor: 1.1 }, [
    ['small', 'Small Package', 'Layanan paket small', 'standard', 'box_small', '8 - 12 hours', 'insured'],
    ['medium', 'Medium Package', 'Layanan paket medium', 'standard', 'box_medium', '8 - 12 hours', 'insured'],
    ['large', 'Large Package', 'Layanan paket large', 'premium', 'box_large', '8 - 12 hours', 'insured'],
    ['paxel_big', 'Paxel Big', 'Layanan kargo paxel big', 'premium', 'box_freight', '8 - 12 hours', 'insured'],
  ]),
  courier('borzo', 'Borzo', { factor: 0.9 }, [
    ['instant_bike', 'Instant Bike', 'Delivery using bike', 'standard', 'instant_bike', '1 - 3 hours', 'insured'],
    ['instant_car', 'Instant Car', 'Delivery using car', 'standard', 'instant_car', '1 - 4 hours', 'insured'],
  ]),
  courier('lalamove', 'Lalamove', { factor: 0.95 }, [
    ['motorcycle', 'Motorcycle', 'Delivery using bike', 'premium', 'bike', '1 - 3 hours', 'insured'],
    ['mpv', 'MPV', 'Delivery using car', 'premium', 'freight_van', '1 - 3 hours', 'insured'],
    ['van', 'Van', 'Delivery using van', 'premium', 'freight_van', '2 - 4 hours', 'insured'],
    ['truck', 'Truck', 'Delivery using truck', 'premium', 'small_truck', '3 - 6 hours'],
    ['cdd_bak', 'CDD Bak', 'Delivery using CDD Bak', 'premium', 'small_truck', '1 - 3 hours'],
    ['cdd_box', 'CDD Box', 'Delivery using CDD Box', 'premium', 'small_truck', '1 - 3 hours'],
    ['engkel_bak', 'Engkel Bak', 'Delivery using Engkel Bak', 'premium', 'small_truck', '1 - 3 hours'],
    ['engkel_box', 'Engkel Box', 'Delivery using Engkel Box', 'premium', 'small_truck', '1 - 3 hours'],
  ]),
];

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
