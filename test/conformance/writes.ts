import { expect } from 'chai';
import { productCategories } from '../../src/contract/index.ts';
import { item } from '../support/fixtures.ts';
import {
  accepted,
  cancel,
  draft,
  freeServicePromise,
  freshReference,
  ourPromise,
  place,
  promise,
  quote,
  refusedWith,
  rows,
  servicePromise,
} from './service.ts';

const cargo = { courier_company: 'jntcargo', courier_type: 'ft' };

export const writes = [
  promise(
    'places an order with an id of 24 digits, confirmed, with its reference and courier',
    '§2.3',
    async (service) => {
      const reference_id = freshReference();
      const order = accepted(await place(service, { reference_id }));
      expect(order.id).to.match(/^[0-9a-f]{24}$/);
      expect(order).to.include({ status: 'confirmed', reference_id });
      expect(order.courier).to.include({ company: 'jne' });
    },
  ),
  promise('orders at the quoted price', '§2.3', async (service) => {
    const quoted = rows(await quote(service, { couriers: 'jne', courier_insurance: 350_000 }));
    const reg = quoted.find(({ courier_service_code }) => courier_service_code === 'reg');
    expect((await place(service, { courier_insurance: 350_000 })).body.price).to.equal(reg?.price);
  }),
  promise('accepts every product category, and an item without one', '§3.5', async (service) => {
    for (const category of [...productCategories, undefined])
      accepted(await place(service, { items: [{ ...item, category }] }));
  }),
  servicePromise('answers a used reference with 40002060 and its order', '§2.3', async (service) => {
    const reference_id = freshReference();
    const first = await place(service, { reference_id });
    const second = await place(service, { reference_id });
    refusedWith(second, 40002060);
    expect(second.body.details).to.include({ order_id: first.body.id, reference_id });
  }),
  servicePromise(
    'refuses an order without a contact, or with an unknown courier, service or delivery type',
    '§2.3',
    async (service) => {
      for (const [field, value, code] of [
        ['destination_contact_name', undefined, 40002017],
        ['destination_contact_phone', undefined, 40002018],
        ['destination_address', undefined, 40002019],
        ['courier_company', 'nobody', 40002026],
        ['courier_type', 'nothing', 40002027],
        ['delivery_type', 'soon', 40002006],
      ] as const)
        refusedWith(await place(service, { [field]: value }), code);
    },
  ),
  servicePromise(
    'refuses cash on delivery above 15,000,000, and with a courier that has none',
    '§3.2',
    async (service) => {
      const cod = { destination_cash_on_delivery: 100_000, destination_cash_on_delivery_type: '7_days' };
      refusedWith(await place(service, { ...cod, destination_cash_on_delivery: 15_000_001 }), 40002030);
      refusedWith(await place(service, { ...cargo, ...cod }), 40002009, 40002028, 40002031);
    },
  ),
  servicePromise('refuses a cargo order without a declared value with 40002072', '§3.4', async (service) =>
    refusedWith(await place(service, { ...cargo, items: [{ ...item, value: 0 }] }), 40002072),
  ),
  servicePromise(
    'keeps a draft with a UUID: ready with a courier, placed and without a price without one',
    '§2.4',
    async (service) => {
      const ready = accepted(await draft(service));
      expect(ready.id).to.match(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(ready.status).to.equal('ready');
      const open = accepted(await draft(service, { courier_company: undefined, courier_type: undefined }));
      expect(open).to.include({ status: 'placed', price: null });
    },
  ),
  servicePromise(
    'cancels an order once with its reason, and then says that it is cancelled',
    '§2.5',
    async (service) => {
      const { id = '' } = accepted(await place(service));
      const cancellation_reason_code = 'change_courier';
      const cancelled = accepted(await cancel(service, id, { cancellation_reason_code }));
      expect(cancelled).to.include({ id, status: 'cancelled', cancellation_reason_code });
      refusedWith(await cancel(service, id), 40002053);
    },
  ),
  ourPromise('cancels without a reason as others', '§7', async (service) => {
    const { id = '' } = accepted(await place(service));
    expect((await cancel(service, id, {})).body.cancellation_reason_code).to.equal('others');
  }),
  freeServicePromise(
    'refuses an unknown order with 40002057, and answers 404 for a word that is no id',
    '§2.5',
    async (service) => {
      refusedWith(await cancel(service, '0123456789abcdef01234567'), 40002057);
      refusedWith(await cancel(service, 'cancellation_reasons'), 40400000);
    },
  ),
];
