import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Settings } from '../../src/gateway/cli/settings.ts';
import { openLibsqlStore } from '../../src/gateway/index.ts';
import { signGrant } from '../../src/server.ts';
import { openWorkshop } from '../sandbox/running-cli.ts';
import { freePort } from '../support/free-port.ts';
import { key, order } from './shop.ts';

const root = mkdtempSync(join(tmpdir(), 'ship-gateway-cli-'));
after(() => rmSync(root, { recursive: true }));

/** tsx is found from here, whatever folder the command is run in. */
const cli = [
  '--import',
  import.meta.resolve('tsx'),
  fileURLToPath(new URL('../../src/gateway/cli/main.ts', import.meta.url)),
];
const { file, start } = openWorkshop('gateway-cli');
const secret = { kid: 'now', secret: 'a-secret-of-the-shop-and-its-gateway-only' };

let folders = 0;

/** A folder with a config in it, where the command is run. */
function shopFolder(settings?: Settings): string {
  const folder = join(root, String(++folders));
  mkdirSync(folder);
  if (settings) writeFileSync(join(folder, 'ship-gateway.config.mjs'), `export default ${JSON.stringify(settings)};`);
  return folder;
}

function run(folder: string, ...words: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...cli, ...words], { cwd: folder, encoding: 'utf8' });
  return { stdout, stderr, status };
}

