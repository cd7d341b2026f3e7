import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { expect } from 'chai';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { reasons } from '../../src/client/index.ts';
import type { Rate } from '../../src/contract/index.ts';
import { Locators } from '../../src/contract/locator.ts';
import { extraFields } from '../../src/extras/index.ts';
import { refusalReasons } from '../../src/gateway/http/refusal.ts';
import { offersFor } from '../../src/gateway/quote/offers.ts';
import { destinationOf } from '../../src/gateway/quote/question.ts';
import { serveGateway } from '../../src/gateway/serve/serve.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import {
  type Cart,
  type Destination,
  type GrantDetails,
  orderOutcome,
  type QuoteHtml,
  quoteHtml,
  signCart,
  signGrant,
  verifyOffer,
} from '../../src/server.ts';
import { cartExtras, readCart } from '../../src/tokens/cart.ts';
import { docsPage, exampleOf } from '../support/docs.ts';
import { rate, contacts as sentContacts } from '../support/fixtures.ts';
import { listen } from '../support/listen.ts';
import { hasPhp } from '../support/php.ts';
import { cart, destination, key, openSandboxShop, order, question } from './shop.ts';

const example = exampleOf(docsPage('whole-shops'), 'php', 'The same in PHP')
  .replace('<?php', '')
  .replace("'2026-11'", "'now'");

interface Form {
  cart: Cart;
  destination: Destination;
  service: string;
  insurance: boolean;
  cashOnDelivery: boolean;
}

