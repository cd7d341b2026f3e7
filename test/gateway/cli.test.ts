import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { check } from '../../src/gateway/cli/check.ts';
import { Metrics } from '../../src/gateway/cli/metrics.ts';
import { ordersCommand } from '../../src/gateway/cli/orders.ts';
import type { Settings } from '../../src/gateway/cli/settings.ts';
import { signGrant } from '../../src/server.ts';
import { type Service, startService } from '../shops/service.ts';
import { freePort } from '../support/free-port.ts';
import { listen } from '../support/listen.ts';
import { lost, openGrantingShop, openShop, order, store } from './shop.ts';

const root = mkdtempSync(join(tmpdir(), 'ship-gateway-cli-'));
after(() => rmSync(root, { recursive: true }));

/** tsx is found from here, in whichever folder the command is run. */
const tsx = import.meta.resolve('tsx');
const main = fileURLToPath(new URL('../../src/gateway/cli/main.ts', import.meta.url));

const notify = { url: 'https://shop.test/news', secret: `whsec_${Buffer.from('n'.repeat(32)).toString('base64')}` };

/** A folder with a config in it, where the command is run. */
function shopFolder(settings?: Settings): string {
  const folder = mkdtempSync(join(root, 'shop-'));
  const config = `export default ${JSON.stringify(settings)};`;
  if (settings) writeFileSync(join(folder, 'ship-gateway.config.mjs'), config, { mode: 0o600 });
  return folder;
}

async function run(folder: string, ...words: string[]) {
  const child = spawn(process.execPath, ['--import', tsx, main, ...words], { cwd: folder });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, stderr, status };
}

