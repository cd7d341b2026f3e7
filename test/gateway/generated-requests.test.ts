import { expect } from 'chai';
import { signCart } from '../../src/server.ts';
import { type Dice, diceOf } from '../sandbox/dice.ts';
import { bent } from '../support/bent.ts';
import { cart, openSandboxShop, order, question, site } from './shop.ts';

/** Different in every run; `SEED=…` repeats a run. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const requests = 10_000;

/** A token with something of it changed. */
function bentToken(dice: Dice, token: string): unknown {
  const parts = token.split('.');
  const at = dice.whole(0, 2);
  const part = parts[at] ?? '';
  const cut = dice.whole(0, part.length - 1);
  parts[at] = dice.pick([part.slice(0, cut), `${part.slice(0, cut)}A${part.slice(cut + 1)}`, part + part, '']);
  return dice.pick([parts.join('.'), parts.slice(0, 2).join('.'), [token], { token }, token.toUpperCase()]);
}

describe(`${requests} hostile requests (SEED=${seed})`, () => {
  it('are answered without a 5xx, and only questions for prices and couriers reach the service', async () => {
    const dice = diceOf(seed);
    const limits = { address: 1e9, session: 1e9, writes: 1e9, quotes: 1e9 };
    const { ask, seen, keys, grant, events } = openSandboxShop({ orders: 'order', cancels: true, limits });
    const signed = await signCart(cart, keys);
    const granted = await grant();
    const paths = [
      '/v1/couriers',
      '/v1/rates/couriers',
      '/v1/orders',
      '/v1/draft_orders',
      '/v1/orders/a1/cancel',
      '/v1/orders/%2e%2e/cancel',
      '/v1',
      '/%00',
      '/v1/rates/couriers?x=1',
      '/V1/orders',
    ];
    const methods = ['GET', 'POST', 'POST', 'POST', 'POST', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'];
    const bodies = [
      () => ({ ...question, cart: signed }),
      () => ({ ...question, ...cart.origin, items: cart.items }),
      () => ({ grant: granted }),
      () => ({ cancel: granted, cancellation_reason_code: 'others' }),
      () => ({ ...order }),
    ];
    const statuses = new Map<number, number>();
    for (let n = 0; n < requests; n++) {
      const method = dice.pick(methods);
      const path = dice.pick(paths);
      const whole = dice.pick(bodies)() as Record<string, unknown>;
      for (const name of ['cart', 'grant', 'cancel'])
        if (typeof whole[name] === 'string') whole[name] = bentToken(dice, String(whole[name]));
      const body = dice.chance(70) ? bent(dice, whole) : whole;
      const text = dice.chance(5) ? JSON.stringify(body).slice(dice.whole(0, 20)) : JSON.stringify(body);
      const headers = {
        'content-type': dice.chance(90) ? 'application/json' : dice.pick(['text/plain', 'application/json;', '*/*']),
        ...(dice.chance(30) && { origin: dice.pick([site, 'https://evil.test', 'null']) }),
        ...(dice.chance(20) && { 'x-forwarded-for': dice.pick(['::1', '1.1.1.1, 2.2.2.2', 'x'.repeat(500), ',,,']) }),
        ...(dice.chance(10) && { authorization: 'Bearer stolen', 'x-http-method-override': 'DELETE' }),
      };
      const before = seen.length;
      const withBody = method !== 'GET' && method !== 'HEAD';
      const { status } = await ask(method, path, { headers, ...(withBody && { body: text }) });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const what = `request ${n}: ${method} ${path} ${text.slice(0, 200)}`;
      expect(status, what).to.be.below(500);
      const reached = seen.slice(before);
      // Without a valid token only these two may be asked.
      for (const { path: asked } of reached) expect(['/v1/couriers', '/v1/rates/couriers'], what).to.include(asked);
      if (reached.length) expect([200, 400], what).to.include(status);
    }
    expect(({} as { admin?: unknown }).admin).to.equal(undefined);
    expect(events.some(({ fault }) => fault)).to.equal(false);
    for (const status of [200, 400, 403, 404, 405, 415]) expect(statuses.get(status), String(status)).to.be.above(0);
  }).timeout(120_000);
});
