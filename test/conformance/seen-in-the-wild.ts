import { expect } from 'chai';
import { cancellationReasons } from '../../src/contract/index.ts';
import { freshReference, item, order, rates } from './bodies.ts';
import { cancel, clientOf, draft, type Promised, place, quote, refusedWith, rows } from './promised.ts';
import { type Answer, ask, askAt } from './service.ts';

// Request shapes of public integrations (contract/README.md §6), with our own texts.

/** A client that sends every field it knows. */
const everyField = {
  ...{
    shipper_contact_name: null,
    shipper_contact_phone: null,
    shipper_contact_email: null,
    shipper_organization: null,
  },
  ...{ origin_contact_email: null, origin_note: null, origin_area_id: null, origin_coordinate: null },
  ...{ origin_collection_method: null, destination_contact_email: null, destination_note: null },
  ...{ destination_area_id: null, destination_coordinate: null, destination_cash_on_delivery: null },
  ...{ destination_cash_on_delivery_type: null, courier_insurance: null, delivery_date: null, delivery_time: null },
  ...{ order_note: null, metadata: null, tags: null, reference_id: null },
};

const itemOfEveryField = {
  ...item,
  description: null,
  sku: null,
  category: null,
  length: null,
  width: null,
  height: null,
};

/** A shop in PHP: an empty object is a list, and an empty form field is an empty text. */
const fromPhp = {
  ...{ shipper_organization: '', destination_contact_email: '', destination_note: '', order_note: '' },
  ...{ metadata: [], tags: [], origin_coordinate: [], destination_coordinate: [] },
};

/** A shop whose forms and database have numbers as text. */
const asText = {
  ...{ origin_postal_code: '12440', origin_latitude: '-6.3031', origin_longitude: ' 106.7795' },
  ...{ destination_postal_code: '12240', destination_latitude: '-6.2442', destination_longitude: '106.783529' },
  ...{ couriers: 'grab,jne', courier_insurance: '350000' },
  items: [
    { name: 'Rice cooker', value: '350000', quantity: '1', weight: '800', length: '30', width: '30', height: '28.5' },
  ],
};

/** A shop with several warehouses that leaves the origin to its account. */
const fromTheAccount = {
  ...{ type: 'origin_suggestion_to_closest_destination', couriers: 'jne,sicepat' },
  ...{ destination_latitude: -6.2442, destination_longitude: 106.783529 },
};

const asNumbers = {
  ...{ origin_postal_code: 12440, origin_latitude: -6.3031, origin_longitude: 106.7795 },
  ...{ destination_postal_code: 12240, destination_latitude: -6.2442, destination_longitude: 106.783529 },
  ...{ couriers: 'grab,jne', courier_insurance: 350_000 },
  items: [{ name: 'Rice cooker', value: 350_000, quantity: 1, weight: 800, length: 30, width: 30, height: 28.5 }],
};