describe('npx ship-elements gateway', () => {
  const keys = { account: 'toko', current: { kid: 'now', secret: 'a-secret-of-the-shop-and-its-gateway-only' } };
  let service: Service;
  let settings: Settings;
  before(async () => {
    service = await startService();
    settings = {
      account: keys.account,
      upstream: service.url,
      key: service.key,
      secrets: { current: keys.current },
      origins: ['https://shop.test'],
      basePath: '/shipping',
      database: 'gateway.db',
      orders: 'order',
      port: await freePort(),
      adminPort: await freePort(),
    };
  });
  after(() => service.stop());

  it('init writes a commented config and a secret of its own, once, and passes over ports in use', async () => {
    const [one, other] = [shopFolder(), shopFolder()];
    const taken = createServer().listen(8787, '127.0.0.1');
    await Promise.race([once(taken, 'listening'), once(taken, 'error')]);
    for (const folder of [one, other]) expect(await run(folder, 'init')).to.include({ stderr: '', status: 0 });
    taken.close();
    const secrets = (folder: string) => readFileSync(join(folder, 'ship-gateway.secrets.json'), 'utf8');
    expect(statSync(join(one, 'ship-gateway.secrets.json')).mode & 0o777).to.equal(0o600);
    expect(JSON.parse(secrets(one)).secrets.current.secret).to.have.lengthOf(44);
    expect(secrets(one)).to.not.equal(secrets(other));
    const config = readFileSync(join(one, 'ship-gateway.config.mjs'), 'utf8');
    expect(config)
      .to.match(/\/\/ The sites whose pages may ask/)
      .and.to.include('npx ship-elements sandbox --port 4010');
    expect(Number(/\n {2}port: (\d+)/.exec(config)?.[1])).to.be.above(8787);
    const stderr = 'ship-gateway.config.mjs is here already: nothing was written.\n';
    expect(await run(one, 'init')).to.deep.equal({ stdout: '', stderr, status: 2 });
  }).timeout(60_000);

  it('serves, logs a line a request and counts without personal data, and stops at SIGTERM', async () => {
    const folder = shopFolder(settings);
    const child = spawn(process.execPath, ['--import', tsx, main], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    const reading = createInterface(child.stdout).on('line', (line) => lines.push(line));
    await once(reading, 'line');
    const { gateway, admin } = JSON.parse(lines[0] ?? '').listening;

    const origin = { origin: 'https://shop.test', 'x-forwarded-for': '203.0.113.9' };
    expect((await fetch(`${gateway}/shipping/v1/couriers`, { headers: origin })).status).to.equal(200);
    const grant = await signGrant({ order, reference: 'CART-1', price_max: 1_000_000 }, keys);
    const headers = { ...origin, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ grant }) };
    expect((await fetch(`${gateway}/shipping/v1/orders`, init)).status).to.equal(200);
    expect((await fetch(`${gateway}/metrics`)).status, 'no page reads metrics').to.equal(404);

    const health = await fetch(`${admin}/health`);
    expect([health.status, await health.json()]).to.deep.equal([200, { database: 'ok' }]);
    const metrics = await (await fetch(`${admin}/metrics`)).text();
    expect(metrics).to.include('ship_gateway_requests_total{operation="createOrder",status="200",reason=""} 1');
    expect(metrics).to.include('ship_gateway_request_seconds_count{operation="listCouriers"} 1');
    expect(metrics).to.match(/\nship_gateway_event_loop_lag_seconds \d/);
    expect(metrics).to.include('ship_gateway_orders{state="needs-attention"} 0');
    for (const line of metrics.trim().split('\n'))
      expect(line).to.match(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.e-]+)$/);

    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).to.equal(0);
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged.map(({ operation, status }) => [operation, status])).to.deep.include.members([
      ['listCouriers', 200],
      ['createOrder', 200],
      ['none', 404],
    ]);
    const all = lines.join('\n') + metrics;
    const secret = [grant, service.key, keys.current.secret];
    for (const word of [order.destination_contact_name, order.destination_address, '0812', '203.0.113', ...secret])
      expect(all, word).to.not.include(word);

    const { stdout } = await run(folder, 'orders');
    expect(stdout).to.match(/^state +kind +reference/);
    expect(stdout).to.match(/placed +order +CART-1 +[\da-f]{24} +1 /);
    expect(await run(folder, 'orders', 'resolve', 'CART-1', '--placed', 'o1')).to.deep.equal({
      stdout: '',
      stderr: 'CART-1 is placed: only what needs attention is resolved by hand.\n',
      status: 2,
    });
  }).timeout(60_000);

  it('check exits with 0 if the shop is ready, and else with 1 and what to change', async () => {
    const ready = await run(shopFolder(settings), 'check');
    expect(ready.stdout).to.match(
      /✔ database\n✔ secrets\n✔ origin https:\/\/shop.test\n✔ upstream\n✔ key\n✔ clock\nReady.\n$/,
    );
    expect(ready.status).to.equal(0);
    const wrong = await run(shopFolder({ ...settings, key: 'wrong' }), 'check');
    expect(wrong.stdout).to.match(/✘ key: The service does not accept the key.*\n.*\n1 problem\.\n$/);
    expect(wrong.status).to.equal(1);
  }).timeout(60_000);

  it('check asks the server for news without a signature, and names an answer that no message gets through', async () => {
    const asked: string[] = [];
    let status = 200;
    const { address, close } = await listen(({ method, headers }, response) => {
      asked.push(`${method} ${headers['webhook-signature']}`);
      response.writeHead(status).end();
    });
    const find = async (given: number) => {
      status = given;
      const database = join(shopFolder(), 'gateway.db');
      const ours = { ...settings, database, notify: { ...notify, url: `${address}/news` } };
      return (await check(ours, shopFolder())).filter(({ problem }) => problem).map(({ what }) => what);
    };
    for (const given of [200, 204, 400, 401, 403, 422]) expect(await find(given), String(given)).to.deep.equal([]);
    for (const given of [301, 404, 405, 500]) expect(await find(given), String(given)).to.deep.equal(['notify']);
    expect(new Set(asked)).to.deep.equal(new Set(['POST undefined']));
    await close();
  });

  it('check names a file with secrets that others can read, and no other file', async () => {
    const find = async (config: string, secrets: string, mode: number) => {
      const folder = shopFolder();
      writeFileSync(join(folder, 'ship-gateway.config.mjs'), config, { mode });
      writeFileSync(join(folder, 'ship-gateway.secrets.json'), secrets, { mode });
      const findings = await check({ ...settings, database: join(folder, 'gateway.db') }, folder);
      return findings.map(({ problem }) => problem).filter(Boolean);
    };
    const secret = JSON.stringify({ key: service.key });
    expect(await find('export default {}', secret, 0o600)).to.deep.equal([]);
    expect(await find('export default {}', secret, 0o644)).to.deep.equal([
      'Others on this machine can read the secrets in ship-gateway.secrets.json: run "chmod 600 ship-gateway.secrets.json".',
    ]);
    const [inConfig, ...more] = await find(`export default ${secret}`, '{}', 0o640);
    expect([inConfig, ...more].join()).to.match(/ship-gateway.config.mjs: run "chmod 600 ship-gateway.config.mjs"/);
  });

  const readable = join(root, 'readable.db');
  const problems: [what: string, changes: Settings, problem: string][] = [
    ['key', { key: 'wrong' }, 'The service does not accept the key'],
    ['upstream', { upstream: 'http://127.0.0.1:1' }, 'The service at upstream did not answer'],
    ['database', { database: '/dev/null/gateway.db' }, 'The database could not be opened: is that a path of a file'],
    ['database', { database: readable }, `Others on this machine can read ${readable}: run "chmod 600 `],
    ['database', { database: 'postgres://127.0.0.1:1/none' }, 'is Postgres reachable'],
    ['origin http://shop.test', { origins: ['http://shop.test'] }, 'serve the shop by https'],
    [
      'notify',
      { notify: { ...notify, url: 'http://127.0.0.1:1/news' } },
      'No server answers at http://127.0.0.1:1/news',
    ],
    ['options', { secrets: { current: { kid: 'a', secret: 'short' } } }, 'at least 32 bytes'],
  ];
  for (const [what, changes, problem] of problems)
    it(`check finds for ${what}: ${problem}`, async () => {
      writeFileSync(readable, '', { mode: 0o644 });
      const findings = await check(
        { ...settings, database: join(shopFolder(), 'gateway.db'), ...changes },
        shopFolder(),
      );
      const [found, ...others] = findings.filter(({ problem }) => problem);
      expect(others).to.deep.equal([]);
      expect(found?.what).to.equal(what);
      expect(found?.problem).to.include(problem);
    });

  it('names the file that is missing or broken, and lists the commands', async () => {
    const broken = shopFolder(settings);
    writeFileSync(join(broken, 'ship-gateway.secrets.json'), '{"key": "merchant-secret",}');
    const noComma = 'look for a comma or a quote that is missing.\n';
    const cases: [folder: string, words: string[], stderr: string | RegExp][] = [
      [shopFolder(), [], 'There is no ship-gateway.config.mjs here: run "npx ship-elements gateway init".\n'],
      [shopFolder({ ...settings, origins: [] }), [], /^origins must list the sites whose pages may ask.*\n$/],
      [broken, ['check'], `ship-gateway.secrets.json cannot be read (SyntaxError): ${noComma}`],
      [shopFolder(), ['dance'], /^There is no "dance".\nnpx ship-elements gateway init/],
      [
        shopFolder(),
        ['orders', 'resolve', 'INV-7'],
        /^There is no "orders resolve INV-7"\.\nnpx ship-elements gateway init/,
      ],
      [
        shopFolder(settings),
        ['serve', '--port', '9000'],
        /^"serve" takes no --port: .+ ship-gateway\.config\.mjs\.\n$/,
      ],
      [shopFolder(settings), ['check', 'INV-7'], /^"check" takes no INV-7: /],
    ];
    for (const [folder, words, expected] of cases) {
      const { stderr, status } = await run(folder, ...words);
      if (typeof expected === 'string') expect(stderr).to.equal(expected);
      else expect(stderr).to.match(expected);
      expect(status).to.equal(2);
    }
    writeFileSync(join(broken, 'ship-gateway.config.mjs'), 'export default { account: "toko };');
    expect((await run(broken, 'check')).stderr).to.match(/^ship-gateway.config.mjs cannot be read \(/);
    expect((await run(broken, '--help')).stdout).to.match(/^npx ship-elements gateway init/);
  }).timeout(60_000);
});

