import { expect } from 'chai';
import { hasPhpWithSqlite } from '../support/php.ts';
import { merchantsDay } from './merchants-day.ts';
import { testShop } from './scenarios.ts';
import { buyOnPage } from './woocommerce.ts';
import { woocommerceDay } from './woocommerce-day.ts';
import { bought, delivery, forgetAfterEach, ordered, press, shop, startShop } from './woocommerce-shop.ts';

if (hasPhpWithSqlite())
  testShop('WooCommerce', startShop, /^price-changed$/, buyOnPage, (placed, tools) => {
    forgetAfterEach();
    merchantsDay({ ...tools, shop: () => shop });
    woocommerceDay({ ...tools, placed });

    it('keeps the last good value of a setting that is mistyped, and says so at the top and beside its field', async () => {
      const week = '16:00,16:00,16:00,16:00,16:00,12:00,';
      await shop.ask('settings', { settings: { ...shop.settings, week, closed: '2027-03-08' } });
      const fields = {
        week: ['25:00', '', '', '', '', '', ''],
        closed: '8 Maret',
        prepare: '-1',
        sender_phone: '',
        flat: '-1',
        sender_name: 'Toko Fajar',
      };
      const { errors, html, kept, problem } = await shop.ask('save', { fields });
      for (const title of ['Order by', 'Closed dates', 'Hours to prepare', 'Price of the first kilogram'])
        expect(errors.join()).to.contain(`“${title}” is wrong`);
      expect(errors.join()).to.contain('“Phone” is missing');
      expect(kept).to.include({
        ...shop.settings,
        key: kept.key,
        week,
        closed: '2027-03-08',
        sender_name: 'Toko Fajar',
      });
      expect(problem).to.equal(null);
      const beside = (name: string) => html.split('\n').find((line: string) => line.includes(`name="${name}`));
      expect(beside('closed')).to.contain('“Closed dates” is wrong').and.contain('2027-03-08');
      expect(beside('week')).to.contain('“Order by” is wrong').and.contain('value="12:00"');
      expect(beside('open')).not.to.contain('is wrong');
    });

    it('takes no week in which the shop never opens', async () => {
      const { errors } = await shop.ask('save', { fields: { week: ['', '', '', '', '', '', ''] } });
      expect(errors.join()).to.contain('“Order by” is wrong').and.contain('At least one day is open');
    });

    it('takes no dates that overlap, and none with which the shop does not open within a year', async () => {
      const mistakes = async (fields: object): Promise<string> => (await shop.ask('save', { fields })).errors.join();
      expect(await mistakes({ closed: '2027-03-08 – 2027-03-14\n2027-03-14' })).to.contain('“Closed dates” is wrong');
      expect(await mistakes({ closed: '2027-03-08', open: '2027-03-08' })).to.contain('“Extra open dates” is wrong');
      expect(await mistakes({ closed: '2026-01-01 – 2099-12-31' })).to.contain('would not open within a year');
      expect(await mistakes({ closed: '2027-03-08 – 2027-03-14', open: '2027-03-07' })).to.equal('');
    });

    it('names the setting that is missing or wrong, and never shows the key', async () => {
      const { sender_phone: _, ...settings } = shop.settings as Record<string, string>;
      const { problem, key, kept } = await shop.ask('settings', { settings });
      expect(problem).to.match(/^Ship Elements: “Phone” is missing/);
      expect(key).to.contain('name="key"').and.not.contain(shop.settings.key);
      expect(kept)
        .to.match(/^sealed:/)
        .and.not.contain(shop.settings.key);
      for (const [name, value, title] of [
        ['sender_phone', '+1 555 0100', 'Phone'],
        ['key', '“biteship_test.a.b”', 'Key'],
        ['origin_postcode', '0', 'Postal code'],
        ['sender_address', 'x', 'Address'],
        ['week', '25:00,,,,,,', 'Order by'],
        ['closed', '2027-02-30', 'Closed dates'],
        ['open', '2027-03-14 – 2027-03-08', 'Extra open dates'],
        ['flat', '-1', 'Price of the first kilogram'],
      ] as const) {
        const wrong = await shop.ask('settings', { settings: { ...shop.settings, [name]: value } });
        expect(wrong.problem, name).to.contain(`“${title}” is wrong`);
      }
    });

    it('tests the connection with a price, and names what is wrong', async () => {
      const problem = async (): Promise<string | null> => (await shop.ask('test', {})).problem;
      expect(await problem()).to.equal(null);
      shop.refuseNext('/v1/rates/couriers', { code: 40_001_001 });
      expect(await problem()).to.contain('“Postal code” is wrong');
      shop.refuseNext('/v1/rates/couriers', { error: 'No sufficient balance to call rates API' });
      expect(await problem()).to.contain('Your balance at the service is too low.');
      await shop.ask('settings', { settings: { ...shop.settings, couriers: 'gojek' } });
      expect(await problem()).to.contain('“Couriers” or “Postal code” is wrong');
    });

    it('orders nothing at another address than the key was saved for', async () => {
      const id = await bought();
      const { problem } = await shop.ask('settings', { settings: shop.settings, site: 'shop.example' });
      expect(problem).to.contain('shop.example');
      await shop.ask('run', {});
      expect(await placed()).to.deep.equal([]);
      await shop.ask('settings', { settings: shop.settings });
      await shop.ask('run', {});
      expect((await delivery(id)).state).to.equal('placed');
    });

    it('takes the pages of another language for the same site', async () => {
      const { problem } = await shop.ask('settings', { settings: shop.settings, translated: true });
      expect(problem).to.equal(null);
    });

    it('counts the orders of the filtered list for its pages', async () => {
      const id = await ordered();
      await shop.ask('edit', { id, status: 'refunded' });
      expect(await shop.ask('list', { filter: 'attention', count: 40 })).to.deep.equal({ pages: 1, link: 40 });
      expect(await shop.ask('list', { filter: '', count: 40 })).to.deep.equal({ pages: 40, link: 40 });
    });

    it('exports what it knows of a delivery, and nothing of a delivery that was never ordered', async () => {
      await shop.ask('settings', { settings: { ...shop.settings, manual: 'yes' } });
      const held = await bought();
      const exported = async () => (await shop.ask('export', {})).map(({ item_id }: { item_id: string }) => item_id);
      expect(await exported()).to.deep.equal([]);
      await press(held, 'order');
      expect(await exported()).to.deep.equal([`delivery-${held}`]);
    });

    const ended = async (id: string, status = 'delivered') => {
      const { service_id: order_id } = await delivery(id);
      await shop.ask('tell', { message: { event: 'order.status', order_id, status, courier_waybill_id: 'RESI-1' } });
    };
    const ofPerson = async (id: string) => {
      const { waybill, body, data } = await delivery(id);
      return [waybill, body, Object.keys(data).filter((name) => /tracking|link|label|sentence|edited/.test(name))];
    };
    const nothing = ['', null, []];

    it('erases a delivery that has ended together with its order, and the district too', async () => {
      const id = await ordered();
      await ended(id);
      expect(await shop.ask('erase', { id })).to.include.members(['_wc_shipping/ship-elements/district']);
      expect(await ofPerson(id)).to.deep.equal(nothing);
    });

    it('keeps the data of an order whose delivery is open, says until when, and erases them when it ends', async () => {
      const id = await bought();
      expect(await shop.ask('erase', { id }), 'it is still to be sent').to.equal('retained');
      tools.service().isDown = true;
      await shop.ask('run', {});
      const { state, body } = await delivery(id);
      expect(await shop.ask('erase', { id }), 'it has no answer').to.equal('retained');
      expect([state, (await delivery(id)).body]).to.deep.equal(['waiting', body]);
      tools.service().isDown = false;
      await shop.ask('run', {});
      expect(await shop.ask('erase', { id }), 'it is on its way').to.equal('retained');
      expect((await shop.ask('eraser', {})).messages.join()).to.match(
        new RegExp(`Order ${id} has a delivery that is not over.* at the latest on \\d+ \\w+ 20`),
      );
      await shop.ask('run', {});
      expect((await delivery(id)).waybill).not.to.equal('');
      await ended(id, 'returned');
      await shop.ask('run', {});
      expect(await ofPerson(id)).to.deep.equal(nothing);
    });

    it('takes an erasure for no edit, and later messages bring back the state alone and mail nobody', async () => {
      const id = await ordered();
      const mails = await shop.ask('mails', { id });
      await shop.ask('erase-at-once', { id });
      expect(await shop.day.view(id)).to.include({ words: 'Is ordered', attention: undefined });
      await ended(id, 'dropping_off');
      await shop.ask('run', {});
      expect(await ofPerson(id)).to.deep.equal(nothing);
      expect((await delivery(id)).status).to.equal('dropping_off');
      expect(await shop.ask('mails', { id })).to.deep.equal(mails);
    });

    it('sends nothing of an order that was erased before its delivery was ordered', async () => {
      const id = await bought();
      await shop.ask('erase-at-once', { id });
      await shop.ask('run', {});
      expect(await placed()).to.deep.equal([]);
      expect((await shop.ask('box', { id })).html).to.contain('personal data of the order were erased');
    });

    it('sends the sender’s name as it was typed', async () => {
      await shop.ask('settings', { settings: { ...shop.settings, sender_name: 'Budi&#039;s Batik &amp; Kain' } });
      await bought();
      await shop.ask('run', {});
      expect((await placed())[0]?.origin?.contact_name).to.equal("Budi's Batik & Kain");
    });
  });
