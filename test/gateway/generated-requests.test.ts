import { expect } from 'chai';
import { signCart } from '../../src/server.ts';
import { type Dice, diceOf } from '../sandbox/dice.ts';
import { bent } from '../support/bent.ts';
import { item } from '../support/fixtures.ts';
import { cart, openSandboxShop, order, question, site } from './shop.ts';

/** Different in every run; `SEED=…` repeats a run. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const requests = 10_000;

const paths = ['/v1/couriers', '/v1/rates/couriers', '/v1/orders', '/v1/draft_orders', '/v1/orders/a1/cancel'];
const inputs = [
  'tebet',
  'Kec. \0',
  '📦',
  "'; DROP TABLE",
  '\ud800',
  'a'.repeat(70),
  '',
  'kel\napa',
  { toString: 1 },
  '40132',
];
const more = ['/v1/tracking', '/v1/webhooks', ...inputs.map(() => '/v1/maps/areas')];
const oddPaths = ['/v1/orders/%2e%2e/cancel', '/v1', '/%00', '/v1/rates/couriers?x=1', '/V1/orders'];
const methods = ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', ...Array.from({ length: 5 }, () => 'POST')];

/** A token with something of it changed. */
function bentToken(dice: Dice, token: string): unknown {
  const parts = token.split('.');
  const at = dice.whole(0, 2);
  const part = parts[at] ?? '';
  const cut = dice.whole(0, part.length - 1);
  const other = part[cut] === 'A' ? 'B' : 'A';
  parts[at] = dice.pick([part.slice(0, cut), `${part.slice(0, cut)}${other}${part.slice(cut + 1)}`, part + part, '']);
  return dice.pick([parts.join('.'), parts.slice(0, 2).join('.'), [token], { token }, token.toUpperCase()]);
}

const anyHeaders = (dice: Dice) => ({
  'content-type': dice.chance(90) ? 'application/json' : dice.pick(['text/plain', 'application/json;', '*/*']),
  ...(dice.chance(30) && { origin: dice.pick([site, 'https://evil.test', 'null']) }),
  ...(dice.chance(20) && { 'x-forwarded-for': dice.pick(['::1', '1.1.1.1, 2.2.2.2', 'x'.repeat(500), ',,,']) }),
  ...(dice.chance(10) && { authorization: 'Bearer stolen', 'x-http-method-override': 'DELETE' }),
});

describe(`${requests} hostile requests (SEED=${seed})`, () => {
  it('get no 5xx, and only reads reach the service', async () => {
    const dice = diceOf(seed);
    const limits = { address: 1e9, session: 1e9, writes: 1e9, quotes: 1e9, sessionQuotes: 1e9, webhooks: 1e9 };
    const secret = 'what-the-dashboard-has';
    const optIn = { areas: true, tracking: true, webhooks: { secret } };
    const { ask, seen, keys, grant, events, place } = openSandboxShop({
      orders: 'order',
      cancels: true,
      limits,
      ...optIn,
    });
    const { id, track } = (await place({ reference: 'FOLLOWED' })).body;
    const webhook = {
      event: 'order.status',
      order_id: id,
      status: 'picked',
      courier_waybill_id: 'W',
      updated_at: null,
    };
    const [signed, granted] = [await signCart(cart, keys), await grant()];
    const bodies: (() => Record<string, unknown>)[] = [
      () => ({ ...question, cart: bentToken(dice, signed) }),
      () => ({ ...question, ...cart.origin, items: cart.items }),
      () => ({ grant: bentToken(dice, granted) }),
      () => ({ cancel: bentToken(dice, granted), cancellation_reason_code: 'others' }),
      () => ({ ...order }),
      () => ({ ...order, input: dice.pick(inputs) }),
      () => ({ ...webhook, order_id: dice.pick([id, 'unknown', `${id}\0`]) }),
    ];
    const authorizations = () => [secret, `Bearer ${track}`, `Bearer ${bentToken(dice, track)}`];
    const statuses = new Set<number>();
    for (let n = 0; n < requests; n++) {
      const [method, path] = [dice.pick(methods), dice.pick([...paths, ...oddPaths, ...more])];
      const whole = dice.pick(bodies)();
      const json = JSON.stringify(dice.chance(70) ? bent(dice, whole) : whole);
      const body = dice.chance(5) ? json.slice(dice.whole(0, 20)) : json;
      const before = seen.length;
      const authorization = dice.chance(50) ? { authorization: dice.pick(authorizations()) } : {};
      const init = {
        headers: { ...anyHeaders(dice), ...authorization },
        ...(!['GET', 'HEAD'].includes(method) && { body }),
      };
      const { status } = await ask(method, path, init);
      statuses.add(status);
      const what = `request ${n}: ${method} ${path} ${body.slice(0, 200)}`;
      expect(status, what).to.be.below(500);
      const reached = seen.slice(before);
      for (const { path: asked } of reached)
        expect(asked, what).to.match(/^\/v1\/(couriers|rates\/couriers|maps\/areas\?.*|trackings\/\w+)$/);
      if (reached.length) expect([200, 400], what).to.include(status);
    }
    expect(({} as { admin?: unknown }).admin).to.equal(undefined);
    expect(events.some(({ fault }) => fault)).to.equal(false);
    expect([...statuses]).to.include.members([200, 400, 401, 403, 404, 405, 415]);
  }).timeout(120_000);
});