describe('npx ship-elements gateway orders', () => {
  const account = 'orders-command';
  const { settings } = openShop(lost, { account });
  const { store: _, fetch: __, observe: ___, ...options } = settings;
  const asked = async (...words: string[]) => ordersCommand(words)?.({ ...options, notify }, store);

  it('lists what needs attention without personal data, and resolves it by what was found', async () => {
    expect(await asked()).to.equal(
      `The account "${account}" has no orders here. Is "account" right in ship-gateway.config.mjs?\n`,
    );
    const entry = { account, kind: 'order' as const, fingerprint: 'f', permit: 'p', terms: null, answer: null };
    const more = { body: '{"destination_contact_name":"Siti"}', order: null, attempts: 8, lease: 1, version: 1 };
    for (const [reference, state] of [
      ['INV-7', 'needs-attention'],
      ['INV-8', 'placed'],
      ['INV-9', 'needs-attention'],
    ] as const)
      await store.ledger.insert({ ...entry, ...more, reference, state, created: 1, changed: 1 });
    const listed = await asked('--needs-attention');
    expect(listed).to.match(/needs-attention +order +INV-7 +— +8/);
    expect(listed).to.not.match(/INV-8|Siti/);

    const draft = await asked('resolve', 'INV-7', '--draft', '--not-placed').catch(({ message }) => message);
    expect(draft).to.equal('There is no draft INV-7 in the ledger.');
    expect(await asked('resolve', 'INV-7', '--placed', 'o77')).to.equal('INV-7 is placed now.\n');
    expect(await asked('resolve', 'INV-9', '--not-placed')).to.equal('INV-9 is refused now.\n');
    expect(await asked()).to.match(/placed +order +INV-7 +o77 +8/);
    const told = (await store.news.due(account, 0, 9)).map(({ lines }) => JSON.parse(lines).type).sort();
    expect(told, 'news').to.deep.equal(['order.placed', 'order.refused']);
    expect(await asked('--needs-attention')).to.equal('Nothing needs attention.\n');
  });

  for (const words of [
    'resolve',
    'resolve INV-7',
    'resolve INV-7 --placed',
    'resolve INV-7 --placed o1 --not-placed',
    'resolve --not-placed',
    'resolve INV-7 INV-8 --not-placed',
    'resolve INV-7 --needs-attention --not-placed',
  ])
    it(`refuses "${words}"`, () => {
      expect(ordersCommand(words.split(' '))).to.equal(undefined);
    });
});

describe('the metrics', () => {
  it('count the orders of each state, and load none of them', async () => {
    const { account, place, settings } = openGrantingShop([lost]);
    await place();
    const list = () => expect.fail('an order has names and addresses');
    const text = await new Metrics().text({ ...settings.store, ledger: { ...settings.store.ledger, list } }, account);
    expect(text).to.include('ship_gateway_orders{state="unknown"} 1').and.to.include('{state="claimed"} 0');
  });
});
