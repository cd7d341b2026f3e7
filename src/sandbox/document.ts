import { cashOnDeliveryLimit, type DraftOrderRequest, type OrderDetails, type Rate } from '../contract/index.ts';
import { carriage } from '../quote/index.ts';
import type { Service } from './couriers.ts';
import { extraCodes, insuredAmount } from './extras.ts';
import type { Codes, Problem, Refuse } from './http.ts';
import type { OrderDocument } from './order-store.ts';
import type { Lane, Location } from './pricing.ts';

const noProofNote = 40_002_032;

/** The codes of orders by field (contract/README.md §2.3). */
export const orderCodes: Codes = {
  otherwise: 40_002_999,
  fields: {
    origin_contact_name: { wrong: 40_002_014 },
    origin_contact_phone: { wrong: 40_002_015 },
    origin_address: { wrong: 40_002_016 },
    origin_postal_code: { missing: 40_002_011, wrong: 40_002_020 },
    origin_area_id: { wrong: 40_002_020 },
    origin_coordinate: { wrong: 40_002_022 },
    destination_contact_name: { wrong: 40_002_017 },
    destination_contact_phone: { wrong: 40_002_018 },
    destination_address: { wrong: 40_002_019 },
    destination_postal_code: { missing: 40_002_010, wrong: 40_002_020 },
    destination_area_id: { wrong: 40_002_020 },
    destination_coordinate: { wrong: 40_002_024 },
    destination_cash_on_delivery: { above: { most: cashOnDeliveryLimit, code: 40_002_030 } },
    destination_cash_on_delivery_type: { wrong: 40_002_029 },
    destination_proof_of_delivery_note: { missing: noProofNote, wrong: noProofNote },
    courier_company: { wrong: 40_002_026 },
    courier_type: { wrong: 40_002_027 },
    delivery_type: { missing: 40_002_005, wrong: 40_002_006 },
    delivery_date: { missing: 40_002_035, wrong: 40_002_061 },
    delivery_time: { missing: 40_002_036, wrong: 40_002_062 },
    items: { wrong: 40_002_038 },
    tags: { wrong: 40_002_058 },
  },
};

/** The codes for orders whose fields are all valid. */
export const bookingCodes = {
  ...extraCodes,
  timePassed: 40_002_013,
  nowhere: 40_002_020,
  noRate: 40_002_021,
  noOriginCoordinate: 40_002_023,
  noDestinationCoordinate: 40_002_025,
  noCourier: 40_002_026,
  noService: 40_002_027,
  unknownPayout: 40_002_029,
  noPickup: 40_002_031,
  noProofOfDelivery: 40_002_033,
  noDeclaredValue: 40_002_072,
};

export const referenceUsed = 40_002_060;

/** The general code of drafts; its details name the field. Drafts have few codes of their own (contract/README.md §2.4). */
export const badDraft = 40_000_000;
export const draftReferenceUsed = 42_211_015;
/** Of drafts that are read, confirmed or deleted (contract/README.md §2.10). */
export const badDraftRequest = 40_011_001;
export const unknownDraft = 40_411_007;
export const draftConfirmed = 42_211_006;
const draftPostalCodeUnknown = 42_211_013;
const draftCashOnDeliveryImpossible = 42_211_012;
export const draftPayoutUnknown = 42_211_010;
const draftCashOnDeliveryAbove = 42_211_011;

/** The draft's code for a problem; the order's code if drafts have none. */
export function draftCodeOf({ field, code }: Problem): number {
  if (code === bookingCodes.noCashOnDelivery) return draftCashOnDeliveryImpossible;
  if (code === bookingCodes.beyondCourier) return draftCashOnDeliveryAbove;
  return code === bookingCodes.nowhere && field.endsWith('_postal_code') ? draftPostalCodeUnknown : code;
}