if (hasPhp())
  describe('“The same in PHP” of the docs', () => {
    const shop = openSandboxShop();
    /** Runs the example for this shop, and one more call. `$in` is the input. */
    const php = (call: string, input: unknown): string => {
      const code = `${example.replace("'toko-senja'", `'${shop.account}'`)}
        $in = json_decode(file_get_contents('php://stdin'), true);
        try { echo ${call}; } catch (RuntimeException $problem) { echo $problem->getMessage(); }`;
      const env = { ...process.env, SHIPPING_SECRET: shop.keys.current.secret };
      const { stdout, stderr } = spawnSync('php', ['-r', code], {
        input: JSON.stringify(input),
        env,
        encoding: 'utf8',
      });
      expect(stderr).to.equal('');
      return stdout;
    };
    /** Price of the delivery, what is paid now and what at the door; or why the offer is refused. */
    const accepted = (offer: unknown, form: Form) =>
      php(
        `(function ($in) { $form = $in['form'];
          $accepted = ship_accept($in['offer'], $form['cart'], $form['destination'], $form['service'], $form['insurance'], $form['cashOnDelivery']);
          return implode(' ', [$accepted['price'], $accepted['payNow'], $accepted['payAtDoor']]); })($in)`,
        { offer, form },
      );
    type Row = Rate & { offer: string };
    const quote = async (token: string, extras: object = {}): Promise<Row[]> => {
      const { status, body } = await shop.post('/v1/rates/couriers', { ...question, ...extras, cart: token });
      expect(status, JSON.stringify(body)).to.equal(200);
      return body.pricing;
    };
    const formOf = (row: Row, changes: Partial<Form> = {}): Form => {
      const service = `${row.courier_code}/${row.courier_service_code}`;
      return { cart, destination, service, insurance: false, cashOnDelivery: false, ...changes };
    };

    const [goods] = cart.items;
    const carts = {
      'names in any script': {
        ...cart,
        items: [{ ...goods, name: 'Kain “Batik” / ü 💡\u2028', width: 8.5, height: 9.0 }],
      },
      'numbers as text and empty fields': {
        ...cart,
        items: [{ ...goods, sku: '', value: String(goods?.value), quantity: '2', weight: '250', width: '9.0' }],
        origin: { origin_postal_code: '12440' },
        subtotal: '150000',
      },
    };
    for (const [name, written] of Object.entries(carts))
      it(`signs a cart with ${name} as the gateway reads it`, async () => {
        const [row] = await quote(php("ship_sign('cart', 24 * 60, $in)", written), { courier_insurance: 1 });
        if (!row) expect.fail('No rate was offered.');
        const asText = { destination_postal_code: '40111' } as unknown as Destination;
        const form = formOf(row, { cart: written as Cart, destination: asText, insurance: true });
        expect(accepted(row.offer, form)).to.equal(`${row.price} ${150_000 + row.price} 0`);
      });

    it('reads the district of a form as the whole shop in PHP says', async () => {
      const [, place = ''] = docsPage('whole-shops').match(/^`(\['destination_area_id' => .+\])`\.$/m) ?? [];
      const destination = JSON.parse(
        php(`ship_json((function ($_POST) { return ${place}; })($in))`.replaceAll('$_POST', '$in'), {
          area: 'IDNP9IDNC206IDND1068IDZ40132',
          'area-postal-code': '40132',
        }),
      );
      const asked = { destination_area_id: 'IDNP9IDNC206IDND1068IDZ40132', destination_postal_code: 40132 };
      const [row] = await quote(await signCart(cart, shop.keys), asked);
      if (!row) expect.fail('No rate was offered.');
      expect(accepted(row.offer, formOf(row, { destination }))).to.equal(`${row.price} ${150_000 + row.price} 0`);
    });

    it('reads an offer as ship-elements/server does, for each combination of the switches', async () => {
      const asked = { courier_insurance: 1, destination_cash_on_delivery: 1, couriers: 'jne,jntcargo,lion' };
      const rows = await quote(await signCart(cart, shop.keys), asked);
      for (const row of rows.filter(({ courier_code }, at) => courier_code === 'jntcargo' || at < 3))
        for (const [insurance, cashOnDelivery, cash_on_delivery_collects] of [
          [false, false],
          [true, false],
          [true, true],
          [false, true, 'goods'],
        ] as const) {
          const form = formOf(row, { cart: { ...cart, cash_on_delivery_collects }, insurance, cashOnDelivery });
          const ours = await verifyOffer(row.offer, form, shop.keys).then(
            ({ price, payNow, payAtDoor }) => `${price} ${payNow} ${payAtDoor}`,
            ({ code }) => code,
          );
          expect(accepted(row.offer, form), form.service).to.equal(ours);
        }
    });

    /** What a grant says, or why there is none. */
    const said = (grant: string) => {
      if (!grant.includes('.')) return grant;
      const { iat = 0, exp = 0, ...claims } = decodeJwt(grant);
      return { ...decodeProtectedHeader(grant), ...claims, minutes: (exp - iat) / 60 };
    };

    it('grants what signGrant does, or refuses as verifyOffer does, for each offer of the gateway, cart and choice', async () => {
      const [on, off] = [true, false];
      const both = [off, on].flatMap((insurance) => [off, on].map((cashOnDelivery) => ({ insurance, cashOnDelivery })));
      const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
      const days = { first: '2026-12-02', last: '2026-12-03', hand_over: at(0), cut_off: at(0), later: false };
      const [past, next] = [at(-1), '2099-12-01T15:00+07:00'].map((until) => ({ ...days, until }));
      const rows: Record<string, Partial<Rate>> = {
        usual: {},
        'drop-off alone': { available_collection_method: ['drop_off'] },
        'pickup alone': { available_collection_method: ['pickup'] },
        'no method': { available_collection_method: [] },
        'promised, after a cut-off': { arrivals: [past, next] as Rate['arrivals'] },
        'promised until a moment ago': { arrivals: [past] as Rate['arrivals'] },
        'cargo, always insured': { courier_code: 'jntcargo', available_for_insurance: true },
        'never insured': { available_for_insurance: false },
        'without cash on delivery': { available_for_cash_on_delivery: false },
      };
      const place = { destination_area_id: 'IDNP9IDNC22IDND1IDZ40132', destination_postal_code: 40132 };
      const point = { destination_latitude: -6.9, destination_longitude: 107.61 };
      const [goods] = cart.items;
      const carts: [written: unknown, destination: unknown][] = [
        [cart, destination],
        [
          { ...cart, insurance_amount: 90_000, cash_on_delivery_collects: 'goods', cash_on_delivery_type: '3_days' },
          { ...place, ...point },
        ],
        [
          {
            items: [{ ...goods, sku: null, length: '', value: '75000', weight: '28.35', height: 9.0 }],
            origin: {
              origin_postal_code: '12440',
              origin_latitude: '-6.25',
              origin_longitude: '',
              origin_area_id: null,
            },
            ...{ subtotal: '150000', session: 'visit-1' },
          },
          // A whole form, as PHP has it in `$_POST`.
          {
            ...{
              ...place,
              destination_postal_code: '40132',
              destination_latitude: '-6.9',
              destination_longitude: null,
            },
            ...{ courier_type: 'yes', courier_insurance: 1, name: 'Siti' },
          },
        ],
        // As a DECIMAL column gives it, and an area's id in small letters.
        [
          {
            ...{ ...cart, items: [{ ...goods, value: '75000.00', quantity: '2.0', width: '8.50' }] },
            ...{ origin: { origin_area_id: 'idnp6idnc148idnd836idz12440' }, subtotal: '150000.00' },
            insurance_amount: '90000.00',
          },
          { ...place, destination_area_id: place.destination_area_id.toLowerCase() },
        ],
      ];
      const allContacts: Record<string, unknown>[] = [
        { ...sentContacts },
        {
          ...{ ...sentContacts, origin_collection_method: 'drop_off', destination_note: 'Blue door', tags: ['a'] },
          ...{ courier_insurance: 1, destination_cash_on_delivery: 1, destination_cash_on_delivery_type: '3_days' },
          ...{ delivery_type: 'scheduled', delivery_date: '2026-12-01', delivery_time: '09:00' },
          ...{
            origin_area_id: 'X1',
            destination_postal_code: 10110,
            destination_coordinate: { latitude: 1, longitude: 2 },
          },
          ...{ origin_coordinate: { latitude: 1, longitude: 2 }, items: [], courier_company: 'x', courier_type: 'y' },
        },
      ];
      const cases: { what: string; offer: string; form: Form; contacts: object }[] = [];
      for (const [which, [written, where]] of carts.entries())
        for (const asked of both) {
          const read = readCart(written as Cart);
          const request = { ...extraFields(cartExtras(read, asked)), items: read.items };
          const quoted = Object.entries(rows).flatMap(([name, changes]) =>
            [0, 1].map((surplus) => {
              const always = changes.courier_code === 'jntcargo';
              const insurance_fee = always || (asked.insurance && changes.available_for_insurance !== false) ? 375 : 0;
              const hasCash = asked.cashOnDelivery && changes.available_for_cash_on_delivery !== false;
              const cash_on_delivery_fee = hasCash ? 6_000 : 0;
              const price = 15_000 + insurance_fee + cash_on_delivery_fee + surplus;
              const row = rate({ ...changes, insurance_fee, cash_on_delivery_fee, price });
              return { name: `${name}${surplus ? ', whose fees do not add up' : ''}`, row };
            }),
          );
          const offers = await offersFor(
            { cart: read, destination: destinationOf(Locators.parse(where)), request },
            quoted.map(({ row }) => row),
            shop.keys,
            new Date(),
          );
          for (const [at, { name, row }] of quoted.entries())
            for (const chosen of both) {
              const form = formOf(row as Row, { cart: written as Cart, destination: where as Destination, ...chosen });
              const what = `cart ${which}, ${name}, asked ${JSON.stringify(asked)}, chosen ${JSON.stringify(chosen)}`;
              const contacts = allContacts[at % 2] ?? {};
              cases.push({ what, offer: offers[at] ?? '', form, contacts });
            }
        }
      const theirs = php(
        `implode(' ', array_map(function ($one) { $form = $one['form'];
          try {
            $accepted = ship_accept($one['offer'], $form['cart'], $form['destination'], $form['service'], $form['insurance'], $form['cashOnDelivery']);
            // A shop stores it.
            return ship_grant(json_decode(ship_json($accepted), true), ship_contacts($one['contacts']), 'INV-7');
          } catch (RuntimeException $problem) { return $problem->getMessage(); }
        }, $in))`,
        cases,
      ).split(' ');
      const granted = new Set<string>();
      for (const [at, { what, offer, form, contacts }] of cases.entries()) {
        const ours = await verifyOffer(offer, form, shop.keys).then(
          (accepted) =>
            signGrant({ offer: accepted, contacts: contacts as GrantDetails, reference: 'INV-7' }, shop.keys),
          ({ code }) => code,
        );
        expect(said(theirs[at] ?? ''), what).to.deep.equal(said(ours));
        granted.add(ours.includes('.') ? 'granted' : ours);
      }
      expect([...granted].sort()).to.deep.equal(['cod-unavailable', 'granted', 'not-quoted']);
    }).timeout(60_000);

    const contacts = Object.fromEntries(Object.entries(order).filter(([field]) => /_contact_|_address/.test(field)));
    /** What `ship_contacts` says of each: `taken`, or the field. */
    const taken = (given: object[]) =>
      php(
        `implode(' ', array_map(function ($given) {
          try { return ship_contacts($given) === $given ? 'taken' : 'changed'; } catch (RuntimeException $field) { return $field->getMessage(); }
        }, $in))`,
        given,
      ).split(' ');

    it('names the field of sender or recipient that no courier takes', () => {
      const wrong = ['origin', 'destination'].flatMap((side) =>
        [`${side}_contact_name`, `${side}_contact_phone`, `${side}_address`].flatMap((field) =>
          [undefined, null, '', ' \u200b', field.endsWith('phone') ? '0812345' : '\u00a0'].map(
            (value) => [field, { ...contacts, [field]: value }] as const,
          ),
        ),
      );
      const cases = [['taken', contacts] as const, ...wrong];
      expect(taken(cases.map(([, given]) => given))).to.deep.equal(cases.map(([field]) => field));
    });

    it('takes the phones that the gateway takes, but none in wide digits', () => {
      const file = new URL('../support/text-cases.json', import.meta.url);
      const { phones }: { phones: { given: string; read: string | null }[] } = JSON.parse(readFileSync(file, 'utf8'));
      const cases = phones.filter(({ given }) => !/[\uff00-\uffef]\d?[\uff00-\uffef]/.test(given));
      const read = taken(cases.map(({ given }) => ({ ...contacts, destination_contact_phone: given })));
      for (const [at, { given, read: expected }] of cases.entries())
        expect(read[at], given).to.equal(expected === null ? 'destination_contact_phone' : 'taken');
    });

    it('knows the final answers as orderOutcome of ship-elements/server does', () => {
      const every = [...refusalReasons, ...reasons, 'a-new-word'].map((reason) => ({ success: false, reason }));
      const answers = [...every, { success: true, id: 'o1' }, { success: 'true' }, {}, null, '<h1>502</h1>', 502, []];
      const outcomes = php("implode(' ', array_map('ship_outcome', $in))", answers).split(' ');
      expect(outcomes).to.deep.equal(answers.map(orderOutcome));
    });

    it('neither signs nor reads anything without a secret', () => {
      for (const SHIPPING_SECRET of ['', 'short'])
        for (const call of ["ship_sign('cart', 24 * 60, [])", "ship_verify('offer', 20, 'a.b.c')"]) {
          const options = { env: { ...process.env, SHIPPING_SECRET }, encoding: 'utf8' } as const;
          const { stdout, stderr, status } = spawnSync(
            'php',
            ['-r', `${example} $made = ${call}; echo 'went on';`],
            options,
          );
          expect(stdout + stderr, call)
            .to.include('SHIPPING_SECRET must be set')
            .and.not.include('went on');
          expect(status).to.equal(255);
        }
    });

    it('refuses an offer that is forged, or is for something else', async () => {
      const token = await signCart(cart, shop.keys);
      const [row] = await quote(token);
      if (!row) expect.fail('No rate was offered.');
      const [head, claims] = row.offer.split('.');
      const cases: [code: string, offer: string, changes?: Partial<Form>][] = [
        ['forged', `${row.offer}x`],
        ['forged', `${head}.${claims}.`],
        ['forged', token],
        ['other-cart', row.offer, { cart: { ...cart, subtotal: 1 } }],
        ['other-destination', row.offer, { destination: { destination_postal_code: 99351 } }],
        ['other-service', row.offer, { service: 'jne/other' }],
        ['not-quoted', row.offer, { insurance: true }],
      ];
      for (const [code, offer, changes] of cases) expect(accepted(offer, formOf(row, changes)), code).to.equal(code);
    });

    it('takes the service from the offer for a form without JavaScript', async () => {
      const [row] = await quote(await signCart(cart, shop.keys));
      if (!row) expect.fail('No rate was offered.');
      expect(accepted(row.offer, formOf(row, { service: '' }))).to.equal(`${row.price} ${150_000 + row.price} 0`);
    });

    describe('with the gateway as a process of its own', () => {
      const hostile = `"><img src=x onerror='alert(1)'></script><!--&amp; \u2028 “Batik” 💡`;
      const now = new Date();
      const folder = mkdtempSync(join(tmpdir(), 'ship-php-'));
      const open: (() => Promise<unknown>)[] = [];
      /** What `quoteHtml` was given. */
      let given: QuoteHtml | undefined;
      let gateway = '';
      /** What PHP has logged of its last page. */
      let log = '';

      before(async () => {
        const sandbox = createSandbox({ key });
        const service = await listen(getRequestListener((request) => sandbox.fetch(request)));
        const keys = { account: shop.account, secrets: { current: shop.keys.current } };
        const more = {
          origins: ['https://shop.test'],
          database: join(folder, 'gateway.db'),
          basePath: '/shipping',
          port: 0,
        };
        const load = async () => ({
          quoteHtml(asked: QuoteHtml) {
            const quote = asked.quote.map(({ rate }) => ({
              rate: { ...rate, courier_name: hostile, courier_service_name: hostile },
            }));
            given = { ...asked, quote, now };
            return quoteHtml(given);
          },
        });
        const running = await serveGateway({ upstream: service.address, key, ...keys, ...more }, () => {}, load);
        gateway = `${running.address}/shipping`;
        open.push(running.stop, service.close);
      });
      after(async () => {
        for (const close of open) await close();
        rmSync(folder, { recursive: true });
      });

      /** Does not hold up this process, which is the gateway. */
      async function inPage(options: object, at = gateway, server: object = {}): Promise<string> {
        given = undefined;
        const env = { ...process.env, SHIPPING_SECRET: shop.keys.current.secret };
        const code = `${example} $in = json_decode(file_get_contents('php://stdin'), true); $_SERVER += $in['server']; echo ship_quote_html($in['gateway'], $in['given']);`;
        const program = spawn('php', ['-d', 'error_log=', '-r', code], { env });
        program.stdin.end(JSON.stringify({ gateway: at, given: options, server }));
        const [html, errors] = await Promise.all([text(program.stdout), text(program.stderr)]);
        log = errors;
        return html;
      }

      const [goods] = cart.items;
      const items = [{ ...goods, name: hostile }] as typeof cart.items;
      const usual = async (changes: object = {}) => ({
        ...{ name: 'shipping', couriers: 'jne,sicepat,jntcargo' },
        ...{ cart: await signCart({ ...cart, items }, shop.keys), shipment: { ...cart.origin, ...destination, items } },
        ...changes,
      });
      const cases: Record<string, object> = {
        'with hostile names': {},
        'in Indonesian, required and chosen': { lang: 'id', required: true, value: 'sicepat/reg', rows: 2 },
        'insured, for a form elsewhere': { insurance: true, form: `pay["'<`, name: `order["'<ship]` },
        'without switches': { switches: '', preselect: 'cheapest' },
      };
      for (const [what, changes] of Object.entries(cases))
        it(`writes the bytes of quoteHtml ${what}`, async () => {
          const options = await usual(changes);
          const written = await inPage(options);
          if (!given) expect.fail('quoteHtml was not asked.');
          expect(given).to.deep.include(options);
          expect(given.quote).to.have.length.above(4);
          expect(written)
            .to.equal(quoteHtml(given))
            .and.match(/^<div class="ship-quote"/);
        });

      it('is empty and logs it for the page of a proxy, and for another status than 200', async () => {
        const [options, list] = [await usual(), '<div class="ship-quote">a list</div>'];
        for (const [status, body, expected, logged] of [
          [200, list, list, ''],
          [200, '', '', ''],
          [200, '<html>Please log in</html>', '', '200 OK <html>Please log in</html>'],
          [502, '<html>502</html>', '', '502 Bad Gateway <html>502</html>'],
          [502, list, '', `502 Bad Gateway ${list}`],
        ] as const) {
          const proxy = await listen((_request, response) => response.writeHead(status).end(body));
          expect(await inPage(options, proxy.address), `${status} ${body}`).to.equal(expected);
          expect(log.trim()).to.equal(logged && `The page comes without prices: HTTP/1.1 ${logged}`);
          await proxy.close();
        }
      });

      it('names the address of the shopper to the gateway, and those that proxies have added', async () => {
        const asked: unknown[] = [];
        const proxy = await listen(({ headers }, response) => {
          asked.push([headers['content-type'], headers['x-forwarded-for']]);
          response.end();
        });
        for (const of of [{}, { HTTP_X_FORWARDED_FOR: '198.51.100.7' }])
          await inPage(await usual(), proxy.address, { ...of, REMOTE_ADDR: '203.0.113.80' });
        await proxy.close();
        expect(asked).to.deep.equal([
          ['application/json', ', 203.0.113.80'],
          ['application/json', '198.51.100.7, 203.0.113.80'],
        ]);
      });

      it('is empty without a price, for a forged cart, and if no gateway answers', async () => {
        const options = await usual();
        expect(await inPage({ ...options, cart: `${options.cart}x` })).to.equal('');
        expect(await inPage({ ...options, couriers: 'nobody' })).to.equal('');
        expect(await inPage({ ...options, shipment: { items } })).to.equal('');
        for (const address of ['http://127.0.0.1:1/shipping', '/shipping']) {
          expect(await inPage(options, address)).to.equal('');
          expect(log).to.include(`The page comes without prices: no answer of ${address}`);
        }
      });
    });
  });