/** Values that throw if code takes them for a text, a number or a list before a schema has read them. */
const odd: unknown[] = [
  { toString: 1 },
  { toString: null, valueOf: null },
  { toJSON: 1 },
  { length: 2 ** 32 },
  { trim: 1 },
  [[]],
  [null],
  [{ toString: 1 }],
  {},
  [],
  true,
  0,
  -1,
  1e308,
  '',
  ' ',
  '\ud800',
  '1e309',
  null,
];

describe('a field of a request', () => {
  it('gets no 5xx whatever its value is, in each operation', async () => {
    const limits = { address: 1e9, session: 1e9, writes: 1e9, quotes: 1e9, sessionQuotes: 1e9, webhooks: 1e9 };
    const webhooks = { secret: 'what-the-dashboard-has' };
    const sender = { origin_contact_name: 'Toko', origin_contact_phone: '081234500001', origin_address: 'Jalan 10' };
    const granting = openSandboxShop({ orders: 'order', cancels: true, limits, webhooks });
    const drafting = openSandboxShop({ orders: 'draft', sender, limits });
    const { id, cancel } = (await granting.place()).body;
    const coordinate = { latitude: -6.9, longitude: 107.6 };
    const locators = {
      destination_area_id: 'IDNP9IDNC22IDND289IDZ40111',
      destination_postal_code: 40_111,
      destination_latitude: -6.9,
      destination_longitude: 107.6,
    };
    const extras = {
      courier_insurance: 1,
      destination_cash_on_delivery: 1,
      destination_cash_on_delivery_type: '7_days',
    };
    const page = { ...question, ...locators, ...extras, fresh: true };
    const draft = { ...order, ...locators, ...extras, destination_coordinate: coordinate, reference_id: 'D1' };
    const webhook = {
      event: 'order.status',
      order_id: id,
      status: 'picked',
      courier_waybill_id: 'WB1',
      courier_tracking_id: 'T1',
      order_price: 1,
      price: 1,
      updated_at: '2026-09-07T22:25:15.115Z',
    };
    const operations: [shop: typeof granting, path: string, body: Record<string, unknown>][] = [
      [granting, '/v1/rates/couriers', { ...page, cart: await signCart(cart, granting.keys) }],
      [
        granting,
        '/v1/rates/couriers',
        { ...page, ...cart.origin, origin_latitude: 1, origin_longitude: 1, items: [item] },
      ],
      [granting, '/v1/orders', { grant: await granting.grant() }],
      [granting, '/v1/draft_orders', { grant: await granting.grant({ kind: 'draft_order' }) }],
      [granting, `/v1/orders/${id}/cancel`, { cancel, cancellation_reason_code: 'others', cancellation_reason: 'x' }],
      [drafting, '/v1/draft_orders', { ...draft, cart: await signCart(cart, drafting.keys) }],
      [granting, '/v1/webhooks', webhook],
    ];
    const tried = async (shop: typeof granting, path: string, body: unknown) => {
      const headers = { 'content-type': 'application/json', authorization: webhooks.secret };
      const { status } = await shop.ask('POST', path, { body: JSON.stringify(body), headers });
      expect(status, `${path} ${JSON.stringify(body)}`).to.be.below(500);
    };
    for (const [shop, path, body] of operations)
      for (const value of odd) {
        for (const field of Object.keys(body)) await tried(shop, path, { ...body, [field]: value });
        for (const field of Object.keys('items' in body ? item : {}))
          await tried(shop, path, { ...body, items: [{ ...item, [field]: value }] });
        await tried(shop, path, value);
      }
    expect([...granting.events, ...drafting.events].filter(({ fault }) => fault)).to.deep.equal([]);
  }).timeout(120_000);
});