async function serving(folder: string) {
  const child = spawn(process.execPath, cli, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const reading = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await once(reading, 'line');
  const { listening } = JSON.parse(lines[0] ?? '') as { listening: { gateway: string; admin: string } };
  return {
    ...listening,
    lines,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

describe('npx ship-gateway', () => {
  let upstream = '';
  before(async () => {
    upstream = (await start('--db', file('sandbox.db'), '--key', key)).address;
  }).timeout(30_000);

  const settings = async (changes: Settings = {}): Promise<Settings> => ({
    account: 'toko',
    upstream,
    key,
    secrets: { current: secret },
    origins: ['https://shop.test'],
    basePath: '/shipping',
    database: 'gateway.db',
    orders: 'order',
    port: await freePort(),
    adminPort: await freePort(),
    ...changes,
  });

  it('init writes a config that says what it means, and a secret that nobody else reads or has', () => {
    const [one, other] = [shopFolder(), shopFolder()];
    const { stdout, status } = run(one, 'init');
    expect(status, stdout).to.equal(0);
    run(other, 'init');
    const secrets = (folder: string) => readFileSync(join(folder, 'ship-gateway.secrets.json'), 'utf8');
    expect(statSync(join(one, 'ship-gateway.secrets.json')).mode & 0o777).to.equal(0o600);
    expect(JSON.parse(secrets(one)).secrets.current.secret).to.have.lengthOf(44);
    expect(secrets(one)).to.not.equal(secrets(other));
    expect(readFileSync(join(one, 'ship-gateway.config.mjs'), 'utf8')).to.match(/\/\/ The sites whose pages may ask/);
    const again = run(one, 'init');
    expect([again.status, again.stderr]).to.deep.equal([
      2,
      'ship-gateway.config.mjs is here already: nothing was written.\n',
    ]);
  }).timeout(30_000);

  it('init gives a second shop on the machine ports of its own', async () => {
    const folder = shopFolder();
    const taken = createServer().listen(8787, '127.0.0.1');
    await Promise.race([once(taken, 'listening'), once(taken, 'error')]);
    run(folder, 'init');
    taken.close();
    const config = readFileSync(join(folder, 'ship-gateway.config.mjs'), 'utf8');
    expect(Number(/\n {2}port: (\d+)/.exec(config)?.[1])).to.be.above(8787);
    expect(config).to.include('npx ship-sandbox --port 4010');
  }).timeout(30_000);

  it('serves, counts, logs a line a request without anything personal, and stops when it is told to', async () => {
    const folder = shopFolder(await settings());
    const running = await serving(folder);
    const origin = { origin: 'https://shop.test', 'x-forwarded-for': '203.0.113.9' };
    expect((await fetch(`${running.gateway}/shipping/v1/couriers`, { headers: origin })).status).to.equal(200);
    const keys = { account: 'toko', current: secret };
    const grant = await signGrant({ order, reference: 'CART-1', price_max: 1_000_000 }, keys);
    const headers = { ...origin, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ grant }) };
    const placed = await fetch(`${running.gateway}/shipping/v1/orders`, init);
    expect(placed.status).to.equal(200);
    expect((await fetch(`${running.gateway}/metrics`)).status, 'no page reads metrics').to.equal(404);

    const health = await fetch(`${running.admin}/health`);
    expect([health.status, await health.json()]).to.deep.equal([200, { database: 'well' }]);
    const metrics = await (await fetch(`${running.admin}/metrics`)).text();
    expect(metrics).to.include('ship_gateway_requests_total{operation="createOrder",status="200",reason=""} 1');
    expect(metrics).to.include('ship_gateway_request_seconds_count{operation="listCouriers"} 1');
    expect(metrics).to.match(/\nship_gateway_event_loop_lag_seconds \d/);
    expect(metrics).to.include('ship_gateway_orders{state="needs-attention"} 0');
    for (const line of metrics.trim().split('\n'))
      expect(line).to.match(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.e-]+)$/);

    expect(await running.stop()).to.equal(0);
    const logged = running.lines.map((line) => JSON.parse(line));
    expect(logged.map(({ operation, status }) => [operation, status])).to.deep.include.members([
      ['listCouriers', 200],
      ['createOrder', 200],
      ['none', 404],
    ]);
    const all = running.lines.join('\n') + metrics;
    for (const word of [order.destination_contact_name, order.destination_address, '0812', '203.0.113', grant, key])
      expect(all, word).to.not.include(word);

    const { stdout } = run(folder, 'orders');
    expect(stdout).to.match(/^state +kind +reference/);
    expect(stdout).to.match(/placed +order +CART-1 +[\da-f]{24} +1 /);
    expect(run(folder, 'orders', '--needs-attention').stdout).to.equal('Nothing needs attention.\n');
  }).timeout(60_000);

  it('lists what the merchant has to look up, and settles it by what was found', async () => {
    const folder = shopFolder(await settings());
    const store = await openLibsqlStore(join(folder, 'gateway.db'));
    const entry = { account: 'toko', kind: 'order' as const, fingerprint: 'f', permit: 'p', terms: null, answer: null };
    const more = {
      body: '{"destination_contact_name":"Siti"}',
      order: null,
      attempts: 8,
      lease: 1,
      created: 1,
      changed: 1,
      version: 1,
    };
    await store.ledger.insert({ ...entry, ...more, reference: 'INV-7', state: 'needs-attention' });
    await store.ledger.insert({ ...entry, ...more, reference: 'INV-8', state: 'placed' });
    await store.ledger.insert({ ...entry, ...more, reference: 'INV-9', state: 'needs-attention' });
    await store.close();
    const { stdout } = run(folder, 'orders', '--needs-attention');
    expect(stdout).to.match(/needs-attention +order +INV-7 +— +8/);
    expect(stdout).to.not.match(/INV-8|Siti/);

    const settle = (...words: string[]) => run(folder, 'orders', 'settle', ...words);
    const wrong = [[], ['INV-7'], ['INV-7', '--placed'], ['INV-7', '--placed', 'o1', '--not-placed'], ['--not-placed']];
    for (const words of [...wrong, ['INV-7', 'INV-8', '--not-placed'], ['INV-7', '--needs-attention', '--not-placed']])
      expect(settle(...words).stderr, words.join(' ')).to.match(/^npx ship-gateway init/);
    expect(settle('INV-8', '--placed', 'o1')).to.deep.equal({
      stdout: '',
      stderr: 'INV-8 is placed: only what needs attention is settled by hand.\n',
      status: 2,
    });
    expect(settle('INV-7', '--draft', '--not-placed').stderr).to.equal('There is no draft INV-7 in the ledger.\n');
    expect(settle('INV-7', '--placed', 'o77').stdout).to.equal('INV-7 is placed now.\n');
    expect(settle('INV-9', '--not-placed').stdout).to.equal('INV-9 is refused now.\n');
    expect(run(folder, 'orders').stdout).to.match(/placed +order +INV-7 +o77 +8/);
    expect(run(folder, 'orders', '--needs-attention').stdout).to.equal('Nothing needs attention.\n');
  }).timeout(120_000);

  it('names the account that has no orders: it may be mistyped', async () => {
    const { stdout } = run(shopFolder(await settings({ account: 'tokko' })), 'orders');
    expect(stdout).to.equal('The account "tokko" has no orders here. Is "account" right in ship-gateway.config.mjs?\n');
  }).timeout(30_000);

  it('check says in a sentence what to mend, and that it is ready where nothing is', async () => {
    const well = run(shopFolder(await settings()), 'check');
    expect(well.stdout).to.match(/✔ database\n✔ origin https:\/\/shop.test\n✔ upstream\n✔ key\n✔ clock\nReady.\n$/);
    expect(well.status).to.equal(0);
    const readable = join(root, 'readable.db');
    writeFileSync(readable, '', { mode: 0o644 });
    const cases: [Settings, RegExp][] = [
      [{ key: 'wrong' }, /✘ key: The service does not accept the key/],
      [{ upstream: 'http://127.0.0.1:1' }, /✘ upstream: The service at upstream did not answer/],
      [{ database: '/nowhere/at/all.db' }, /✘ database: The database could not be opened: is its folder there/],
      [{ database: readable }, /✘ database: Others on this machine can read .*readable.db: run "chmod 600 /],
      [{ database: 'postgres://127.0.0.1:1/none' }, /✘ database: .*is Postgres reachable/],
      [{ origins: ['http://shop.test'] }, /✘ origin http:\/\/shop.test: .*by https/],
      [{ secrets: { current: { kid: 'a', secret: 'short' } } }, /✘ options: .*at least 32 bytes/],
    ];
    for (const [changes, words] of cases) {
      const { stdout, status } = run(shopFolder(await settings(changes)), 'check');
      expect(stdout).to.match(words);
      expect(stdout).to.match(/1 to mend\.\n$/);
      expect(status).to.equal(1);
    }
  }).timeout(120_000);

  it('says what it lacks, and which commands there are', async () => {
    expect(run(shopFolder()).stderr).to.equal(
      'There is no ship-gateway.config.mjs here: run "npx ship-gateway init".\n',
    );
    const { stderr, status } = run(shopFolder(await settings({ origins: [] })));
    expect([stderr, status]).to.deep.equal([
      'origins must list the sites whose pages may ask, for example ["https://shop.example"].\n',
      2,
    ]);
    const torn = shopFolder(await settings());
    writeFileSync(join(torn, 'ship-gateway.secrets.json'), '{"key": "merchant-secret",}');
    expect(run(torn, 'check').stderr).to.equal(
      'ship-gateway.secrets.json cannot be read (SyntaxError): look for a comma or a quote that is missing.\n',
    );
    writeFileSync(join(torn, 'ship-gateway.config.mjs'), 'export default { account: "toko };');
    expect(run(torn, 'check').stderr).to.match(/^ship-gateway.config.mjs cannot be read \(/);
    expect(run(shopFolder(), 'dance').stderr).to.match(/^There is no "dance".\nnpx ship-gateway init/);
    expect(run(shopFolder(), '--help').stdout).to.match(/^npx ship-gateway init/);
  }).timeout(60_000);
});
