import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createShippingClient } from '../../src/client/index.ts';
import { readFlags } from '../../src/sandbox/cli.ts';
import { scenarioNames } from '../../src/sandbox/index.ts';
import { failure } from '../client/service.ts';
import { sandboxCommand } from './running-cli.ts';
import { keys, orderBody } from './shop.ts';

const { file, run, start } = sandboxCommand('cli');

describe('npx ship-elements sandbox', () => {
  it('keeps its orders in a database file over a restart', async () => {
    const flags = ['--db', file('deep/orders.db'), '--key', 'k'];
    const order = { ...orderBody, delivery_type: 'now', reference_id: 'CART-1' } as const;
    const clientOf = (baseUrl: string) => createShippingClient({ baseUrl, headers: { authorization: 'Bearer k' } });
    const first = await start(...flags);
    expect(await clientOf(first.address).createOrder(order)).to.have.property('id');
    expect(await first.stop('SIGTERM')).to.equal(0);

    const second = await start(...flags);
    expect(await failure(clientOf(second.address).createOrder(order))).to.include({ serviceCode: 40002060 });
    expect((await fetch(`${second.address}/v1/couriers`)).status).to.equal(401);
    expect(await second.stop('SIGINT')).to.equal(0);
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

  it('sends CORS headers to the origins of --cors, for every header that it reads', async () => {
    const { address, stop } = await start('--cors', 'http://localhost:5173', '--cors', 'http://localhost:3000');
    const asks = (origin: string) =>
      fetch(`${address}/v1/rates/couriers`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-headers': 'content-type,sandbox-scenario' },
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

  it('prints flags and scenarios with --help, in lines of 80 characters', async () => {
    const child = run('--help');
    const said = await text(child.stdout);
    expect(said.split('\n').filter((line) => line.length > 80)).to.deep.equal([]);
    for (const name of ['--port', '--db', '--cors', '--scenario', ...scenarioNames])
      expect(said).to.include(`  ${name}`);
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).to.equal(0);
  });

  const errorOf = async (...flags: string[]) => {
    const child = run(...flags);
    const [line] = await once(createInterface(child.stderr), 'line');
    return { line, code: child.exitCode ?? (await once(child, 'exit'))[0] };
  };

  it('names the port that is taken, and the flag for another', async () => {
    const { address, stop } = await start();
    const { port } = new URL(address);
    const { line, code } = await errorOf('--port', port);
    expect(line).to.match(new RegExp(`^Port ${port} is taken: .* --port `));
    expect(code).to.equal(1);
    await stop('SIGTERM');
  });

  it('names an invalid flag in one sentence, and exits with 2', async () => {
    const line = '--port must be a number from 0 to 65535, not "many".';
    expect(await errorOf('--port', 'many')).to.deep.equal({ line, code: 2 });
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
      moves: undefined,
      webhooks: undefined,
      cors: [],
      help: false,
    });
  });

  it('read --now as noon in Jakarta', () => {
    expect(readFlags(['--now', '2026-09-06']).now?.toISOString()).to.equal('2026-09-06T05:00:00.000Z');
  });

  it('say how parcels move, and who hears of it', () => {
    const line = '--moves 20 --webhooks http://127.0.0.1:4000/v1/webhooks --webhook-secret what-the-dashboard-has';
    expect(readFlags(line.split(' '))).to.deep.include({
      moves: 20,
      webhooks: { url: 'http://127.0.0.1:4000/v1/webhooks', secret: 'what-the-dashboard-has' },
    });
    const { webhooks } = readFlags([...line.split(' '), '--webhook-header', 'x-shop-secret']);
    expect(webhooks).to.include({ header: 'x-shop-secret' });
  });

  for (const line of [
    ...['--port 65536', '--port -1', '--port=', '--db=', '--key=', '--key', '--now 2026-02-31', '--now today'],
    ...['--scenario chaos', '--scenario __proto__', '--rate-limit=20', '--colour blue', 'extra'],
    ...['--moves 0', '--moves 1.5', '--moves soon', '--webhooks shop.test --webhook-secret x'],
    ...['--webhooks https://shop.test/v1/webhooks', '--webhook-secret x', '--webhook-header x'],
    ...['--cors localhost:5173', '--cors http://localhost:5173/', '--cors *'],
  ])
    it(`refuse ${line}`, () => {
      const [flag = ''] = line.split(/[ =]/);
      expect(() => readFlags(line.split(' ')))
        .to.throw(Error, /^[^\n]+\.$/)
        .and.have.property('message')
        .that.includes(flag);
    });
});
