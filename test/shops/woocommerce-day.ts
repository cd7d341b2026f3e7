import { expect } from 'chai';
import type { DayTools } from './merchants-day.ts';
import { choose, failure, plain } from './scenarios.ts';
import { delivery, ordered, press, shop } from './woocommerce-shop.ts';

/** What the merchant's day has in WooCommerce alone: other plugins in the cart, orders of staff and apps, states of payment. */
export function woocommerceDay({ placed, service }: Pick<DayTools, 'placed' | 'service'>): void {
  describe('a cart that another plugin splits', () => {
    for (const [when, split] of [
      ['before the plugin', 5],
      ['after most plugins', 99],
      ['after all plugins, with a copy of the mark', 'last'],
    ] as const)
      it(`gets no courier, and the shopper and the merchant read why: ${when}`, async () => {
        const visit = await shop.visit();
        await shop.ask('visit', { visit: visit.name, split });
        expect(await visit.rates(plain)).to.deep.equal([]);
        expect(await visit.noDelivery()).to.contain('parcels for which the couriers have no price');
        expect((await shop.ask('notices', {})).html).to.contain('another plugin splits carts');
      });
  });

  describe('a zone with pickup beside the couriers', () => {
    const beside = async (other: object, postalCode?: number) => {
      const visit = await shop.visit(postalCode);
      await shop.ask('visit', { visit: visit.name, pickup: true, ...other });
      expect(await visit.rates(plain)).to.deep.equal([]);
      return visit.noDelivery();
    };

    it('says why only pickup is left, where a cart is split', async () => {
      expect(await beside({ split: 99 })).to.contain('parcels for which the couriers have no price');
    });

    it('says why only pickup is left, and offers to try again during an outage', async () => {
      await shop.ask('settings', { settings: { ...shop.settings, flat: '' } });
      service().isDown = true;
      expect(await beside({}, 60_249))
        .to.contain('cannot be had just now')
        .and.contain('#ship-elements-again');
    });
  });

  it('sells no courier that would not collect the sum', async () => {
    // JNE collects up to 5,000,000, and SiCepat up to 2,500,000.
    const visit = await shop.day.visitAt({ unit: 4_999_000 });
    const buying = choose(visit, { ...plain, cashOnDelivery: true }).then(() => visit.checkOut('cash-on-delivery'));
    expect(await failure(buying)).not.to.equal('nothing failed');
  });

  it('offers no courier for goods of less than a gram, and the merchant reads what was meant', async () => {
    const visit = await shop.visit();
    await shop.ask('visit', { visit: visit.name, piece: { get_weight: '0.00025', get_sku: 'x' } });
    expect(await visit.rates(plain)).to.deep.equal([]);
    expect(await visit.noDelivery()).to.contain('cannot be delivered just now');
    expect((await shop.ask('notices', {})).html).to.contain('0.25 g looks like kilograms. Enter 250 g.');
  });

  it('orders the goods as they were sold, although another plugin has set their weight in the cart alone', async () => {
    const visit = await shop.visit();
    await shop.ask('visit', { visit: visit.name, piece: { get_weight: '3', get_length: '', get_sku: 'BUNDLE' } });
    await choose(visit);
    const id = await visit.checkOut('prepaid');
    await shop.ask('run', {});
    const [made] = await placed();
    expect(made?.items?.[0]).to.deep.include({ weight: 3_000, sku: 'BUNDLE' });
    expect((await delivery(id)).state).to.equal('placed');
  });

  it('says that prices cannot be had during an outage without a price of its own, and since when to the merchant', async () => {
    await shop.ask('settings', { settings: { ...shop.settings, flat: '' } });
    service().isDown = true;
    const visit = await shop.visit(60_247);
    expect(await visit.rates(plain)).to.deep.equal([]);
    expect(await visit.noDelivery())
      .to.contain('cannot be had just now')
      .and.contain('#ship-elements-again');
    expect((await shop.ask('notices', {})).html).to.match(/no prices of couriers since \d\d:\d\d\u00a0WI/);
  });

  it('says what the courier collects and what is due, if a part is refunded after the delivery was ordered', async () => {
    const id = await ordered('cash-on-delivery');
    const collects = await shop.day.total(id);
    const rupiah = (amount: number) => `Rp ${amount.toLocaleString('id-ID')}`;
    await shop.ask('refund', { id, refunded: 75_000 });
    const sentence = `The courier collects ${rupiah(collects)}, but ${rupiah(collects - 75_000)} is due now.`;
    expect((await shop.day.view(id)).attention).to.contain(sentence);
    expect((await shop.ask('box', { id })).html)
      .to.contain('value="cancel"')
      .and.contain('value="keep"');
    expect((await shop.ask('order', { id })).notes.at(-1)).to.contain(sentence);
    await shop.cancel(id);
    await shop.send(id);
    expect((await placed()).at(-1)?.destination?.cash_on_delivery?.amount).to.equal(collects - 75_000);
    expect((await shop.day.view(id)).attention).to.equal(undefined);
  });

  for (const status of ['failed', 'on-hold', 'pending'])
    it(`asks staff about an order whose payment is taken back after its delivery was ordered, until it is paid: ${status}`, async () => {
      const id = await ordered();
      await shop.ask('edit', { id, status });
      expect((await shop.day.view(id)).attention).to.contain('failed, is disputed or is awaited again');
      expect((await shop.ask('box', { id })).html)
        .to.contain('value="cancel"')
        .and.contain('value="keep"');
      await shop.ask('edit', { id, status: 'processing', by_message: true });
      expect(await shop.day.view(id)).to.include({ words: 'Is ordered', attention: undefined });
    });

  it('asks staff about a paid order that the late message of a payment provider cancels, unless money went back', async () => {
    const [paid, refunded] = [await ordered(), await ordered()];
    await shop.ask('refund', { id: refunded, refunded: 75_000 });
    for (const id of [paid, refunded]) await shop.ask('edit', { id, status: 'cancelled', by_message: true });
    await shop.ask('run', {});
    expect((await shop.day.view(paid)).attention).to.contain('is still ordered');
    expect((await shop.ask('box', { id: paid })).html)
      .to.contain('value="cancel"')
      .and.contain('value="keep"');
    expect((await placed()).map(({ status }) => status)).to.deep.equal(['confirmed', 'cancelled']);
    await shop.ask('edit', { id: paid, status: 'processing' });
    expect(await shop.day.view(paid)).to.include({ words: 'Is ordered', attention: undefined });
  });

  it('asks staff whose cancellation a late message of a payment overtakes, unless they set the order to paid themselves', async () => {
    const id = await ordered();
    for (const by_message of [true, false]) {
      await shop.ask('edit', { id, status: 'cancelled' });
      await shop.ask('edit', { id, status: 'processing', by_message });
      await shop.ask('run', {});
      const { attention } = await shop.day.view(id);
      if (by_message) expect(attention).to.contain('is still ordered');
      else expect(attention).to.equal(undefined);
    }
    expect((await placed()).map(({ status }) => status)).to.deep.equal(['confirmed']);
  });

  it('offers no delivery of an order that was refunded whole, also if staff set it to paid', async () => {
    const id = await ordered();
    await shop.ask('edit', { id, status: 'refunded' });
    await shop.cancel(id);
    await shop.ask('edit', { id, status: 'processing' });
    expect((await shop.ask('box', { id })).html)
      .to.contain('refunded or put into the trash')
      .and.not.contain('value="order"');
  });

  describe('an order that no checkout has sold', () => {
    it('needs attention once it is paid, with prices to choose from, and one click orders it', async () => {
      const { id } = await shop.ask('make', { method: 'ship_elements', status: 'processing' });
      await shop.ask('run', {});
      expect((await shop.day.view(id)).attention).to.contain('No checkout has sold this delivery');
      const { notes, delivery: row } = await shop.ask('order', { id });
      expect(notes.join()).to.contain('The delivery needs attention.');
      const [choice] = row.data.choices;
      await press(id, 'choose', { ship_elements_service: choice.service });
      const [made] = await placed();
      expect(`${made?.courier?.company}/${made?.courier?.type}`).to.equal(choice.service);
      expect((await delivery(id)).state).to.equal('placed');
    });

    it('gets its courier from staff, is charged for it, and is ordered when it is paid', async () => {
      const { id } = await shop.ask('make', { status: 'pending' });
      expect((await shop.ask('box', { id })).html)
        .to.contain('no delivery yet')
        .and.contain('value="ask"');
      await press(id, 'ask');
      const [choice] = (await shop.ask('order', { id })).delivery.data.choices;
      await press(id, 'choose', { ship_elements_service: choice.service });
      expect(await placed()).to.deep.equal([]);
      expect(await shop.day.total(id)).to.equal(150_000 + choice.price);
      await shop.ask('edit', { id, status: 'processing' });
      await shop.ask('run', {});
      expect((await placed()).map(({ price }) => price)).to.deep.equal([choice.price]);
    });
  });
}
