/** The shop of `demo/frameworks`, over a gateway, a sandbox and two databases: what a shopper, or a page, may try. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { serviceKey } from '../../src/quote/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { docsPage } from '../support/docs.ts';
import { listen } from '../support/listen.ts';
import { expectToAddUp } from '../support/receipt.ts';

const demo = new URL('../../demo/frameworks/', import.meta.url);
const src = new URL('../../src/', import.meta.url);
const text = readFileSync(new URL('react-19/shop.js', demo), 'utf8');
// Below the repository, where it finds the packages.
const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'signed-purchase-'));
const file = join(folder, 'shop.mjs');
writeFileSync(
  file,
  text
    .replace("'ship-elements/gateway'", `'${new URL('gateway/index.ts', src).href}'`)
    .replace("'ship-elements/gateway/libsql'", `'${new URL('gateway/store/libsql.ts', src).href}'`)
    .replace("'ship-elements/purchases'", `'${new URL('purchases/index.ts', src).href}'`)
    .replace("'ship-elements/server'", `'${new URL('server.ts', src).href}'`),
);
const key = 'merchant-key';
const goods = 185_000;
const rupiah = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'IDR',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
});
/** The row of a receipt that says what was paid. */
const paidRow = (sum: number) => ['Paid', rupiah.format(sum)];
const labels = ({ rows }: { rows: string[][] }) => rows.map(([label]) => label);

