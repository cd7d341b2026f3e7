/** What strangers try on a link to a parcel, over real HTTP and with the client of the element in front. */

import { request as send } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { expect } from 'chai';
import { SignJWT } from 'jose';
import { createParcelClient } from '../../src/client/index.ts';
import { signCart, signGrant, signTrack } from '../../src/server.ts';
import { listen } from '../support/listen.ts';
import { cart, openSandboxShop } from './shop.ts';

const now = () => new Date('2026-11-22T03:00:00Z');

describe('a link to a parcel, attacked over HTTP', () => {
  let open: { close(): Promise<void> } | undefined;
  afterEach(async () => {
    await open?.close();
    open = undefined;
  });

  async function openParcel() {
    const shop = openSandboxShop({ orders: 'order', tracking: true, cancels: true, now }, { now });
    const { body: placed } = await shop.place();
    const listener = getRequestListener((request) => shop.gateway.fetch(request, {}), { overrideGlobalObjects: false });
    const served = await listen(listener);
    open = served;
    const client = createParcelClient({ baseUrl: served.address });
    const reads = () => shop.seen.filter(({ path }) => path.startsWith('/v1/trackings')).length;
    return { ...shop, placed, client, address: served.address, reads };
  }

  /** Sends a request as it is, which `fetch` would refuse or correct. */
  const raw = (address: string, options: object, body?: Uint8Array) =>
    new Promise<number | string | undefined>((resolve) => {
      // A connection of its own: the server may close it before it has read everything, and the next request must not meet that.
      const request = send(address, { ...options, agent: false }, (response) => {
        response.on('error', () => {}).resume();
        resolve(response.statusCode);
      });
      request.on('error', ({ code }: Error & { code?: string }) => resolve(code));
      request.end(body);
    });

  it('is refused alike to every other token, and reads nothing', async () => {
    const { client, placed, keys, reads } = await openParcel();
    const [, claims = '', signature = ''] = placed.track.split('.');
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = new SignJWT({ reference: 'CART-1' }).setIssuedAt(now()).setExpirationTime('90d');
    const others = {
      'another kind: cart': await signCart(cart, keys, now()),
      'another kind: cancel': placed.cancel,
      'another kind: grant': await signGrant({ reference: 'CART-1', order: {} } as never, keys, now()).catch(
        () => 'a.b.c',
      ),
      'another shop': await signTrack({ reference: 'CART-1' }, { ...keys, account: 'another-shop' }, now()),
      'another secret': await signTrack(
        { reference: 'CART-1' },
        { ...keys, current: { ...keys.current, secret: 'x'.repeat(32) } },
        now(),
      ),
      'no algorithm': `${encoded({ alg: 'none', typ: 'track+jwt' })}.${claims}.`,
      'no signature': `${encoded({ alg: 'none' })}.${claims}.${signature}`,
      'another order': `${placed.track.split('.')[0]}.${encoded({ reference: 'CART-2' })}.${signature}`,
      'a stranger’s key': await forged
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('a stranger’s key of 32 characters')),
      'an order that does not exist': await signTrack({ reference: 'NOT-ORDERED' }, keys, now()),
      'a long one': `${'a'.repeat(4_000)}.b.c`,
    };
    for (const [name, token] of Object.entries(others)) {
      const thrown = await client.track(token).catch((error: Error) => error);
      expect(thrown, name).to.include({ code: 'link-refused', reason: 'track-invalid' });
    }
    expect(reads()).to.equal(0);
  });

  it('says that it has expired only to who has it', async () => {
    const { client, keys } = await openParcel();
    const old = new Date(now().getTime() - 91 * 24 * 3_600_000);
    for (const [reference, account] of [
      ['CART-1', keys.account],
      ['NOT-ORDERED', keys.account],
    ] as const) {
      const expired = await signTrack({ reference }, { ...keys, account }, old);
      expect(await client.track(expired).catch((error: Error) => error)).to.include({ reason: 'track-expired' });
    }
    const others = await signTrack({ reference: 'CART-1' }, { ...keys, account: 'another-shop' }, old);
    expect(await client.track(others).catch((error: Error) => error)).to.include({ reason: 'track-invalid' });
  });

  it('is read once for two hundred replays, and the rest of a minute is refused', async () => {
    const { client, placed, reads } = await openParcel();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        client.track(placed.track).then(
          () => 'answered',
          (error) => error.code,
        ),
      ),
    );
    expect(answers.filter((answer) => answer === 'answered')).to.have.lengthOf(90);
    expect(answers.filter((answer) => answer === 'unavailable')).to.have.lengthOf(110);
    expect(reads()).to.equal(1);
  });

  it('takes no body, and no token in the address', async () => {
    const { address, placed, reads } = await openParcel();
    const authorization = `Bearer ${placed.track}`;
    const large = Buffer.alloc(10_000_000, 'x');
    const url = `${address}/v1/tracking`;
    const headers = { 'content-length': large.length };
    // The server may answer and close before it has read everything.
    const closed = ['ECONNRESET', 'EPIPE'];
    const of = (method: string) => raw(url, { method, headers: { ...headers, authorization } }, large);
    expect([200, ...closed]).to.include(await of('GET'));
    expect([405, ...closed]).to.include(await of('POST'));
    for (const query of [`?t=${placed.track}`, `?token=${placed.track}`, `?authorization=Bearer%20${placed.track}`])
      expect(await raw(url + query, {}), query.slice(0, 8)).to.equal(401);
    for (const cookie of [`track=${placed.track}`, `authorization=${authorization}`])
      expect(await raw(url, { headers: { cookie } })).to.equal(401);
    for (const other of [`Basic ${placed.track}`, `${authorization}, Bearer x.y.z`, `Bearer ${'x'.repeat(10_000)}`])
      expect(await raw(url, { headers: { authorization: other } })).to.equal(401);
    expect(reads()).to.be.at.most(1);
  });

  it('shows no markup, script or turned text of an answer of the service', async () => {
    const { placed, settings, another } = await openParcel();
    const { fetch = globalThis.fetch } = settings;
    settings.fetch = async (input, init) => {
      const { pathname } = new URL(String(input));
      if (!pathname.startsWith('/v1/trackings')) return fetch(input, init);
      const row = { status: '__proto__', note: '<img src=x onerror=alert(1)> 0812 3456 7890', updated_at: 'never' };
      const history = Array.from({ length: 5_000 }, () => row);
      return Response.json({ success: true, status: 'toString', link: 'javascript:alert(1)', history });
    };
    const gateway = another();
    const parcel = await createParcelClient({
      baseUrl: 'https://gateway.test',
      fetch: async (input, init) => gateway.fetch(new Request(input, init), {}),
    }).track(placed.track);
    expect(parcel.history).to.have.lengthOf(100);
    expect(parcel.history[0]).to.deep.equal({
      status: '__proto__',
      updated_at: undefined,
      note: '<img src=x onerror=alert(1)> •••',
    });
    expect(parcel.link, 'the link of the order').to.match(/^https:/);
  });
});
