import { expect } from 'chai';
import { CancelResponse, cancellationReasons } from '../../src/contract/index.ts';
import { createMemoryStore } from '../../src/sandbox/index.ts';
import { draftBody, openShop, orderBody } from './shop.ts';

const later = { ...orderBody, delivery_type: 'scheduled', delivery_date: '2026-10-02', delivery_time: '09:30' };

const toDroppingOff = ['allocated', 'picking_up', 'picked', 'in_transit', 'dropping_off'];

/** The steps of an order to each state. */
const ways: Record<string, string[]> = {
  confirmed: [],
  scheduled: [],
  allocated: ['allocated'],
  picking_up: ['allocated', 'picking_up'],
  picked: ['allocated', 'picking_up', 'picked'],
  in_transit: ['allocated', 'picking_up', 'picked', 'in_transit'],
  dropping_off: toDroppingOff,
  delivered: [...toDroppingOff, 'delivered'],
  on_hold: ['allocated', 'picking_up', 'picked', 'on_hold'],
  return_in_transit: ['allocated', 'picking_up', 'picked', 'return_in_transit'],
  returned: ['allocated', 'picking_up', 'picked', 'return_in_transit', 'returned'],
  rejected: ['rejected'],
  disposed: ['allocated', 'on_hold', 'disposed'],
  courier_not_found: ['courier_not_found'],
  cancelled: ['cancelled'],
};

const cancellable = ['confirmed', 'scheduled', 'allocated', 'picking_up'];

async function orderIn(state: string, shop = openShop()) {
  const { id } = await shop.order(state === 'scheduled' ? later : orderBody);
  await shop.move(id, ...(ways[state] ?? []));
  return { shop, id, cancel: `/v1/orders/${id}/cancel` };
}

describe('cancelling', () => {
  for (const state of cancellable)
    it(`works while the order is ${state}`, async () => {
      const { shop, id, cancel } = await orderIn(state);
      const reason = { cancellation_reason_code: 'pickup_delay', cancellation_reason: 'Too late' };
      const { status, body } = await shop.post(cancel, reason);
      expect(status).to.equal(200);
      expect(CancelResponse.parse(body)).to.deep.equal({
        success: true,
        message: 'Order successfully deleted',
        object: 'order',
        id,
        status: 'cancelled',
        ...reason,
      });
      expect((await shop.find(id)).status).to.equal('cancelled');
    });

  for (const state of Object.keys(ways).filter((name) => !cancellable.includes(name)))
    it(`is refused when the order is ${state}`, async () => {
      const { shop, id, cancel } = await orderIn(state);
      const refused = await shop.refusal(cancel, {});
      expect([refused.status, refused.code]).to.deep.equal([400, 40002053]);
      expect(refused.error).to.equal(`Cannot cancel order because order already ${state}`);
      expect((await shop.find(id)).status).to.equal(state);
    });

  it('works by DELETE too, which is deprecated', async () => {
    const { shop, id } = await orderIn('confirmed');
    const { status, body } = await shop.send('DELETE', `/v1/orders/${id}`);
    expect([status, CancelResponse.parse(body).cancellation_reason_code]).to.deep.equal([200, 'others']);
    expect((await shop.find(id)).status).to.equal('cancelled');
  });

  it('is refused the second time', async () => {
    const { shop, cancel } = await orderIn('confirmed');
    await shop.post(cancel, {});
    expect((await shop.refusal(cancel, {})).code).to.equal(40002053);
  });

  it('succeeds once for many requests at once', async () => {
    const { shop, cancel } = await orderIn('confirmed');
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.post(cancel, {})));
    expect(answers.filter(({ status }) => status === 200).length).to.equal(1);
  });

  it('has the reason others without a body', async () => {
    const { shop, cancel } = await orderIn('confirmed');
    const { body } = await shop.send('POST', cancel);
    expect(CancelResponse.parse(body).cancellation_reason_code).to.equal('others');
  });

  it('refuses an unknown reason and leaves the order alone', async () => {
    const { shop, id, cancel } = await orderIn('confirmed');
    const refused = await shop.refusal(cancel, { cancellation_reason_code: 'bored' });
    expect(refused.status).to.equal(400);
    expect(refused.error).to.match(/^cancellation_reason_code must be one of change_courier/);
    expect((await shop.find(id)).status).to.equal('confirmed');
  });

  it('refuses unknown orders', async () => {
    const shop = openShop();
    for (const id of ['5dd5a396248481164a225af4', '5DD5A396248481164A225AF4', (await shop.draft()).id])
      expect((await shop.refusal(`/v1/orders/${id}/cancel`, {})).code, id).to.equal(40002057);
  });

  it('answers 404 for words that are no id', async () => {
    const shop = openShop();
    const words = ['x', '%2e%2e%2fcouriers', 'a%2Fb', '%00', "'--", '%zz', '__proto__', '👩‍👧', 'cancellation_reasons'];
    for (const word of [...words, '5dd5a396248481164a225af', '5dd5a396248481164a225af40', 'gdd5a396248481164a225af4']) {
      const { status, code } = await shop.refusal(`/v1/orders/${word}/cancel`, {});
      expect([status, code], word).to.deep.equal([404, 40400000]);
    }
  });

  it('finds an order whose id is in capitals', async () => {
    const { shop, id } = await orderIn('confirmed');
    const { body } = await shop.post(`/v1/orders/${id.toUpperCase()}/cancel`, {});
    expect(body).to.include({ id, status: 'cancelled' });
    expect((await shop.find(id.toUpperCase())).status).to.equal('cancelled');
  });

  it('lists its reasons in two languages, in English by default', async () => {
    const shop = openShop();
    const listed = async (query: string) =>
      (await shop.send('GET', `/v1/orders/cancellation_reasons${query}`)).body as Record<string, unknown> & {
        cancellation_reasons: { code: string; reason: string }[];
      };
    for (const query of ['', '?lang=en', '?lang=id', '?lang=fr', '?lang=__proto__']) {
      const { success, cancellation_reasons: rows } = await listed(query);
      expect([success, rows.map(({ code }) => code)], query).to.deep.equal([true, [...cancellationReasons]]);
      expect(rows[0]?.reason, query).to.equal(query === '?lang=id' ? 'Ganti kurir' : 'Another courier');
    }
  });

  it('lists no reasons before 2025-01-15', async () => {
    const path = '/v1/orders/cancellation_reasons';
    expect((await openShop({ day: '2025-01-14' }).send('GET', path)).status).to.equal(404);
    expect((await openShop({ day: '2025-01-15' }).send('GET', path)).status).to.equal(200);
  });

  it('uses the id of the path, not of the body', async () => {
    const shop = openShop();
    const [mine, other] = [await orderIn('confirmed', shop), await orderIn('confirmed', shop)];
    await shop.post(mine.cancel, { id: other.id });
    expect((await shop.find(mine.id)).status).to.equal('cancelled');
    expect((await shop.find(other.id)).status).to.equal('confirmed');
  });
});

