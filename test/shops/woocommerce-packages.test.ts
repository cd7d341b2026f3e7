import { expect } from 'chai';
import { failure } from './scenarios.ts';
import type { Delivery } from './woocommerce.ts';
import { inWoocommerce, press, shop } from './woocommerce-shop.ts';

/** What the table of the checkout has for each package: prices by the id of their rate. */
interface Table {
  html: string;
  packages: Record<string, number>[];
  payments: string[];
}

const method = (service: string) => `ship_elements:3:${service}`;
const reg = method('jne/reg');
const oke = method('jne/oke');

/** Goods of 150,000 go from the shop in Jakarta, and goods of 80,000 from a vendor in Surabaya, to Bandung. */
const vendors = ['', '7'];

inWoocommerce('a cart that a plugin for vendors splits', (placed) => {
  const visitOf = async (given: object = { vendors }) => {
    const { name } = await shop.visit();
    await shop.ask('visit', { visit: name, ...given });
    return name;
  };
  const table = (visit: string, given: object = {}): Promise<Table> => shop.ask('packages', { visit, ...given });
  /** The shopper chooses in WooCommerce's own rows and orders. */
  const buy = async (methods = [reg, oke], payment = 'bacs', given: object = {}) => {
    const visit = await visitOf();
    const { packages } = await table(visit, { methods, payment });
    const { id } = await shop.ask('buy', { visit, payment, ...given });
    const prices = methods.map((chosen, index) => packages[index]?.[chosen] ?? 0) as [number, number];
    return { id: String(id), prices };
  };
  const ordered = async (...given: Parameters<typeof buy>) => {
    const bought = await buy(...given);
    await shop.ask('run', {});
    return bought;
  };
  const deliveries = async (id: string): Promise<[Delivery, Delivery]> => (await shop.ask('order', { id })).deliveries;
  const states = async (id: string) => (await deliveries(id)).map(({ state }) => state);
  const collected = async () => (await placed()).map((made) => made.destination?.cash_on_delivery?.amount);

  it('has prices for each package, from where its goods are, and no widget', async () => {
    const methods = [reg, reg];
    const { packages, html } = await table(await visitOf(), { methods });
    const alone = (await table(await visitOf({}), { methods })).packages;
    expect(packages[0]).to.deep.equal(alone[0]);
    expect(packages[1]?.[reg]).to.be.above(packages[0]?.[reg] ?? 0);
    expect(html).not.to.contain('ship-elements-question');
  });

  it('sells one sum, and orders a delivery for each package, with its own courier, goods, sender and reference', async () => {
    const { id, prices } = await ordered();
    expect(await shop.day.total(id)).to.equal(230_000 + prices[0] + prices[1]);
    const made = await placed();
    expect(made.map(({ courier, price }) => [courier?.type, price])).to.deep.equal([
      ['reg', prices[0]],
      ['oke', prices[1]],
    ]);
    expect(made.map(({ items }) => items?.map(({ name }) => name))).to.deep.equal([
      ['Kain “Batik” / ü 💡'],
      ['Sarung'],
    ]);
    const senders = made.map(({ origin }) => origin as Record<string, unknown>);
    expect(senders.map(({ contact_name, contact_phone }) => [contact_name, contact_phone])).to.deep.equal([
      ['Toko Senja', '081234500001'],
      ['Toko Melati', '081311112222'],
    ]);
    expect(senders.map(({ postal_code }) => postal_code)).to.deep.equal([12_440, 60_275]);
    const rows = await deliveries(id);
    expect(new Set(rows.map(({ reference }) => reference)).size).to.equal(2);
    expect(rows.map(({ state, service_id }) => [state, service_id])).to.deep.equal(
      made.map((each) => ['placed', each.id]),
    );
  });

  it('shows each parcel to staff and to the shopper, and its arrival before that', async () => {
    const { id } = await buy();
    expect((await shop.ask('order', { id })).delivery_to_display).to.match(
      /<small>Parcel 1 of 2: Expected: .*<small>Parcel 2 of 2: Expected: /,
    );
    await shop.ask('run', {});
    const box = (await shop.ask('box', { id })).html;
    for (const text of ['Parcel 1 of 2', '2 × Kain', 'Parcel 2 of 2', '1 × Sarung (Toko Melati)', 'value="cancel-1"'])
      expect(box).to.contain(text);
    const page = (await shop.ask('tracking', { id })).html;
    for (const { waybill } of await deliveries(id))
      expect(box.includes(waybill) && page.includes(waybill)).to.equal(true);
    expect(page).to.contain('Parcel 2 of 2: Sarung');
    expect((await shop.ask('order', { id })).notes.join()).to.contain('Parcel 2 of 2: Delivery ordered');
  });

  it('tells each waybill and each message of the service of its own parcel', async () => {
    const { id } = await ordered();
    const [first, second] = await deliveries(id);
    expect((await shop.ask('mails', { id })).sort()).to.deep.equal([first.waybill, second.waybill].sort());
    await shop.ask('tell', { message: { event: 'order.status', order_id: second.service_id, status: 'picked' } });
    expect((await deliveries(id)).map(({ status }) => status)).to.deep.equal([first.status, 'picked']);
  });

  it('orders the other parcel if the service refuses one, and that one with a click', async () => {
    const { id } = await buy();
    shop.refuseNext('/v1/orders', { error: 'No sufficient balance' });
    await shop.ask('run', {});
    const before = await deliveries(id);
    const refused = before.findIndex(({ state }) => state === 'refused');
    expect(before[1 - refused]?.state).to.equal('placed');
    await press(id, refused ? 'order-1' : 'order');
    expect(await states(id)).to.deep.equal(['placed', 'placed']);
    expect(await placed()).to.have.lengthOf(2);
  });

  it('cancels one parcel by its own button, and all with the order', async () => {
    const { id } = await ordered();
    await press(id, 'cancel-1');
    expect(await states(id)).to.deep.equal(['placed', 'cancelled']);
    await shop.cancel(id);
    expect(await states(id)).to.deep.equal(['cancelled', 'cancelled']);
    const other = await ordered();
    await shop.day.cancelOrder(other.id);
    expect(await states(other.id)).to.deep.equal(['cancelled', 'cancelled']);
  });

  it('says no date of a parcel that staff have cancelled', async () => {
    const { id } = await ordered();
    await press(id, 'cancel-1');
    expect((await shop.ask('order', { id })).delivery_to_display).to.equal('Rp 1');
  });

  it('has each courier collect its own goods and delivery, and the first one a fee: together the order’s total', async () => {
    const { id, prices } = await ordered([reg, reg], 'cod', { fee: 5_000 });
    expect(await collected()).to.deep.equal([150_000 + prices[0] + 5_000, 80_000 + prices[1]]);
    expect(prices[0] + prices[1] + 235_000).to.equal(await shop.day.total(id));
  });

  it('asks staff about the parcel whose goods are refunded, and not about the other one', async () => {
    const { id } = await ordered([reg, reg], 'cod');
    await shop.ask('refund', { id, refunded: 80_000, lines: [2] });
    const [first, second] = (await shop.ask('order', { id })).deliveries;
    expect([first.attention, second.attention]).to.deep.equal([0, 1]);
    expect((await shop.ask('order', { id })).notes.at(-1)).to.match(/^Parcel 2 of 2: .*The courier collects/);
  });

  it('takes a refund that names no line off the first parcel, and what is left of it off the next', async () => {
    const { id, prices } = await buy([reg, reg], 'cod');
    await shop.ask('refund', { id, refunded: 150_000 + prices[0] + 10_000 });
    await shop.ask('run', {});
    expect((await placed()).map(({ destination }) => destination?.cash_on_delivery?.amount)).to.include(
      70_000 + prices[1],
    );
  });

  it('sends no parcel whose goods were all refunded before', async () => {
    const { id } = await buy();
    await shop.ask('refund', { id, refunded: 80_000, lines: [2] });
    await shop.ask('run', {});
    expect(await states(id)).to.deep.equal(['placed', 'refused']);
    expect((await deliveries(id))[1].data.reason).to.equal('nothing-to-send');
  });

  it('lets staff order no parcel whose goods were all refunded, before it was ordered or after', async () => {
    const buttons = async (id: string) =>
      [...(await shop.ask('box', { id })).html.matchAll(/value="(\w+)-1"/g)].map(([, button]) => button);
    const refund = (id: string) => shop.ask('refund', { id, refunded: 80_000, lines: [2] });
    const before = (await buy()).id;
    await refund(before);
    await shop.ask('run', {});
    expect(await buttons(before)).to.deep.equal(['cancel']);
    const after = (await ordered([reg, reg], 'cod')).id;
    await refund(after);
    expect(await buttons(after)).to.deep.equal(['cancel', 'keep']);
    expect((await shop.ask('box', { id: after })).html).to.contain('Cancel the delivery, or keep it and settle');
    await press(after, 'cancel-1');
    expect(await buttons(after)).to.deep.equal([]);
    expect((await shop.ask('box', { id: after })).html).to.contain('There is nothing to send any more.');
  });

  it('orders what goes by courier alone, where the shopper fetches the other package', async () => {
    const { html } = await table(await visitOf(), { methods: ['local_pickup:2', reg] });
    expect(html).to.contain('Insure the parcel (');
    const { id, prices } = await ordered(['local_pickup:2', reg]);
    expect((await placed()).map(({ items, price }) => [items?.[0]?.name, price])).to.deep.equal([
      ['Sarung', prices[1]],
    ]);
    expect(await states(id)).to.deep.equal(['placed']);
  });

  it('takes cash on delivery only where couriers deliver all packages', async () => {
    const visit = await visitOf();
    expect((await table(visit, { methods: [reg, oke] })).payments).to.include('cod');
    expect((await table(visit, { methods: ['local_pickup:2', reg] })).payments).to.deep.equal(['bacs']);
    await table(visit, { methods: ['local_pickup:2', reg], payment: 'cod' });
    expect(await failure(shop.ask('buy', { visit, payment: 'cod' }))).to.contain('choose a courier for each parcel');
  });

  it('is no split cart if nothing of the other package is delivered, and its courier collects both', async () => {
    const visit = await visitOf({ vendors, download: 'a' });
    const { packages, payments, html } = await table(visit, { methods: { 1: reg }, payment: 'cod' });
    expect(Object.keys(packages)).to.deep.equal(['1']);
    expect(payments).to.include('cod');
    expect(html, 'the place of the package in WooCommerce’s list').to.contain('&quot;package&quot;:&quot;1&quot;,');
    const { id } = await shop.ask('buy', { visit, payment: 'cod' });
    await shop.ask('run', {});
    expect((await placed()).map(({ items }) => items?.map(({ name }) => name))).to.deep.equal([['Sarung']]);
    expect(await collected()).to.deep.equal([await shop.day.total(id)]);
  });

  it('insures all packages with one switch, at the sum of their fees', async () => {
    const visit = await visitOf();
    const methods = [reg, reg];
    const plain = await table(visit, { methods });
    const insured = await table(visit, { methods, insurance: true });
    const sum = ({ packages }: Table) => packages.reduce((total, rates) => total + (rates[reg] ?? Number.NaN), 0);
    expect(plain.html).to.contain(`Insure the parcels (Rp ${(sum(insured) - sum(plain)).toLocaleString('id-ID')})`);
    const { id } = await shop.ask('buy', { visit, payment: 'bacs' });
    await shop.ask('run', {});
    expect((await placed()).map(({ courier }) => courier?.insurance?.amount)).to.deep.equal([150_000, 80_000]);
    expect(await states(id)).to.deep.equal(['placed', 'placed']);
  });

  it('says how many parcels the switch insures, where one courier does not', async () => {
    await shop.ask('settings', { settings: { ...shop.settings, couriers: 'jne,wahana' } });
    const { html } = await table(await visitOf(), { methods: [oke, method('wahana/deno')] });
    expect(html).to.contain('Insure 1 of 2 parcels (Rp ');
  });

  it('refuses a price of one package that the shopper has not seen', async () => {
    const visit = await visitOf();
    await table(visit, { methods: [reg, reg] });
    await shop.ask('visit', { visit, quantity: 9 });
    expect(await failure(shop.ask('buy', { visit, payment: 'bacs' }))).to.contain('Delivery prices have changed');
  });

  it('is not sold more deliveries than it has packages', async () => {
    const visit = await visitOf();
    await table(visit, { methods: [reg, reg] });
    const buying = shop.ask('buy', { visit, payment: 'bacs', deliveries: 3 });
    expect(await failure(buying)).to.contain('parcels for which the couriers have no price');
  });

  it('is not sold fewer deliveries than it has packages with goods', async () => {
    const visit = await visitOf();
    await table(visit, { methods: [reg, reg] });
    const buying = shop.ask('buy', { visit, payment: 'bacs', deliveries: 1 });
    expect(await failure(buying)).to.contain('parcels for which the couriers have no price');
  });

  it('is sold with lines that the block checkout has made before there was an address', async () => {
    await ordered([reg, oke], 'bacs', { draft: true });
    expect((await placed()).map(({ items }) => items?.map(({ name }) => name))).to.deep.include(['Sarung']);
  });

  it('warns the merchant where nothing says from where the goods of several vendors go', async () => {
    const without = 'ship_elements_origin';
    const { packages } = await table(await visitOf(), { methods: [reg, reg], without });
    expect(packages[1]).to.include.keys(reg);
    expect((await shop.ask('notices', { without })).html).to.contain('collect all of them at your shop');
    expect((await shop.ask('notices', {})).html).not.to.contain('collect all of them at your shop');
  });

  it('says why one package has no courier, beside another that has some', async () => {
    const visit = await visitOf({ vendors, postcode: '40113', pickup: true });
    const hungUp = shop.hangNext('/v1/rates/couriers', 1);
    const { html } = await shop.ask('no-delivery', { visit, country: 'ID' });
    await hungUp;
    expect(html).to.match(/cannot be had just now.*Try again/);
    expect((await shop.ask('no-delivery', { visit, country: 'ID' })).html).not.to.contain('just now');
  });

  it('offers no courier for the goods of a vendor where none could collect them, and shopper and merchant read whose', async () => {
    const visit = await visitOf({ vendors: ['', '8'], pickup: true });
    const { packages } = await table(visit);
    expect(packages.map((rates) => Object.keys(rates).length > 0)).to.deep.equal([true, false]);
    const { html } = await shop.ask('no-delivery', { visit, country: 'ID' });
    expect(html).to.contain('“Sarung” cannot be delivered just now');
    expect((await shop.ask('notices', {})).html).to.contain('vendor 8 has no name, no postal code');
  });

  it('offers none for those of a vendor without a name, which a label must have', async () => {
    const { packages } = await table(await visitOf({ vendors: ['', '9'] }));
    expect(packages.map((rates) => Object.keys(rates).length > 0)).to.deep.equal([true, false]);
  });

  it('offers none where a package goes to another address than the order', async () => {
    const { packages } = await table(await visitOf({ vendors, elsewhere: 'Jalan Lain 9' }));
    expect(packages.map((rates) => Object.keys(rates))).to.deep.equal([[], []]);
    expect((await shop.ask('notices', {})).html).to.contain('or sends them to several addresses');
  });

  it('takes no slow answer to one package for an outage of the other, which the next page asks first', async () => {
    const { settings } = shop;
    await shop.ask('settings', { settings: { ...settings, flat_service: 'sicepat/reg' } });
    const visit = await visitOf({ vendors, postcode: '40112' });
    const hungUp = shop.hangNext('/v1/rates/couriers', 1);
    const found = async () => (await table(visit)).packages.map((rates) => Object.keys(rates).length > 0);
    expect(await found()).to.deep.equal([true, false]);
    await hungUp;
    expect((await shop.ask('notices', {})).html).not.to.contain('have got no prices');
    expect(await found()).to.deep.equal([true, true]);
  });

  it('goes from its vendor also where all goods are of one', async () => {
    const visit = await visitOf({ vendors: ['7'] });
    await table(visit, { methods: [reg] });
    const { id } = await shop.ask('buy', { visit, payment: 'bacs' });
    await shop.ask('run', {});
    expect((await placed()).map(({ origin }) => origin?.postal_code)).to.deep.equal([60_275]);
    expect((await shop.ask('order', { id })).terms).to.include({ vendor: '7', service: 'jne/reg' });
  });

  it('orders nothing for the copies of an order that a plugin makes for its vendors', async () => {
    const { id } = await buy();
    const copy = await shop.ask('make', { method: 'ship_elements', status: 'processing', parent: Number(id) });
    await shop.ask('run', {});
    expect(await placed()).to.have.lengthOf(2);
    expect((await shop.ask('order', { id: copy.id })).delivery).to.equal(null);
    expect((await shop.ask('box', { id: copy.id })).html).to.contain(`stands with order ${id}`);
  });

  const copyOf = async (id: string, lines: number[], more: object = {}) =>
    (await shop.ask('make', { method: 'ship_elements', status: 'processing', parent: Number(id), lines, ...more })).id;

  it('shows on the page of a copy the parcel that has its goods', async () => {
    const { id } = await ordered();
    const [first, second] = await deliveries(id);
    const { html } = await shop.ask('tracking', { id: await copyOf(id, [2]) });
    expect(html).to.contain(second.waybill).and.contain('Parcel 2 of 2').and.not.contain(first.waybill);
  });

  it('asks staff about the parcel of a copy that is cancelled, and leaves the other one', async () => {
    const { id } = await ordered([reg, reg], 'cod');
    await shop.ask('edit', { id: await copyOf(id, [2]), status: 'cancelled' });
    await shop.ask('edit', { id, status: 'completed' });
    await shop.ask('run', {});
    const { deliveries: rows, notes } = await shop.ask('order', { id });
    expect(rows.map(({ state, attention }: { state: string; attention: number }) => [state, attention])).to.deep.equal([
      ['placed', 0],
      ['placed', 1],
    ]);
    expect(notes.join()).to.contain('Parcel 2 of 2: The vendor’s copy of the order was cancelled or refunded');
    await press(id, 'cancel-1');
    expect(await states(id)).to.deep.equal(['placed', 'cancelled']);
  });

  it('sends the only parcel where a copy that has no goods to deliver is cancelled', async () => {
    const visit = await visitOf({ vendors: ['7'] });
    await table(visit, { methods: [reg] });
    const id = String((await shop.ask('buy', { visit, payment: 'bacs' })).id);
    await shop.ask('edit', { id: await copyOf(id, [2], { virtual: true }), status: 'cancelled' });
    await shop.ask('run', {});
    expect(await states(id)).to.deep.equal(['placed']);
  });

  it('sends no parcel of a copy that is refunded before, until staff let it go', async () => {
    const { id } = await buy();
    await shop.ask('refund', { id: await copyOf(id, [2]), refunded: 80_000 });
    await shop.ask('run', {});
    expect(await states(id)).to.deep.equal(['placed', 'held']);
    await press(id, 'order-1');
    expect(await states(id)).to.deep.equal(['placed', 'placed']);
  });

  it('orders one parcel of an unpaid order with a click, and the other one after the payment', async () => {
    const { id } = await buy();
    await shop.ask('edit', { id, status: 'on-hold' });
    await shop.ask('forget', {});
    await press(id, 'order-1');
    expect(await states(id)).to.deep.equal(['held', 'placed']);
    await shop.ask('edit', { id, status: 'processing' });
    await shop.ask('run', {});
    expect(await states(id)).to.deep.equal(['placed', 'placed']);
  });

  it('asks staff about a parcel that was ordered before the first one, and whose goods are refunded', async () => {
    const { id } = await buy();
    await shop.ask('forget', {});
    await press(id, 'order-1');
    await shop.ask('refund', { id, refunded: 80_000, lines: [2] });
    const rows = (await shop.ask('order', { id })).deliveries;
    expect(rows.map((row: { attention: number }) => row.attention)).to.deep.equal([0, 1]);
  });
});
