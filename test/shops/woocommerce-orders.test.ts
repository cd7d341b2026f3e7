import { expect } from 'chai';
import { choose, failure } from './scenarios.ts';
import { bought, delivery, inWoocommerce, ordered, press, shop } from './woocommerce-shop.ts';

inWoocommerce('ordering the delivery', (placed) => {
  it('names the country of an order that staff send abroad, and asks for no price', async () => {
    const id = await bought();
    await shop.ask('edit', { id, order: { country: 'MY' } });
    shop.asked.length = 0;
    await shop.ask('run', {});
    expect(shop.asked).not.to.include('/v1/rates/couriers');
    expect((await shop.day.view(id)).attention).to.contain('The order goes to MY.');
    expect(await placed()).to.deep.equal([]);
  });

  it('sends a hundred lines of sixty letters, and says how many lines are too many before it asks', async () => {
    const id = await bought();
    await shop.ask('edit', { id, order: { goods_name: 'ü'.repeat(60), lines: 101 } });
    shop.asked.length = 0;
    await shop.ask('run', {});
    expect(shop.asked).to.deep.equal([]);
    expect((await shop.day.view(id)).attention).to.contain('The order has 101 lines of goods.');
    await shop.ask('edit', { id, order: { lines: 100 } });
    await press(id, 'order');
    await press(id, 'agree');
    expect((await placed()).at(-1)?.items).to.have.lengthOf(100);
  });

  it('orders nothing of which its courier would not collect the sum, and offers staff those that do', async () => {
    await shop.ask('settings', { settings: { ...shop.settings, couriers: 'jne,jnt' } });
    const visit = await shop.day.visitAt({ unit: 4_000_000 });
    await choose(visit, { insurance: false, cashOnDelivery: true });
    const id = await visit.checkOut('cash-on-delivery');
    // JNE collects up to 5,000,000: the goods alone would fit.
    await shop.ask('edit', { id, order: { goods: 4_990_000, total: 5_005_000 } });
    await shop.ask('run', {});
    expect((await delivery(id)).data.reason).to.equal('cod-limit');
    expect((await shop.day.view(id)).attention).to.contain('collects from Rp 25.000 to Rp 5.000.000');
    await press(id, 'ask');
    const couriers = (await delivery(id)).data.choices?.map(({ service }) => service.split('/')[0]);
    expect([...new Set(couriers)]).to.deep.equal(['jnt']);
    expect(await placed()).to.deep.equal([]);
  });

  it('sends the service’s category of the goods that the shop names, and none that the service does not have', async () => {
    const categoryWith = async (category: string) => {
      await shop.ask('settings', { settings: { ...shop.settings, category } });
      await ordered();
      return (await placed()).at(-1)?.items?.map((item) => (item as { category?: string }).category);
    };
    expect(await categoryWith('hobby')).to.deep.equal(['hobby']);
    expect(await categoryWith('toys')).to.deep.equal(['others']);
  });

  it('leaves the page of an order at once, and asks and orders in the background', async () => {
    await shop.ask('settings', { settings: { ...shop.settings, manual: 'yes' } });
    const id = await bought();
    shop.asked.length = 0;
    await shop.ask('press', { id, button: 'order' });
    expect(shop.asked).to.deep.equal([]);
    expect((await shop.ask('box', { id })).html)
      .to.contain('Is being ordered')
      .and.contain('data-progress=');
    await shop.ask('run', { at_once: true });
    const { html } = await shop.ask('box', { id });
    expect(html).to.contain('Is ordered').and.not.contain('data-progress=');
    // The state stands above the facts, which are two columns.
    expect(html.indexOf('Is ordered')).to.be.below(html.indexOf('<table'));
    expect(html).to.match(/<tr><th scope="row">Courier<\/th><td>[^<]+<\/td><\/tr>/);
  });

  it('waits longer for the price of an order than a page does', async () => {
    const id = await bought();
    const waited = shop.hangNext('/v1/rates/couriers');
    await shop.ask('run', {});
    expect(await waited).to.be.above(10_000);
    expect((await delivery(id)).state).to.equal('waiting');
    await shop.ask('run', {});
    expect((await delivery(id)).state).to.equal('placed');
  });

  it('mails a waybill once, as soon as it is there, and again if the courier changes it', async () => {
    const id = await ordered();
    const { service_id: order_id, waybill } = await delivery(id);
    const message = { event: 'order.waybill_id', order_id, courier_waybill_id: 'RESI-9' };
    for (const _ of [1, 2]) await shop.ask('tell', { message });
    expect(await shop.ask('mails', { id })).to.deep.equal([waybill, 'RESI-9']);
  });

  it('shows where the parcel is, and nobody’s name or phone number', async () => {
    const id = await ordered();
    const { html } = await shop.ask('tracking', { id });
    expect(html)
      .to.contain('The courier has the order')
      .and.match(/<li><time datetime="20\d\d-/);
    expect(html)
      .to.match(/<a href="https:[^"]+" rel="noreferrer"/)
      .and.not.match(/Siti|Senja|0812/);
  });

  it('hides the phone number of a driver in the history of a parcel', async () => {
    const id = await ordered();
    const { data } = await shop.ask('order', { id }).then(({ delivery: row }) => row);
    const event = { status: 'allocated', note: 'Budi +62 812-3456-7890 comes', updated_at: '2026-11-01T10:00:00Z' };
    shop.refuseNext(`/v1/trackings/${data.tracking}`, { success: true, history: [event] }, 200);
    expect((await shop.ask('tracking', { id })).html)
      .to.contain('A driver is assigned')
      .and.contain('1 Nov 2026, 17:00 WIB')
      .and.not.contain('3456');
  });

  it('offers to order a cancelled delivery again, unless its order is cancelled, too', async () => {
    const id = await ordered();
    await press(id, 'cancel');
    const box = async () => (await shop.ask('box', { id })).html;
    expect(await box())
      .to.contain('value="order"')
      .and.contain('value="ask"');
    await shop.day.cancelOrder(id);
    expect(await box())
      .to.contain('Cancelled')
      .and.not.contain('value="order"')
      .and.not.contain('value="ask"');
  });

  it('orders the deliveries of all orders that were paid before the scheduler runs', async () => {
    const ids = [await bought(), await bought()];
    await shop.ask('run', {});
    for (const id of ids) expect(await shop.order(id)).to.include({ delivery: 'placed' });
  });

  for (const dies of ['before', 'after'] as const)
    it(`orders once if the process ends right ${dies} it has sent the order`, async () => {
      const id = await bought();
      await shop.ask('run', { dies });
      const stored = await delivery(id);
      expect(stored).to.include({ state: 'sending' });
      expect(stored.reference).to.match(/^woo-\d+-[0-9a-f]{24}$/);
      await shop.ask('run', {});
      expect((await delivery(id)).state, 'while the lease holds').to.equal('sending');
      await shop.ask('run', { dead: true });
      expect(await delivery(id)).to.include({ state: 'placed', reference: stored.reference, body: null });
      expect(await placed()).to.have.lengthOf(1);
    });

  it('orders nothing a second time after the plugin was deleted and installed again', async () => {
    const id = await ordered();
    const { service_id } = await delivery(id);
    await shop.ask('reinstall', {});
    expect(await delivery(id)).to.include({ state: 'placed', service_id, waybill: '' });
    await shop.ask('bulk', { id });
    await shop.ask('run', {});
    expect(await placed()).to.have.lengthOf(1);
  });

  it('says at the order that the database has not kept its delivery', async () => {
    const visit = await shop.visit();
    await choose(visit);
    const { id } = await shop.ask('buy', { visit: visit.name, payment: 'bacs', locked: 'deliveries' });
    const { notes, delivery: row } = await shop.ask('order', { id });
    expect([row, notes.join(' ')]).to.satisfy(([none, note]: [null, string]) => !none && /did not keep/.test(note));
  });

  it('sends nothing that the database has not kept', async () => {
    const id = await bought();
    await failure(shop.ask('run', { locked: 'deliveries' }));
    expect(await placed()).to.deep.equal([]);
    await shop.ask('run', {});
    expect((await delivery(id)).state).to.equal('placed');
    expect(await placed()).to.have.lengthOf(1);
  });

  it('orders once if several processes work at the same time', async () => {
    const id = await bought();
    await Promise.all([1, 2, 3].map(() => shop.ask('run', {}).catch(() => {})));
    await shop.ask('run', { dead: true });
    expect((await delivery(id)).state).to.equal('placed');
    expect(await placed()).to.have.lengthOf(1);
  });

  it('changes a delivery only as it was read, and reads it again if another process was faster', async () => {
    const id = await bought();
    expect(await shop.ask('race', { id })).to.deep.equal({ read: 2 });
    expect(await delivery(id)).to.include({ waybill: 'RESI-3', status: 'seen with RESI-3' });
  });

  it('leaves it to a person if the first send meets a used reference', async () => {
    const id = await bought();
    shop.refuseNext('/v1/orders', { code: 40_002_060, details: { order_id: 'a'.repeat(24) } });
    await shop.ask('run', {});
    expect((await delivery(id)).state).to.equal('unknown');
    const { notice } = await press(id, 'nothing');
    expect(notice).to.contain('ten minutes');
    await press(id, 'found', { ship_elements_found: 'a'.repeat(24) });
    expect(await delivery(id)).to.include({ state: 'placed', service_id: 'a'.repeat(24) });
  });

  it('sends what the order says when it is sent', async () => {
    const id = await bought();
    await shop.ask('edit', { id, order: { phone: '081311112222' } });
    await shop.ask('run', {});
    expect((await placed())[0]?.destination?.contact_phone).to.equal('081311112222');
    const far = await bought();
    await shop.ask('edit', { id: far, order: { postcode: '99111', quantity: 12 } });
    expect(await failure(shop.send(far))).to.equal('price-changed');
    const { terms } = await shop.ask('order', { id: far });
    const paidPrice = `Rp ${terms.price.toLocaleString('id-ID')}`;
    expect((await shop.ask('box', { id: far })).html).to.contain(`the shopper has paid ${paidPrice}.`);
    await shop.send(far, true);
    const made = (await placed())[1];
    expect(made?.destination?.postal_code).to.equal(99_111);
    expect(made?.items?.map(({ quantity }) => quantity)).to.deep.equal([12]);
  });

  it('does not order what was cancelled, and cancels what was ordered', async () => {
    const early = await bought();
    await shop.ask('edit', { id: early, status: 'cancelled' });
    await shop.ask('run', {});
    expect(await placed()).to.deep.equal([]);
    const late = await ordered();
    await shop.ask('edit', { id: late, status: 'cancelled' });
    await shop.ask('run', {});
    expect((await placed()).map(({ status }) => status)).to.deep.equal(['cancelled']);
  });

  it('asks staff if the message of a payment provider cancels a paid order while it is sent', async () => {
    const id = await bought();
    await shop.ask('run', { meanwhile: ['/v1/orders', id, 'cancelled'] });
    await shop.ask('run', {});
    expect((await shop.day.view(id)).attention).to.contain('is still ordered');
    expect((await placed()).map(({ status }) => status)).to.deep.equal(['confirmed']);
  });

  it('cancels what was ordered a moment ago', async () => {
    const id = await bought();
    await shop.ask('run', { at_once: true });
    await shop.ask('edit', { id, status: 'cancelled' });
    await shop.ask('run', { at_once: true });
    expect((await placed()).map(({ status }) => status)).to.deep.equal(['cancelled']);
  });

  it('leaves an order to a person that has got another delivery, or has waited for more than a day', async () => {
    const fetched = await bought();
    await shop.ask('edit', { id: fetched, order: { deliveries: [] } });
    const old = await bought();
    await shop.ask('age', { id: old, hours: 25 });
    await shop.ask('run', {});
    expect(await placed()).to.deep.equal([]);
    expect((await shop.ask('box', { id: fetched })).html).to.contain('another delivery by now');
    expect((await shop.ask('box', { id: old })).html).to.contain('more than a day');
    for (const id of [fetched, old]) await press(id, 'order');
    expect(await placed()).to.have.lengthOf(2);
  });

  it('keeps the courier that staff have chosen when the service refuses the order', async () => {
    const id = await ordered();
    await shop.cancel(id);
    await press(id, 'ask');
    const { data } = await delivery(id);
    const other = data.choices?.find(({ service }) => service !== data.service)?.service;
    shop.refuseNext('/v1/orders', { error: 'No sufficient balance' });
    await press(id, 'choose', { ship_elements_service: other });
    expect((await delivery(id)).state).to.equal('refused');
    await press(id, 'order');
    if ((await delivery(id)).state === 'refused') await press(id, 'agree');
    const { courier } = (await placed()).at(-1) ?? {};
    expect(`${courier?.company}/${courier?.type}`).to.equal(other);
  });

  it('has staff order the delivery of an order that was cancelled, and is paid again', async () => {
    const early = await bought();
    await shop.ask('edit', { id: early, status: 'cancelled' });
    const late = await ordered();
    await shop.ask('edit', { id: late, status: 'cancelled' });
    await shop.ask('run', {});
    await press(late, 'order');
    expect((await shop.ask('box', { id: late })).html).to.contain('The order was cancelled');
    for (const id of [early, late]) {
      await shop.ask('edit', { id, status: 'processing' });
      await shop.ask('run', {});
      expect((await delivery(id)).state).to.equal('held');
      const sentence = 'Its delivery was cancelled with the order, which is paid now.';
      const { notes } = await shop.ask('order', { id });
      expect(notes.filter((note: string) => note.startsWith(sentence))).to.have.lengthOf(1);
      expect((await shop.ask('box', { id })).html).to.contain(sentence);
    }
    expect((await placed()).map(({ status }) => status)).to.deep.equal(['cancelled']);
  });

  it('has staff order it, too, if the order was cancelled while the price was asked', async () => {
    const id = await bought();
    await shop.ask('run', { meanwhile: ['/v1/rates/couriers', id, 'cancelled'] });
    expect((await delivery(id)).state).to.equal('cancelled');
    await shop.ask('edit', { id, status: 'processing' });
    await shop.ask('run', {});
    expect((await delivery(id)).state).to.equal('held');
    expect((await shop.ask('order', { id })).notes.join()).to.contain('which is paid now');
    expect(await placed()).to.deep.equal([]);
  });

  it('leaves the delivery of an order cancelled that was refunded whole before, and says nothing of a payment', async () => {
    const [early, late] = [await bought(), await bought()];
    await shop.ask('edit', { id: early, status: 'refunded' });
    await shop.ask('run', { meanwhile: ['/v1/rates/couriers', late, 'refunded'] });
    for (const id of [early, late]) {
      await shop.ask('edit', { id, status: 'processing', by_message: true });
      await shop.ask('run', {});
      expect((await delivery(id)).state).to.equal('cancelled');
      expect((await shop.ask('order', { id })).notes.join()).not.to.contain('which is paid now');
      await press(id, 'order');
      await shop.ask('run', {});
      expect((await delivery(id)).state).to.equal('cancelled');
    }
    expect(await placed()).to.deep.equal([]);
  });

  it('has staff order it, too, if the order is paid again while the service is asked to cancel', async () => {
    const id = await ordered();
    await shop.ask('edit', { id, status: 'cancelled' });
    await shop.ask('run', { meanwhile: [`${(await delivery(id)).service_id}/cancel`, id, 'processing'] });
    expect((await delivery(id)).state).to.equal('held');
    expect((await shop.ask('order', { id })).notes.join()).to.contain('which is paid now');
    expect((await placed()).map(({ status }) => status)).to.deep.equal(['cancelled']);
  });

  it('keeps the delivery of an order that was cancelled by mistake for a moment', async () => {
    const id = await ordered();
    await shop.ask('edit', { id, status: 'cancelled' });
    await shop.ask('edit', { id, status: 'processing' });
    await shop.ask('run', {});
    expect(await shop.day.view(id)).to.include({ words: 'Is ordered', attention: undefined });
    expect((await placed()).map(({ status }) => status)).to.deep.equal(['confirmed']);
  });

  for (const status of ['on-hold', 'failed'])
    it(`waits while the payment is taken back before the delivery was ordered: ${status}`, async () => {
      const id = await bought();
      await shop.ask('edit', { id, status });
      await shop.ask('run', {});
      expect(await delivery(id)).to.include({ state: 'held' });
      expect((await shop.ask('box', { id })).html).to.contain('The order is not paid.');
      await shop.ask('edit', { id, status: 'processing' });
      await shop.ask('run', {});
      expect((await delivery(id)).state).to.equal('placed');
    });

  it('waits if the payment fails while the price is asked', async () => {
    const id = await bought();
    await shop.ask('run', { meanwhile: ['/v1/rates/couriers', id, 'failed'] });
    await shop.ask('run', {});
    expect((await delivery(id)).state).to.equal('held');
    expect(await placed()).to.deep.equal([]);
  });

  it('orders what is paid again after it was cancelled and put on hold while the price was asked', async () => {
    const id = await bought();
    await shop.ask('run', { meanwhile: ['/v1/rates/couriers', id, 'cancelled', 'on-hold'] });
    expect((await delivery(id)).state).to.equal('held');
    await shop.ask('edit', { id, status: 'processing' });
    await shop.ask('run', {});
    expect((await delivery(id)).state).to.equal('placed');
  });

  it('sends nothing of a click that was made before the payment failed', async () => {
    await shop.ask('settings', { settings: { ...shop.settings, manual: 'yes' } });
    const id = await bought();
    await shop.ask('press', { id, button: 'order' });
    await shop.ask('edit', { id, status: 'failed' });
    await shop.ask('run', {});
    expect((await delivery(id)).state).to.equal('held');
    expect(await placed()).to.deep.equal([]);
  });

  it('says of an order that has no delivery yet whether it waits, is over, or is to be ordered by a click', async () => {
    const visit = await shop.visit();
    await choose(visit);
    const { id } = await shop.ask('buy', { visit: visit.name, payment: 'bacs', locked: 'deliveries' });
    for (const [status, words, button] of [
      ['on-hold', 'Waits for the payment', false],
      ['packing', 'when the order becomes Processing or Completed', true],
      ['failed', 'Was not ordered', false],
      ['cancelled', 'Was not ordered', false],
      ['refunded', 'Was not ordered', false],
    ] as const) {
      await shop.ask('edit', { id, status });
      const { html } = await shop.ask('box', { id });
      expect(html, status).to.contain(words);
      expect(html.includes('value="order"'), status).to.equal(button);
    }
  });

  const tell = (body: object, secret: string) =>
    shop.wordpress.post('ship-elements/v1/webhook', body, { 'x-ship-elements-secret': secret });

  it('takes messages of the service with the shop’s secret alone', async () => {
    const id = await ordered();
    const { service_id: order_id } = await delivery(id);
    const { webhook } = await shop.ask('settings', { settings: shop.settings });
    const waybill = { event: 'order.waybill_id', order_id, courier_waybill_id: 'RESI-1' };
    expect((await tell(waybill, 'forged')).status).to.equal(401);
    expect((await tell(waybill, webhook)).status).to.equal(200);
    expect((await tell({}, webhook)).status, 'the dashboard saves the address').to.equal(200);
    expect((await tell({ ...waybill, order_id: 'unknown-order' }, webhook)).status).to.equal(404);
    expect((await delivery(id)).waybill).to.equal('RESI-1');
    const status = { event: 'order.status', order_id };
    await tell({ ...status, status: 'droppingOff', updated_at: new Date().toISOString() }, webhook);
    await tell({ ...status, status: 'picked', updated_at: new Date(Date.now() - 60_000).toISOString() }, webhook);
    expect((await delivery(id)).status).to.equal('dropping_off');
    await tell({ ...status, status: 'delivered' }, webhook);
    for (const late of ['picked', 'cancelled', 'courierNotFound', 'rejected']) {
      await tell({ ...status, status: late, updated_at: new Date().toISOString() }, webhook);
      await tell({ ...status, status: late }, webhook);
      expect(await delivery(id), 'a late message').to.include({ state: 'placed', status: 'delivered' });
    }
  });

  for (const status of ['cancelled', 'courierNotFound', 'rejected', 'returned'])
    it(`asks staff if the courier ends the delivery, and orders it again: ${status}`, async () => {
      const id = await ordered();
      const { service_id: order_id } = await delivery(id);
      await shop.ask('tell', { message: { event: 'order.status', order_id, status } });
      expect((await shop.day.view(id)).attention).to.contain('The courier has ended the delivery.');
      expect((await shop.ask('tracking', { id })).html, 'the shopper').to.contain('ship-elements-tracking');
      await press(id, 'order');
      expect((await delivery(id)).state).to.equal('placed');
      expect(await placed()).to.have.lengthOf(2);
    });

  it('keeps a message that arrives before the answer to the order', async () => {
    const id = await bought();
    await shop.ask('run', {
      while_sent: { event: 'order.status', status: 'allocated', courier_waybill_id: 'RESI-2' },
    });
    expect(await delivery(id)).to.include({ state: 'placed', status: 'allocated', waybill: 'RESI-2' });
  });

  it('has the service send a message again that the database cannot keep', async () => {
    const id = await bought();
    const message = { event: 'order.status', status: 'allocated' };
    const early = await shop.ask('run', { while_sent: message, locked: 'kept' });
    expect(early.told, 'before the answer to the order').to.equal(503);
    const { service_id: order_id } = await delivery(id);
    const late = await shop.ask('tell', { message: { ...message, order_id }, locked: 'deliveries' });
    expect(late.told, 'after it').to.equal(503);
  });
});
