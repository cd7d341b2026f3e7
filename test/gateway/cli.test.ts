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
import { createShippingGateway } from '../../src/gateway/index.ts';
import { check } from '../../src/gateway/serve/check.ts';
import { ordersCommand } from '../../src/gateway/serve/commands.ts';
import { rotate } from '../../src/gateway/serve/rotate.ts';
import { serveGateway } from '../../src/gateway/serve/serve.ts';
import { optionsOf, readSettings, type Settings } from '../../src/gateway/serve/settings.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { indonesianHolidays } from '../../src/quote/index.ts';
import { couriers } from '../../src/sandbox/couriers.ts';
import {
  previousOf,
  signCart,
  signGrant,
  signTrack,
  type TokenKeys,
  verifyCart,
  verifyTrack,
} from '../../src/tokens/index.ts';
import { type Service, startService } from '../shops/service.ts';
import { freePort } from '../support/free-port.ts';
import { listen } from '../support/listen.ts';
import { lost, openShop, order, cart as shopCart, store } from './shop.ts';

const root = mkdtempSync(join(tmpdir(), 'ship-gateway-cli-'));
after(() => rmSync(root, { recursive: true }));

/** The built command: it starts five times as fast as the sources. */
const command = [fileURLToPath(new URL('../../dist/cli.js', import.meta.url)), 'gateway'];

const notify = { url: 'https://shop.test/news', secret: 'whsec_Zx8Qk2Vn7Rt4Lp9Wm3Yc6Hb1Gs5Jd0Fa' };

/** A folder with a config in it, where the command is run. */
function shopFolder(settings?: Settings): string {
  const folder = mkdtempSync(join(root, 'shop-'));
  const config = `export default ${JSON.stringify(settings)};`;
  if (settings) writeFileSync(join(folder, 'ship-gateway.config.mjs'), config, { mode: 0o600 });
  return folder;
}

async function run(folder: string, ...words: string[]) {
  const child = spawn(process.execPath, [...command, ...words], { cwd: folder });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, stderr, status };
}

