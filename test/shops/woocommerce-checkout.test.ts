import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { serviceKey } from '../../src/quote/index.ts';
import { choose, failure, plain } from './scenarios.ts';
import type { Row } from './woocommerce.ts';
import { bought, delivery, inWoocommerce, offered, shop } from './woocommerce-shop.ts';

inWoocommerce('the checkout', (placed) => {
  it('lists at most five rates, and each knows its service', async () => {
    const { rates } = await offered();
    expect(rates).to.have.lengthOf.within(1, 5);
    for (const { label, meta } of rates) {
      expect(label).to.match(/^(JNE|SiCepat) /);
      expect(meta._ship_elements_service).to.match(/^(jne|sicepat)\//);
    }
  });

  it('keeps the choice of a courier that cannot insure, at its own price', async () => {
    const visit = await shop.visit();
    const uninsurable = 'jne/ctc';
    const { added } = await choose(visit, { ...plain, insurance: true }, uninsurable);
    const { terms } = await shop.ask('order', { id: await visit.checkOut('prepaid') });
    expect(terms).to.include({ service: uninsurable, price: added, insured: false });
  });

  /** What the widget gets for `jne/oke`. */
  const promised = async (visit: string) => {
    const url = `${shop.wordpress.url}/?wc-ajax=ship_elements&stub-visit=${visit}&path=/v1/rates/couriers`;
    const { pricing } = (await (await fetch(url, { method: 'POST', body: '{}' })).json()) as { pricing: Rate[] };
    return pricing.find((row) => serviceKey(row) === 'jne/oke')?.arrivals?.[0];
  };

  /** What WooCommerce's list says of `jne/oke`, and when the parcel is handed over. */
  const dates = async (visit: string) => {
    const { rates } = await shop.ask('rates', { visit, ...plain });
    const { arrival } = rates.find(({ meta }: Row) => meta._ship_elements_service === 'jne/oke');
    return { handOver: (await promised(visit))?.hand_over ?? '', arrival };
  };

  it('counts arrivals from the shop’s week, also from one that an earlier version has saved', async () => {
    const { name } = await shop.visit();
    const weekdayOf = (moment: string) => new Date(moment.slice(0, 10)).getUTCDay();
    await shop.ask('settings', { settings: { ...shop.settings, days: '3', hand_over: '10:15' } });
    const earlier = await dates(name);
    expect([weekdayOf(earlier.handOver), earlier.handOver.slice(10)]).to.deep.equal([3, 'T10:15+07:00']);
    await shop.ask('settings', { settings: { ...shop.settings, week: ',,,,,10:15,', zone: 'WIT' } });
    const now = await dates(name);
    expect([weekdayOf(now.handOver), now.handOver.slice(10)]).to.deep.equal([6, 'T10:15+09:00']);
    // WooCommerce keeps the list of a cart that has not changed. The dates in it are of today.
    expect(now.arrival).to.match(/^\w/).and.not.equal(earlier.arrival);
  });

  it('names the shop’s zone beside each time of day', async () => {
    await shop.ask('settings', { settings: { ...shop.settings, couriers: 'anteraja', zone: 'WITA' } });
    const { rates } = await offered();
    const sameDay = rates.find(({ meta }) => meta._ship_elements_service === 'anteraja/same_day');
    expect(sameDay?.arrival).to.match(/, \d\d:\d\d(–\u2060\d\d:\d\d)?\u00a0WITA$/);
  });

  it('says no dates that are over, neither with the order nor beside the parcel', async () => {
    const id = await bought();
    await shop.ask('edit', { id, terms: { last: '2026-01-02', cut_off: '' } });
    expect((await shop.ask('order', { id })).delivery_to_display).to.equal('Rp 1');
    await shop.ask('run', {});
    expect((await shop.ask('tracking', { id })).html)
      .to.contain('ship-elements-tracking')
      .and.not.contain('Expected');
  });

  it('shows no date while the shop does not open again', async () => {
    await shop.ask('settings', { settings: { ...shop.settings, closed: '2026-01-01 – 2099-12-31' } });
    expect(await dates((await shop.visit()).name)).to.deep.equal({ handOver: '', arrival: '' });
  });

  it('says the same arrival to the widget, in WooCommerce’s list, with the order and in its e-mails', async () => {
    const visit = await shop.visit();
    const { arrival } = await dates(visit.name);
    const last = (await promised(visit.name))?.last ?? '';
    expect(arrival).to.match(new RegExp(` ${Number(last.slice(8))} \\w+(, or later)?$`));
    await choose(visit, plain, 'jne/oke');
    const id = await visit.checkOut('prepaid');
    // On the page after the order and in the first e-mail, and beside the parcel once it is ordered.
    expect((await shop.ask('order', { id })).delivery_to_display).to.match(
      new RegExp(`<small>Expected: ${arrival}(,|<)`),
    );
    await shop.ask('run', {});
    expect((await shop.ask('order', { id })).delivery_to_display).to.equal('Rp 1');
    expect((await shop.ask('order', { id })).terms.arrival).to.equal(arrival);
    expect((await shop.ask('tracking', { id })).html).to.contain(`Expected: ${arrival}`);
  });

  /** The shop's next cut-off is another one, as after a cut-off that has passed. */
  const passCutOff = () => shop.ask('settings', { settings: { ...shop.settings, prepare: '48', week: ',,,,,,00:01' } });

  it('refuses an order after the cut-off once, and says the new dates', async () => {
    const visit = await shop.visit();
    const { arrival: seen } = await dates(visit.name);
    await choose(visit, plain, 'jne/oke');
    await passCutOff();
    const refusal = await failure(visit.checkOut('prepaid'));
    const { arrival } = await dates(visit.name);
    expect(refusal).to.contain(`The delivery now arrives ${arrival}.`);
    expect(arrival).to.not.equal(seen);
    await choose(visit, plain, 'jne/oke');
    const { terms } = await shop.ask('order', { id: await visit.checkOut('prepaid') });
    expect(terms.arrival).to.equal(arrival);
  });

  it('counts the dates of an order that is paid after its cut-off from the payment', async () => {
    const visit = await shop.visit();
    const { arrival: seen } = await dates(visit.name);
    await choose(visit, plain, 'jne/oke');
    const id = await visit.checkOut('prepaid');
    await shop.ask('edit', { id, terms: { cut_off: '2026-01-01T15:00+07:00' } });
    expect((await shop.ask('order', { id })).delivery_to_display, 'nothing that is over').to.equal('Rp 1');
    await passCutOff();
    await shop.ask('run', {});
    const { html } = await shop.ask('tracking', { id });
    expect(html).to.contain('Expected: ').and.not.contain(seen);
  });

  it('keeps a courier that was chosen from the list, although the list would not have it after a change', async () => {
    const { name } = await shop.visit();
    // The widget has opened the whole list. In the block checkout, a change of the cart makes the list anew.
    const unlisted = 'ship_elements:3:jne/yes';
    const { rates } = await shop.ask('rates', { visit: name, ...plain });
    expect(rates.map(({ id }: Row) => id)).not.to.include(unlisted);
    expect(await shop.ask('list-again', { visit: name, chosen: unlisted })).to.deep.equal({ chosen: unlisted });
  });

  it('keeps the chosen courier where a page of the shop, which asks for no prices, has pickup alone', async () => {
    const { name } = await shop.visit(60_244);
    const chosen = 'ship_elements:3:jne/yes';
    const page = { referer: `${shop.wordpress.url}/?p=1` };
    const { body } = await shop.wordpress.post('stub/v1/list-again', { visit: name, chosen }, page);
    expect(body).to.deep.equal({ chosen });
  });

  it('keeps the widget out of the form, because Chromium restores no field of that form after Back otherwise', async () => {
    const { name } = await shop.visit();
    const page = await (await fetch(`${shop.wordpress.url}/?stub-checkout=${name}`)).text();
    expect(page).to.contain('<ship-checkout form="ship-elements-none"').and.not.contain('id="ship-elements-none"');
  });

  it('has prices and arrivals in the page as WooCommerce sends it, and sells by them without a script', async () => {
    const { name } = await shop.visit();
    const { rates } = await shop.ask('rates', { visit: name, ...plain });
    const page = await (await fetch(`${shop.wordpress.url}/?stub-checkout=${name}`)).text();
    for (const { id, label, price, arrival } of rates as Row[])
      expect(page).to.contain(`value="${id}" `).and.contain(`>${label}: ${price} <small>(${arrival})</small>`);
    // The widget waits for its script.
    expect(page).to.contain('<div id="ship-elements" hidden>');
    const { id: rate, price, meta } = rates.at(-1);
    const form = `${new URLSearchParams({ 'shipping_method[0]': rate, payment_method: 'bacs' })}`;
    const { id } = await shop.ask('checkout', { visit: name, form });
    const { terms } = await shop.ask('order', { id });
    expect(terms).to.include({ service: meta._ship_elements_service, price, insured: false });
  });

  it('answers no prices of another address than the one on the page, because WooCommerce keeps that later', async () => {
    const { name } = await shop.visit();
    await shop.ask('rates', { visit: name, ...plain });
    const url = `${shop.wordpress.url}/?wc-ajax=ship_elements&stub-visit=${name}&path=/v1/rates/couriers`;
    const statusFor = async (place: object) =>
      (await fetch(url, { method: 'POST', body: JSON.stringify(place) })).status;
    expect(await statusFor({ destination_postal_code: 40_111 })).to.equal(200);
    expect(await statusFor({ destination_postal_code: 60_111 })).to.equal(503);
    expect(await statusFor({ destination_postal_code: 40_111, destination_area_id: 'x' })).to.equal(503);
  });

  it('asks for a phone only where none is known', async () => {
    const field = async (phones: object) =>
      (await shop.ask('phone', { visit: 'phone', setting: 'optional', ...phones })).field;
    expect(await field({})).to.equal('required');
    expect(await field({ billing: '12' })).to.equal('required');
    expect(await field({ billing: '+65 8123 4567' }), 'a number of another country').to.equal('required');
    expect(await field({ billing: '\u202d+62 812-3456-7890\u202c' })).to.equal('optional');
    expect(await field({ billing: '0812-9876-5432' }), 'bought in the classic checkout').to.equal('optional');
    expect(await field({ shipping: '0812-9876-5432', setting: 'required' })).to.equal('optional');
    expect(await field({ billing: '0812-9876-5432', setting: 'hidden' })).to.equal('optional');
    expect(await field({ setting: 'hidden' })).to.equal('required');
  });

  it('takes a wrong phone for none before the order, and sends a pasted one as digits', async () => {
    const id = await bought();
    await shop.ask('edit', { id, order: { phone: '+65 8123 4567' } });
    await shop.ask('run', {});
    expect(await placed()).to.be.empty;
    expect((await delivery(id)).data.reason).to.equal('contact');
    await shop.ask('edit', { id, order: { phone: 'WA 0812\u20113456\u20117890' } });
    await shop.ask('press', { id, button: 'order' });
    // The button orders in the background.
    await shop.ask('run', {});
    expect((await placed())[0]?.destination?.contact_phone).to.equal('081234567890');
  });

  it('offers cash on delivery as a payment only where a courier collects the money', async () => {
    expect((await offered()).payments).to.deep.equal(['bacs', 'cod']);
    const collected = await offered({ ...plain, cashOnDelivery: true });
    expect(collected.rates).not.to.be.empty;
    await shop.ask('settings', { settings: { ...shop.settings, cod: 'no' } });
    expect((await offered()).payments).to.deep.equal(['bacs']);
  });

  it('delivers free of charge with cash on delivery, though the cheapest courier collects no money', async () => {
    await shop.ask('settings', { settings: { ...shop.settings, couriers: 'jne,wahana', free_from: '1' } });
    const { name } = await shop.visit();
    await shop.ask('rates', { visit: name, ...plain, cashOnDelivery: true });
    const answer = await fetch(
      `${shop.wordpress.url}/?wc-ajax=ship_elements&stub-visit=${name}&path=/v1/rates/couriers`,
      { method: 'POST', body: JSON.stringify({ destination_cash_on_delivery: 1 }) },
    );
    const { pricing } = (await answer.json()) as { pricing: Rate[] };
    const carriage = (collects: boolean) =>
      pricing
        .filter((row) => row.available_for_cash_on_delivery === collects)
        .map((row) => row.price - (row.cash_on_delivery_fee ?? 0) - (row.insurance_fee ?? 0));
    expect(carriage(false)).to.include(0);
    expect(Math.min(...carriage(true))).to.equal(0);
  });

  it('hides cash on delivery if goods and delivery are more than a courier collects', async () => {
    const { name } = await shop.visit();
    await shop.ask('visit', { visit: name, quantity: 1, pricing: { unit: 14_999_000 } });
    expect((await shop.ask('rates', { visit: name, ...plain })).payments).to.deep.equal(['bacs']);
  });

  it('has the courier collect the order’s total, with a fee of another plugin in it', async () => {
    const visit = await shop.visit();
    const { rate: chosen } = await choose(visit, { ...plain, cashOnDelivery: true });
    const { id } = await shop.ask('buy', { visit: visit.name, payment: 'cod', fee: 5_000 });
    await shop.ask('run', {});
    const [made] = await placed();
    expect(made?.destination?.cash_on_delivery?.amount).to.equal(visit.goods + chosen.price + 5_000);
    expect((await delivery(id)).state).to.equal('placed');
  });

  it('sells cash on delivery at what the service charges for collecting goods and delivery', async () => {
    for (const insurance of [false, true]) {
      const visit = await shop.visit();
      const { rate: chosen } = await choose(visit, { insurance, cashOnDelivery: true });
      const id = await visit.checkOut('cash-on-delivery');
      await shop.ask('run', {});
      const [made] = (await placed()).slice(-1);
      expect([made?.price, made?.destination?.cash_on_delivery?.amount]).to.deep.equal([
        chosen.price,
        visit.goods + chosen.price,
      ]);
      expect((await delivery(id)).data).to.include({ charged: chosen.price, price: chosen.price });
    }
  });

  it('says the most that a fee for cash on delivery may be, if it is a minimum, and notes what it is', async () => {
    const visit = await shop.day.visitAt({ unit: 98_000 });
    await choose(visit, { ...plain, cashOnDelivery: true });
    const id = await visit.checkOut('cash-on-delivery');
    const { terms } = await shop.ask('order', { id });
    expect(terms.most).to.be.above(terms.price);
    expect((await shop.ask('box', { id })).html).to.contain(`at most Rp ${terms.most.toLocaleString('id-ID')}`);
    await shop.ask('run', {});
    const [made] = await placed();
    expect(made?.price).to.be.within(terms.price + 1, terms.most);
    const { notes } = await shop.ask('order', { id });
    expect(notes.join()).to.contain(`The service charges Rp ${made?.price?.toLocaleString('id-ID')}`);
    expect((await shop.day.view(id)).attention).to.equal(undefined);
  });

  it('names the country to a shopper whose cart goes abroad, where the shop has no other method', async () => {
    const shown = async (country: string) => (await shop.ask('no-delivery', { visit: 'abroad', country })).html;
    expect(await shown('MY')).to.contain('MY. The couriers deliver within Indonesia');
    expect(await shown('ID')).to.equal('There is none.');
  });

  describe('a cart that another plugin splits', () => {
    it('is not sold two deliveries, of which one would be ordered', async () => {
      const visit = await shop.visit();
      await choose(visit);
      const buying = shop.ask('buy', { visit: visit.name, payment: 'bacs', deliveries: 2 });
      expect(await failure(buying)).to.contain('parcels for which the couriers have no price');
    });
  });

  it('shows the list and the sums anew after each refusal, so that the next click orders', async () => {
    const visit = await shop.visit();
    await choose(visit);
    // Goods that weigh so little more that the delivery costs the same.
    await visit.take(3);
    const buying = () => shop.ask('buy', { visit: visit.name, payment: 'bacs' });
    expect(JSON.parse(await failure(buying()))).to.include({ refresh: true });
    await shop.ask('rates', { visit: visit.name, ...plain, service: 'jne/reg' });
    expect((await buying()).id).to.be.a('number');
  });

  it('refuses a payment whose price the shopper has not seen', async () => {
    const visit = await shop.visit();
    await choose(visit);
    expect(await failure(visit.checkOut('cash-on-delivery'))).to.contain('Delivery prices have changed');
  });

  it('refuses the price of another address that the shopper has not seen', async () => {
    const visit = await shop.visit();
    await choose(visit);
    await visit.moveTo(60_251);
    expect(await failure(visit.checkOut('prepaid'))).to.contain('Delivery prices have changed');
  });

  it('sells to a shopper who creates an account with the order', async () => {
    const visit = await shop.visit();
    const { added } = await choose(visit);
    const { id } = await shop.ask('buy', { visit: visit.name, payment: 'bacs', account: 'new-customer' });
    expect((await shop.ask('order', { id })).terms.price).to.equal(added);
  });

  it('asks the service once for a cart, whoever looks at it', async () => {
    shop.asked.length = 0;
    const { name } = await shop.visit(60_234);
    for (const _ of [1, 2, 3]) await shop.ask('rates', { visit: name, ...plain });
    await shop.ask('rates', { visit: name, ...plain, insurance: true });
    expect(shop.asked.filter((path) => path === '/v1/rates/couriers')).to.have.lengthOf(1);
  });

  it('leaves half of its hour to others if one address begins sessions without end, and shows what was asked before', async () => {
    await shop.ask('hour', { most: 4 });
    const isPriced = async (postalCode: number, address: string) => {
      const question = { visit: (await shop.visit(postalCode)).name, ...plain };
      const { body } = await shop.wordpress.post('stub/v1/rates', question, { 'x-forwarded-for': address });
      return (body as { rates: Row[] }).rates.every(({ meta }) => meta._ship_elements_estimate === 'no');
    };
    const priced: boolean[] = [];
    for (const [code, address] of [
      [40_111, '203.0.113.7'],
      [40_112, '203.0.113.7'],
      [40_113, 'forged, 203.0.113.7'],
      [40_111, '203.0.113.7'],
      [40_114, '2001:db8::1'],
    ] as const)
      priced.push(await isPriced(code, address));
    expect(priced).to.deep.equal([true, true, false, true, true]);
    await shop.ask('hour', { most: 0 });
  });

  it('asks nothing for a page of the shop, and shows no price there that it does not know', async () => {
    shop.asked.length = 0;
    const { name } = await shop.visit(60_235);
    const page = { referer: `${shop.wordpress.url}/?p=1` };
    const { body } = await shop.wordpress.post('stub/v1/rates', { visit: name, ...plain }, page);
    expect([(body as { rates: Row[] }).rates, shop.asked]).to.deep.equal([[], []]);
  });

  it('sells to a browser that says the shop’s origin alone', async () => {
    const { name } = await shop.visit(60_243);
    const page = { referer: `${shop.wordpress.url}/` };
    const { body } = await shop.wordpress.post('stub/v1/rates', { visit: name, ...plain }, page);
    expect((body as { rates: Row[] }).rates).not.to.be.empty;
  });

  it('waits three seconds for a service that hangs, and asks nothing for the next shopper', async () => {
    const waited = shop.hangNext('/v1/rates/couriers');
    shop.asked.length = 0;
    for (const postalCode of [60_241, 60_242])
      expect((await offered(plain, postalCode)).rates.map(({ price }) => price)).to.deep.equal([20_000]);
    expect(shop.asked).to.have.lengthOf(1);
    expect(await waited).to.be.within(1_000, 3_500);
  });

  it('offers nothing, and blames no address, while the merchant’s balance is empty', async () => {
    shop.refuseNext('/v1/rates/couriers', { error: 'No sufficient balance to call rates API' });
    expect((await offered(plain, 60_236)).rates).to.deep.equal([]);
  });

  /** What the page of the checkout asks for the text in the field of the district. */
  const searched = (input: string, method = 'POST') =>
    fetch(`${shop.wordpress.url}/?wc-ajax=ship_elements&stub-visit=one&path=/v1/maps/areas&input=Antapani`, {
      ...{ method, ...(method === 'POST' && { body: JSON.stringify({ input }) }) },
    });

  it('asks the service only for the words of a text that can be a place, and reads none from its own address', async () => {
    shop.asked.length = 0;
    const typed = 'Bu Siti, Jl. Dago Asri 5, Kec. Gedebage, HP 0812-3456-40111';
    const { areas } = await (await searched(typed)).json();
    expect(areas.map(({ name }: { name: string }) => name).join()).to.match(/^Gedebage/);
    await searched('', 'GET');
    expect(shop.asked).to.deep.equal(['/v1/maps/areas?countries=ID&type=single&input=gedebage']);
  });

  it('prices other carts while one cart is refused, or while districts cannot be searched', async () => {
    shop.refuseNext('/v1/rates/couriers', { code: 40_000_000 });
    const isPriced = ({ meta }: Row) => meta._ship_elements_estimate === 'no';
    expect((await offered(plain, 60_237)).rates).to.deep.equal([]);
    expect((await offered(plain, 60_238)).rates.filter(isPriced)).not.to.be.empty;
    const search = '/v1/maps/areas?countries=ID&type=single&input=coblong';
    shop.refuseNext(search, {}, 503);
    expect((await searched('Coblong')).status).to.equal(503);
    expect((await offered(plain, 60_239)).rates.filter(isPriced)).not.to.be.empty;
  });
});
