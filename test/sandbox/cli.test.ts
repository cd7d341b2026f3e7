import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createShippingClient } from '../../src/client/index.ts';
import { readFlags } from '../../src/sandbox/flags.ts';
import { scenarioNames } from '../../src/sandbox/index.ts';
import { failure } from '../client/service.ts';
import { openWorkshop } from './running-cli.ts';
import { keys, orderBody } from './shop.ts';

const { file, run, start } = openWorkshop('cli');

describe('npx ship-sandbox', () => {
  it('keeps its orders in a database file over a restart', async () => {
    const flags = ['--db', file('deep/orders.db'), '--key', 'k'];
    const first = await start(...flags);
    const headers = { authorization: 'Bearer k' };
    const client = createShippingClient({ baseUrl: first.address, headers });
    const { id } = await client.createOrder({ ...orderBody, delivery_type: 'now', reference_id: 'CART-1' });
    expect(await first.stop('SIGTERM')).to.equal(0);

    const second = await start(...flags);
    const found = await fetch(`${second.address}/v1/orders/${id}`, { headers });
    expect(((await found.json()) as { reference_id: string }).reference_id).to.equal('CART-1');
    const again = createShippingClient({ baseUrl: second.address, headers });
    expect(await failure(again.createOrder({ ...orderBody, delivery_type: 'now', reference_id: 'CART-1' }))).to.include(
      {
        serviceCode: 40002060,
      },
    );
    const unsigned = await fetch(`${second.address}/v1/couriers`);
    expect(unsigned.status).to.equal(401);
    expect(await second.stop('SIGINT')).to.equal(0);
  });

  it('answers a body of 5 MB over a socket, and goes on', async () => {
    const { address, stop } = await start('--db', file('big.db'));
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: 'a'.repeat(5_000_000) };
    expect((await fetch(`${address}/v1/orders`, init)).status).to.equal(413);
    expect((await fetch(`${address}/v1/nowhere`, init)).status).to.equal(404);
    expect((await fetch(`${address}/v1/couriers`)).status).to.equal(200);
    await stop('SIGTERM');
  });

  it('gives its flags to the sandbox, and breaks the connection for a fault', async () => {
    const { address, stop } = await start('--now', '2026-09-06', '--scenario', 'offline', '--rate-limit');
    expect(await failure(fetch(`${address}/v1/couriers`))).to.be.an.instanceOf(TypeError);
    const headers = { 'sandbox-scenario': 'normal' };
    const client = createShippingClient({ baseUrl: address, headers });
    expect(keys((await client.listCouriers()).couriers)).to.not.include('jntcargo/ft');
    const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(`${address}/v1/couriers`, { headers })));
    expect(answers.map(({ status }) => status)).to.include(429);
    expect(await stop('SIGTERM')).to.equal(0);
  });

  it('keeps orders in memory without a file, and sends no CORS headers', async () => {
    const { address, stop } = await start();
    const client = createShippingClient({ baseUrl: address });
    expect(await client.createOrder({ ...orderBody, delivery_type: 'now' })).to.have.property('id');
    const answer = await fetch(`${address}/v1/couriers`, { headers: { origin: 'http://localhost:5173' } });
    expect(answer.headers.get('access-control-allow-origin')).to.equal(null);
    expect(await stop('SIGTERM')).to.equal(0);
  });

  it('sends CORS headers to the origins of --cors, for every header that it reads', async () => {
    const { address, stop } = await start('--cors', 'http://localhost:5173', '--cors', 'http://localhost:3000');
    const asks = (origin: string) =>
      fetch(`${address}/v1/rates/couriers`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,sandbox-scenario',
        },
      });
    const { status, headers } = await asks('http://localhost:3000');
    expect(status).to.equal(204);
    expect(headers.get('access-control-allow-origin')).to.equal('http://localhost:3000');
    expect(headers.get('access-control-allow-headers')).to.match(/content-type.*sandbox-scenario/);
    expect((await asks('https://elsewhere.test')).headers.get('access-control-allow-origin')).to.equal(null);
    const answer = await fetch(`${address}/v1/couriers`, { headers: { origin: 'http://localhost:5173' } });
    expect(answer.headers.get('access-control-allow-origin')).to.equal('http://localhost:5173');
    const broken = { origin: 'http://localhost:5173', 'sandbox-fault': 'drop' };
    expect(await failure(fetch(`${address}/v1/couriers`, { headers: broken }))).to.be.an.instanceOf(TypeError);
    expect(await stop('SIGTERM')).to.equal(0);
  });

  it('prints flags and scenarios with --help', async () => {
    const child = run('--help');
    const said = await text(child.stdout);
    for (const name of ['--port', '--db', '--cors', '--scenario', ...scenarioNames])
      expect(said).to.include(`  ${name}`);
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).to.equal(0);
  });

  it('names the port that is taken, and the flag for another', async () => {
    const { address, stop } = await start();
    const { port } = new URL(address);
    const child = run('--port', port);
    const [line] = await once(createInterface(child.stderr), 'line');
    expect(line).to.match(new RegExp(`^Port ${port} is taken: .* --port `));
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).to.equal(1);
    await stop('SIGTERM');
  });

  it('names an invalid flag in one sentence, and exits with 2', async () => {
    const child = run('--port', 'many');
    const [line] = await once(createInterface(child.stderr), 'line');
    expect(line).to.equal('--port must be a number from 0 to 65535, not "many".');
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).to.equal(2);
  });
});

describe('the flags', () => {
  it('have defaults', () => {
    expect(readFlags([])).to.deep.equal({
      port: 4010,
      db: undefined,
      key: undefined,
      now: undefined,
      scenario: 'normal',
      rateLimit: false,
      cors: [],
      help: false,
    });
  });

  it('include a scenario and the rate limit', () => {
    const { scenario, rateLimit } = readFlags(['--scenario', 'price-rises', '--rate-limit']);
    expect([scenario, rateLimit]).to.deep.equal(['price-rises', true]);
  });

  it('read --now as noon in Jakarta', () => {
    expect(readFlags(['--now', '2026-09-06']).now?.toISOString()).to.equal('2026-09-06T05:00:00.000Z');
  });

  for (const [text, ...args] of [
    ['--port', '--port', '65536'],
    ['--port', '--port', '-1'],
    ['--db', '--db', ''],
    ['--key', '--key', ''],
    ['--key', '--key'],
    ['--now', '--now', '2026-02-31'],
    ['--now', '--now', 'today'],
    ['--scenario', '--scenario', 'chaos'],
    ['--scenario', '--scenario', '__proto__'],
    ['--rate-limit', '--rate-limit=20'],
    ['--cors', '--cors', 'localhost:5173'],
    ['--cors', '--cors', 'http://localhost:5173/'],
    ['--cors', '--cors', '*'],
    ['--colour', '--colour', 'blue'],
    ['extra', 'extra'],
  ] as const)
    it(`refuse ${args.join(' ')}`, () => {
      const thrown = (() => {
        try {
          return readFlags([...args]);
        } catch (error) {
          return error;
        }
      })();
      expect(thrown).to.be.an.instanceOf(Error);
      const { message } = thrown as Error;
      expect(message).to.include(text);
      expect(message).to.match(/^[^\n]+\.$/);
    });
});
