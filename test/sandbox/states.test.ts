import { expect } from 'chai';
import { CancelResponse, isCancellable } from '../../src/contract/index.ts';
import { following, transitions } from '../../src/sandbox/document.ts';
import { createMemoryStore } from '../../src/sandbox/index.ts';
import { openShop, orderBody } from './shop.ts';

async function orderIn(...states: string[]) {
  const shop = openShop();
  const { id } = await shop.order();
  await shop.move(id, ...states);
  return { shop, id, cancel: `/v1/orders/${id}/cancel` };
}

describe('the states of an order', () => {
  const ways = [
    'confirmed allocated picking_up picked in_transit dropping_off delivered',
    'scheduled allocated picking_up picked return_in_transit returned',
    'confirmed allocated on_hold picking_up picked on_hold disposed',
    'confirmed allocated picking_up picked dropping_off delivered',
    'confirmed rejected',
    'confirmed courier_not_found',
    'scheduled cancelled',
  ];
  for (const way of ways)
    it(`may be ${way}`, () => {
      const states = way.split(' ');
      for (const [n, state] of states.slice(1).entries()) expect(following(states[n] ?? '')).to.include(state);
    });

  it('can be cancelled as the contract says', () => {
    for (const state of Object.keys(transitions))
      expect(following(state).includes('cancelled'), state).to.equal(isCancellable(state));
  });

  it('end with delivered, returned, rejected, disposed, courier_not_found and cancelled', () => {
    const final = ['delivered', 'returned', 'rejected', 'disposed', 'courier_not_found', 'cancelled'];
    expect(Object.keys(transitions).filter((state) => following(state).length === 0)).to.deep.equal(final);
  });

  it('refuse a state that may not follow, and name those that may', async () => {
    const { shop, id } = await orderIn('allocated');
    for (const status of ['delivered', 'allocated', 'confirmed', 'lost', '__proto__', 7, undefined]) {
      const refused = await shop.refusal(`/sandbox/orders/${id}/status`, { status });
      expect(refused.status).to.equal(400);
      expect(refused.error).to.match(/^status must be one of picking_up, .*the order is allocated/);
    }
    expect((await shop.find(id)).status).to.equal('allocated');
  });

  it('cannot change after a final one', async () => {
    const { shop, id } = await orderIn('rejected');
    const refused = await shop.refusal(`/sandbox/orders/${id}/status`, { status: 'in_transit' });
    expect(refused.error).to.match(/cannot change any more: the order is rejected/);
  });
});

describe('cancelling', () => {
  it('answers the reason, and the order is cancelled', async () => {
    const { shop, id, cancel } = await orderIn('allocated', 'picking_up');
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

  it('is refused after the pickup, and the order stays as it is', async () => {
    const { shop, id, cancel } = await orderIn('allocated', 'picking_up', 'picked');
    const refused = await shop.refusal(cancel, {});
    expect([refused.status, refused.code]).to.deep.equal([400, 40002053]);
    expect(refused.error).to.equal('Cannot cancel order because order already picked');
    expect((await shop.find(id)).status).to.equal('picked');
  });

  it('works by DELETE too, which is deprecated', async () => {
    const { shop, id } = await orderIn();
    const { status, body } = await shop.send('DELETE', `/v1/orders/${id}`);
    expect([status, CancelResponse.parse(body).cancellation_reason_code]).to.deep.equal([200, 'others']);
    expect((await shop.find(id)).status).to.equal('cancelled');
  });

  it('succeeds once for many requests at once', async () => {
    const { shop, cancel } = await orderIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.post(cancel, {})));
    expect(answers.filter(({ status }) => status === 200).length).to.equal(1);
  });

  it('refuses an unknown reason', async () => {
    const { shop, id, cancel } = await orderIn();
    const refused = await shop.refusal(cancel, { cancellation_reason_code: 'bored' });
    expect([refused.status, refused.code]).to.deep.equal([400, 40002056]);
    expect(refused.error).to.match(/^cancellation_reason_code must be one of change_courier/);
    expect((await shop.find(id)).status).to.equal('confirmed');
  });

  it('refuses the id of a draft', async () => {
    const shop = openShop();
    const { id } = await shop.draft();
    expect((await shop.refusal(`/v1/orders/${id}/cancel`, {})).code).to.equal(40002057);
  });

  it('uses the id of the path, not of the body', async () => {
    const { shop, id, cancel } = await orderIn();
    const other = await shop.order();
    await shop.post(cancel, { id: other.id });
    expect((await shop.find(id)).status).to.equal('cancelled');
    expect((await shop.find(other.id)).status).to.equal('confirmed');
  });

  it('has reasons in two languages, in English by default', async () => {
    const shop = openShop();
    for (const [query, reason] of Object.entries({
      '': 'Another courier',
      '?lang=id': 'Ganti kurir',
      '?lang=__proto__': 'Another courier',
    })) {
      const { body } = await shop.send('GET', `/v1/orders/cancellation_reasons${query}`);
      expect(body, query).to.nested.include({ success: true, 'cancellation_reasons[0].reason': reason });
    }
  });
});

describe('the back office', () => {
  it('lists all orders and drafts, newest first', async () => {
    const shop = openShop();
    const orders = [await shop.order(), await shop.order()];
    const drafts = [await shop.draft(), await shop.draft()];
    const { body } = await shop.send('GET', '/v1/orders');
    const list = body as { orders: { id: string; status: string }[]; draft_orders: { id: string }[] };
    expect(list.orders.map(({ id }) => id)).to.deep.equal(orders.map(({ id }) => id).reverse());
    expect(list.draft_orders.map(({ id }) => id)).to.deep.equal(drafts.map(({ id }) => id).reverse());
    expect(list.orders[0]?.status).to.equal('confirmed');
  });

  it('reads one order, with its history, its shipment fee and the fields of the account', async () => {
    const { shop, id, cancel } = await orderIn('allocated', 'picking_up');
    await shop.post(cancel, {});
    const read = (await shop.find(id)) as unknown as Record<string, unknown> & { courier: Record<string, unknown> };
    const states = {
      confirmed: 'Courier order is confirmed. The courier has been notified to pick up.',
      allocated: 'Courier is allocated and ready to pick up',
      picking_up: 'Courier is on the way to pick up location',
      cancelled: 'The order is cancelled',
    };
    expect(read.courier.history).to.deep.equal(
      Object.entries(states).map(([status, note]) => ({
        service_type: '-',
        status,
        note,
        updated_at: '2026-10-01T12:00:00+07:00',
      })),
    );
    expect(read.courier.shipment_fee).to.equal(read.price);
    expect(read.short_id).to.match(/^[0-9a-f]{11}$/);
    expect(read).to.deep.include({
      message: 'Order successfully retrieved',
      voucher: { id: null, name: null, value: null, type: null },
      invoice_id: null,
      ticket_status: null,
    });
    const insured = await shop.order({ ...orderBody, courier_insurance: 200_000 });
    expect(insured.courier).to.have.property('shipment_fee', read.price);
  });

  it('adds a history to an order of an older database file', async () => {
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

  it('refuses to read an unknown order', async () => {
    const { status, body } = await openShop().send('GET', '/v1/orders/5dd5a396248481164a225af4');
    expect([status, (body as { code: number }).code]).to.deep.equal([400, 40002057]);
  });
});
