import type { DraftOrderRequest } from '../../contract/index.ts';
import { carriage } from '../../quote/index.ts';
import { insuredAmount, type Lane, type Location } from '../pricing/index.ts';
import type { OrderDocument } from '../store/index.ts';
import type { Booking } from './booking.ts';
import { orderId } from './identifiers.ts';

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