export const draftCodes: Codes = {
  otherwise: badDraft,
  fields: {
    origin_postal_code: { missing: badDraft, wrong: draftPostalCodeUnknown },
    destination_postal_code: { missing: badDraft, wrong: draftPostalCodeUnknown },
    destination_cash_on_delivery: { above: { most: cashOnDeliveryLimit, code: draftCashOnDeliveryAbove } },
    destination_cash_on_delivery_type: { wrong: draftPayoutUnknown },
  },
};

export const unknownOrder = 40_002_057;
export const alreadyPast = 40_002_053;
export const notUpdated = 40_002_043;

export const cancelCodes: Codes = { otherwise: 40_002_056, fields: {} };

// Pages over plain HTTP have no crypto.randomUUID.
const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const hexadecimal = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** 24 hexadecimal digits, as orders have (contract/README.md §1.6). */
export function orderId(): string {
  return hexadecimal(randomBytes(12));
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 24 letters of both cases and digits, as trackings have (contract/README.md §2.8). */
export function trackingId(): string {
  return Array.from(randomBytes(24), (byte) => letters[byte % letters.length]).join('');
}

/** A random UUID (version 4), as drafts have (contract/README.md §1.6). */
export function draftId(): string {
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hexadecimal(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The id of an order or a draft in a path. Clients send it in capitals too (contract/README.md §1.6). */
export function identifierIn(word: string): string | undefined {
  const isId = /^([0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(word);
  return isId ? word.toLowerCase() : undefined;
}

/** The id of a tracking in a path. Its case counts. */
export const trackingIn = (word: string): string | undefined => (/^[0-9A-Za-z]{24}$/.test(word) ? word : undefined);

/** `WYB-` and 13 digits. */
export function waybill(): string {
  return `WYB-${Array.from(randomBytes(13), (byte) => byte % 10).join('')}`;
}

/**
 * The states that may follow each state (contract/README.md §4.1). What follows `on_hold`, and when an order is rejected,
 * disposed or without a courier, is our decision.
 */
export const transitions = {
  scheduled: ['allocated', 'courier_not_found', 'rejected', 'cancelled'],
  confirmed: ['allocated', 'courier_not_found', 'rejected', 'cancelled'],
  allocated: ['picking_up', 'on_hold', 'courier_not_found', 'rejected', 'cancelled'],
  picking_up: ['picked', 'on_hold', 'courier_not_found', 'rejected', 'cancelled'],
  picked: ['in_transit', 'dropping_off', 'on_hold', 'return_in_transit'],
  in_transit: ['dropping_off', 'on_hold', 'return_in_transit', 'disposed'],
  dropping_off: ['delivered', 'on_hold', 'return_in_transit', 'rejected'],
  on_hold: ['picking_up', 'in_transit', 'dropping_off', 'return_in_transit', 'disposed'],
  return_in_transit: ['returned', 'on_hold', 'disposed'],
  delivered: [],
  returned: [],
  rejected: [],
  disposed: [],
  courier_not_found: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>;

export type OrderState = keyof typeof transitions;

/** The states that may follow; none for a final state. */
export function following(state: string): readonly string[] {
  return Object.hasOwn(transitions, state) ? transitions[state as OrderState] : [];
}

const sevenHours = 7 * 3_600_000;

/** `YYYY-MM-DDTHH:mm+07:00`, the format of orders. Drafts have ISO with Z (contract/README.md §1.5). */
export function jakartaTime(moment: Date, precision: 'minutes' | 'seconds' = 'minutes'): string {
  const time = new Date(moment.getTime() + sevenHours).toISOString();
  return `${time.slice(0, precision === 'minutes' ? 16 : 19)}+07:00`;
}

/** When the courier comes: now, or at the requested day and time in Jakarta. */
export function deliveryMoment(request: OrderDetails, now: Date, refuse: Refuse): Date {
  const { delivery_type: type, delivery_date: date, delivery_time: time } = request;
  if (type === 'now') return now;
  const moment = new Date(`${date}T${time}:00+07:00`);
  if (moment < now)
    throw refuse({
      field: 'delivery_date',
      code: bookingCodes.timePassed,
      reason: `has passed with delivery_time: send a moment after ${jakartaTime(now)}`,
    });
  return moment;
}

/** The service of an order and its rate. */
export interface Booking {
  service: Service;
  rate: Rate;
}

/**
 * The fields that answers about orders and drafts share (contract/README.md §2.3). Fields without a value are null.
 * @param delivery when the courier comes, in the format of the operation
 */
export function documentOf(
  request: DraftOrderRequest,
  lane: Lane,
  booking: Booking | undefined,
  delivery: string,
): OrderDocument {
  const { destination_cash_on_delivery: cash = 0 } = request;
  return {
    shipper: {
      name: request.shipper_contact_name ?? null,
      email: request.shipper_contact_email ?? null,
      phone: request.shipper_contact_phone ?? null,
      organization: request.shipper_organization ?? null,
    },
    origin: {
      contact_name: request.origin_contact_name,
      contact_phone: request.origin_contact_phone,
      contact_email: request.origin_contact_email ?? null,
      address: request.origin_address,
      note: request.origin_note ?? null,
      area_id: request.origin_area_id ?? null,
      ...locationOf(lane.origin),
      collection_method: request.origin_collection_method ?? 'pickup',
    },
    destination: {
      contact_name: request.destination_contact_name,
      contact_phone: request.destination_contact_phone,
      contact_email: request.destination_contact_email ?? null,
      address: request.destination_address,
      note: request.destination_note ?? null,
      area_id: request.destination_area_id ?? null,
      ...locationOf(lane.destination),
      proof_of_delivery: {
        use: request.destination_proof_of_delivery ?? false,
        fee: 0,
        note: request.destination_proof_of_delivery_note ?? null,
        link: null,
      },
      cash_on_delivery: {
        id: cash ? orderId() : null,
        amount: cash,
        amount_currency: 'IDR',
        fee: booking?.rate.cash_on_delivery_fee ?? 0,
        fee_currency: 'IDR',
        note: null,
        type: cash ? (request.destination_cash_on_delivery_type ?? null) : null,
        payment_method: null,
        payment_status: cash ? 'pending' : null,
      },
    },
    courier: {
      tracking_id: null,
      waybill_id: null,
      company: request.courier_company ?? null,
      type: request.courier_type ?? null,
      name: null,
      phone: null,
      driver_name: null,
      driver_phone: null,
      driver_photo_url: null,
      driver_plate_number: null,
      link: null,
      shipment_fee: booking ? carriage(booking.rate) : null,
      insurance: {
        amount: booking ? insuredAmount(booking.service, request) : (request.courier_insurance ?? 0),
        amount_currency: 'IDR',
        fee: booking?.rate.insurance_fee ?? 0,
        fee_currency: 'IDR',
        note: '',
      },
      routing_code: null,
    },
    delivery: {
      datetime: delivery,
      note: null,
      type: request.delivery_type,
      distance: lane.kilometres === undefined ? null : Math.round(lane.kilometres * 10) / 10,
      distance_unit: 'kilometer',
    },
    reference_id: request.reference_id ?? null,
    items: request.items.map(({ name, value, quantity, weight, ...more }) => ({
      name,
      description: more.description ?? null,
      sku: more.sku ?? null,
      category: more.category ?? 'others',
      value,
      currency: 'IDR',
      quantity,
      length: more.length ?? null,
      width: more.width ?? null,
      height: more.height ?? null,
      weight,
    })),
    extra: [],
    tags: request.tags ?? [],
    currency: 'IDR',
    tax_lines: [],
    price: booking?.rate.price ?? null,
    metadata: request.metadata ?? {},
    note: request.order_note ?? null,
  };
}

function locationOf({ place, postalCode, coordinate, district }: Location) {
  return {
    coordinate: { latitude: coordinate?.latitude ?? null, longitude: coordinate?.longitude ?? null },
    province_name: place.province,
    city_name: district?.city ?? place.city,
    district_name: district?.name ?? null,
    postal_code: postalCode,
  };
}
