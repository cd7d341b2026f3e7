/** The forms of `demo/frameworks`, with the module and in PHP, over HTTP: what a shopper, or a page, may try. Both shops hold all of it. And the plain shop. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { expect } from 'chai';
import Database from 'libsql';
import type { Rate } from '../../src/contract/index.ts';
import { serviceKey } from '../../src/quote/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { key, openShop } from '../gateway/shop.ts';
import { runByCron } from '../support/crontab.ts';
import { freePort } from '../support/free-port.ts';
import { listen } from '../support/listen.ts';
import { hasPhpWithSqlite } from '../support/php.ts';
import { expectToAddUp } from '../support/receipt.ts';
import { runProgram } from '../support/running-program.ts';

interface FormShop {
  origin: string;
  /** What the web server passes `/shipping` on to. */
  gateway: string;
  /** All that it has printed. */
  output(): string;
  /** What its owner's schedule runs, and what that prints. A program that lives long needs none. */
  onSchedule(env?: Record<string, string>): Promise<string>;
  /** In PHP, as `npx ship-elements gateway cancel` does. */
  callOff(reference: string): Promise<void>;
  /** What the payment provider does from now on. */
  payments(how: Payments): void;
  stop(): Promise<unknown>;
}

type Payments = 'taken' | 'declined' | 'taken, without an answer' | 'out of reach';

/** In front of what `printPayment` does: a provider that gives one number one answer. */
const nodeProvider = `
  const { existsSync, readFileSync, writeFileSync } = process.getBuiltinModule('node:fs');
  const how = existsSync('payments') ? readFileSync('payments', 'utf8') : 'taken';
  console.log('Asked for ' + number);
  if (how === 'out of reach') throw new Error('The provider has not answered in time.');
  if (!existsSync('payment-' + number)) {
    writeFileSync('payment-' + number, how);
    if (how !== 'declined') console.log('Paid for ' + number + ': Rp ' + rupiah);
  }
  if (how === 'taken, without an answer') throw new Error('The answer was lost.');
  return readFileSync('payment-' + number, 'utf8') === 'declined' ? null : number;
`;

/** In front of what PHP's `take_payment` does: the same, also to two requests at a time. */
const provider = `
  $how = is_file('payments') ? file_get_contents('payments') : 'taken';
  error_log("Asked for $key");
  if ($how === 'out of reach') throw new RuntimeException('The provider has not answered in time.');
  $turn = fopen('turn', 'c');
  flock($turn, LOCK_EX);
  $is_new = !is_file("payment-$key");
  if ($is_new) file_put_contents("payment-$key", $how);
  if ($is_new && $how !== 'declined') error_log("Paid for $key: Rp $rupiah");
  if ($how === 'taken, without an answer') throw new RuntimeException('The answer was lost.');
  if (file_get_contents("payment-$key") === 'declined') throw new RuntimeException('declined');
  return;
`;

type Serve = (request: Request) => Promise<Response>;

const demo = new URL('../../demo/frameworks/', import.meta.url);
const src = new URL('../../src/', import.meta.url);
// Below the repository, where the shops find its packages.
const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
mkdirSync(cache, { recursive: true });

const recipient = { name: 'Siti Rahayu', phone: '081298765432', address: 'Jalan Ganesa 10' };

const listenTo = (serve: Serve) => listen(getRequestListener(serve, { overrideGlobalObjects: false }));

const overSources = (file: URL) =>
  readFileSync(file, 'utf8')
    .replace("'ship-elements/gateway'", `'${new URL('gateway/index.ts', src).href}'`)
    .replace("'ship-elements/gateway/libsql'", `'${new URL('gateway/store/libsql.ts', src).href}'`)
    .replace("'ship-elements/purchases'", `'${new URL('purchases/index.ts', src).href}'`)
    .replace("'ship-elements/server'", `'${new URL('server.ts', src).href}'`);

