import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import Database from 'libsql';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../support/free-port.ts';
import { installExample } from '../support/installed-example.ts';
import { runProgram } from '../support/running-program.ts';
import { type Service, startService } from './host.ts';

const midtransKey = 'midtrans-server-key';
const newsSecret = `whsec_${Buffer.from('the news of this shop, and of nobody else').toString('base64')}`;
const site = 'https://shop.example';

describe('demo/hosts/production', () => {
  let folder: string;
  /** As systemd creates it. */
  let state: string;
  let service: Service;
  let server: Awaited<ReturnType<typeof runProgram>>;

  const text = (file: string) => readFileSync(join(folder, file), 'utf8');

  /** What an owner writes into `shop.env`. */
  const values = () => ({
    ...service.environment,
    WEBHOOK_SECRET: 'the-secret-of-the-webhooks',
    NEWS_SECRET: newsSecret,
    MIDTRANS_KEY: midtransKey,
    XENDIT_TOKEN: '',
    PAYMENT_PAGE: 'https://payments.example/pay',
  });

  /** Starts the shop as its unit does. @param shipEvery milliseconds */
  async function start(shipEvery = 100): Promise<void> {
    const [, command = ''] = /^ExecStart=\/usr\/bin\/node (.*)$/m.exec(text('shop.service')) ?? [];
    const environment = values();
    const named = [...text('shop.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(named).to.have.members(Object.keys(environment));
    const given = { STATE_DIRECTORY: state, PORT: String(await freePort()), SHIP_EVERY: String(shipEvery) };
    server = await runProgram([process.execPath, command], { cwd: folder, env: { ...environment, ...given } });
  }

  /** As a browser behind nginx: one visit, and no redirect is followed. */
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(server.origin + path, {
      redirect: 'manual',
      ...init,
      headers: { cookie: 'visit=visit-1', 'x-forwarded-for': '203.0.113.7', origin: site, ...init.headers },
    });

  const json = (body: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  /** Chooses the first rate, and submits the page's form. @returns what is to be paid for which order */
  async function submit(): Promise<{ reference: string; amount: number }> {
    const page = await (await ask('/')).text();
    const [, cart] = /cart="([^"]+)"/.exec(page) ?? [];
    const [, shipment = ''] = /shipment="([^"]+)"/.exec(page) ?? [];
    const goods = JSON.parse(shipment.replaceAll('&quot;', '"'));
    const rates = await (await ask('/shipping/v1/rates/couriers', json({ ...goods, couriers: 'jne', cart }))).json();
    const [{ courier_code, courier_service_code, offer }] = rates.pricing;
    const form = {
      ...{ name: 'Siti Rahayu', phone: '081298765432', address: 'Jalan Braga 8, Bandung' },
      ...{ shipping: `${courier_code}/${courier_service_code}`, 'shipping-offer': offer },
    };
    const answer = await ask('/orders', { method: 'POST', body: new URLSearchParams(form) });
    expect(answer.status, await answer.text()).to.equal(303);
    const { searchParams } = new URL(String(answer.headers.get('location')));
    return { reference: String(searchParams.get('order_id')), amount: Number(searchParams.get('gross_amount')) };
  }

  /** The provider's callback. @returns the status that it hears */
  async function callBack({ reference, amount }: { reference: string; amount: number }): Promise<number> {
    const gross_amount = `${amount}.00`;
    const signature_key = createHash('sha512').update(`${reference}200${gross_amount}${midtransKey}`).digest('hex');
    const paid = {
      order_id: reference,
      status_code: '200',
      gross_amount,
      transaction_status: 'settlement',
      signature_key,
    };
    return (await ask('/payments/midtrans', json(paid))).status;
  }

  const receipt = async (reference: string) => (await ask(`/orders/${reference}`)).text();

  /** Until the shopper's page says it. */
  async function says(reference: string, sentence: string): Promise<string> {
    for (;;) {
      const page = await receipt(reference);
      if (page.includes(sentence)) return page;
    }
  }

  const sends = (reference: string) => service.sends.filter((one) => one === reference).length;

  /** A message as the gateway signs it. @returns the status that it hears */
  async function tell(type: string, reference: string, secret = newsSecret): Promise<number> {
    const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data: { reference, id: 'an-order' } });
    const headers = {
      'webhook-id': `${type} ${reference}`,
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': new Webhook(secret).sign(`${type} ${reference}`, new Date(), body),
    };
    return (await ask('/shipping-news', { method: 'POST', headers, body })).status;
  }

  before(async () => {
    folder = await installExample('hosts/production');
    state = mkdtempSync(join(tmpdir(), 'ship-state-'));
    service = await startService();
    await start();
  }).timeout(300_000);

  after(async () => {
    await server.stop();
    await service.stop();
    rmSync(state, { recursive: true });
  });

  it('sells: form, payment that is called back twice, one order, and a parcel that the shopper can follow', async () => {
    const order = await submit();
    expect(await receipt(order.reference)).to.include('We are waiting for your payment.');
    expect(await Promise.all([callBack(order), callBack(order)])).to.deep.equal([200, 200]);
    const page = await says(order.reference, 'The courier is booked.');
    expect(await callBack(order)).to.equal(200);
    expect(sends(order.reference)).to.equal(1);
    const [, token] = /track#t=([^"]+)/.exec(page) ?? [];
    const parcel = await ask('/shipping/v1/tracking', { headers: { authorization: `Bearer ${token}` } });
    expect(await parcel.json()).to.include({ success: true, status: 'confirmed' });
  });

  it('shows an order to its own visit alone', async () => {
    const { reference } = await submit();
    expect((await ask(`/orders/${reference}`, { headers: { cookie: 'visit=other' } })).status).to.equal(404);
  });

  it('orders what was paid before the machine failed, and finishes an order whose answer was lost', async () => {
    await server.stop();
    await start(3_600_000);
    const order = await submit();
    expect(await callBack(order)).to.equal(200);
    expect(await receipt(order.reference)).to.include('Paid. We are booking the courier.');
    await server.stop('SIGKILL');
    service.loseAnswer();
    await start();
    await says(order.reference, 'The courier is booked.');
    expect(sends(order.reference)).to.equal(2);
  }).timeout(60_000);

  it('ends after the order under way, and leaves the other paid orders to the next start', async () => {
    const first = await submit();
    const paid = [first, await submit(), await submit()];
    const release = service.holdOrders();
    await Promise.all(paid.map(callBack));
    const sent = () => paid.reduce((sum, { reference }) => sum + sends(reference), 0);
    while (!sent()) await receipt(first.reference);
    const ended = server.stop();
    release();
    await ended;
    expect(sent()).to.equal(1);
    await start();
    for (const { reference } of paid) await says(reference, 'The courier is booked.');
    expect(sent()).to.equal(3);
  }).timeout(60_000);

  it('leaves another sum to the staff', async () => {
    const order = await submit();
    expect(await callBack({ ...order, amount: 1 })).to.equal(200);
    expect(await receipt(order.reference)).to.include('We will write to you.');
    expect(sends(order.reference)).to.equal(0);
  });

  it('believes the gateway’s news alone, and no late copy of them', async () => {
    const order = await submit();
    await callBack(order);
    await says(order.reference, 'The courier is booked.');
    expect(await tell('order.cancelled', order.reference, 'whsec_YSBzZWNyZXQgb2Ygc29tZWJvZHkgZWxzZQ==')).to.equal(403);
    expect(await tell('order.cancelled', order.reference)).to.equal(204);
    expect(await tell('order.placed', order.reference)).to.equal(204);
    expect(await receipt(order.reference)).to.include('The delivery was cancelled.');
  });

  it('shows the staff an order that needs attention, until it is cancelled', async () => {
    const order = await submit();
    await callBack(order);
    await says(order.reference, 'The courier is booked.');
    const page = readFileSync(new URL('../../demo/docs/production.md', import.meta.url), 'utf8');
    const [, query = ''] = /shop\.db "(SELECT [^"]+)"/.exec(page) ?? [];
    const database = new Database(join(state, 'shop.db'), { timeout: 5000 });
    const listed = () =>
      database
        .prepare(query)
        .all()
        .map((row) => Object(row).reference);
    expect(await tell('order.needs-attention', order.reference)).to.equal(204);
    expect(listed()).to.include(order.reference);
    expect(await tell('order.cancelled', order.reference)).to.equal(204);
    expect(listed()).not.to.include(order.reference);
    database.close();
  });

  it('cancels a paid order for the staff, and refuses one that is not paid or not ordered yet', async () => {
    const environment = Object.entries(values()).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(state, 'shop.env'), environment.join(''));
    const cancel = (reference: string) =>
      new Promise<string>((resolve) => {
        const words = [`--env-file=${join(state, 'shop.env')}`, 'cancel.js', reference];
        const options = { cwd: folder, env: { ...process.env, STATE_DIRECTORY: state } };
        execFile(process.execPath, words, options, (_problem, said, refused) => resolve(said || refused));
      });
    const order = await submit();
    expect(await cancel(order.reference)).to.equal(`${order.reference} is not paid.\n`);
    await callBack(order);
    const page = await says(order.reference, 'The courier is booked.');
    expect(await cancel(order.reference)).to.equal(
      `${order.reference} is cancelled. Give back what the shopper has paid.\n`,
    );
    expect(await receipt(order.reference)).to.include('The delivery was cancelled.');
    const [, token] = /track#t=([^"]+)/.exec(page) ?? [];
    const parcel = await ask('/shipping/v1/tracking', { headers: { authorization: `Bearer ${token}` } });
    expect(await parcel.json()).to.include({ status: 'cancelled' });
    const waiting = await submit();
    const release = service.holdOrders();
    await callBack(waiting);
    expect(await cancel(waiting.reference)).to.equal('The courier is being booked. Cancel it when that has ended.\n');
    release();
    await says(waiting.reference, 'The courier is booked.');
  }).timeout(60_000);

  it('has a unit that systemd takes', function () {
    // Elsewhere systemd is missing.
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) this.skip();
    const copies = mkdtempSync(join(tmpdir(), 'ship-units-'));
    const unit = join(copies, 'shop.service');
    writeFileSync(unit, text('shop.service').replace('/usr/bin/node', process.execPath));
    const { stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    rmSync(copies, { recursive: true });
    expect(stderr.split('\n').filter((line) => line.includes('shop.service'))).to.deep.equal([]);
  });

  it('is where nginx passes requests on, with the shopper’s address, and hides the news', () => {
    const nginx = text('nginx.conf');
    expect(nginx).to.include(`proxy_pass http://127.0.0.1:${text('gateway.js').match(/PORT \?\? (\d+)/)?.[1]};`);
    expect(nginx).to.include('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;');
    expect(nginx).to.include('location = /shipping-news { return 404; }');
    expect(text('gateway.js')).to.include('trustedHops: 1,');
  });

  for (const [file, recipe] of [
    ['payments.js', 'payment-webhook.mjs'],
    ['public/track.js', 'tracking-page.js'],
  ] as const)
    it(`has ${file} of the recipes, as it stands`, () => {
      expect(text(file)).to.equal(readFileSync(new URL(`../../demo/recipes/${recipe}`, import.meta.url), 'utf8'));
    });
});
