import { expect } from 'chai';
import { cancellationReasons } from '../../src/contract/index.ts';
import { item } from '../support/fixtures.ts';
import {
  accepted,
  askAt,
  cancel,
  draft,
  freeServicePromise,
  place,
  promise,
  quote,
  refusedWith,
  rows,
  type Service,
  servicePromise,
} from './service.ts';

// Request shapes of public integrations (contract/README.md §6), with our own texts.

const fields = (names: string, value: unknown) => Object.fromEntries(names.split(' ').map((name) => [name, value]));

/** The optional fields of an order. */
const optional =
  'shipper_contact_name shipper_contact_phone shipper_contact_email shipper_organization origin_contact_email origin_note ' +
  'origin_area_id origin_coordinate origin_collection_method destination_contact_email destination_note ' +
  'destination_area_id destination_coordinate destination_cash_on_delivery destination_cash_on_delivery_type ' +
  'courier_insurance delivery_date delivery_time order_note metadata tags';

const itemOfNulls = { ...item, ...fields('description sku category length width height', null) };

/** As clients that send nothing, not even an empty object. */
const bodiless = (service: Service, method: 'POST' | 'DELETE', path: string) => askAt(service, method, path, null);

/** A shop in PHP: an empty object is a list, and an empty form field is an empty text. */
const fromPhp = {
  ...fields('shipper_organization destination_contact_email destination_note order_note', ''),
  ...fields('metadata tags origin_coordinate destination_coordinate', []),
};

const lane = {
  ...{ origin_postal_code: 12440, origin_latitude: -6.3031, origin_longitude: 106.7795 },
  ...{ destination_postal_code: 12240, destination_latitude: -6.2442, destination_longitude: 106.783529 },
};
const numbers = { value: 350_000, quantity: 1, weight: 800, length: 30, width: 30, height: 28.5 };

/** Forms and databases of shops have numbers as text. */
const asText = <Name extends string>(values: Record<Name, number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, ` ${value}`])) as Record<Name, string>;