/** `form`, over the sources. */
async function startForm(service: Serve, folder: string): Promise<FormShop> {
  const { address, close } = await listenTo(service);
  for (const name of ['shop', 'server'])
    writeFileSync(
      join(folder, `${name}.mjs`),
      overSources(new URL(`form/${name}.js`, demo))
        .replace("'./shop.js'", "'./shop.mjs'")
        .replace(/^async function printPayment\(.+\{/m, (begin) => begin + nodeProvider),
    );
  const env = {
    ...{ PORT: String(await freePort()), SHIPPING_URL: address, SHIPPING_KEY: key },
    ...{ SHIPPING_SECRET: 'thirty-two-bytes-that-nobody-guesses', SHOP_DATA: join(folder, 'data') },
  };
  const command = [process.execPath, '--import', import.meta.resolve('tsx'), 'server.mjs'];
  const { origin, output, stop } = await runProgram(command, { cwd: folder, env });
  const gateway = `${origin}/shipping`;
  const [onSchedule, callOff] = [async () => '', async () => {}];
  const payments = (how: Payments) => writeFileSync(join(folder, 'payments'), how);
  return { origin, gateway, output, onSchedule, callOff, payments, stop: () => Promise.all([stop(), close()]) };
}

/** `form-php`, with a gateway beside it. */
async function startFormPhp(service: Serve, folder: string): Promise<FormShop> {
  const { account, keys, gateway } = openShop(service, { orders: 'order', tracking: true });
  const { address, close } = await listenTo((request) => gateway.fetch(request));
  const functions = readFileSync(new URL('form-php/ship.php', demo), 'utf8')
    .replace("'toko-senja'", `'${account}'`)
    .replace("'2026-11'", `'${keys.current.kid}'`);
  writeFileSync(join(folder, 'ship.php'), functions);
  const page = readFileSync(new URL('form-php/index.php', demo), 'utf8');
  const [takePayment = ''] = /^function take_payment\(.+\{/m.exec(page) ?? [];
  writeFileSync(
    join(folder, 'index.php'),
    page.replace(takePayment, () => `${takePayment}${provider}`),
  );
  const env = {
    ...{ SHIPPING_SECRET: keys.current.secret, SHOP_DATABASE: join(folder, 'shop.db') },
    ...{ GATEWAY_URL: address, GATEWAY_PUBLIC: '/shipping' },
  };
  const command = ['php', '-S', `127.0.0.1:${await freePort()}`, 'index.php'];
  const { origin, output, stop } = await runProgram(command, {
    cwd: folder,
    env: { ...env, PHP_CLI_SERVER_WORKERS: '2' },
  });
  const readme = readFileSync(new URL('form-php/README.md', demo), 'utf8');
  const onSchedule = (changes = {}) => runByCron(readme, folder, { ...env, ...changes });
  const callOff = async (reference: string) => void (await gateway.cancel({ reference }));
  const stopAll = () => Promise.all([stop(), close()]);
  const payments = (how: Payments) => writeFileSync(join(folder, 'payments'), how);
  return { origin, gateway: address, output, onSchedule, callOff, payments, stop: stopAll };
}

for (const [name, start] of [
  ['with the module', startForm],
  ...(hasPhpWithSqlite() ? ([['in PHP', startFormPhp]] as const) : []),
] as const)
  describe(`the form ${name}`, () => {
    const sandbox = createSandbox({ key });
    /** What the service answers instead. */
    let instead: ((request: Request) => Response | undefined) | undefined;
    const folder = mkdtempSync(join(cache, 'form-shops-'));
    let shop: FormShop;

    before(async () => {
      shop = await start(async (request) => instead?.(request) ?? sandbox.fetch(request), folder);
    });
    afterEach(() => {
      instead = undefined;
      shop.payments('taken');
    });
    after(async () => {
      await shop.stop();
      rmSync(folder, { recursive: true });
    });

    /** A browser with its own cookie, at the page. */
    async function arrive() {
      const first = await fetch(shop.origin);
      const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
      // A shopper who closes the browser finds the receipt again.
      expect(first.headers.get('set-cookie')).to.include('Max-Age=2592000');
      /** Each receipt that is read here adds up. */
      async function look(): Promise<string> {
        const answer = await fetch(shop.origin, { headers: { cookie } });
        const page = await answer.text();
        expect(answer.status, page).to.equal(200);
        expectToAddUp(
          [...page.matchAll(/<dt>([^<]+)<\/dt>\s*<dd>([^<]+)<\/dd>/g)].map(([, ...row]) => row as [string, string]),
        );
        return page;
      }
      const post = (path: string, fields: Record<string, string>) =>
        fetch(`${shop.origin}${path}`, {
          method: 'POST',
          headers: { cookie },
          body: new URLSearchParams(fields),
          redirect: 'manual',
        });
      /** @returns the page in a browser with the form that this answer has kept in a cookie, now or later */
      function keptIn(answer: Response): () => Promise<string> {
        expect([answer.status, answer.headers.get('location')]).to.deep.equal([303, '/']);
        const [typed = ''] = answer.headers.getSetCookie().filter((one) => /^(typed|refused)=/.test(one));
        expect(typed, 'no script reads it, and it ends').to.match(
          /; Max-Age=(3600|300|299);.*; HttpOnly; SameSite=Lax$/,
        );
        expect(typed.length, 'browsers drop what is longer').to.be.below(4096);
        const headers = { cookie: `${cookie}; ${typed.split(';')[0]}` };
        return async () => (await fetch(shop.origin, { headers })).text();
      }
      /** A form leads to the page, whatever becomes of it. */
      const send = async (fields: Record<string, string>) => keptIn(await post('/orders', fields));
      async function askedAgain(fields: Record<string, string>): Promise<string> {
        const page = await (await send(fields))();
        expect(page).to.match(/<p role="alert">.+<\/p>/);
        return page;
      }
      /** What the form has after the shopper has chosen. */
      async function choose(service = 'jne/reg', more: Record<string, string> = {}) {
        const text = await look();
        const attribute = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
        expect(attribute(/ base-url="([^"]+)"/)).to.equal('/shipping');
        const rates = `${shop.gateway}/v1/rates/couriers`;
        const place = { destination_area_id: more.area, destination_postal_code: more['area-postal-code'] ?? 40111 };
        const asked = { ...place, couriers: 'jne', cart: attribute(/ cart="([^"]+)"/) };
        const answer = await fetch(rates, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...asked, courier_insurance: 1, destination_cash_on_delivery: 1 }),
        });
        const { pricing } = await answer.json();
        const { offer } = pricing.find((rate: Rate) => serviceKey(rate) === service);
        const reference = attribute(/name="reference" value="([^"]+)"/);
        return { shipping: service, 'shipping-offer': offer, reference, ...recipient, ...more };
      }
      /** Presses the button of the receipt of a refused order. */
      async function chooseAgain() {
        const [, after = ''] = /name="after" value="([^"]+)"[\s\S]*Choose again/.exec(await look()) ?? [];
        await post('/cart', { quantity: '1', after });
      }
      return { look, post, send, askedAgain, choose, chooseAgain };
    }
    const paidFor = (reference: string) =>
      [...shop.output().matchAll(new RegExp(`Paid for ${reference}: Rp (\\d+)`, 'g'))].map(([, rupiah]) =>
        Number(rupiah),
      );
    async function ordersOf(reference: string) {
      const headers = { authorization: key };
      const answer = await sandbox.fetch(new Request('http://sandbox.test/v1/orders', { headers }));
      const { orders } = await answer.json();
      return orders.filter((order: { reference_id: string }) => order.reference_id === reference);
    }

    it('sells with the file of an earlier copy, which has no addresses, and shows what that has sold', async () => {
      const [ours, older] = [shop, mkdtempSync(join(cache, 'form-shops-'))];
      mkdirSync(join(older, 'data'));
      const database = new Database(join(older, start === startForm ? 'data/shop.db' : 'shop.db'), { timeout: 5000 });
      database.exec(`CREATE TABLE carts (reference TEXT PRIMARY KEY, quantity INTEGER NOT NULL);
        CREATE TABLE orders (reference TEXT PRIMARY KEY, visit TEXT NOT NULL, quantity INTEGER NOT NULL, accepted TEXT,
          contacts TEXT, paid INTEGER NOT NULL DEFAULT 0, outcome TEXT, id TEXT, track TEXT)`);
      shop = await start(async (request) => sandbox.fetch(request), older);
      try {
        const { look, post, choose } = await arrive();
        expect((await post('/orders', await choose())).status).to.equal(303);
        expect(await look()).to.include('<dd>Jalan Ganesa 10, Bandung 40111</dd>');
        database.exec(start === startForm ? 'DELETE FROM accepted' : 'UPDATE orders SET area = NULL');
        expect(await look())
          .to.include('The courier is booked.')
          .and.not.include('Bandung 40111');
      } finally {
        await shop.stop();
        shop = ours;
        database.close();
        rmSync(older, { recursive: true });
      }
    });

    it('sets no cookie for the form of another site', async () => {
      const form = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' }, redirect: 'manual' } as const;
      const answer = await fetch(`${shop.origin}/orders`, form);
      expect([answer.status, answer.headers.get('set-cookie')]).to.deep.equal([403, null]);
    });

    it('takes no money for another service, cart or order, a forged offer, or without a name or an address', async () => {
      const [{ post, askedAgain, choose }, other] = [await arrive(), await arrive()];
      const form = await choose();
      for (const changes of [
        { shipping: 'jne/oke' },
        { 'shipping-offer': `${form['shipping-offer']}x` },
        { 'shipping-offer': '' },
        { reference: (await other.choose()).reference },
        { name: ' ' },
        { name: '\u00a0' },
        { address: ' ' },
        // The other has it in the shopper's account.
        ...(start === startFormPhp ? [{ phone: '0812345' }] : []),
      ])
        await askedAgain({ ...form, ...changes });
      expect(await askedAgain({ ...form, name: ' ' })).to.match(/<p role="alert">Please check .+ name/);
      await post('/cart', { quantity: '2' });
      expect(await askedAgain(form)).to.include(
        '<p role="alert">Your cart has changed. Please choose the delivery again.',
      );
      expect(paidFor('.*')).to.deep.equal([]);
    });

    it('keeps the name, the address, the district, the service and the insurance in a page that asks again', async () => {
      const { post, askedAgain, choose } = await arrive();
      const district = {
        area: 'IDNP9IDNC206IDND1068IDZ40132',
        'area-postal-code': '40132',
        'area-name': 'Coblong "<b>"',
      };
      const form = await choose('jne/reg', { ...district, 'shipping-insurance': 'on', 'shipping-offer': '' });
      const page = await askedAgain(form);
      expect(page).to.include('value="Jalan Ganesa 10"');
      expect(page).to.include('value="Siti Rahayu"').and.not.include('<b>');
      const [, area = ''] = / area="([^"]+)"/.exec(page) ?? [];
      const text = area.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
      const kept = { id: district.area, postal_code: '40132', name: 'Coblong "<b>"' };
      expect(JSON.parse(text)).to.deep.equal(kept);
      expect(page).to.match(/<ship-checkout[^>]* value="jne\/reg"[^>]*\sinsurance\s/);
      expect(await (await fetch(shop.origin)).text()).to.not.match(/<ship-checkout[^>]*\sinsurance\s/);
      const accepted = (await post('/orders', await choose())).headers.getSetCookie();
      expect(decodeURIComponent(accepted.join('; ')), 'Back has no old problem').to.not.match(/problem=[^&;]/);
    });

    it('keeps the longest name and address that its fields take, for the order that is open', async () => {
      const { look, post, send, askedAgain, choose } = await arrive();
      const page = await look();
      const longest = (field: string) =>
        'Jalan Braga 8, '
          .repeat(99)
          .slice(0, Number(new RegExp(`name="${field}"[^>]* maxlength="(\\d+)"`).exec(page)?.[1]));
      const [form, other, typed] = [
        await choose(),
        await choose('jne/oke'),
        { name: longest('name'), address: longest('address') },
      ];
      expect(await askedAgain({ ...form, ...typed, 'shipping-offer': '' })).to.include(`value="${typed.address}"`);
      await post('/orders', form);
      // Back, and pressed again.
      const later = await send({ ...other, ...typed, ...(start === startFormPhp && { reference: 'another' }) });
      const [, after = ''] = /name="after" value="([^"]+)"/.exec(await later()) ?? [];
      await post('/cart', { quantity: '1', after });
      expect(await later())
        .to.include('<ship-checkout')
        .and.not.include(typed.address)
        .and.not.include('role="alert"');
    });

    it('says why it asks again, also where no cookie holds what was typed', async () => {
      const { askedAgain, choose } = await arrive();
      const typed = { name: '雅'.repeat(250), address: '雅'.repeat(250), 'shipping-offer': '' };
      expect(await askedAgain({ ...(await choose()), ...typed })).to.include('choose the delivery again');
    });

    for (const [what, extras] of [
      ['is paid', {}],
      ['pays the courier', { 'shipping-cash-on-delivery': 'on' }],
    ] as const)
      it(`orders once and ${what}, from two clicks at a time, Back, another choice and a reload`, async () => {
        const { look, post, choose } = await arrive();
        const [form, other] = [await choose('jne/reg', extras), await choose('jne/oke', extras)];
        const answers = await Promise.all([post('/orders', form), post('/orders', form)]);
        expect(answers.map(({ status }) => status)).to.deep.equal([303, 303]);
        for (const again of [form, other]) await post('/orders', again);
        for (const page of await Promise.all([look(), look()]))
          expect(page)
            .to.include('The courier is booked.')
            .and.match(/<dt>Shipping<\/dt>/)
            .and.match(new RegExp(`<dt>${'shipping-cash-on-delivery' in extras ? 'COD fee' : 'Paid'}</dt>`));
        await post('/cart', { quantity: '1' });
        await post('/orders', form);
        const [order, ...others] = await ordersOf(form.reference);
        expect(others).to.deep.equal([]);
        const { price, destination, courier } = order;
        expect(courier.type).to.equal('reg');
        expect(destination.cash_on_delivery?.amount > 0).to.equal('shipping-cash-on-delivery' in extras);
        // The provider takes one key once.
        expect([...new Set(paidFor(form.reference))]).to.deep.equal(
          'shipping-cash-on-delivery' in extras ? [] : [185_000 + price],
        );
      });

    it('begins the next order with one piece from its receipt, and changes no newer cart from the receipt of an old tab', async () => {
      const { look, post, choose } = await arrive();
      await post('/orders', await choose());
      const [, after = ''] = /name="after" value="([^"]+)"/.exec(await look()) ?? [];
      for (const [quantity, cart] of [
        ['1', { quantity: '1', after }],
        ['3', { quantity: '3' }],
        ['3', { quantity: '1', after }],
      ] as const) {
        await post('/cart', cart);
        expect(/name="quantity"[^>]* value="(\d+)"/.exec(await look())?.[1], JSON.stringify(cart)).to.equal(quantity);
      }
    });

    it('keeps a paid order while the service is down, and orders it later without a page', async () => {
      const { look, post, choose } = await arrive();
      const form = await choose();
      instead = () => new Response('', { status: 503 });
      await post('/orders', form);
      expect(await look()).to.include('We are booking the courier.');
      await post('/cart', { quantity: '5' });
      instead = undefined;
      await shop.onSchedule();
      while (!(await ordersOf(form.reference)).length) await fetch(`${shop.origin}/track`);
      expect(await look())
        .to.include('The courier is booked.')
        .and.include('/track#t=');
      expect(await ordersOf(form.reference)).to.have.length(1);
      expect(paidFor(form.reference)).to.have.length(1);
    });

    if (start === startForm)
      it('says to who pays the courier that it collects no cash, also if the service says so after it was down', async () => {
        const { look, post, send, choose } = await arrive();
        // The gateway has no price of it yet, so nothing is sent.
        await post('/cart', { quantity: '8' });
        const form = await choose('jne/reg', { 'shipping-cash-on-delivery': 'on', 'shipping-insurance': 'on' });
        instead = () => new Response('', { status: 503 });
        const later = await send(form);
        expect(await look()).to.include('We are booking the courier.');
        const refusal = { success: false, error: 'No COD.', code: 40002028 };
        instead = ({ url }) => (url.endsWith('/v1/orders') ? Response.json(refusal, { status: 400 }) : undefined);
        // Before the schedule is due, and in a browser that keeps nothing of its answer.
        await post('/orders', form);
        expect(await look())
          .to.include('<p role="alert">This courier collects no cash for this order.')
          .and.include(`name="reference" value="${form.reference}"`)
          .and.not.match(/<ship-checkout[^>]* cash-on-delivery/);
        expect(await later(), 'as it was typed, without cash on delivery')
          .to.include('<p role="alert">This courier collects no cash for this order.')
          .and.include('value="Jalan Ganesa 10"')
          .and.match(/<ship-checkout[^>]* value="jne\/reg"[^>]*\sinsurance\s/)
          .and.not.match(/<ship-checkout[^>]* cash-on-delivery/);
      });

    if (start === startFormPhp)
      it('says in its log what a paid order waits for: a gateway without an answer, or with another secret', async () => {
        const { look, post, choose } = await arrive();
        const form = await choose();
        await post('/orders', form);
        for (const GATEWAY_URL of ['/shipping', 'http://127.0.0.1:1/shipping'])
          expect(await shop.onSchedule({ GATEWAY_URL }))
            .to.include(`${form.reference} waits: the gateway at ${GATEWAY_URL} gave no answer.`)
            .and.match(/exit 1$/);
        expect(await shop.onSchedule({ SHIPPING_SECRET: '' })).to.match(/SHIPPING_SECRET must be set.*exit 255$/s);
        const answer = { success: false, reason: 'token-invalid', error: 'Its kid does not match.' };
        const gateway = await listenTo(async () => Response.json(answer, { status: 403 }));
        expect(await shop.onSchedule({ GATEWAY_URL: gateway.address })).to.include(
          `${form.reference} waits: Its kid does not match.`,
        );
        await gateway.close();
        expect(await shop.onSchedule()).to.not.match(/waits|exit/);
        expect(await look()).to.include('The courier is booked.');
      });

    if (start === startFormPhp)
      it('tells who has paid that no courier comes once the order was called off, and asks no more', async () => {
        const { look, post, choose } = await arrive();
        // The gateway has no price of it yet, so nothing is sent.
        await post('/cart', { quantity: '7' });
        const form = await choose();
        instead = () => new Response('', { status: 503 });
        await post('/orders', form);
        expect(await look()).to.include('We are booking the courier.');
        await shop.callOff(form.reference);
        instead = undefined;
        expect(await shop.onSchedule()).to.include(
          `${form.reference} was refused, and your staff look at it: It was called off: nothing is ordered with this reference.`,
        );
        expect(await look()).to.include('The courier could not be booked.');
        expect(await shop.onSchedule()).to.not.include(form.reference);
        expect(await ordersOf(form.reference)).to.deep.equal([]);
      });

    it('tells who has paid that the service refuses, and looks no more', async () => {
      const { look, post, choose } = await arrive();
      const form = await choose();
      const refusal = { success: false, error: 'The service was removed.', code: 40002026 };
      instead = ({ url }) => (url.endsWith('/v1/orders') ? Response.json(refusal, { status: 400 }) : undefined);
      await post('/orders', form);
      expect(await look())
        .to.include('The courier could not be booked.')
        .and.not.include('http-equiv="refresh"');
      const cod = await arrive();
      const district = { area: 'IDNP9IDNC206IDND1068IDZ40132', 'area-postal-code': '40132', 'area-name': 'Coblong' };
      const collected = await cod.choose('jne/reg', { 'shipping-cash-on-delivery': 'on', ...district });
      if (start === startForm) {
        expect(await cod.askedAgain(collected))
          .to.include('The courier could not be booked. Please choose again.')
          .and.include('value="Jalan Ganesa 10"');
        refusal.code = 40002028;
        expect(await cod.askedAgain(await cod.choose('jne/reg', { 'shipping-cash-on-delivery': 'on', ...district })))
          .to.include('This courier collects no cash for this order.')
          .and.match(/value="jne\/reg"(?![^>]* cash-on-delivery)/);
        return;
      }
      await cod.post('/orders', collected);
      expect(await cod.look(), 'nothing is collected')
        .to.include('The courier could not be booked. Nothing was paid. Please choose the delivery again.')
        .and.not.include('Pay at the door');
      await cod.chooseAgain();
      expect(await cod.look())
        .to.include('<ship-checkout')
        .and.include('value="Jalan Ganesa 10"')
        .and.include('value="081298765432"')
        .and.include('Coblong')
        .and.not.include('role="alert"');
    });

    if (start === startFormPhp)
      for (const when of ['at once', 'later'])
        it(`says that a courier collects no cash, which the service says ${when}, and offers the choice again without it`, async () => {
          const { look, post, choose, chooseAgain } = await arrive();
          const form = await choose('jne/reg', { 'shipping-cash-on-delivery': 'on' });
          if (when === 'later') instead = () => new Response('', { status: 503 });
          await post('/orders', form);
          const refusal = { success: false, error: 'No COD.', code: 40002028 };
          instead = ({ url }) => (url.endsWith('/v1/orders') ? Response.json(refusal, { status: 400 }) : undefined);
          const log = (await shop.onSchedule()) + shop.output();
          if (start === startFormPhp) expect(log).to.include(`${form.reference} was refused, and nothing was paid: `);
          expect(await look()).to.include('Nothing was paid. This courier collects no cash for this order.');
          await chooseAgain();
          expect(await look())
            .to.include('<p role="alert">This courier collects no cash for this order. Pay now, or choose another one.')
            .and.include('value="Jalan Ganesa 10"')
            .and.match(/value="jne\/reg"(?![^>]* cash-on-delivery)/);
        });

    const notTaken = '<p role="alert">The payment was not taken. Please try again or pay otherwise.</p>';

    const coblong = { area: 'IDNP9IDNC206IDND1068IDZ40132', 'area-postal-code': '40132', 'area-name': 'Coblong' };

    if (start === startForm)
      it('shows the form again after each payment that is declined, and takes the next one under another number', async () => {
        const { look, post, askedAgain, choose } = await arrive();
        const form = await choose('jne/reg', { ...coblong, 'shipping-insurance': 'on' });
        const { reference } = form;
        shop.payments('declined');
        for (const press of ['first', 'second'])
          expect(await askedAgain(form), press)
            .to.include(notTaken)
            .and.include(`name="reference" value="${reference}"`)
            .and.include('value="Jalan Ganesa 10"')
            .and.include('Coblong')
            .and.match(/<ship-checkout[^>]* value="jne\/reg"[^>]*\sinsurance\s/);
        shop.payments('taken');
        await post('/orders', form);
        expect(await look())
          .to.include('The courier is booked.')
          .and.include('<dt>Paid</dt>');
        const asked = [...shop.output().matchAll(new RegExp(`Asked for (${reference}\\S*)`, 'g'))];
        expect(asked.map(([, number]) => number)).to.deep.equal(['', '.2', '.3'].map((end) => reference + end));
        expect(paidFor(`${reference}\\S*`)).to.have.length(1);
        expect(await ordersOf(reference)).to.have.length(1);
      });

    if (start === startForm)
      for (const how of ['taken, without an answer', 'out of reach'] as const)
        it(`shows the receipt of what was accepted after a payment that is ${how}, whatever is chosen in an old tab, and takes it once when looked at`, async () => {
          const { look, send, choose } = await arrive();
          const [form, other] = [await choose('jne/reg', coblong), await choose('jne/oke')];
          const { reference } = form;
          shop.payments(how);
          for (const press of [form, other, form])
            expect(await (await send(press))(), press.shipping)
              .to.include('Your payment is being checked')
              .and.include('<a href="/">Look again</a>')
              .and.include('<dt>To pay</dt>')
              .and.include('Jalan Ganesa 10, Coblong')
              .and.not.match(/<ship-checkout|Order again|role="alert"/);
          expect(await ordersOf(reference)).to.deep.equal([]);
          shop.payments('taken');
          expect(await look())
            .to.include('The courier is booked.')
            .and.include('<dt>Paid</dt>');
          const asked = [...shop.output().matchAll(new RegExp(`Asked for (${reference}\\S*)`, 'g'))];
          expect(new Set(asked.map(([, number]) => number))).to.deep.equal(new Set([reference]));
          expect(paidFor(`${reference}\\S*`)).to.have.length(1);
          const [{ courier }, ...others] = await ordersOf(reference);
          expect([courier.type, others]).to.deep.equal(['reg', []]);
        });

    if (start === startForm)
      it('shows the form as it was typed if a payment without an answer was declined after all', async () => {
        const { send, choose } = await arrive();
        const form = await choose('jne/reg', { ...coblong, 'shipping-insurance': 'on' });
        shop.payments('out of reach');
        const later = await send(form);
        expect(await later()).to.include('Your payment is being checked');
        shop.payments('declined');
        for (const look of ['first', 'second'])
          expect(await later(), look)
            .to.include(notTaken)
            .and.include('value="Jalan Ganesa 10"')
            .and.include('Coblong')
            .and.match(/<ship-checkout[^>]* value="jne\/reg"[^>]*\sinsurance\s/);
        expect([...paidFor(form.reference), ...(await ordersOf(form.reference))]).to.deep.equal([]);
      });

    if (start === startFormPhp) {
      it('shows the form again after each payment that is declined, and takes the next one under another number', async () => {
        const { look, post, choose } = await arrive();
        await post('/cart', { quantity: '2' });
        const district = { area: 'IDNP9IDNC206IDND1068IDZ40132', 'area-postal-code': '40132', 'area-name': 'Coblong' };
        const press = async () => {
          const form = await choose('jne/reg', { ...district, 'shipping-insurance': 'on' });
          await post('/orders', form);
          return form.reference;
        };
        shop.payments('declined');
        const declined = [await press(), await press()];
        expect(await look())
          .to.include(notTaken)
          .and.include('value="Jalan Ganesa 10"')
          .and.include('Coblong')
          .and.match(/name="quantity"[^>]* value="2"/)
          .and.match(/<ship-checkout[^>]* value="jne\/reg"[^>]*\sinsurance\s/);
        shop.payments('taken');
        const taken = await press();
        expect(await look()).to.include('The courier is booked.');
        expect(new Set([...declined, taken]).size).to.equal(3);
        expect(paidFor(taken)).to.have.length(1);
        expect(await ordersOf(taken)).to.have.length(1);
        for (const one of declined) expect([...paidFor(one), ...(await ordersOf(one))]).to.deep.equal([]);
      });

      it('neither charges nor orders on its schedule what was declined, in a page that was closed', async () => {
        const { look, post, choose } = await arrive();
        const form = await choose();
        const { reference } = form;
        shop.payments('declined');
        await post('/orders', form);
        shop.payments('taken');
        expect(await shop.onSchedule()).to.not.match(/waits|exit|Asked/);
        expect(paidFor(reference)).to.deep.equal([]);
        expect(await ordersOf(reference)).to.deep.equal([]);
        expect(await look()).to.include(notTaken);
      });

      it('takes nothing for two presses at a time that are declined, nor for the same form once more', async () => {
        const { look, post, choose } = await arrive();
        const form = await choose();
        shop.payments('declined');
        await Promise.all([post('/orders', form), post('/orders', form)]);
        shop.payments('taken');
        const again = (await post('/orders', form)).headers.getSetCookie().join('\n');
        expect(again, 'no other sentence').to.match(/^refused=(deleted)?;/m);
        expect(await look()).to.include(notTaken);
        for (const { reference } of [form, await choose()])
          expect([...paidFor(reference), ...(await ordersOf(reference))]).to.deep.equal([]);
      });

      for (const how of ['taken, without an answer', 'out of reach'] as const)
        for (const asks of ['a reload', 'the schedule'])
          it(`says that it checks a payment that is ${how}, and ${asks} asks again with the same key`, async () => {
            const { look, post, choose } = await arrive();
            const form = await choose();
            shop.payments(how);
            await post('/orders', form);
            expect(await look())
              .to.include('We are checking your payment. You pay once at most.')
              .and.include('<dt>To pay</dt>')
              .and.not.match(/<ship-checkout|Choose again|Order again/);
            expect(await shop.onSchedule()).to.match(
              new RegExp(`${form.reference} waits: its payment has no answer: .+exit 1$`, 's'),
            );
            expect(await ordersOf(form.reference)).to.deep.equal([]);
            shop.payments('taken');
            const [logged, page] = [asks === 'a reload' ? '' : await shop.onSchedule(), await look()];
            expect(page).to.include('The courier is booked.').and.include('<dt>Paid</dt>');
            expect([
              ...(shop.output() + logged).matchAll(new RegExp(`Paid for ${form.reference}`, 'g')),
            ]).to.have.length(1);
            expect(await ordersOf(form.reference)).to.have.length(1);
          });

      it('shows the form again if the schedule hears later that a payment was declined', async () => {
        const { look, post, choose } = await arrive();
        const form = await choose();
        shop.payments('out of reach');
        await post('/orders', form);
        shop.payments('declined');
        expect(await shop.onSchedule()).to.match(new RegExp(`The payment of ${form.reference} was declined\\.\n$`));
        expect(await look())
          .to.include(notTaken)
          .and.include('value="Jalan Ganesa 10"');
        expect(await ordersOf(form.reference)).to.deep.equal([]);
      });
    }

    if (start === startFormPhp)
      it('keeps names and phones in a file that its own user alone can read', () => {
        expect(statSync(join(folder, 'shop.db')).mode & 0o777).to.equal(0o600);
      });

    if (start === startFormPhp)
      it('says of an order that its staff cancel that nothing is sent, what goes back, and sells again', async () => {
        const [, update = ''] =
          /sqlite3 "\S+" "(.+)"/.exec(readFileSync(new URL('form-php/README.md', demo), 'utf8')) ?? [];
        for (const extras of [{}, { 'shipping-cash-on-delivery': 'on' }] as Record<string, string>[]) {
          const { look, post, choose } = await arrive();
          const form = await choose('jne/reg', extras);
          await post('/orders', form);
          expect(await look()).to.include('The courier is booked.');
          const database = new Database(join(folder, 'shop.db'), { timeout: 5000 });
          database.exec(update.replace('PHP-…', form.reference));
          database.close();
          const page = await look();
          expect(page).to.include('The order was cancelled. Nothing is sent.').and.not.include('Pay at the door');
          expect(page.includes('<dt>Given back</dt>')).to.equal(paidFor(form.reference).length > 0);
          const [, after = ''] = /name="after" value="([^"]+)"[\s\S]*Order again/.exec(page) ?? [];
          await post('/cart', { quantity: '1', after });
          expect(await look()).to.include('<ship-checkout');
        }
      });
  });