describe('beside the five operations', () => {
  it('a state that may not follow is refused, and the possible ones are named', async () => {
    const { shop, id } = await orderIn('allocated');
    for (const status of ['delivered', 'allocated', 'confirmed', 'lost', '__proto__', 7, undefined]) {
      const refused = await shop.refusal(`/sandbox/orders/${id}/status`, { status });
      expect(refused.status).to.equal(400);
      expect(refused.error).to.match(/^status must be one of picking_up, .*the order is allocated/);
    }
    expect((await shop.find(id)).status).to.equal('allocated');
  });

  it('an order in a final state cannot change', async () => {
    const { shop, id } = await orderIn('delivered');
    const refused = await shop.refusal(`/sandbox/orders/${id}/status`, { status: 'in_transit' });
    expect(refused.error).to.match(/cannot change any more: the order is delivered/);
  });

  it('all orders and drafts are listed, newest first', async () => {
    const shop = openShop();
    const orders = [await shop.order(), await shop.order(), await shop.order()].map(({ id }) => id);
    const drafts = [await shop.draft(), await shop.draft(draftBody)].map(({ id }) => id);
    const { body } = await shop.send('GET', '/v1/orders');
    const list = body as { orders: { id: string; status: string }[]; draft_orders: { id: string; status: string }[] };
    expect(list.orders.map(({ id }) => id)).to.deep.equal(orders.reverse());
    expect(list.draft_orders.map(({ id }) => id)).to.deep.equal(drafts.reverse());
    expect(list.orders[0]?.status).to.equal('confirmed');
  });

  it('an order has its history, its shipment fee and the fields of the account', async () => {
    const { shop, id } = await orderIn('picking_up');
    await shop.post(`/v1/orders/${id}/cancel`, {});
    const read = (await shop.find(id)) as unknown as Record<string, unknown> & { courier: Record<string, unknown> };
    const states = ['confirmed', 'allocated', 'picking_up', 'cancelled'];
    expect(read.courier.history).to.deep.equal(
      states.map((status) => ({
        service_type: '-',
        status,
        note: `The order is ${status}`,
        updated_at: '2026-10-01T12:00:00+07:00',
      })),
    );
    expect(read.courier.shipment_fee).to.equal(read.price);
    expect(read.short_id).to.match(/^[0-9a-f]{11}$/);
    expect(read).to.deep.include({
      voucher: { id: null, name: null, value: null, type: null },
      invoice_id: null,
      ticket_status: null,
    });
    const insured = await shop.order({ ...orderBody, courier_insurance: 200_000 });
    expect(insured.courier).to.have.property('shipment_fee', read.price);
  });

  it('an order from an older database file gets a history', async () => {
    const store = createMemoryStore();
    const id = '5dd5a396248481164a225af4';
    const document = { courier: { waybill_id: null } };
    await store.insert({ kind: 'order', id, reference: null, status: 'confirmed', document });
    const shop = openShop({ store });
    await shop.move(id, 'allocated');
    expect((await shop.find(id)).courier)
      .to.have.property('history')
      .with.lengthOf(1);
  });

  it('one order can be looked up, and an unknown one is refused', async () => {
    const shop = openShop();
    const order = await shop.order();
    expect(await shop.find(order.id)).to.deep.equal({ ...order, message: 'Order successfully retrieved' });
    const { status, body } = await shop.send('GET', '/v1/orders/5dd5a396248481164a225af4');
    expect([status, (body as { code: number }).code]).to.deep.equal([400, 40002057]);
  });
});