describe('the shop of the framework pages', () => {
  const stops: (() => unknown)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });
  after(() => rmSync(folder, { recursive: true }));

  /** A shop with its gateway over a sandbox that can be switched off, and what its provider took. */
  async function open() {
    const sandbox = createSandbox({ key });
    /** What another tab does while the provider is asked. */
    const payment = async () => {};
    const service = { answers: true, surcharge: 0, losesPayments: false, declines: false, payment };
    const rise = (rate: Rate) => ({
      ...rate,
      price: rate.price + service.surcharge,
      shipping_fee: (rate.shipping_fee ?? 0) + service.surcharge,
    });
    const listener = getRequestListener(
      async (request) => {
        if (!service.answers) return new Response('', { status: 503 });
        const answer = await sandbox.fetch(request);
        if (!request.url.includes('/rates/')) return answer;
        const body = (await answer.json()) as { pricing: Rate[] };
        return Response.json({ ...body, pricing: body.pricing.map(rise) });
      },
      { overrideGlobalObjects: false },
    );
    const { address, close } = await listen(listener);
    stops.push(close);
    const data = mkdtempSync(join(folder, 'data-'));
    const env = {
      ...{ SHIPPING_URL: address, SHIPPING_KEY: key, SHIPPING_SECRET: 'thirty-two-bytes-that-nobody-guesses' },
      ...{ SHOP_ORIGINS: 'https://shop.test', SHOP_DATA: data },
    };
    /** The provider: by number, once. */
    const taken = new Map<string, number>();
    const takePayment = async (number: string, rupiah: number) => {
      if (service.declines) return null;
      taken.set(number, taken.get(number) ?? rupiah);
      await service.payment();
      if (service.losesPayments) throw new Error('The answer of the provider is lost.');
      return number;
    };
    const { openShop } = await import(file);
    const opened = await openShop(env, takePayment);
    /** Each receipt that is read here adds up. */
    async function checkout(visit: string) {
      const shown = await opened.checkout(visit);
      if (shown.order) expectToAddUp(shown.order.rows);
      return shown;
    }
    const shop = { ...opened, checkout };

    async function post(path: string, body: object) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const answer = await shop.gateway.fetch(new Request(`https://shop.test/shipping${path}`, init));
      return answer.json();
    }
    return {
      ...{ shop, service, taken, post, data, env },
      /** Another process of the same shop. */
      another: () => openShop(env, takePayment),
      paid: () => [...taken.values()],
      /** The page: it shows the cart, asks for prices, and chooses a service. */
      async choose(visit: string, service = 'jne/reg', changes: object = {}) {
        const { cart, reference, shipment } = await shop.checkout(visit);
        const { destination_postal_code } = shipment;
        const extras = { courier_insurance: 1, destination_cash_on_delivery: 1 };
        const asked = { destination_postal_code, couriers: 'jne', ...extras, cart };
        const { pricing } = await post('/v1/rates/couriers', asked);
        const { offer } = pricing.find((rate: Rate) => serviceKey(rate) === service);
        const chosen = { insurance: false, cashOnDelivery: false, again: false };
        const recipient = { name: 'Siti Rahayu', address: 'Jalan Braga 8' };
        return { offer, service, reference, ...chosen, ...recipient, ...changes };
      },
      /** At the service, through these states. */
      async move(id: string, ...states: string[]) {
        const headers = { authorization: key, 'content-type': 'application/json' };
        const url = `http://sandbox.test/sandbox/orders/${id}/status`;
        for (const status of states)
          await sandbox.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify({ status }) }));
      },
      async orders() {
        const headers = { authorization: key };
        const answer = await sandbox.fetch(new Request('http://sandbox.test/v1/orders', { headers }));
        return (await answer.json()).orders;
      },
    };
  }

  const order = async ({ shop, post }: Awaited<ReturnType<typeof open>>, visit: string, choice: object) => {
    const { grant, error } = await shop.grant(visit, choice);
    return grant ? post('/v1/orders', { grant }) : { error };
  };

  it('takes what the offer says, orders once however often the grant is used, and shows the receipt', async () => {
    const opened = await open();
    const { shop, post } = opened;
    const choice = await opened.choose('siti', 'jne/reg', { price: 1, payNow: 1 });
    const { grant } = await shop.grant('siti', choice);
    const first = await post('/v1/orders', { grant });
    const second = await post('/v1/orders', { grant });
    expect(second.id).to.equal(first.id);
    expect(await opened.orders()).to.have.length(1);
    expect(opened.paid()).to.deep.equal([goods + first.price]);
    const { order: receipt } = await shop.checkout('siti');
    expect(receipt.rows).to.deep.include.members([['Order', choice.reference], paidRow(goods + first.price)]);
    expect(receipt.rows).to.deep.include(['To', 'Jalan Braga 8, Bandung 40111']);
    const headers = { authorization: `Bearer ${receipt.track}` };
    const parcel = await shop.gateway.fetch(new Request('https://shop.test/shipping/v1/tracking', { headers }));
    expect(parcel.status).to.equal(200);
  });

  it('takes no money for another service, another cart, another place, another order or a forged offer', async () => {
    const opened = await open();
    const { shop } = opened;
    const choice = await opened.choose('siti');
    for (const changes of [
      { service: 'jne/oke' },
      { offer: `${choice.offer}x` },
      { offer: undefined },
      { reference: (await opened.choose('budi')).reference },
      { name: '' },
    ])
      expect(await shop.grant('siti', { ...choice, ...changes }), JSON.stringify(changes)).to.have.keys('error');
    await shop.setQuantity('siti', 2);
    expect((await shop.grant('siti', choice)).error).to.equal(
      'Your cart has changed. Please choose the delivery again.',
    );
    for (const quantity of [0, -1, 1.5, 100, Number.NaN, '3', null]) await shop.setQuantity('siti', quantity);
    expect((await shop.checkout('siti')).quantity).to.equal(2);
    expect(opened.paid()).to.deep.equal([]);
  });

  it('takes the money once from two clicks at a time, and from two pages', async () => {
    const opened = await open();
    const choice = await opened.choose('siti');
    const [one, two] = await Promise.all([order(opened, 'siti', choice), order(opened, 'siti', choice)]);
    expect(one.id).to.be.a('string').and.equal(two.id);
    const late = await order(opened, 'siti', { ...choice, service: 'jne/oke' });
    expect(late.error).to.include('choose the delivery again');
    expect(opened.paid()).to.have.length(1);
    expect(await opened.orders()).to.have.length(1);
  });

  it('calls an earlier grant off before it takes the money of another choice', async () => {
    const opened = await open();
    const [choice, dearer] = [await opened.choose('siti'), await opened.choose('siti', 'jne/yes')];
    const { grant } = await opened.shop.grant('siti', choice);
    const placed = await order(opened, 'siti', dearer);
    expect(opened.paid().reduce((sum, one) => sum + one)).to.equal(goods + placed.price);
    expect((await opened.post('/v1/orders', { grant })).id).to.equal(undefined);
    const cash = await opened.shop.grant('siti', { ...choice, cashOnDelivery: true });
    expect(cash.error, 'once the service has it').to.include('begun with another choice');
    expect(await opened.orders()).to.have.length(1);
  });

  it('takes the difference if the price has risen between offer and order', async () => {
    const opened = await open();
    const choice = await opened.choose('siti');
    opened.service.surcharge = 1_000;
    const changed = await order(opened, 'siti', choice);
    expect(changed.reason).to.equal('price-changed');
    const placed = await order(opened, 'siti', { ...choice, offer: changed.details.offer });
    expect(placed.success, JSON.stringify(placed)).to.equal(true);
    expect(opened.paid()).to.deep.equal([goods + placed.price - 1_000, 1_000]);
  });

  it('places a paid order whose page has gone, once the service answers again, in another process too', async () => {
    const opened = await open();
    const choice = await opened.choose('siti');
    opened.service.answers = false;
    await opened.shop.buy('siti', choice);
    expect(opened.paid()).to.have.length(1);
    // A reload after the payment: no second checkout, and the cart stays.
    expect(await opened.shop.checkout('siti')).to.have.keys('order');
    await opened.shop.setQuantity('siti', 5);
    expect((await opened.shop.checkout('siti')).order).to.include({ isWaiting: true, again: false, track: undefined });
    opened.service.answers = true;
    const another = await opened.another();
    await another.purchases.settle();
    expect(await opened.orders()).to.have.length(0);
    await Promise.all([another, opened.shop].map(({ purchases }) => purchases.ship(choice.reference)));
    expect(await opened.orders()).to.have.length(1);
    expect((await opened.shop.checkout('siti')).order.track).to.be.a('string');
  });

  it('begins the next order from the receipt of a shipped or cancelled one, and from no cart of another tab', async () => {
    const opened = await open();
    const { shop } = opened;
    for (const [heading, quantity] of [
      ['Thank you', 2],
      ['Order cancelled', 3],
    ] as const) {
      await shop.setQuantity('siti', quantity);
      const choice = await opened.choose('siti');
      await shop.buy('siti', choice);
      if (heading === 'Order cancelled') await shop.purchases.cancel(choice.reference);
      await shop.setQuantity('siti', 5);
      const { order: receipt } = await shop.checkout('siti');
      expect(receipt).to.include({ heading, again: true, reference: choice.reference });
      expect(labels(receipt)).to.include(`Batik scarf × ${quantity}`);
      // Two clicks at a time.
      await Promise.all([1, 1].map((quantity) => shop.setQuantity('siti', quantity, receipt.reference)));
      const next = await shop.checkout('siti');
      expect(next.quantity, heading).to.equal(1);
      expect(next.reference).not.to.equal(choice.reference);
    }
    const choice = await opened.choose('siti');
    opened.service.surcharge = 1_000;
    await shop.buy('siti', choice);
    const { order: refused } = await shop.checkout('siti');
    expect(refused, 'not while its money is here').to.include({ heading: 'Your parcel is not sent yet', again: false });
  });

  it('says in its receipt what was accepted, whatever another tab makes of the cart before it is paid', async () => {
    const opened = await open();
    const { shop } = opened;
    const choice = await opened.choose('siti', 'jne/reg', { insurance: true });
    opened.service.payment = async () => {
      await shop.setQuantity('siti', 3);
      const other = { ...choice, offer: '', address: 'Jalan Lain 1' };
      expect(await shop.buy('siti', other), 'refused').to.have.keys('error');
    };
    await shop.buy('siti', choice);
    const { order: receipt } = await shop.checkout('siti');
    const [order] = await opened.orders();
    expect(receipt.rows.slice(1)).to.deep.equal([
      ['Batik scarf × 1', rupiah.format(goods)],
      ['Shipping', rupiah.format(order.price - order.courier.insurance.fee)],
      ['Insurance', rupiah.format(order.courier.insurance.fee)],
      paidRow(goods + order.price),
      ['To', 'Jalan Braga 8, Bandung 40111'],
    ]);
  });

  it('takes the money once and places the order although the answer of the payment is lost', async () => {
    const opened = await open();
    const choice = await opened.choose('siti');
    opened.service.losesPayments = true;
    expect(await opened.shop.grant('siti', choice), 'its receipt says why').to.deep.equal({});
    const { order: checked } = await opened.shop.checkout('siti');
    expect(checked).to.include({ heading: 'Your payment is being checked', isWaiting: true, again: false });
    expect(checked.rows).to.deep.include(['To', 'Jalan Braga 8, Bandung 40111']);
    opened.service.losesPayments = false;
    const placed = await order(opened, 'siti', choice);
    expect(opened.paid()).to.deep.equal([goods + placed.price]);
    const { order: receipt } = await opened.shop.checkout('siti');
    expect(receipt.track).to.be.a('string');
    expect(receipt.rows).to.deep.include(paidRow(goods + placed.price));
  });

  it('grants nothing while the payment is declined, and takes the next one under another number', async () => {
    const opened = await open();
    const choice = await opened.choose('siti');
    opened.service.declines = true;
    const declined = await opened.shop.grant('siti', choice);
    expect(declined).to.deep.equal({ error: 'The payment was not taken. Please try again or pay otherwise.' });
    opened.service.declines = false;
    const placed = await order(opened, 'siti', choice);
    expect([...opened.taken]).to.deep.equal([[`${choice.reference}.2`, goods + placed.price]]);
    expect((await opened.shop.checkout('siti')).order.rows).to.deep.include(paidRow(goods + placed.price));
  });

  it('takes a payment only once the grant of another tab cannot let the courier collect any more', async () => {
    const opened = await open();
    const choice = await opened.choose('siti');
    const { grant } = await opened.shop.grant('siti', { ...choice, cashOnDelivery: true });
    const paid = await opened.shop.grant('siti', choice);
    expect((await opened.post('/v1/orders', { grant })).id).to.equal(undefined);
    const placed = await opened.post('/v1/orders', { grant: paid.grant });
    expect([await opened.orders().then(({ length }) => length), opened.paid()]).to.deep.equal([
      1,
      [goods + placed.price],
    ]);
  });

  it('tells who has paid that the service refuses, or that the shop has cancelled, and no longer to wait', async () => {
    const opened = await open();
    const { shop } = opened;
    await shop.setQuantity('budi', 2);
    await shop.buy('budi', await opened.choose('budi'));
    const { rows } = (await shop.checkout('budi')).order;
    await shop.gateway.cancel({ reference: new Map<string, string>(rows).get('Order') });
    expect((await shop.checkout('budi')).order.summary).to.include('was cancelled');
    const choice = await opened.choose('siti');
    opened.service.surcharge = 1_000;
    await shop.buy('siti', choice);
    const { order: receipt } = await shop.checkout('siti');
    expect(receipt).to.include({ summary: 'The courier could not be booked. We will write to you.', isWaiting: false });
  });

  it('is cancelled by staff.js with the gateway.js of its page, which notes what was given back', async () => {
    const { shop, choose, env } = await open();
    const [, gateway = ''] = docsPage('frameworks').match(/```js\n(import[^`]+ store } = await [^`]+)```/) ?? [];
    writeFileSync(join(folder, 'gateway.js'), gateway.replace('./shop.js', './shop.mjs'));
    copyFileSync(new URL('../hosts/production/staff.js', demo), join(folder, 'staff.js'));
    const command = ['--import', 'tsx', 'staff.js'];
    const staff = async (...given: string[]) =>
      (await promisify(execFile)(process.execPath, [...command, ...given], { cwd: folder, env })).stdout;
    const { reference, ...choice } = await choose('siti');
    await shop.buy('siti', { ...choice, reference });
    const [, owed = ''] = (await staff('cancel', reference)).match(/Rp (\d+) are owed/) ?? [];
    await staff('given-back', reference, owed, 'transfer-1');
    const { rows, heading } = (await shop.checkout('siti')).order;
    expect(heading).to.equal('Order cancelled');
    expect(rows).to.deep.include(['Given back', rupiah.format(Number(owed))]);
    expect(await staff()).to.equal('Nothing needs a person.\n');
  }).timeout(30_000);

  it('lets the courier collect with cash on delivery, and takes nothing', async () => {
    const opened = await open();
    const placed = await order(opened, 'siti', await opened.choose('siti', 'jne/reg', { cashOnDelivery: true }));
    expect(placed.cash_on_delivery.amount).to.equal(goods + placed.price);
    expect(opened.paid()).to.deep.equal([]);
    const { order: receipt } = await opened.shop.checkout('siti');
    expect(receipt.track).to.be.a('string');
    expect(receipt.rows).to.deep.include(['Pay at the door', rupiah.format(goods + placed.price)]);
    expect(labels(receipt)).to.include('COD fee').and.not.include('Paid');
  });

  for (const [state, says, row] of [
    ['delivered', 'Your parcel has arrived.', 'Paid at the door'],
    ['rejected', 'The courier could not bring your parcel. We will write to you.', 'Not collected yet'],
  ] as const)
    it(`says of a parcel with cash on delivery that is ${state} what was paid at the door, and nothing of cancelling`, async () => {
      const opened = await open();
      const placed = await order(opened, 'siti', await opened.choose('siti', 'jne/reg', { cashOnDelivery: true }));
      await opened.move(placed.id, 'allocated', 'picking_up', 'picked', 'dropping_off', state);
      // The gateway hears it from the shopper's page.
      const headers = { authorization: `Bearer ${(await opened.shop.checkout('siti')).order.track}` };
      await opened.shop.gateway.fetch(new Request('https://shop.test/shipping/v1/tracking', { headers }));
      const { order: receipt } = await opened.shop.checkout('siti');
      expect(receipt.summary).to.equal(says);
      expect(labels(receipt)).to.include(row).and.not.include('Pay at the door');
    });

  it('orders cash on delivery once the service is back, without another click', async () => {
    const opened = await open();
    const choice = await opened.choose('siti', 'jne/reg', { cashOnDelivery: true });
    opened.service.answers = false;
    await opened.shop.buy('siti', choice);
    const { order: receipt } = await opened.shop.checkout('siti');
    expect(receipt.summary).to.equal('We are booking the courier.');
    expect(labels(receipt)).to.include('Pay at the door').and.not.include('Paid');
    opened.service.answers = true;
    const { purchases } = await opened.another();
    await purchases.cancel(choice.reference);
    expect(await opened.orders()).to.have.length(0);
  });
});