describe('npx ship-elements gateway', () => {
  const keys = { account: 'toko', current: { kid: 'now', secret: 'Jt7Rw2kQx9Lm4Vb6Np1Zc8Hd5Gs3Fy0AeUoTiKXq' } };
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
      trustedHops: 1,
      port: await freePort(),
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
      .and.to.include('npx ship-elements sandbox --port 4010')
      .and.to.match(/\/\/ areas: true,[\s\S]*\/\/ tracking: true,/);
    expect(Number(/\n {2}port: (\d+)/.exec(config)?.[1])).to.be.above(8787);
    const stderr = 'ship-gateway.config.mjs is here already: nothing was written.\n';
    expect(await run(one, 'init')).to.deep.equal({ stdout: '', stderr, status: 2 });
  }).timeout(60_000);

  it('serves, logs a line a request without personal data, and stops at SIGTERM', async () => {
    const folder = shopFolder(settings);
    const child = spawn(process.execPath, command, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    const reading = createInterface(child.stdout).on('line', (line) => lines.push(line));
    await once(reading, 'line');
    const gateway = JSON.parse(lines[0] ?? '').listening;

    const origin = { origin: 'https://shop.test', 'x-forwarded-for': '203.0.113.9' };
    expect((await fetch(`${gateway}/shipping/v1/couriers`, { headers: origin })).status).to.equal(200);
    const grant = await signGrant({ order, reference: 'CART-1', price_max: 1_000_000 }, keys);
    const headers = { ...origin, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ grant }) };
    expect((await fetch(`${gateway}/shipping/v1/orders`, init)).status).to.equal(200);
    expect((await fetch(`${gateway}/`)).status).to.equal(404);

    const health = await fetch(`${gateway}/health`);
    expect([health.status, await health.json()]).to.deep.equal([200, { database: 'ok' }]);

    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).to.equal(0);
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged.map(({ operation, status }) => [operation, status])).to.deep.include.members([
      ['listCouriers', 200],
      ['createOrder', 200],
      ['none', 404],
    ]);
    const all = lines.join('\n');
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

  it('ends with the npm that has started it, which passes no signal on', async () => {
    const line = [process.execPath, ...command].map((word) => `'${word}'`).join(' ');
    const npm = spawn('sh', ['-c', `${line} & wait`], {
      cwd: shopFolder(settings),
      env: { ...process.env, npm_command: 'exec' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(npm.stdout, 'data');
    npm.stdout.resume();
    npm.kill();
    // It is open for as long as one of both runs.
    await once(npm.stdout, 'close');
  }).timeout(30_000);

  it('check exits with 0 if the shop is ready, and else with 1 and what to change', async () => {
    // From September on it warns of next year's holidays, and the shop is ready all the same.
    const calendar = { zone: 'WIB', days: { mon: '15:00' } } as const;
    const ready = await run(shopFolder({ ...settings, calendar }), 'check');
    expect(ready.stdout).to.match(
      /^(⚠ options: calendar: holidays after .*\n)?✔ database\n✔ secrets\n✔ origin https:\/\/shop.test\n✔ upstream\n✔ key\n✔ clock\nReady.\n$/,
    );
    expect(ready.status).to.equal(0);
    const wrong = await run(shopFolder({ ...settings, key: 'wrong' }), 'check');
    expect(wrong.stdout).to.match(/✘ key: The service does not accept the key.*\n.*\n1 problem\.\n$/);
    expect(wrong.status).to.equal(1);
  }).timeout(60_000);

  it("check and the commands about orders take the gateway that a module of the shop's own server exports", async () => {
    const folder = shopFolder();
    const { database: _database, port: _port, ...options } = settings;
    const gateway = new URL('../../dist/gateway/', import.meta.url);
    const made = (given: object) => `
      import { createShippingGateway } from '${new URL('index.js', gateway)}';
      import { openLibsqlStore } from '${new URL('libsql.js', gateway)}';
      const store = await openLibsqlStore('shipping.db');
      const own = (url, init) => fetch(String(url).replace('https://proxy.test', '${options.upstream}'), init);
      export const gateway = createShippingGateway({ ...${JSON.stringify({ ...options, ...given })}, store, fetch: own });`;
    // As its server does: the check ends all the same.
    const going = '\ngateway.start();\nsetInterval(() => {}, 1_000);';
    writeFileSync(join(folder, 'ready.mjs'), made({ upstream: 'https://proxy.test' }) + going);
    writeFileSync(join(folder, 'wrong.mjs'), made({ key: 'wrong', origins: ['http://shop.test'] }));
    writeFileSync(join(folder, 'server.mjs'), 'export const shop = {};');
    const ready = await run(folder, 'check', 'ready.mjs');
    expect(ready.stderr).to.equal('');
    expect(ready.stdout).to.equal('✔ database\n✔ origin https://shop.test\n✔ upstream\n✔ key\n✔ clock\nReady.\n');
    expect(ready.status).to.equal(0);
    const none = `The account "${options.account}" has no orders here. Is "account" right?\n`;
    expect(await run(folder, 'orders', './ready.mjs')).to.deep.equal({ stdout: none, stderr: '', status: 0 });
    expect((await run(folder, 'news', 'ready.mjs')).stdout).to.equal('Everything was delivered.\n');
    for (const command of ['export', 'erase', 'cancel'])
      expect((await run(folder, command, 'ready.mjs', 'INV-2')).stderr).to.match(/^There is no order INV-2 /);
    expect((await run(folder, 'orders', 'ready.mjs', 'resolve', 'INV-2', '--not-placed')).stderr).to.equal(
      'There is no order INV-2 in the ledger.\n',
    );
    const wrong = await run(folder, 'check', 'wrong.mjs');
    expect(wrong.stdout).to.match(/✘ origin http:\/\/shop.test: .*\n✔ upstream\n✘ key: .*\n.*\n2 problems\.\n$/);
    const without = await run(folder, 'check', 'server.mjs');
    expect(without.stderr).to.match(/^server.mjs must export its gateway: export const gateway = /);
    expect((await run(folder, 'check', 'none.mjs')).stderr).to.equal('There is no none.mjs here.\n');
    writeFileSync(join(folder, 'bare.mjs'), made({ key: undefined }));
    expect((await run(folder, 'check', 'bare.mjs')).stderr).to.match(/^key must be [\s\S]*node --env-file=shop\.env /);
    expect((await run(folder, 'rotate')).stderr).to.match(/In your own server .*docs\/tokens\.md/);
    expect((await run(folder, 'rotate', 'ready.mjs')).stderr).to.match(/^"rotate" takes --leaked alone\./);
  }).timeout(60_000);

  it('check asks the server for news without a signature, and names an answer that shows a mistake', async () => {
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
    for (const given of [400, 401, 403, 422]) expect(await find(given), String(given)).to.deep.equal([]);
    // A server that takes it takes messages of anybody.
    for (const given of [200, 204, 301, 404, 405, 500])
      expect(await find(given), String(given)).to.deep.equal(['notify']);
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

  const secret = keys.current.secret;
  const secretOf = (text: string) => ({ secrets: { current: { kid: 'a', secret: text } } });
  const webhooks = (changes: object) => ({ webhooks: { secret: 'Kp4-what-the-dashboard-has', ...changes } });
  const promises = (changes: object) => ({
    areas: true,
    promises: { origin: { origin_postal_code: 12_440 }, ...changes },
  });
  const rule = (changes: object) => ({ rates: [{ type: 'free', ...changes }] }) as Settings;
  const fallback = (changes: object) => {
    const rate = { courier: 'jne', service: 'reg', courierName: 'JNE', serviceName: 'Reguler', price: 20_000 };
    return { fallback: [{ ...rate, ...changes }] } as Settings;
  };
  const sender = { origin_contact_name: 'Toko', origin_contact_phone: '081234500001', origin_address: 'Jalan 10' };
  const wrong: [what: string, changes: object, sentence: RegExp][] = [
    ['a port that does not exist', { port: 99_999 }, /^port must be a whole number from 1 to 65535/],
    ['a negative port', { port: -1 }, /^port must be/],
    ['a port with a fraction', { port: 80.5 }, /^port must be/],
    ['a port as text', { port: '8787' }, /^port must be .* without quotes/],
    ['another port at each start', { port: 0 }, /^port is 0/],
    ['a host of another machine', { host: '203.0.113.7' }, /^host must be an address of this machine/],
    ['a host with a scheme', { host: 'http://127.0.0.1' }, /^host must be .* without a scheme/],
    ['an empty host', { host: '' }, /^host must be/],
    ['a host that is a number', { host: 127 }, /^host must be/],
    ['waits that only tests set', { timeouts: { lease: 1 } }, /^There is no setting "timeouts": remove it/],
    ['a fetch of its own', { fetch: {} }, /There is no setting "fetch"/],
    ['a database of another kind', { database: 'mysql://root@127.0.0.1/shop' }, /^database must be the path of a file/],
    ['a libSQL address', { database: 'libsql://shop.turso.test' }, /^database must be the path/],
    ['a database as a number', { database: 5 }, /^database must be the path/],
    ['an upstream that is not encrypted', { upstream: 'http://service.test' }, /^upstream is not encrypted/],
    ['a base path with the version', { basePath: '/shipping/v1' }, /^basePath must be the path before \/v1/],
    [
      'the origin of an example',
      { origins: ['https://shop.example'] },
      /^origins has https:\/\/shop.example, an example's address/,
    ],
    ['no request from an address', { limits: { address: 0 } }, /^limits.address is 0/],
    ['no prices', { limits: { quotes: 0 } }, /^limits.quotes is 0/],
    ['no webhooks', { limits: { webhooks: 0 } }, /^limits.webhooks is 0/],
    ['a secret of one letter', { secrets: { current: { kid: 'a', secret: 'x'.repeat(40) } } }, /can be guessed/],
    [
      'a secret with the line break of its file',
      { secrets: { current: { kid: 'a', secret: 'a-secret-of-the-shop-and-its-gateway\n' } } },
      /^secrets.current.secret has white space at an end/,
    ],
    [
      'two secrets that are one',
      { secrets: { current: keys.current, previous: { kid: 'old', secret } } },
      /^secrets.previous has the secret of secrets.current/,
    ],
    ['a webhook secret that is the key of tokens', { webhooks: { secret } }, /share a secret/],
    [
      'a webhook secret that no header has',
      { webhooks: { secret: 'rahasia-toko-kopi-é' } },
      /cannot be sent in a header/,
    ],
    ['a webhook secret with a space behind it', { webhooks: { secret: 'what-the-dashboard ' } }, /cannot be sent/],
    ['a webhook secret of digits', { webhooks: { secret: '1'.repeat(20) } }, /webhooks.secret can be guessed/],
    [
      'a webhook header with a colon',
      { webhooks: { secret: 'what-the-dashboard-has', header: 'X-Key:' } },
      /^webhooks.header must/,
    ],
    [
      'news that are not encrypted',
      { notify: { ...notify, url: 'http://news.test/x' } },
      /^notify.url is not encrypted/,
    ],
    ['a rule for an unknown courier', rule({ courier: 'jnee' }), /^rates.0.courier: the service has no courier "jnee"/],
    ['a rule for a courier by its name', rule({ courier: 'J&T' }), /^rates.0.courier: .* "J&T"/],
    [
      'a rule for an unknown service',
      rule({ courier: 'jne', service: 'ez' }),
      /^rates.0.service: there is no service "ez"/,
    ],
    ['a rule for an unknown service of any courier', rule({ service: 'regular' }), /^rates.0.service: .* "regular"/],
    ['a discount above everything', rule({ type: 'discount', unit: 'percent', amount: 15_000 }), /above 100 percent/],
    ['a rule for the name of an area', rule({ area: 'Jakarta' }), /^rates.0.area must be the beginning of an area id/],
    ['postal codes of two digits', rule({ postalCodes: [10, 19] }), /^rates.0.postalCodes must have .* five digits/],
    ['a fallback of an unknown courier', fallback({ courier: 'si-cepat' }), /^fallback.0.courier: .* "si-cepat"/],
    ['a fallback that is free', fallback({ price: 0 }), /^fallback.0.price is 0/],
    [
      'a fallback that ends before it begins',
      fallback({ days: '4 - 2' }),
      /^fallback.0.days must be .* in their order/,
    ],
    ['a fallback that takes words', fallback({ days: 'dua hari' }), /^fallback.0.days must be a number of days/],
    ['a secret of words', secretOf('rahasia-toko-senja-rahasia-toko-senja'), /^secrets.current.secret can be guessed/],
    ['a secret of zeros', secretOf('0'.repeat(40)), /^secrets.current.secret can be guessed/],
    [
      'a secret of words that come again',
      secretOf('Rahasia2026-Toko-Rahasia2026-Toko'),
      /^secrets.current.secret can be/,
    ],
    ['a secret of the alphabet', secretOf('abcdefghijklmnopqrstuvwxyz0123456789'), /^secrets.current.secret can be/],
    [
      'a secret of news of one letter',
      { notify: { ...notify, secret: `whsec_${btoa('n'.repeat(32))}` } },
      /^notify.secret, after whsec_, can be guessed/,
    ],
    ['origins with a wildcard', { origins: ['https://*.shop.test'] }, /^origins has "https:\/\/\*.shop.test": write/],
    [
      'news sent to the webhooks of the gateway',
      { notify: { ...notify, url: 'https://shop.test/shipping/v1/webhooks' } },
      /^notify.url is where the service sends/,
    ],
    ['a database in memory', { database: ':memory:' }, /^database must be the path of a file/],
    ['a database as a URL of its file', { database: 'file:./gateway.db' }, /^database must be the path of a file/],
    [
      'a secret that is the name of a variable',
      secretOf('$SHIP_GATEWAY_TOKEN_SECRET_OF_2026'),
      /^secrets.current.secret is the name of a secret/,
    ],
    [
      'a webhook secret of a template',
      { webhooks: { secret: '<Your-Secret-of-the-Dashboard-1>' } },
      /^webhooks.secret is the name of a secret/,
    ],
    [
      'a misspelt secret of before',
      { secrets: { ...secretOf(secret).secrets, prevous: { kid: 'old', secret } } },
      /^secrets has "prevous"/,
    ],
    [
      'a misspelt end of a secret',
      {
        secrets: {
          ...secretOf(secret).secrets,
          previous: { kid: 'old', secret: 'Zk3pQ8vLw2RtY7nBf5HjXc9MdGs4KaUe1TbW', util: '2026-12-01' },
        },
      },
      /^secrets has "util"/,
    ],
    [
      'promises of couriers that rules hide',
      { ...promises({ couriers: 'jne' }), ...rule({ type: 'hidden', courier: 'jne' }) },
      /^promises.couriers are hidden by rates/,
    ],
    ['a secret of digits in a row', secretOf('1234567890'.repeat(4)), /^secrets.current.secret can be guessed/],
    ['webhooks in the header host', webhooks({ header: 'host' }), /^webhooks.header is host, which each request has/],
    ['webhooks in Referer', webhooks({ header: 'Referer' }), /^webhooks.header is Referer/],
    ['webhooks in Content-Type', webhooks({ header: 'Content-Type' }), /^webhooks.header is Content-Type/],
    ['an unknown courier of promises', promises({ couriers: 'jne,jnee' }), /^promises.couriers: .* no courier "jnee"/],
    [
      'a promise of bikes alone',
      promises({ couriers: 'gojek, grab' }),
      /^promises.couriers has only couriers that are/,
    ],
    [
      'a promise from an area that is none',
      { areas: true, promises: { origin: { origin_area_id: 'Jakarta' } } },
      /^promises.origin.origin_area_id must be the id/,
    ],
    ['a rule for a broken id of an area', rule({ area: 'IDNP6-IDNC148' }), /^rates.0.area must be the beginning/],
    [
      'the limits of an unknown courier',
      { cashOnDeliveryLimits: { sicepatt: { most: 3_000_000 } } },
      /^cashOnDeliveryLimits: the service has no courier "sicepatt"/,
    ],
    [
      'rules that leave the one courier that they hide',
      {
        rates: [rule({ type: 'only', courier: 'jne' }), rule({ type: 'hidden', courier: 'jne' })].flatMap(
          ({ rates = [] }) => rates,
        ),
      },
      /^rates leave no service/,
    ],
    [
      'rules that hide everything',
      { rates: couriers.map(({ code }) => ({ type: 'hidden', courier: code })) },
      /^rates leave no service/,
    ],
  ];
  for (const [what, changes, sentence] of wrong)
    it(`check finds ${what}`, async () => {
      const given = { ...settings, database: join(shopFolder(), 'gateway.db'), ...changes } as Settings;
      const problems = (await check(given, shopFolder())).flatMap(({ problem }) => problem ?? []);
      expect(problems.join('\n')).to.match(new RegExp(sentence.source, 'm')).and.to.not.include(secret);
      for (const problem of problems) expect(problem).to.match(/[.?]$/);
    });

  const odd: [what: string, changes: object, sentence: RegExp][] = [
    ['promises without a search', { ...promises({}), areas: false }, /^promises without areas: .* Set areas: true/],
    ['a bike among the couriers of promises', promises({ couriers: 'jne,gojek' }), /^promises.couriers has gojek/],
    ['nine proxies', { trustedHops: 9 }, /^trustedHops is 9: count your own/],
    ['no site but this machine', { origins: ['http://localhost:5173'] }, /^origins has this machine alone/],
    ['one request a minute', { limits: { address: 1 } }, /^limits.address is 1: one shopper needs more/],
    ['a day that one visit uses up', { limits: { quotes: 50 } }, /^limits.quotes is below limits.sessionQuotes/],
    ['a fallback of 20 rupiah', fallback({ price: 20 }), /^fallback.0.price is 20 rupiah: is that meant/],
    ['free delivery from 100 rupiah', rule({ subtotalFrom: 100 }), /^rates.0.subtotalFrom is 100 rupiah/],
    ['a discount of 10 rupiah', rule({ type: 'discount', amount: 10 }), /^rates.0.amount is 10 rupiah/],
    [
      'a surcharge of 2,500 percent',
      rule({ type: 'surcharge', unit: 'percent', amount: 2_500 }),
      /^rates.0.amount is 2500 percent/,
    ],
    ['a rule for five grams', rule({ weightTo: 5 }), /^rates.0.weightTo is 5 grams: .* 1000 is a kilogram/],
    [
      'a courier that collects 3,000 rupiah',
      { cashOnDeliveryLimits: { jne: { most: 3_000 } } },
      /^cash.*jne.most is 3000/,
    ],
    ['a proxy that is not counted', { trustedHops: 0 }, /^trustedHops is 0, and .* Set trustedHops: 1/],
    ['a sender that nobody uses', { sender }, /^sender has an effect with orders: 'draft' alone/],
    [
      'a sender whom no courier finds',
      { orders: 'draft', sender: { ...sender, origin_address: '-' } },
      /^sender.origin_address is short/,
    ],
    ['free delivery of everything', rule({}), /^rates.0 makes every delivery free/],
    ['free delivery from nothing on', rule({ subtotalFrom: 0 }), /^rates.0 makes every delivery free/],
    ['everything off', rule({ type: 'discount', unit: 'percent', amount: 100 }), /^rates.0 makes every delivery free/],
    [
      'a tenth of a percent',
      rule({ type: 'discount', unit: 'percent', amount: 0.1 }),
      /^rates.0.amount is 0.1 percent/,
    ],
    ['a price by place for a bike', rule({ courier: 'gojek', area: 'IDNP6' }), /^rates.0 never applies/],
    [
      'a rule that was copied twice',
      { rates: [0, 1].flatMap(() => rule({ type: 'discount', amount: 5_000 }).rates ?? []) },
      /^rates.1 is there twice/,
    ],
    ['a kilogram of nine rupiah', fallback({ perKilogram: 9 }), /^fallback.0.perKilogram is 9 rupiah/],
    ['a fallback for one gram', fallback({ grams: 1 }), /^fallback.0.grams is 1 grams/],
    [
      'a fallback of a bike everywhere',
      fallback({ courier: 'gojek', service: 'instant' }),
      /^fallback.0 promises gojek/,
    ],
    [
      'a fallback that rules hide',
      { ...fallback({}), ...rule({ type: 'hidden', courier: 'jne' }) },
      /^fallback.0 is hidden by rates/,
    ],
    [
      'a shop that needs a month of open days',
      { calendar: { zone: 'WIB', days: { mon: '15:00' }, prepareHours: 720 } },
      /^calendar.prepareHours is 720/,
    ],
    ['a process of its own that takes no orders', { orders: 'none' }, /^orders is 'none': .* Set orders: 'order'/],
    ['cancellations where nobody orders', { orders: 'none', cancels: true }, /^cancels without orders/],
  ];
  for (const [what, changes, sentence] of odd)
    it(`check warns of ${what}, and the shop is ready`, async () => {
      const given = { ...settings, database: join(shopFolder(), 'gateway.db'), ...changes } as Settings;
      const findings = await check(given, shopFolder());
      expect(findings.flatMap(({ problem }) => problem ?? [])).to.deep.equal([]);
      expect(findings.map(({ warning }) => warning).join('\n')).to.match(new RegExp(sentence.source, 'm'));
    });

  it('check finds nothing in a shop that uses everything', async () => {
    const { address, close } = await listen((_request, response) => void response.writeHead(401).end());
    const given: Settings = {
      ...settings,
      orders: 'draft',
      sender,
      host: '127.0.0.1',
      trustedHops: 1,
      areas: true,
      tracking: true,
      database: join(shopFolder(), 'gateway.db'),
      cancels: true,
      promises: { origin: { origin_postal_code: 12_440 }, hours: 24, couriers: 'jne, SiCepat' },
      cashOnDeliveryLimits: { sicepat: { most: 3_000_000 } },
      limits: { address: 1_000, unsignedQuotes: 0 },
      notify: { ...notify, url: `${address}/news` },
      webhooks: { secret: 'what the dashboard has 2026', header: 'X-Webhook-Key' },
      rates: [
        { type: 'free', subtotalFrom: 500_000, postalCodes: [10_000, 19_999] },
        { type: 'discount', unit: 'percent', amount: 10, courier: 'jne', service: 'reg' },
        { type: 'surcharge', amount: 2_500, area: 'IDNP24' },
        { type: 'hidden', courier: 'JNT' },
      ],
      ...fallback({ days: '2 - 4' }),
    };
    const findings = await check(given, shopFolder());
    expect(findings.flatMap(({ problem, warning }) => problem ?? warning ?? [])).to.deep.equal([]);
    await close();
  });

  it('check warns from September of the last decreed year, in a shop that is closed on holidays, and finds no problem', async () => {
    const year = Number(indonesianHolidays.decreed_until.slice(0, 4));
    const [august, september] = [Date.UTC(year, 7, 31), Date.UTC(year, 8, 1)];
    const given = { ...settings, database: join(shopFolder(), 'gateway.db') };
    const find = async (calendar: Settings['calendar'], now: number) => {
      const findings = await check({ ...given, ...(calendar && { calendar }) }, shopFolder(), now);
      expect(findings.flatMap(({ problem }) => problem ?? [])).to.deep.equal([]);
      return findings.flatMap(({ warning }) => warning ?? []);
    };
    const calendar = { zone: 'WIB', days: { mon: '15:00' } } as const;
    const holidayTable = { national: [`${year + 1}-01-01`], leave: [], idulFitri: [] };
    expect(await find(calendar, september)).to.have.lengthOf(1);
    expect((await find(calendar, september))[0]).to.match(/^calendar: holidays after \d{4}-12-31 are not decreed/);
    expect(await find({ ...calendar, closed: [`${year + 1}-03-08`] }, september)).to.have.lengthOf(1);
    expect(await find(calendar, august)).to.deep.equal([]);
    expect(await find({ ...calendar, holidays: false }, september)).to.deep.equal([]);
    expect(await find({ ...calendar, holidayTable }, september)).to.deep.equal([]);
    expect(await find(undefined, september)).to.deep.equal([]);
  });

  it('check takes no offence at the port of the gateway that runs with these settings, and names another program', async () => {
    const ours = { ...settings, database: join(shopFolder(), 'gateway.db') };
    const find = async () => (await check(ours, shopFolder())).flatMap(({ problem }) => problem ?? []);
    const running = await serveGateway(ours, () => {});
    expect(await find()).to.deep.equal([]);
    await running.stop();
    const other = createServer((socket) => socket.destroy()).listen(ours.port, '127.0.0.1');
    await once(other, 'listening');
    expect(await find()).to.deep.equal([`Another program uses port ${ours.port}: set port to one that is free.`]);
    other.close();
  });

  it('serve starts with none of the settings that no server can have', async () => {
    const refused = (changes: object) =>
      serveGateway({ ...settings, ...changes }, () => {}).then(
        () => 'started',
        ({ message }: Error) => message,
      );
    expect(await refused({ port: '8787' })).to.match(/^port must be/);
    expect(await refused({ timeouts: { lease: 1 } })).to.equal('There is no setting "timeouts": remove it.');
  });

  for (const [what, file, text, sentence] of [
    ['a config of CommonJS', '.mjs', 'module.exports = {}', /module belongs to CommonJS.*export default/],
    ['a config that requires', '.mjs', "const a = require('x');\nexport default { a }", /require belongs to CommonJS/],
    [
      'a config with another name',
      '.cjs',
      'module.exports = {}',
      /rename ship-gateway.config.cjs, and write export default/,
    ],
    [
      'a config without its import',
      '.mjs',
      "import './none.mjs';\nexport default {}",
      /file or a package that it imports is/,
    ],
    [
      'a config with a name that is nowhere',
      '.mjs',
      'export default { key: merchantKey }',
      /: merchantKey is not defined/,
    ],
    [
      'a config that throws',
      '.mjs',
      "throw new Error('key-of-the-shop')",
      /cannot be read \(Error\): its own code ends with/,
    ],
    ['a config that is a list', '.mjs', 'export default [{}]', /must export its settings/],
    ['a config that is a function', '.mjs', 'export default () => ({})', /must export its settings/],
    ['a config without a comma', '.mjs', 'export default { a: 1 b: 2 }', /look for a comma/],
  ] as const)
    it(`names the mistake of ${what}`, async () => {
      const folder = shopFolder();
      writeFileSync(join(folder, `ship-gateway.config${file}`), text);
      const problem = await readSettings(folder).catch(({ message }: Error) => message);
      expect(problem).to.match(sentence).and.to.match(/\.$/).and.to.not.include('key-of-the-shop');
    });

  it('reads secrets behind a byte order mark, and names secrets that are a list', async () => {
    const folder = shopFolder({});
    const file = join(folder, 'ship-gateway.secrets.json');
    writeFileSync(file, '\ufeff{"key":"k"}');
    expect(await readSettings(folder)).to.deep.equal({ key: 'k' });
    writeFileSync(file, '["k"]');
    expect(await readSettings(folder).catch(({ message }) => message)).to.match(/must be one JSON object/);
  });

  it('reads a secret from its file where the config has it from a variable that is not set', async () => {
    const folder = shopFolder();
    writeFileSync(join(folder, 'ship-gateway.config.mjs'), 'export default { key: process.env.NOT_SET, areas: true }');
    writeFileSync(join(folder, 'ship-gateway.secrets.json'), '{"key":"k"}');
    expect(await readSettings(folder)).to.deep.equal({ key: 'k', areas: true });
  });

  it('names the file that is missing or broken, and lists the commands', async () => {
    const broken = shopFolder(settings);
    writeFileSync(join(broken, 'ship-gateway.secrets.json'), '{"key": "merchant-secret",}');
    const noComma = 'look for a comma or a quote that is missing.\n';
    const cases: [folder: string, words: string[], stderr: string | RegExp][] = [
      [shopFolder(), ['news'], /^There is no .+ here: run .+init", or name the module .+ \.\/gateway\.js"\.\n$/],
      [shopFolder({ ...settings, origins: [] }), [], /^origins must list the sites whose pages may ask.*\n$/],
      [broken, ['check'], `ship-gateway.secrets.json cannot be read (SyntaxError): ${noComma}`],
      [shopFolder(), ['dance'], /^There is no "dance".\nnpx ship-elements gateway init/],
      [
        shopFolder(),
        ['orders', 'resolve', 'INV-7'],
        /^"resolve" takes a reference, and one of --placed ID, .+\nnpx ship-elements gateway init/,
      ],
      [
        shopFolder(settings),
        ['serve', '--port', '9000'],
        /^"serve" takes no --port: .+ ship-gateway\.config\.mjs\.\n$/,
      ],
      [shopFolder(settings), ['news', 'INV-7'], /^"news" takes no INV-7: /],
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

describe('npx ship-elements gateway cancel', () => {
  it('cancels what was placed, calls off what was not sent, and says why an order goes on', async () => {
    const service = await startService();
    const database = join(shopFolder(), 'gateway.db');
    const keys = { account: 'toko', current: { kid: 'now', secret: 'a-secret-of-the-shop-and-its-gateway-only' } };
    const settings = {
      ...{ account: keys.account, upstream: service.url, key: service.key, origins: ['https://shop.test'] },
      ...{ secrets: { current: keys.current }, database },
    };
    const folder = shopFolder(settings);
    const opened = await openLibsqlStore(database);
    const gateway = createShippingGateway(optionsOf(settings, opened));
    const ids = [];
    for (const reference of ['INV-1', 'INV-2', 'INV-3']) {
      ids.push((await gateway.order(await signGrant({ order, reference, price_max: 1_000_000 }, keys))).id);
    }
    await service.end(ids[1] ?? '', 'picked');
    await opened.close();
    const ran = [
      await run(folder, 'cancel', 'INV-1'),
      await run(folder, 'cancel', 'INV-1'),
      await run(folder, 'cancel', 'INV-2'),
      await run(folder, 'cancel', 'INV-4'),
      await run(folder, 'cancel', 'INV-4', '--anyway'),
      await run(folder, 'cancel', 'INV-4'),
      await run(folder, 'cancel'),
    ];
    service.isDown = true;
    ran.push(await run(folder, 'cancel', 'INV-3'));
    expect((await service.orders()).map(({ status }) => status)).to.deep.equal(['cancelled', 'picked', 'confirmed']);
    await service.stop();
    const cancelled = `INV-1 is cancelled: the shipping service had it as ${ids[0]}.\n`;
    const calledOff = 'is called off: nothing is ordered with this reference any more.\n';
    expect(ran.map(({ stdout, status }) => [status, stdout])).to.deep.equal([
      [0, cancelled],
      [0, cancelled],
      [1, ''],
      [2, ''],
      [0, `There is no order INV-4 in the ledger. It ${calledOff}`],
      [0, `INV-4 ${calledOff}`],
      [2, ''],
      [1, ''],
    ]);
    const [, , picked, unknown, , , without, unanswered] = ran.map(({ stderr }) => stderr);
    expect(picked).to.equal(
      'INV-2 is not cancelled. Its courier has the parcel, or it has ended: it cannot be cancelled any more.\n',
    );
    expect(unknown).to.match(
      /^There is no order INV-4 in the ledger: is the reference right\? .+ --anyway calls it off\.\n$/,
    );
    expect(without).to.match(/^"cancel" takes the reference of one order\./);
    expect(unanswered).to.equal(
      'INV-3 is not cancelled. It is not known yet whether the order was cancelled: cancel it again to find out.\n',
    );
  }).timeout(60_000);
});

describe('npx ship-elements gateway erase', () => {
  it('exports and erases one order, says what is left, and names an order that is not there', async () => {
    const folder = shopFolder({
      ...{ account: 'toko', upstream: 'https://api.test', key: 'k', origins: ['https://shop.test'] },
      secrets: { current: { kid: 'now', secret: 'a-secret-of-the-shop-and-its-gateway-only' } },
      database: 'gateway.db',
    });
    const opened = await openLibsqlStore(join(folder, 'gateway.db'));
    const times = { lease: 0, created: 1_795_000_000_000, changed: 1_795_000_000_000 };
    const texts = { fingerprint: 'f', permit: 'p', body: null, terms: null, order: 'o1' };
    const key = { account: 'toko', kind: 'order' } as const;
    const placed = { ...key, ...times, ...texts, state: 'placed', version: 1, attempts: 1 } as const;
    const answer = JSON.stringify({ status: 200, body: { status: 'delivered' } });
    await opened.ledger.insert({ ...placed, answer, reference: 'INV-1' });
    await opened.ledger.insert({ ...placed, answer: '{"status":200}', created: Date.now(), reference: 'INV-3' });
    await opened.close();
    const [exported, underWay, erased, again, unknown] = [
      await run(folder, 'export', 'INV-1'),
      await run(folder, 'erase', 'INV-3', '--anyway'),
      await run(folder, 'erase', 'INV-1'),
      await run(folder, 'erase', 'INV-1'),
      await run(folder, 'erase', 'INV-2'),
    ];
    expect(JSON.parse(exported.stdout).orders).to.have.lengthOf(1);
    expect(JSON.parse(exported.stdout).orders[0]).to.include({ id: 'o1', state: 'placed' });
    expect(erased).to.include({ status: 0 });
    expect(erased.stdout).to.match(/^INV-1 is erased\.\n- The gateway keeps digests/);
    expect(underWay.stdout).to.match(
      /^INV-3 is erased, but for what its open delivery needs\.\n- Its delivery is open/,
    );
    expect(again.stdout).to.match(/^INV-1 was erased already, at 20\d\d-/);
    expect(unknown).to.deep.equal({
      stdout: '',
      stderr: 'There is no order INV-2 in the ledger: is the reference right?\n',
      status: 2,
    });
  }).timeout(60_000);
});

describe('npx ship-elements gateway rotate', () => {
  const old = { kid: '2026-11', secret: 'a-secret-of-the-shop-and-its-gateway-only' };
  const now = new Date('2026-11-28T18:05:00Z');
  const day = 24 * 3_600_000;
  const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  function folderWith(kept: object, settings: Settings = { account: 'toko' }): string {
    const folder = shopFolder(settings);
    writeFileSync(join(folder, 'ship-gateway.secrets.json'), JSON.stringify(kept), { mode: 0o600 });
    return folder;
  }
  const keysIn = async (folder: string) => ({ account: 'toko', ...(await readSettings(folder)).secrets }) as TokenKeys;

  it('writes a new secret, reads carts for a day and links for their 90, and says when each ends', async () => {
    const folder = folderWith({ key: 'k', secrets: { current: old } });
    const signer = { account: 'toko', current: old };
    const printed = await rotate(folder, now, false);
    expect(printed).to.match(/"2026-11-2" is in ship-gateway\.secrets\.json/);
    expect(printed).to.match(
      /"2026-11": carts, offers, grants and cancellations end 2026-11-29 18:05 UTC, links to parcels by 2027-02-27 18:10 UTC/,
    );
    const keys = await keysIn(folder);
    expect([keys.current.kid, (await readSettings(folder)).key]).to.deep.equal(['2026-11-2', 'k']);
    expect(statSync(join(folder, 'ship-gateway.secrets.json')).mode & 0o777).to.equal(0o600);
    for (const [when, expected] of [
      [day - 1, 'accepted'],
      [day, 'kid'],
    ] as const) {
      const cart = await signCart(shopCart, signer, later(when));
      const read = await verifyCart(cart, keys, later(when)).catch(({ mismatch }) => mismatch);
      expect(typeof read === 'string' ? read : 'accepted').to.equal(expected);
    }
    const link = await signTrack({ reference: 'INV-1' }, signer, later(day));
    expect(await verifyTrack(link, keys, later(90 * day))).to.deep.equal({ reference: 'INV-1' });
  });

  it('keeps links through several rotations, and forgets a secret when its last link has ended', async () => {
    const folder = folderWith({ secrets: { current: old } });
    const link = await signTrack({ reference: 'INV-1' }, { account: 'toko', current: old }, now);
    for (const days of [1, 30, 60]) await rotate(folder, later(days * day), false);
    const keys = await keysIn(folder);
    expect(await verifyTrack(link, keys, later(89 * day))).to.deep.equal({ reference: 'INV-1' });
    expect(previousOf(keys).map(({ kid }) => kid)).to.deep.equal(['2026-12', '2026-11-2', '2026-11']);
    await rotate(folder, later(95 * day), false);
    expect(previousOf(await keysIn(folder)).map(({ kid }) => kid)).to.not.include('2026-11');
  });

  it('ends everything at once with --leaked', async () => {
    const folder = folderWith({ secrets: { current: old, previous: { ...old, kid: '2026-10' } } });
    expect(await rotate(folder, now, true)).to.match(/everything that "2026-11" or an older one signed ends/);
    const keys = await keysIn(folder);
    expect(keys.previous).to.equal(undefined);
    const link = await signTrack({ reference: 'INV-1' }, { account: 'toko', current: old }, now);
    expect(await verifyTrack(link, keys, now).catch(({ mismatch }) => mismatch)).to.equal('kid');
  });

  it('gives no secret the name of one that has leaked in the same month', async () => {
    const folder = folderWith({ secrets: { current: old } });
    const kids: string[] = [old.kid];
    for (let n = 0; n < 3; n++) {
      await rotate(folder, now, true);
      kids.push((await keysIn(folder)).current.kid);
    }
    expect(kids).to.deep.equal(['2026-11', '2026-11-2', '2026-11-3', '2026-11-4']);
  });

  it('changes nothing if the secrets are not in its file', async () => {
    const folder = folderWith({ key: 'k' }, { account: 'toko', secrets: { current: old } });
    const problem = await rotate(folder, now, false).catch(({ message }) => message);
    expect(problem).to.match(/^The secrets of ship-gateway\.config\.mjs are not those in ship-gateway\.secrets\.json/);
    expect((await keysIn(folder)).current).to.deep.equal(old);
  });
});

describe('npx ship-elements gateway orders', () => {
  const account = 'orders-command';
  const { settings } = openShop(lost, { account });
  const { store: _, fetch: __, observe: ___, ...options } = settings;
  const asked = async (...words: string[]) => ordersCommand(words)?.({ ...options, notify }, store);

  it('lists what needs attention without personal data, and resolves it by what was found', async () => {
    expect(await asked()).to.equal(`The account "${account}" has no orders here. Is "account" right?\n`);
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