export const seenInTheWild: Promised[] = [
  {
    name: 'accepts an order with null in every optional field',
    gateway: 'takes a grant with a reference alone',
    section: '§1.12',
    costs: true,
    async check(service) {
      const body = { ...everyField, ...order, items: [itemOfEveryField] };
      const { status, body: answer } = await ask(service, { operation: 'createOrder', body });
      expect([status, answer.status, answer.reference_id], JSON.stringify(answer)).to.deep.equal([
        200,
        'confirmed',
        null,
      ]);
    },
  },
  {
    name: 'accepts an order with lists for empty objects, and empty texts',
    section: '§1.12',
    costs: true,
    async check(service) {
      const body = { ...order, ...fromPhp, reference_id: freshReference() };
      const { status, body: answer } = await ask(service, { operation: 'createOrder', body });
      expect([status, answer.status], JSON.stringify(answer)).to.deep.equal([200, 'confirmed']);
    },
  },
  {
    name: 'keeps a draft without a courier if its codes are empty',
    gateway: 'takes a grant with a courier alone',
    section: '§1.12',
    costs: true,
    async check(service) {
      for (const nothing of [null, '']) {
        const body = { ...everyField, ...order, courier_company: nothing, courier_type: nothing };
        const { body: answer } = await ask(service, { operation: 'createDraftOrder', body });
        expect([answer.status, answer.price], JSON.stringify(answer)).to.deep.equal(['placed', null]);
      }
    },
  },
  {
    name: 'quotes the same with null amounts and no custom rates',
    section: '§1.12',
    costs: true,
    async check(service) {
      const nothing = { ...everyField, courier_insurance: null, destination_cash_on_delivery: null };
      const body = { ...nothing, ...rates, items: [itemOfEveryField], custom_rates: [] };
      const plain = rows(await ask(service, { operation: 'quoteRates', body: { ...rates, items: [item] } }));
      expect(rows(await ask(service, { operation: 'quoteRates', body })).length).to.equal(plain.length);
    },
  },
  {
    name: 'refuses null in a required field',
    gateway: 'takes no grant that lacks it',
    section: '§1.12',
    costs: true,
    async check(service) {
      for (const field of ['destination_contact_name', 'destination_address', 'delivery_type', 'items']) {
        const body = { ...order, reference_id: freshReference(), [field]: null };
        const { status } = await ask(service, { operation: 'createOrder', body });
        expect(status, field).to.equal(400);
      }
    },
  },
  {
    name: 'gets no empty fields from the client',
    section: '§1.12',
    costs: true,
    async check(service) {
      const { client, sent } = clientOf(service);
      const reference_id = freshReference();
      await client.createOrder({ ...everyField, ...order, ...fromPhp, reference_id } as never);
      expect(await sent[0]?.json()).to.deep.equal({ ...order, reference_id });
    },
  },
  {
    name: 'quotes sizes of 0 as unknown',
    section: '§1.4',
    costs: true,
    async check(service) {
      const { length: _length, width: _width, height: _height, ...unmeasured } = item;
      const [zero, unknown] = [{ ...unmeasured, length: 0, width: 0, height: 0 }, unmeasured].map((line) =>
        quote(service, { items: [line] }),
      );
      expect(rows((await zero) as Answer)).to.deep.equal(rows((await unknown) as Answer));
    },
  },
  {
    name: 'accepts an order of an item with weight 0, which the client does not send',
    gateway: 'refuses it by itself, as the client does',
    section: '§1.4',
    costs: true,
    async check(service) {
      const items = [{ ...item, length: 0, width: 0, height: 0, weight: 0 }];
      const { status, body } = await place(service, { items });
      expect([status, body.status], JSON.stringify(body)).to.deep.equal([200, 'confirmed']);
      const { client, sent } = clientOf(service);
      const refused = await client.createOrder({ ...order, items }).catch((error) => error);
      expect(refused).to.have.nested.property('fields[0].path', 'items.0.weight');
      expect(sent).to.have.lengthOf(0);
    },
  },
  {
    name: 'quotes from an origin of the account if the request leaves it open',
    gateway: 'asks for an origin, or a cart that has one',
    section: '§3.6',
    costs: true,
    async check(service) {
      const body = { ...fromTheAccount, items: [item] };
      expect(rows(await ask(service, { operation: 'quoteRates', body })).length).to.be.above(0);
      expect((await clientOf(service).client.quoteRates(body)).pricing.length).to.be.above(0);
    },
  },
  {
    name: 'refuses a draft to an unknown postal code with 42211013, and impossible cash on delivery with 42211012',
    section: '§2.4',
    costs: true,
    async check(service) {
      refusedWith(await draft(service, { destination_postal_code: 19999 }), 42211013);
      const cash = { destination_cash_on_delivery: 350_000, destination_cash_on_delivery_type: '7_days' };
      refusedWith(await draft(service, { ...cash, courier_company: 'jntcargo', courier_type: 'ft' }), 42211012);
    },
  },
  {
    name: 'names the invalid field of a draft, and the client has a reason for it',
    section: '§2.4',
    costs: true,
    async check(service) {
      const body = { ...order, destination_area_id: 'Bandung', reference_id: freshReference() };
      const refused = await ask(service, { operation: 'createDraftOrder', body });
      refusedWith(refused, 40000000, 40011001);
      expect(refused.body.details).to.have.property('field', 'destination_area_id');
      const thrown = await clientOf(service)
        .client.createDraftOrder(body)
        .catch((error) => error);
      expect(thrown).to.include({ code: 'refused', reason: 'location' });
    },
  },
  {
    name: 'lists on-demand couriers as same_day, except Borzo as instant, and one land freight as same_day',
    section: '§2.1',
    async check(service) {
      const { couriers } = await clientOf(service).client.listCouriers();
      const listed = (type: string) => couriers.filter(({ service_type }) => service_type === type);
      expect(new Set(listed('instant').map(({ courier_code }) => courier_code))).to.deep.equal(new Set(['borzo']));
      const keys = listed('same_day').map((row) => `${row.courier_code}/${row.courier_service_code}`);
      for (const key of ['gojek/instant', 'grab/instant', 'lalamove/motorcycle', 'deliveree/van', 'rara/instant'])
        expect(keys).to.include(key);
      expect(keys).to.include('sentralcargo/land_non_electronic');
    },
  },
  {
    name: 'accepts proof of delivery with a note if the service has it, and refuses it with 40002032 and 40002033',
    gateway: 'tells a page nothing about the destination',
    section: '§3.8',
    costs: true,
    async check(service) {
      const proof = { destination_proof_of_delivery: true, destination_proof_of_delivery_note: 'Photo at the door' };
      const { status, body } = await place(service, { ...proof, courier_type: 'ctc' });
      expect(status, JSON.stringify(body)).to.equal(200);
      const { proof_of_delivery } = body.destination as Record<string, unknown>;
      expect(proof_of_delivery).to.include({ use: true, note: 'Photo at the door' });
      refusedWith(await place(service, { courier_type: 'ctc', destination_proof_of_delivery: true }), 40002032);
      refusedWith(await place(service, proof), 40002033);
    },
  },
  {
    name: 'refuses proof of delivery to the client, which never sends it without a note',
    gateway: 'takes no grant without the note',
    section: '§3.8',
    costs: true,
    async check(service) {
      const { client, sent } = clientOf(service);
      const unnoted = { ...order, destination_proof_of_delivery: true };
      const unsent = await client.createOrder(unnoted).catch((error) => error);
      expect(unsent).to.have.nested.property('fields[0].path', 'destination_proof_of_delivery_note');
      expect(sent).to.have.lengthOf(0);
      const refused = await client
        .createOrder({ ...unnoted, destination_proof_of_delivery_note: 'Photo at the door' })
        .catch((error) => error);
      expect(refused).to.include({ code: 'refused', reason: 'proof-of-delivery' });
    },
  },
  {
    name: 'lists the four cancellation reasons in Indonesian and English',
    section: '§2.5',
    beside: true,
    async check(service) {
      for (const language of ['id', 'en']) {
        const path = `/v1/orders/cancellation_reasons?lang=${language}`;
        const { status, body } = await askAt(service, 'GET', path);
        expect([status, body.success]).to.deep.equal([200, true]);
        const reasons = body.cancellation_reasons as { code: string; reason: string }[];
        expect(reasons.map(({ code }) => code)).to.have.members([...cancellationReasons]);
        for (const { code, reason } of reasons) expect(reason, code).to.be.ok;
      }
    },
  },
  {
    name: 'answers 404 for a word that is no id, and refuses an unknown order',
    gateway: 'takes the token that came with the order',
    section: '§1.6',
    async check(service) {
      refusedWith(await cancel(service, 'cancellation_reasons'), 40400000);
      refusedWith(await cancel(service, '0123456789abcdef01234567'), 40002057);
    },
  },
  {
    name: 'finds an order by its id in capitals',
    section: '§1.6',
    costs: true,
    async check(service) {
      const { body } = await place(service);
      const { body: cancelled } = await cancel(service, String(body.id).toUpperCase());
      expect([cancelled.id, cancelled.status]).to.deep.equal([body.id, 'cancelled']);
    },
  },
  {
    name: 'quotes the same prices if every number is a text',
    section: '§1.13',
    costs: true,
    async check(service) {
      const [typed, meant] = [asText, asNumbers].map((body) => ask(service, { operation: 'quoteRates', body }));
      expect(rows((await typed) as Answer)).to.deep.equal(rows((await meant) as Answer));
    },
  },
  {
    name: 'accepts an order whose numbers are texts',
    section: '§1.13',
    costs: true,
    async check(service) {
      const { couriers: _couriers, origin_latitude: latitude, origin_longitude: longitude, ...typed } = asText;
      const origin_coordinate = { latitude, longitude };
      const { destination_latitude: _latitude, destination_longitude: _longitude, ...flat } = typed;
      const body = { ...order, ...flat, origin_coordinate, reference_id: freshReference() };
      const { status, body: answer } = await ask(service, { operation: 'createOrder', body });
      expect([status, answer.status], JSON.stringify(answer)).to.deep.equal([200, 'confirmed']);
    },
  },
  {
    name: 'gets numbers from the client for texts of a form',
    section: '§1.13',
    costs: true,
    async check(service) {
      const { client, sent } = clientOf(service);
      expect((await client.quoteRates(asText as never)).pricing.length).to.be.above(0);
      expect(await sent[0]?.json()).to.deep.equal(asNumbers);
    },
  },
];
