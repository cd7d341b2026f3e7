import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { expect } from 'chai';
import { serveGateway } from '../../src/gateway/serve/serve.ts';
import { CommandError, type Settings } from '../../src/gateway/serve/settings.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { quoteHtml, signCart } from '../../src/server.ts';
import { listen } from '../support/listen.ts';
import { cart, destination, order } from './shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'ship-gateway-serve-'));
const started: Server[] = [];
after(async () => {
  for (const server of started) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function listening(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  started.push(server);
  await once(server, 'listening');
  return server;
}

const couriers = JSON.stringify({ success: true, object: 'courier', couriers: [] });

/** A service that lists couriers once it is released, and answers nothing else. */
async function service() {
  const requests = new EventEmitter();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const server = await listening(async ({ url = '' }, response) => {
    requests.emit(url);
    await released;
    if (url === '/v1/couriers') response.setHeader('content-type', 'application/json').end(couriers);
  });
  return { release, upstream: `http://127.0.0.1:${portOf(server)}`, asked: (path: string) => once(requests, path) };
}

let databases = 0;

const current = { kid: 'now', secret: 'a-secret-of-the-shop-and-its-gateway-only' };

const settings = (changes: Settings): Settings => ({
  account: 'toko',
  key: 'key',
  secrets: { current },
  origins: ['https://shop.test'],
  database: join(folder, `gateway-${++databases}.db`),
  orders: 'order',
  limits: { address: 1_000_000 },
  port: 0,
  ...changes,
});

/** What a shop's server asks `/quote-html`. */
const asked = { name: 'shipping', couriers: 'jne', shipment: { ...cart.origin, ...destination, items: cart.items } };

const loading = async () => ({ quoteHtml });

const post = (address: string, body: object, headers = {}) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const serve = (changes: Settings) => serveGateway(settings(changes), () => {});

describe('npx ship-elements gateway serve', () => {
  it('names the port that is in use', async () => {
    const taken = portOf(await listening(() => {}));
    const problem = await serve({ upstream: 'https://upstream.test', port: taken }).catch((error) => error);
    expect(problem).to.be.an.instanceOf(CommandError);
    expect(problem.message).to.equal(
      `Port ${taken} on 127.0.0.1 is in use: set port in ship-gateway.config.mjs to one that is free.`,
    );
  });

  it('stops although a kept-alive connection is busy, after its answer', async () => {
    const { upstream, asked, release } = await service();
    const running = await serve({ upstream });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<number | undefined>((resolve) => {
        const request = get(`${running.address}/v1/couriers`, { agent }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        request.on('error', () => resolve(undefined));
      });
    const busy = ask();
    await asked('/v1/couriers');
    const stopping = running.stop();
    release();
    expect(await busy).to.equal(200);
    let answered = 0;
    while ((await ask()) !== undefined) answered += 1;
    expect(answered).to.be.below(3);
    await stopping;
    agent.destroy();
  });

  it('stops although a service hangs while it settles an order', async () => {
    const { upstream, asked } = await service();
    const ours = settings({ upstream });
    const store = await openLibsqlStore(ours.database ?? '');
    const key = { account: 'toko', kind: 'order' as const, reference: 'INV-1' };
    const rest = { fingerprint: 'f', permit: 'p', terms: null, answer: null, order: null, attempts: 1, lease: 1 };
    const unknown = { ...key, ...rest, state: 'unknown' as const, version: 1, created: 1, changed: 1 };
    await store.ledger.insert({ ...unknown, body: JSON.stringify(order) });
    const sending = asked('/v1/orders');
    const running = await serveGateway(ours, () => {});
    await sending;
    const begun = performance.now();
    await running.stop();
    expect(performance.now() - begun).to.be.below(5_000);
    expect(await store.ledger.find(key)).to.include({ state: 'unknown', attempts: 2 });
    await store.close();
  });

  it('is not healthy once its database file was deleted', async () => {
    const database = join(folder, 'deleted.db');
    const { upstream, release } = await service();
    release();
    const running = await serve({ upstream, database });
    const health = async () => {
      const answer = await fetch(`${running.address}/health`);
      return [answer.status, (await answer.json()).database];
    };
    // Both connections are open.
    await (await fetch(`${running.address}/v1/couriers`)).text();
    expect(await health()).to.deep.equal([200, 'ok']);
    rmSync(database);
    expect(await health()).to.deep.equal([503, 'not writable']);
    await running.stop();
  });

  it('refuses a request that hides a second one behind an ambiguous length', async () => {
    const running = await serve({ upstream: 'https://upstream.test' });
    const hidden = 'GET /v1/couriers?hidden HTTP/1.1\r\nhost: x\r\n\r\n';
    const head = 'POST /v1/rates/couriers HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    for (const length of [
      'content-length: 0\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'content-length: 2\r\ncontent-length: 60\r\n\r\n{}',
      'transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    ]) {
      const socket = connect(Number(new URL(running.address).port), '127.0.0.1');
      socket.end(head + length + hidden);
      expect((await text(socket)).match(/^HTTP\/1.1 \d+/gm), length).to.deep.equal(['HTTP/1.1 400']);
    }
    await running.stop();
  });

  it('refuses a question for HTML without a cart before the service is asked', async () => {
    const paths: string[] = [];
    const upstream = await listening(({ url = '' }, response) => {
      paths.push(url);
      response.setHeader('content-type', 'application/json').end(couriers);
    });
    const lines: string[] = [];
    const ours = settings({ upstream: `http://127.0.0.1:${portOf(upstream)}` });
    const running = await serveGateway(ours, (line) => lines.push(line), loading);
    for (const cart of [undefined, null, '']) {
      const answer = await post(`${running.address}/quote-html`, { ...asked, cart });
      expect(answer.status).to.equal(403);
      expect(await answer.json()).to.deep.include({ reason: 'token-missing', details: { token: 'cart' } });
    }
    await running.stop();
    expect(paths).to.deep.equal([]);
    expect(lines.map((line) => JSON.parse(line).reason)).to.deep.equal(Array(3).fill('token-missing'));
  });

  it('counts a forged cart that asks for HTML by the address that has sent it', async () => {
    const ours = settings({ upstream: 'https://upstream.test', trustedHops: 1, limits: { address: 1 } });
    const running = await serveGateway(ours, () => {}, loading);
    const minute = () => Math.floor(Date.now() / 60_000);
    for (const headers of [{ 'x-forwarded-for': '198.51.100.7' }, {}]) {
      const statusOf = async (path: string, body: object) =>
        (await post(`${running.address}${path}`, { ...body, cart: 'forged' }, headers)).status;
      let began: number;
      let statuses: number[];
      // Requests are counted for each minute of the clock.
      do {
        began = minute();
        statuses = [
          await statusOf('/v1/rates/couriers', { ...asked.shipment, couriers: 'jne' }),
          await statusOf('/quote-html', asked),
        ];
      } while (minute() !== began);
      expect(statuses, JSON.stringify(headers)).to.deep.equal([403, 429]);
    }
    await running.stop();
  });

  it('names the option that is wrong, or not known, before it asks the service', async () => {
    const running = await serveGateway(settings({ upstream: 'https://upstream.test' }), () => {}, loading);
    const whatOf = async (more: object) => {
      const answer = await post(`${running.address}/quote-html`, { ...asked, cart: 'any', ...more });
      return [answer.status, ...Object.values((await answer.json()).details)];
    };
    const wrong: [object, string, RegExp][] = [
      [{ insurance: '0' }, 'insurance', /true or false/],
      [{ insurance: 'false' }, 'insurance', /true or false/],
      [{ name: undefined }, 'name', /text/],
      [{ value: ['jne/reg'] }, 'value', /text/],
      [{ rows: '4' }, 'rows', /whole number/],
      [{ orderMode: 'later' }, 'orderMode', /order, draft or none/],
      [{ now: '2026-11-29' }, 'body', /now: check the spelling/],
    ];
    for (const [more, field, remedy] of wrong) {
      const [status, ...details] = await whatOf(more);
      expect([status, details[0]], JSON.stringify(more)).to.deep.equal([400, field]);
      expect(details[1]).to.match(remedy);
    }
    // What PHP sends for what is left out.
    const left = { switches: null, rows: null, value: '', preselect: '', insurance: null, words: [] };
    const answer = await post(`${running.address}/quote-html`, { ...asked, cart: 'forged', ...left });
    expect((await answer.json()).reason).to.equal('token-invalid');
    await running.stop();
  });

  it('answers 400 for options that cannot be used, and 500 for its own fault, with a line each', async () => {
    const sandbox = createSandbox({ key: 'key' });
    const service = await listen(getRequestListener((request) => sandbox.fetch(request)));
    const ours = settings({ upstream: service.address });
    const token = await signCart(cart, { account: 'toko', current });
    const lines: string[] = [];
    let problem: Error = new TypeError('The shipment lacks: items.');
    const running = await serveGateway(
      ours,
      (line) => lines.push(line),
      () => Promise.reject(problem),
    );
    const ask = async () => {
      const answer = await post(`${running.address}/quote-html`, { ...asked, cart: token });
      return [answer.status, (await answer.json()).error];
    };
    expect(await ask()).to.deep.equal([400, 'The shipment lacks: items.']);
    problem = Object.assign(new Error('of Siti Rahayu'), { code: 'E1' });
    expect(await ask()).to.deep.equal([500, 'The gateway could not keep what it has to keep.']);
    await running.stop();
    await service.close();
    const events = lines.map((line) => JSON.parse(line)).filter(({ operation }) => operation === 'quoteHtml');
    expect(events.map(({ status, reason, fault }) => [status, reason, fault])).to.deep.equal([
      [400, 'invalid-request', undefined],
      [500, 'gateway-failed', 'Error E1'],
    ]);
  });
});
