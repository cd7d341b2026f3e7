import { expect } from 'chai';
import { signCart } from '../../src/server.ts';
import { type Dice, diceOf } from '../sandbox/dice.ts';
import { bent } from '../support/bent.ts';
import { cart, openSandboxShop, order, question, site } from './shop.ts';

/** Different in every run; `SEED=…` repeats a run. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const requests = 10_000;

const paths = ['/v1/couriers', '/v1/rates/couriers', '/v1/orders', '/v1/draft_orders', '/v1/orders/a1/cancel'];
const areas = '/v1/maps/areas?countries=ID&type=single&input=';
const inputs = [
  'tebet',
  'Kec. %00',
  '%F0%9F%93%A6',
  "'; DROP TABLE",
  '%ff',
  'a'.repeat(70),
  '',
  'kel%0Aapa',
  '&input=menteng',
];
const more = ['/v1/tracking', '/v1/webhooks', ...inputs.map((input) => areas + input)];
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
