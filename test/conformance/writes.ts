import { expect } from 'chai';
import { productCategories } from '../../src/contract/index.ts';
import { freshReference, item } from './bodies.ts';
import { cancel, draft, type Promised, place, quote, refusedWith, rows } from './promised.ts';

export const writes: Promised[] = [
  {
    name: 'places an order with an id of 24 digits, confirmed, with its reference and courier',
    section: '§2.3',
    costs: true,
    async check(service) {
      const reference = freshReference();
      const { status, body } = await place(service, { reference_id: reference });
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(String(body.id)).to.match(/^[0-9a-f]{24}$/);
      expect([body.status, body.reference_id]).to.deep.equal(['confirmed', reference]);
      expect((body.courier as Record<string, unknown>).company).to.equal('jne');
    },
  },
  {
    name: 'orders at the quoted price',
    section: '§2.3',
    costs: true,
    async check(service) {
      const quoted = rows(await quote(service, { couriers: 'jne', courier_insurance: 350_000 }));
      const reg = quoted.find(({ courier_service_code }) => courier_service_code === 'reg');
      const { body } = await place(service, { courier_insurance: 350_000 });
      expect(body.price).to.equal(reg?.price);
    },
  },
  {
    name: 'accepts every product category, and an item without one',
    section: '§3.5',
    costs: true,
    async check(service) {
      for (const category of [...productCategories, undefined]) {
        const { status } = await place(service, { items: [{ ...item, category }] });
        expect(status, category).to.equal(200);
      }
    },
  },
  {
    name: 'answers a used reference with 40002060 and its order',
    gateway: 'answers the same again with what it has answered before',
    section: '§2.3',
    costs: true,
    async check(service) {
      const reference_id = freshReference();
      const first = await place(service, { reference_id });
      const second = await place(service, { reference_id });
      refusedWith(second, 40002060);
      const details = second.body.details as Record<string, unknown>;
      expect([details.order_id, details.reference_id]).to.deep.equal([first.body.id, reference_id]);
    },
  },
  ...(
    [
      ['destination_contact_name', undefined, 40002017],
      ['destination_contact_phone', undefined, 40002018],
      ['destination_address', undefined, 40002019],
      ['courier_company', 'nobody', 40002026],
      ['courier_type', 'nothing', 40002027],
      ['delivery_type', 'soon', 40002006],
    ] as const
  ).map(
    ([field, value, code]): Promised => ({
      name: `refuses an order whose ${field} is ${value ?? 'missing'} with ${code}`,
      section: '§2.3',
      costs: true,
      gateway: 'takes no grant that lacks it, and finds no price for a service that there is not',
      check: async (service) => refusedWith(await place(service, { [field]: value }), code),
    }),
  ),
  {
    name: 'refuses cash on delivery above 15,000,000, and with a courier that has none',
    gateway: 'takes no grant that says so',
    section: '§3.2',
    costs: true,
    async check(service) {
      const cod = { destination_cash_on_delivery_type: '7_days' };
      refusedWith(await place(service, { ...cod, destination_cash_on_delivery: 15_000_001 }), 40002030);
      const cargo = { courier_company: 'jntcargo', courier_type: 'ft' };
      const refused = await place(service, { ...cod, ...cargo, destination_cash_on_delivery: 100_000 });
      refusedWith(refused, 40002009, 40002028, 40002031);
    },
  },
  {
    name: 'refuses a cargo order without a declared value with 40002072',
    gateway: 'refuses it by itself, naming the field',
    section: '§3.4',
    costs: true,
    async check(service) {
      const cargo = { courier_company: 'jntcargo', courier_type: 'ft', items: [{ ...item, value: 0 }] };
      refusedWith(await place(service, cargo), 40002072);
    },
  },
  {
    name: 'keeps a draft with a UUID: ready with a courier, placed and without a price without one',
    gateway: 'takes a grant with a courier alone',
    section: '§2.4',
    costs: true,
    async check(service) {
      const ready = await draft(service);
      expect([200, 201], JSON.stringify(ready.body)).to.include(ready.status);
      expect(String(ready.body.id)).to.match(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(ready.body.status).to.equal('ready');
      const open = await draft(service, { courier_company: undefined, courier_type: undefined });
      expect([open.body.status, open.body.price]).to.deep.equal(['placed', null]);
    },
  },
  {
    name: 'cancels an order once with its reason, and then says that it is cancelled',
    gateway: 'answers the same again with what it has answered before',
    section: '§2.5',
    costs: true,
    async check(service) {
      const { body } = await place(service);
      const id = String(body.id);
      const cancelled = await cancel(service, id, { cancellation_reason_code: 'change_courier' });
      expect([cancelled.body.id, cancelled.body.status, cancelled.body.cancellation_reason_code]).to.deep.equal([
        id,
        'cancelled',
        'change_courier',
      ]);
      refusedWith(await cancel(service, id), 40002053);
    },
  },
  {
    name: 'cancels without a reason as others',
    gateway: 'says of a cancellation that it was made, and no more',
    section: '§7',
    costs: true,
    ours: true,
    async check(service) {
      const { body } = await place(service);
      const cancelled = await cancel(service, String(body.id), {});
      expect(cancelled.body.cancellation_reason_code).to.equal('others');
    },
  },
  {
    name: 'refuses an unknown order with 40002057',
    gateway: 'takes the token that came with the order',
    section: '§2.5',
    check: async (service) => refusedWith(await cancel(service, '0123456789abcdef01234567'), 40002057),
  },
];
