import { expect } from 'chai';
import { bought, delivery, inWoocommerce, ordered, press, shop } from './woocommerce-shop.ts';

inWoocommerce('what changes after the order', (placed) => {
  describe('a price that the service raises after the order', () => {
    const raised = async (price: number, settings: object = {}) => {
      await shop.ask('settings', { settings: { ...shop.settings, ...settings } });
      const id = await ordered();
      const { service_id: order_id, data } = await delivery(id);
      const more = { event: 'order.price', order_id, price: (data.charged ?? 0) + price };
      for (const _ of [1, 2]) await shop.ask('tell', { message: more });
      const { notes } = await shop.ask('order', { id });
      return {
        id,
        order_id,
        charged: data.charged ?? 0,
        notes: notes.filter((note: string) => /charges/.test(note)),
      };
    };

    it('is one note, a difference in the column, and needs attention above the limit', async () => {
      const { id, charged, notes } = await raised(59_400);
      const price = `Rp ${(charged + 59_400).toLocaleString('id-ID')}`;
      expect(notes).to.have.lengthOf(1);
      expect(notes[0]).to.contain(price).and.contain('Rp 59.400 more');
      expect((await shop.day.view(id)).attention).to.contain(price);
      expect((await shop.ask('column', { id })).html).to.equal(`${price} (+Rp 59.400)`);
      expect((await shop.ask('box', { id })).html).to.contain(`${price} (+Rp 59.400)`);
    });

    it('is a note alone below the limit of the shop', async () => {
      const small = await raised(5_000);
      expect(small.notes).to.have.lengthOf(1);
      expect((await shop.day.view(small.id)).attention).to.equal(undefined);
      const { id } = await raised(59_400, { raise_limit: '60000' });
      expect((await shop.day.view(id)).attention).to.equal(undefined);
    });

    it('is asked about no more once staff have accepted it, until it is raised again', async () => {
      const { id, order_id, charged } = await raised(59_400);
      await press(id, 'keep');
      expect((await shop.day.view(id)).attention).to.equal(undefined);
      await shop.ask('tell', { message: { event: 'order.price', order_id, price: charged + 70_000 } });
      expect((await shop.day.view(id)).attention).to.contain('Rp 70.000 more');
    });

    it('stands in the month’s sum of its products', async () => {
      await raised(10_000);
      await raised(-2_000);
      expect(await shop.ask('month', {})).to.deep.equal({
        ...{ parcels: 2, more: 8_000 },
        products: { 'Kain “Batik” / ü 💡': { parcels: 2, more: 8_000 } },
      });
    });
  });

  it('has the courier collect the rest of an order that was paid ahead in part, and asks if that changes', async () => {
    const id = await bought('cash-on-delivery');
    await shop.ask('edit', { id, order: { paid_ahead: 50_000 } });
    await shop.ask('run', {});
    const [made] = await placed();
    expect(made?.destination?.cash_on_delivery?.amount).to.equal((await shop.day.total(id)) - 50_000);
    expect((await shop.day.view(id)).attention).to.equal(undefined);
    await shop.ask('edit', { id, order: { paid_ahead: 60_000 } });
    expect((await shop.day.view(id)).attention).to.contain('is due now');
  });

  describe('the trash', () => {
    const trash = (id: string, how: 'trash' | 'restore' | 'delete', kept = 'posts') =>
      shop.ask('trash', { id, how, kept });

    for (const kept of ['posts', 'tables']) {
      it(`gives back an order whose delivery waits for a click, also for many at once: ${kept}`, async () => {
        const id = await bought();
        await trash(id, 'trash');
        await shop.ask('run', {});
        expect(await placed()).to.deep.equal([]);
        await trash(id, 'restore', kept);
        expect(await delivery(id)).to.include({ state: 'held' });
        await shop.ask('bulk', { id });
        await shop.ask('run', {});
        expect((await delivery(id)).state).to.equal('placed');
      });

      it(`takes its question along when an order comes back: ${kept}`, async () => {
        const id = await ordered();
        await trash(id, 'trash');
        expect((await shop.ask('notices', {})).html).to.contain(`Order ${id} is in the trash`);
        await trash(id, 'restore', kept);
        expect(await shop.day.view(id)).to.include({ words: 'Is ordered', attention: undefined });
        expect((await shop.ask('notices', {})).html).not.to.contain(`Order ${id}`);
      });
    }

    it('says that an order was deleted, until staff keep or cancel its delivery', async () => {
      const id = await ordered();
      await trash(id, 'trash');
      await trash(id, 'delete');
      expect((await shop.ask('notices', {})).html)
        .to.contain(`Order ${id} was deleted`)
        .and.contain('ship_elements_cancel')
        .and.contain('ship_elements_keep');
      await shop.ask('keep', { id });
      expect((await shop.ask('notices', {})).html).not.to.contain(`Order ${id}`);
    });

    it('asks no more about an order once its parcel has arrived', async () => {
      const id = await ordered();
      await trash(id, 'trash');
      const { service_id: order_id } = await delivery(id);
      await shop.ask('tell', { message: { event: 'order.status', order_id, status: 'delivered' } });
      expect((await shop.ask('notices', {})).html).not.to.contain(`Order ${id}`);
    });
  });

  describe('an order that is edited after its delivery was ordered', () => {
    const edited = async (order: object) => {
      const id = await ordered();
      await shop.ask('edit', { id, order });
      return id;
    };

    it('shows the address of the label beside its own, and has it ordered again by one click', async () => {
      const id = await edited({ street: 'Jalan Tunjungan 1', postcode: '40112' });
      expect((await shop.day.view(id)).attention).to.contain('is not the one on the label');
      const { html } = await shop.ask('box', { id });
      expect(html).to.contain('Jalan Braga 8').and.contain('Jalan Tunjungan 1').and.contain('40111');
      await press(id, 'again');
      await shop.ask('run', {});
      expect((await placed()).map(({ status, destination }) => [status, destination?.postal_code])).to.deep.equal([
        ['cancelled', 40_111],
        ['confirmed', 40_112],
      ]);
      expect((await shop.day.view(id)).attention).to.equal(undefined);
    });

    it('shows the goods of the label beside its own, and is asked about once', async () => {
      const id = await edited({ quantity: 3, goods_name: 'Mesin espresso' });
      expect((await shop.day.view(id)).attention).to.contain('other goods than the label');
      const { html } = await shop.ask('box', { id });
      expect(html).to.contain('2 × Kain').and.contain('3 × Mesin espresso');
      await press(id, 'keep');
      await shop.ask('edit', { id, order: { total: 1 } });
      expect((await shop.day.view(id)).attention).to.equal(undefined);
      await shop.ask('edit', { id, order: { quantity: 4 } });
      expect((await shop.day.view(id)).attention).to.contain('other goods than the label');
    });

    it('is as it was if staff change it back, and its own comes to light if the service does not say the label', async () => {
      const id = await edited({ street: 'Jalan Tunjungan 1' });
      const { service_id } = await delivery(id);
      shop.refuseNext(`/v1/orders/${service_id}`, {}, 500);
      expect((await shop.ask('box', { id })).html)
        .to.contain('does not say it just now')
        .and.contain('Tunjungan');
      await shop.ask('edit', { id, order: { street: 'Jalan Braga 8' } });
      expect((await shop.day.view(id)).attention).to.equal(undefined);
    });

    it('says that the label has the old phone number', async () => {
      const id = await edited({ phone: '081311112222' });
      expect((await shop.ask('box', { id })).html)
        .to.contain('another phone number')
        .and.contain('081298765432')
        .and.contain('081311112222');
    });

    it('keeps its delivery and says why, if the service does not cancel it', async () => {
      const id = await edited({ street: 'Jalan Tunjungan 1' });
      const { service_id } = await delivery(id);
      shop.refuseNext(`/v1/orders/${service_id}/cancel`, { code: 40_002_053 });
      await press(id, 'again');
      await shop.ask('run', {});
      expect(await delivery(id)).to.include({ state: 'placed', service_id });
      expect((await shop.ask('order', { id })).notes.join()).to.contain('was not cancelled');
      expect((await shop.day.view(id)).attention).to.contain('is not the one on the label');
    });
  });

  it('has the courier collect nothing that was refunded', async () => {
    const id = await bought('cash-on-delivery');
    await shop.ask('edit', { id, order: { refunded: 75_000 } });
    await shop.ask('run', {});
    const [made] = await placed();
    expect(made?.destination?.cash_on_delivery?.amount).to.equal((await shop.day.total(id)) - 75_000);
  });

  it('says it as well if staff change the total, and no more when they change it back', async () => {
    const id = await ordered('cash-on-delivery');
    const total = await shop.day.total(id);
    await shop.ask('edit', { id, order: { total: total + 10_000 } });
    expect((await shop.day.view(id)).attention).to.contain('is due now');
    await shop.ask('edit', { id, order: { total } });
    expect((await shop.day.view(id)).attention).to.equal(undefined);
  });

  it('says it as well if staff change the payment method', async () => {
    for (const [cashOnDelivery, method] of [
      [true, 'bacs'],
      [false, 'cod'],
    ] as const) {
      const id = await ordered(cashOnDelivery ? 'cash-on-delivery' : 'prepaid');
      await shop.ask('edit', { id, order: { payment_method: method } });
      expect((await shop.day.view(id)).attention).to.contain('is due now');
    }
  });

  it('asks no more about a sum that staff have settled, until there is another one', async () => {
    const id = await ordered('cash-on-delivery');
    const total = await shop.day.total(id);
    await shop.ask('edit', { id, order: { total: total + 10_000 } });
    await press(id, 'keep');
    await shop.ask('edit', { id, order: { phone: '081234567890' } });
    expect((await shop.day.view(id)).attention).to.equal(undefined);
    await shop.ask('edit', { id, order: { total: total + 20_000 } });
    expect((await shop.day.view(id)).attention).to.contain('is due now');
  });

  it('asks nothing about a refund after the courier has collected the money', async () => {
    const id = await bought('cash-on-delivery');
    await shop.ask('run', { while_sent: { event: 'order.status', status: 'delivered' } });
    await shop.ask('refund', { id, refunded: 75_000 });
    expect((await shop.day.view(id)).attention).to.equal(undefined);
  });

  it('notices a refund in part that staff make while the order is sent', async () => {
    const id = await bought('cash-on-delivery');
    await shop.ask('run', { refunded_meanwhile: { id, refunded: 75_000 } });
    expect((await shop.day.view(id)).attention).to.contain('is due now');
  });

  it('says what to tell the courier, and what the shopper gets back, if the parcel is on its way', async () => {
    const id = await ordered('cash-on-delivery');
    const due = (await shop.day.total(id)) - 75_000;
    const { service_id: order_id, waybill } = await delivery(id);
    await shop.ask('tell', { message: { event: 'order.status', order_id, status: 'picked' } });
    await shop.ask('refund', { id, refunded: 75_000 });
    expect((await shop.ask('order', { id })).notes.at(-1))
      .to.contain('The shopper would pay Rp 75.000 too much, and gets it back.')
      .and.contain(`tell it to collect Rp ${due.toLocaleString('id-ID')} for the waybill ${waybill}`);
    expect((await shop.ask('box', { id })).html)
      .to.contain('value="keep"')
      .and.not.contain('value="again"');
  });

  describe('an order that no checkout has sold', () => {
    it('is left alone if another method brings it', async () => {
      const { id } = await shop.ask('make', { method: 'flat_rate', status: 'processing' });
      expect((await shop.ask('box', { id })).html)
        .to.contain('another delivery')
        .and.not.contain('value="ask"');
      expect((await shop.ask('order', { id })).delivery).to.equal(null);
    });
  });

  it('offers to cancel the delivery of an order that was refunded', async () => {
    const id = await ordered();
    await shop.ask('edit', { id, status: 'refunded' });
    const { html } = await shop.ask('box', { id });
    expect(html).to.contain('Needs attention').and.contain('is still ordered').and.contain('value="cancel"');
    await shop.cancel(id);
    expect((await delivery(id)).state).to.equal('cancelled');
  });

  it('asks staff about a paid order that a payment plugin cancels while its shopper is logged in', async () => {
    const id = await ordered();
    await shop.ask('edit', { id, status: 'cancelled', by_shopper: true });
    await shop.ask('run', {});
    expect((await shop.day.view(id)).attention).to.contain('is still ordered');
    expect((await placed()).map(({ status }) => status)).to.deep.equal(['confirmed']);
  });

  it('asks on about a refunded order, until staff answer, even if it becomes paid', async () => {
    const id = await ordered();
    await shop.ask('edit', { id, status: 'refunded' });
    for (const by_message of [true, false]) {
      await shop.ask('edit', { id, status: 'processing', by_message });
      expect((await shop.day.view(id)).attention).to.contain('is still ordered');
    }
    await press(id, 'keep');
    expect((await shop.day.view(id)).attention).to.equal(undefined);
  });

  it('asks on about a cancelled order that the courier has, after the late message of a payment, until staff set it to paid', async () => {
    const id = await ordered();
    const { service_id } = await delivery(id);
    shop.refuseNext(`/v1/orders/${service_id}/cancel`, { code: 40_002_053 });
    await shop.ask('edit', { id, status: 'cancelled' });
    await shop.ask('run', {});
    for (const by of [{ by_message: true }, { by_shopper: true }]) {
      await shop.ask('edit', { id, status: 'processing', ...by });
      expect((await shop.day.view(id)).attention).to.contain('is still ordered');
    }
    await shop.ask('edit', { id, status: 'completed' });
    expect((await shop.day.view(id)).attention).to.equal(undefined);
  });

  it('says that the database did not keep a cancellation from the notice about the trash', async () => {
    const id = await ordered();
    const { notice } = await shop.ask('follow', { id, locked: 'deliveries' });
    expect(notice).to.contain('The database did not keep it.');
  });

  it('asks nothing about an order that is put into the trash or cancelled after its parcel has arrived', async () => {
    const id = await bought();
    await shop.ask('run', { while_sent: { event: 'order.status', status: 'delivered' } });
    await shop.ask('edit', { id, status: 'refunded' });
    await shop.ask('edit', { id, status: 'cancelled' });
    await shop.ask('run', {});
    expect(await shop.day.view(id)).to.include({ words: 'Is ordered', attention: undefined });
    expect((await placed()).map(({ status }) => status)).to.deep.equal(['confirmed']);
  });

  it('asks no more about a refunded order after the service has refused to cancel its delivery', async () => {
    const id = await ordered();
    await shop.ask('edit', { id, status: 'refunded' });
    const { service_id } = await delivery(id);
    shop.refuseNext(`/v1/orders/${service_id}/cancel`, { code: 40_002_053 });
    expect((await press(id, 'cancel')).notice).to.contain('was not cancelled');
    expect((await shop.day.view(id)).attention).to.equal(undefined);
  });
});