describe('the plain shop', () => {
  const folders: string[] = [];
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  /** The shop over a sandbox, and what service and provider do. */
  async function open() {
    const folder = mkdtempSync(join(cache, 'form-shops-'));
    folders.push(folder);
    writeFileSync(
      join(folder, 'shop.mjs'),
      overSources(new URL('../../demo/recipes/shop-with-form.mjs', import.meta.url)),
    );
    const sandbox = createSandbox({ key });
    const the = {
      refuses: true,
      isDown: false,
      refusal: { success: false, error: 'No COD.', code: 40002028 },
      payment: async (number: string): Promise<string | null> => number,
    };
    const service = async (input: RequestInfo, init?: RequestInit) => {
      const request = new Request(input, init);
      if (the.isDown) return new Response('', { status: 503 });
      return the.refuses && request.url.endsWith('/v1/orders')
        ? Response.json(the.refusal, { status: 400 })
        : sandbox.fetch(request);
    };
    const env = {
      ...{ SHIPPING_URL: 'https://sandbox.test', SHIPPING_KEY: key, SHOP_ORIGIN: 'http://shop.test' },
      ...{ SHIPPING_SECRET: 'thirty-two-bytes-that-nobody-guesses', DATABASE: join(folder, 'shipping.db') },
    };
    const { openShop } = await import(join(folder, 'shop.mjs'));
    const { shop, purchases } = await openShop(env, {
      takePayment: (number: string) => the.payment(number),
      fetch: service,
    });
    const address = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
    /** A browser with its cookies. */
    function arrive() {
      const cookies = new Map<string, string>();
      const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
        const answer = await shop.request(path, { ...init, headers: { cookie, ...init.headers } }, address);
        // Browsers drop what is longer.
        for (const set of answer.headers.getSetCookie().filter((one: string) => one.length <= 4096))
          cookies.set(...(set.split(';')[0].split('=', 2) as [string, string]));
        return answer;
      };
      const look = async (path: string) => (await ask(path)).text();
      const leads = async (path: string) => (await ask(path)).headers.get('location');
      /** The form of the page, filled. */
      async function choose(more: Record<string, string> = {}) {
        const page = await look('/');
        const [, cart] = / cart="([^"]+)"/.exec(page) ?? [];
        const [, reference = ''] = / name="reference" value="([^"]+)"/.exec(page) ?? [];
        const place = { destination_postal_code: 40111, couriers: 'jne', destination_cash_on_delivery: 1 };
        // Without insurance the gateway has to ask again: while the service is down, nothing is sent.
        const asked = { ...place, courier_insurance: 1, cart };
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify(asked);
        const quoted = await ask('/shipping/v1/rates/couriers', { method: 'POST', headers, body });
        const { pricing } = await quoted.json();
        const { offer } = pricing.find((rate: Rate) => serviceKey(rate) === 'jne/reg');
        const form = { ...recipient, 'area-postal-code': '40111', shipping: 'jne/reg', ...more };
        return { reference, 'shipping-offer': offer, ...form };
      }
      /** @returns where it leads, and the number of the order */
      async function send(form: Awaited<ReturnType<typeof choose>>) {
        const answer = await ask('/orders', { method: 'POST', body: new URLSearchParams(form) });
        return { reference: form.reference, location: answer.headers.get('location') };
      }
      async function buy(more: Record<string, string> = {}, isDownThen = false) {
        const form = await choose(more);
        the.isDown = isDownThen;
        return send(form);
      }
      return { look, leads, choose, send, buy };
    }
    return { the, purchases, arrive };
  }

  it('lets who has paid nothing for a refused parcel choose again, at once or later, and says why, and writes to who has paid', async () => {
    const { the, purchases, arrive } = await open();
    const cash = { 'shipping-cash-on-delivery': 'on' };
    const later = arrive();
    const order = await later.buy(cash, true);
    expect(order.location).to.equal(`/orders/${order.reference}`);
    expect(await later.look(order.location ?? ''), 'while the courier is being booked')
      .to.include('<a href="">Look again</a>')
      .and.include('JNE REG to Jalan Ganesa 10')
      .and.not.match(/Order again|Choose again/);
    the.isDown = false;
    const { attention } = await purchases.ship(order.reference);
    expect(attention[0].remedy).to.match(/, or the shopper chooses again$/);
    expect(await later.look('/'), 'as it was typed, without cash on delivery')
      .to.include('<p role="alert">This courier collects no cash for this order.')
      .and.include('value="Jalan Ganesa 10"')
      .and.match(/<ship-checkout[^>]* value="jne\/reg"(?![^>]* cash-on-delivery)/);
    the.refusal = { success: false, error: 'The service was removed.', code: 40002026 };
    const { look, leads, buy } = arrive();
    const { reference } = await buy(cash);
    expect(await look('/'))
      .to.include('<p role="alert">The courier could not be booked. Please choose again.</p>')
      .and.include('value="Jalan Ganesa 10"');
    expect(await leads(`/orders/${reference}`), 'Back, or refused later').to.equal('/');
    the.refusal = { success: false, error: 'No COD.', code: 40002028 };
    await buy(cash);
    expect(await look('/'))
      .to.include('<p role="alert">This courier collects no cash for this order.')
      .and.match(/value="jne\/reg"(?![^>]* cash-on-delivery)/);
    await buy({ name: '雅'.repeat(250), phone: '0812345' });
    expect(await look('/'), 'too long for a cookie').to.include('<p role="alert">Please check the recipient');
    const paid = arrive();
    const { location: receipt } = await paid.buy();
    expect(await paid.look(receipt ?? ''))
      .to.include('The courier could not be booked.')
      .and.include('We will write to you')
      .and.not.match(/Choose again|Order again/);
    the.refuses = false;
    expect(await buy(cash)).to.deep.equal({ reference, location: `/orders/${reference}` });
    expect(await look(`/orders/${reference}`)).to.include('The courier is booked.');
  });

  const notTaken = '<p role="alert">The payment was not taken. Please try again or pay otherwise.</p>';

  it('shows the form again after a payment that is declined, also from the page of the order, and takes the next one', async () => {
    const { the, arrive } = await open();
    the.refuses = false;
    const { look, leads, buy } = arrive();
    const asked: string[] = [];
    const answers = [null, 'transaction-1'];
    the.payment = async (number) => {
      asked.push(number);
      return answers.shift() ?? null;
    };
    const { reference, location } = await buy();
    expect([location, await leads(`/orders/${reference}`)]).to.deep.equal(['/', '/']);
    expect(await look('/'))
      .to.include(notTaken)
      .and.include('value="Jalan Ganesa 10"')
      .and.include('value="jne/reg"');
    await buy();
    expect(await look(`/orders/${reference}`)).to.include('The courier is booked.');
    expect(asked).to.deep.equal(['', '.2'].map((end) => reference + end));
  });

  for (const [what, answer, end] of [
    ['taken', 'transaction-1', 'The courier is booked.'],
    ['declined', null, notTaken],
  ] as const)
    it(`shows the receipt of what was accepted in place of its form while a payment has no answer, and asks again when it is looked at: ${what}`, async () => {
      const { the, purchases, arrive } = await open();
      the.refuses = false;
      const { look, leads, choose, send } = arrive();
      const asked: string[] = [];
      const lost = () => Promise.reject(new Error('Timed out.'));
      const provider = { answer: lost as () => Promise<string | null> };
      the.payment = (number) => {
        asked.push(number);
        return provider.answer();
      };
      const form = await choose({ 'area-name': 'Coblong' });
      const { reference, location } = await send(form);
      const receipt = `/orders/${reference}`;
      expect([location, await leads('/')]).to.deep.equal([receipt, receipt]);
      // Pressed in a tab from before, with another choice.
      const pressed = await send({ ...form, shipping: 'jne/oke', address: 'Jalan Lain 1' });
      expect(pressed.location).to.equal(receipt);
      expect(await look(receipt))
        .to.include('We are checking your payment. You pay once at most.')
        .and.include('JNE REG to Jalan Ganesa 10, Coblong')
        .and.include('<dt>To pay</dt>')
        .and.include('<a href="">Look again</a>');
      provider.answer = async () => answer;
      const shown = await look(receipt);
      expect(shown || (await look('/'))).to.include(end);
      if (!answer) expect(await look('/')).to.include('value="Jalan Ganesa 10"');
      expect(new Set(asked)).to.deep.equal(new Set([reference]));
      const [{ service } = { service: '' }] = (await purchases.find({ reference })).deliveries;
      expect(service).to.equal('reg');
    });
});
