import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { serveGateway } from '../../src/gateway/serve/serve.ts';
import { CommandError, type Settings } from '../../src/gateway/serve/settings.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { order } from './shop.ts';

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

const settings = (changes: Settings): Settings => ({
  account: 'toko',
  key: 'key',
  secrets: { current: { kid: 'now', secret: 'a-secret-of-the-shop-and-its-gateway-only' } },
  origins: ['https://shop.test'],
  database: join(folder, `gateway-${++databases}.db`),
  orders: 'order',
  limits: { address: 1_000_000 },
  port: 0,
  ...changes,
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
});
