import { expect } from 'chai';
import type { PromiseResponse } from '../../src/contract/index.ts';
import { inWoocommerce, shop } from './woocommerce-shop.ts';

inWoocommerce('the promise before the checkout', () => {
  const coblong = 'IDNP9IDNC206IDND1072IDZ40132';
  const isOn = (promise: string, settings: object = {}) =>
    shop.ask('settings', { settings: { ...shop.settings, promise, ...settings } });

  /** As a page asks that has no cart, so no session either. */
  async function ask(question: object, path = '/v1/promise', site = shop.wordpress.url, visit = '') {
    const url = `${site}/?wc-ajax=ship_elements&stub-visit=${visit}&path=${path}`;
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(question) });
    return { status: answer.status, body: (await answer.json()) as PromiseResponse & { reason: string } };
  }
  const question = { destination_area_id: coblong, weight: 250 };
  const paid = () => shop.asked.filter((path) => path === '/v1/rates/couriers').length;

  it('does not exist unless the merchant switches it on', async () => {
    await isOn('no');
    const [before, { status, body }] = [paid(), await ask(question)];
    expect([status, body.reason, paid() - before]).to.deep.equal([403, 'shipping-unavailable', 0]);
    expect(Object.values(await shop.ask('product', {})).join('')).to.equal('');
  });

  it('tells the merchant alone why a grouped product, or a page that is none of a product, shows nothing', async () => {
    await shop.ask('settings', { settings: { ...shop.settings, promise: 'pages' } });
    const grouped = { product: { is_type: true, needs_shipping: false } };
    expect((await shop.ask('product', { ...grouped, merchant: true })).page).to.contain('a grouped product');
    expect((await shop.ask('product', { outside: true, merchant: true })).shortcode).to.contain(
      'not the page of a product',
    );
    for (const given of [grouped, { outside: true }]) {
      const { page, shortcode } = await shop.ask('product', given);
      expect(page + shortcode).to.equal('');
    }
  });

  it('stands on the page of each product, or where the merchant puts it, with the weight of the product', async () => {
    await isOn('pages');
    const { page, shortcode, block } = await shop.ask('product', {});
    expect(page).to.match(/^<ship-promise base-url="[^"]+" lang="en" items="[^"]+" remember><\/ship-promise>$/);
    expect(page).to.contain('&quot;weight&quot;:250,&quot;length&quot;:9}');
    expect([shortcode, block]).to.deep.equal([page, page]);
    await isOn('own');
    expect(await shop.ask('product', {})).to.deep.equal({ page: '', shortcode, block });
  });

  for (const answer of ['needs_shipping', 'is_purchasable', 'is_in_stock'])
    it(`is left out for a product that says no to ${answer}`, async () => {
      await isOn('pages');
      expect((await shop.ask('product', { product: { [answer]: false } })).page).to.equal('');
    });

  it('answers the least price and the arrival for a page without a session, from one paid question for a class', async () => {
    await isOn('pages', { free_from: '500000' });
    const before = paid();
    const { status, body } = await ask(question);
    expect([status, body.success, body.free_delivery]).to.deep.equal([200, true, undefined]);
    const { price = 0, arrivals, ...named } = body.rate ?? {};
    expect(price).to.be.greaterThan(1_000);
    expect(arrivals?.[0]).to.include.keys('first', 'cut_off');
    expect(named)
      .to.include.keys('courier_code', 'courier_name', 'courier_service_name')
      .and.not.have.property('shipping_fee');
    const same = await ask({ ...question, weight: 1_000, subtotal: 345_000 });
    expect(same.body.rate?.price).to.equal(price);
    expect(same.body.free_delivery).to.deep.equal({ from: 500_000, missing: 155_000 });
    const free = await ask({ ...question, subtotal: 500_000 });
    expect([free.body.rate?.price, free.body.free_delivery?.missing]).to.deep.equal([0, 0]);
    expect(paid() - before).to.equal(1);
    await ask({ ...question, weight: 1_001 });
    expect(paid() - before).to.equal(2);
  });

  it('is free in a cart with a coupon for free delivery, whatever is missing', async () => {
    await isOn('pages', { free_from: '500000' });
    const { name } = (await shop.day.visitAt({ freeDelivery: true })) as unknown as { name: string };
    const { body } = await ask({ ...question, subtotal: 1_000 }, '/v1/promise', shop.wordpress.url, name);
    expect([body.rate?.price, body.free_delivery]).to.deep.equal([0, undefined]);
    const other = await ask({ ...question, subtotal: 1_000 });
    expect(other.body.free_delivery?.missing).to.equal(499_000);
  });

  it('asks once while another process asks the same, and waits for its answer', async () => {
    await isOn('pages');
    const before = paid();
    const hungUp = shop.hangNext('/v1/rates/couriers');
    const heavy = { ...question, weight: 7_000 };
    const first = ask(heavy);
    // The first visit has asked, and gets no answer.
    while (paid() === before) await new Promise((resolve) => setTimeout(resolve, 10));
    const second = await ask(heavy, '/v1/promise', shop.wordpress.other.url);
    await hungUp;
    expect([(await first).status, second.status, paid() - before]).to.deep.equal([503, 503, 1]);
  });

  it('asks nothing more beyond the cap of a day, and keeps what is known', async () => {
    await isOn('pages');
    await ask(question);
    await shop.ask('hour', { most: 1 });
    const before = paid();
    const [unknown, known] = [await ask({ ...question, weight: 90_000 }), await ask(question)];
    await shop.ask('hour', { most: 0 });
    expect([unknown.status, known.status, paid() - before]).to.deep.equal([503, 200, 0]);
  });

  it('asks again after a question without an answer, and finds districts with their ids', async () => {
    await isOn('pages');
    shop.refuseNext('/v1/rates/couriers', {}, 500);
    const lost = await ask({ ...question, weight: 5_000 });
    await isOn('pages');
    const found = await ask({ ...question, weight: 5_000 });
    expect([lost.status, found.status]).to.deep.equal([503, 200]);
    const { body } = await ask({ input: 'coblong' }, '/v1/maps/areas');
    expect((body as unknown as { areas: object[] }).areas[0]).to.include.keys('id', 'name', 'postal_code');
    const nowhere = await ask({ weight: 250 });
    expect([nowhere.status, nowhere.body.reason]).to.deep.equal([400, 'invalid-request']);
  });
});