export const seenInTheWild = [
  promise('accepts an order with null in every optional field', '§1.12', async (service) => {
    const order = accepted(await place(service, { ...fields(optional, null), items: [itemOfNulls] }));
    expect(order.status).to.equal('confirmed');
  }),
  promise('accepts an order with lists for empty objects, and empty texts', '§1.12', async (service) => {
    expect(accepted(await place(service, fromPhp)).status).to.equal('confirmed');
  }),
  servicePromise('accepts an order whose reference is null', '§1.12', async (service) => {
    expect(accepted(await place(service, { reference_id: null })).reference_id).to.equal(null);
  }),
  servicePromise('keeps a draft without a courier if its codes are empty', '§1.12', async (service) => {
    for (const nothing of [null, '']) {
      const open = accepted(await draft(service, fields('courier_company courier_type', nothing)));
      expect(open).to.include({ status: 'placed', price: null });
    }
  }),
  promise('quotes the same with null amounts and no custom rates', '§1.12', async (service) => {
    const nothing = { ...fields('courier_insurance destination_cash_on_delivery origin_area_id', null) };
    const quoted = rows(await quote(service, { ...nothing, items: [itemOfNulls], custom_rates: [] }));
    expect(quoted.length).to.equal(rows(await quote(service)).length);
  }),
  servicePromise('refuses null in a required field', '§1.12', async (service) => {
    for (const field of ['destination_contact_name', 'destination_address', 'delivery_type', 'items'])
      expect((await place(service, { [field]: null })).status, field).to.equal(400);
  }),
  promise('quotes sizes of 0 as unknown', '§1.4', async (service) => {
    const sized = async (size?: number) =>
      rows(await quote(service, { items: [{ ...item, length: size, width: size, height: size }] }));
    expect(await sized(0)).to.deep.equal(await sized());
  }),
  servicePromise('accepts an order of an item with weight 0', '§1.4', async (service) => {
    expect(accepted(await place(service, { items: [{ ...item, weight: 0 }] })).status).to.equal('confirmed');
  }),
  servicePromise('quotes from an origin of the account if the request leaves it open', '§3.6', async (service) => {
    const type = 'origin_suggestion_to_closest_destination';
    const { destination_latitude, destination_longitude } = lane;
    const open = { type, origin_postal_code: undefined, destination_latitude, destination_longitude };
    expect(rows(await quote(service, open))).to.not.be.empty;
  }),
  promise('refuses a draft to an unknown postal code, and impossible cash on delivery', '§2.4', async (service) => {
    refusedWith(await draft(service, { destination_postal_code: 19999 }), 42211013);
    const cash = { destination_cash_on_delivery: 350_000, destination_cash_on_delivery_type: '7_days' };
    refusedWith(await draft(service, { ...cash, courier_company: 'jntcargo', courier_type: 'ft' }), 42211012);
  }),
  promise('names the invalid field of a draft', '§2.4', async (service) => {
    const refused = await draft(service, { destination_area_id: 'Bandung' });
    refusedWith(refused, 40000000, 40011001);
    expect(refused.body.details).to.include({ field: 'destination_area_id' });
  }),
  servicePromise(
    'accepts proof of delivery with a note if the service has it, and refuses it with 40002032 and 40002033',
    '§3.8',
    async (service) => {
      const proof = { destination_proof_of_delivery: true, destination_proof_of_delivery_note: 'Photo at the door' };
      const { destination } = accepted(await place(service, { ...proof, courier_type: 'ctc' }));
      expect(destination).to.nested.include({ 'proof_of_delivery.use': true });
      refusedWith(await place(service, { courier_type: 'ctc', destination_proof_of_delivery: true }), 40002032);
      refusedWith(await place(service, proof), 40002033);
    },
  ),
  freeServicePromise('lists the four cancellation reasons in Indonesian and English', '§2.5', async (service) => {
    for (const language of ['id', 'en']) {
      const answer = await askAt(service, 'GET', `/v1/orders/cancellation_reasons?lang=${language}`);
      const reasons = accepted(answer).cancellation_reasons as { code: string; reason: string }[];
      expect(reasons.map(({ code }) => code)).to.have.members([...cancellationReasons]);
      for (const { code, reason } of reasons) expect(reason, code).to.be.ok;
    }
  }),
  promise('finds an order by its id in capitals', '§1.6', async (service) => {
    const { id = '' } = accepted(await place(service));
    expect(accepted(await cancel(service, id.toUpperCase()))).to.include({ id, status: 'cancelled' });
  }),
  promise('quotes the same couriers with spaces between them', '§2.2', async (service) => {
    const spaced = rows(await quote(service, { couriers: 'jne, sicepat' }));
    expect(spaced).to.deep.equal(rows(await quote(service, { couriers: 'jne,sicepat' })));
  }),
  promise('quotes a stand-in of 1 rupiah, 1 gram and 1 centimetre', '§2.2', async (service) => {
    const size = { length: 1, width: 1, height: 1 };
    const stand = { name: 'Product', value: 1, quantity: 1, weight: 1, ...size };
    expect(rows(await quote(service, { items: [stand] }))).to.not.be.empty;
  }),
  servicePromise('takes empty texts for sizes, and a quantity as text', '§1.12', async (service) => {
    const unsized = { ...item, ...fields('length width height', ''), quantity: '2' };
    const { items } = accepted(await place(service, { items: [unsized] }));
    expect((items as { quantity: number }[]).map(({ quantity }) => quantity)).to.deep.equal([2]);
  }),
  servicePromise('cancels an order without a body, and by DELETE with a text alone', '§2.5', async (service) => {
    const first = accepted(await place(service));
    expect(accepted(await bodiless(service, 'POST', `/v1/orders/${first.id}/cancel`))).to.include({ id: first.id });
    const { id = '' } = accepted(await place(service));
    const text = { cancellation_reason: 'Ordered twice' };
    expect(accepted(await askAt(service, 'DELETE', `/v1/orders/${id}`, text))).to.include({ id, status: 'cancelled' });
  }),
  freeServicePromise('has no path with a dash for drafts', '§1.8', async (service) => {
    expect((await askAt(service, 'GET', '/v1/draft-orders')).status).to.equal(404);
  }),
  freeServicePromise('refuses a parcel that is asked for by the id of an order', '§2.9', async (service) => {
    refusedWith(await askAt(service, 'GET', '/v1/trackings/5dd599ebdefcd4158eb8470b'), 40003001, 40003003);
  }),
  servicePromise('reads and deletes a draft without a courier', '§2.10', async (service) => {
    const { id = '' } = accepted(await draft(service, fields('courier_company courier_type', undefined)));
    expect(accepted(await askAt(service, 'GET', `/v1/draft_orders/${id}`))).to.include({ id, status: 'placed' });
    expect(accepted(await bodiless(service, 'DELETE', `/v1/draft_orders/${id}`))).to.include({ id });
  }),
  servicePromise('confirms a draft without a body, once', '§2.10', async (service) => {
    const { id = '', reference_id } = accepted(await draft(service));
    const order = accepted(await bodiless(service, 'POST', `/v1/draft_orders/${id}/confirm`));
    expect(order).to.include({ object: 'order', draft_order_id: id, reference_id, status: 'confirmed' });
    expect(order.id).to.not.equal(id);
    refusedWith(await bodiless(service, 'POST', `/v1/draft_orders/${id}/confirm`), 42211006);
    refusedWith(await bodiless(service, 'DELETE', `/v1/draft_orders/${id}`), 42211006);
    expect(accepted(await askAt(service, 'GET', `/v1/draft_orders/${id}`))).to.include({ order_id: order.id });
  }),
  servicePromise('has pending money of an order with cash on delivery', '§2.3', async (service) => {
    const cash = { destination_cash_on_delivery: 350_000, destination_cash_on_delivery_type: '7_days' };
    const { destination } = accepted(await place(service, cash));
    expect(destination).to.nested.include({ 'cash_on_delivery.payment_status': 'pending' });
  }),
  freeServicePromise('takes a key with "Bearer" before it', '§1.2', async (service) => {
    expect((await askAt(service, 'GET', '/v1/couriers', {}, `Bearer ${service.key}`)).status).to.equal(200);
  }),
  promise('quotes and orders the same if every number is a text', '§1.13', async (service) => {
    const couriers = 'grab,jne';
    const typed = { ...asText(lane), couriers, courier_insurance: ' 350000', items: [{ ...item, ...asText(numbers) }] };
    const meant = { ...lane, couriers, courier_insurance: 350_000, items: [{ ...item, ...numbers }] };
    expect(rows(await quote(service, typed))).to.deep.equal(rows(await quote(service, meant)));
    const origin_coordinate = { latitude: typed.origin_latitude, longitude: typed.origin_longitude };
    const { origin_postal_code, destination_postal_code, items } = typed;
    accepted(await place(service, { origin_postal_code, destination_postal_code, origin_coordinate, items }));
  }),
];
