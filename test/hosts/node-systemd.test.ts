import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import Database from 'libsql';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { installExample } from '../support/installed-example.ts';
import { runProgram } from '../support/running-program.ts';
import { type Ask, buy, finishBySchedule, type Service, shipBySchedule, startService, through } from './host.ts';

const run = promisify(execFile);

describe('demo/hosts/node-systemd', () => {
  let folder: string;
  /** As systemd creates it. */
  let state: string;
  let service: Service;
  let ask: Ask;
  let server: Awaited<ReturnType<typeof runProgram>>;

  const text = (file: string) => readFileSync(join(folder, file), 'utf8');

  /** The value of a setting in a unit. */
  const setting = (unit: string, name: string) => text(unit).match(new RegExp(`^${name}=(.*)$`, 'm'))?.[1] ?? '';

  /** The command of a unit, and what systemd gives it. */
  function commandOf(unit: string) {
    const [node, ...parameters] = setting(unit, 'ExecStart').split(' ');
    expect(node).to.equal('/usr/bin/node');
    expect(setting(unit, 'EnvironmentFile')).to.equal('/etc/shop-shipping.env');
    const named = [...text('shop-shipping.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(named).to.have.members(Object.keys(service.environment));
    return { parameters, options: { cwd: folder, env: { ...service.environment, STATE_DIRECTORY: state, PORT: '0' } } };
  }

  before(async () => {
    folder = await installExample('hosts/node-systemd');
    state = mkdtempSync(join(tmpdir(), 'ship-state-'));
    service = await startService();
    const { parameters, options } = commandOf('shop-shipping.service');
    server = await runProgram([process.execPath, ...parameters], options);
    ask = through(server.origin);
  }).timeout(300_000);

  after(async () => {
    await server.stop();
    await service.stop();
    rmSync(state, { recursive: true });
  });

  it('sells, as its unit starts it', () => buy(ask, service));

  it('finishes an order without an answer by its timer', async () => {
    const { parameters, options } = commandOf('shop-shipping-settle.service');
    await finishBySchedule(ask, service, () => run(process.execPath, parameters, options));
  });

  it('ends when systemd stops it', async () => {
    await server.stop();
    expect(await fetch(server.origin).catch((problem) => problem.cause.code)).to.equal('ECONNREFUSED');
  });

  it('ships by its timer what is paid while the server is stopped, also while another step fails, which systemd hears', async () => {
    const { parameters, options } = commandOf('shop-shipping-settle.service');
    const settle = () => run(process.execPath, parameters, options);
    const store = await openLibsqlStore(join(state, 'shipping.db'));
    // What the gateway cleans up.
    const database = new Database(join(state, 'shipping.db'), { timeout: 5000 });
    database.exec('ALTER TABLE ship_webhooks RENAME TO away');
    await shipBySchedule(store, service, async () => {
      const failure = await settle().catch((problem) => problem);
      expect(failure).to.include({ code: 1 }).and.have.property('stderr').that.includes('ship_webhooks');
    });
    database.exec('ALTER TABLE away RENAME TO ship_webhooks');
    database.close();
    await settle();
  });

  it('has one user, one folder of state and the same rights in both units, and a timer for the second one', () => {
    const [unit, other] = ['shop-shipping.service', 'shop-shipping-settle.service'];
    const shared =
      'User WorkingDirectory EnvironmentFile StateDirectory StateDirectoryMode NoNewPrivileges ProtectSystem';
    for (const name of shared.split(' '))
      expect(setting(unit, name), name).to.equal(setting(other, name)).and.not.equal('');
    expect(text('shop-shipping-settle.timer')).to.match(/^OnCalendar=\*:\*:00$/m);
    // Elsewhere systemd is missing, and its settings are only read.
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) return;
    const copies = mkdtempSync(join(tmpdir(), 'ship-units-'));
    const units = readdirSync(folder).filter((file) => /\.(service|timer)$/.test(file));
    for (const file of units) writeFileSync(join(copies, file), text(file).replace('/usr/bin/node', process.execPath));
    const { stderr } = spawnSync('systemd-analyze', ['verify', ...units.map((file) => join(copies, file))], {
      encoding: 'utf8',
    });
    rmSync(copies, { recursive: true });
    expect(stderr.split('\n').filter((line) => line.includes('shop-shipping'))).to.deep.equal([]);
  });

  it('is where nginx passes requests on, with the shopper’s address', () => {
    const nginx = text('nginx.conf');
    expect(nginx).to.include('location /shipping/ {');
    expect(nginx).to.include(`proxy_pass http://127.0.0.1:${text('server.js').match(/PORT \?\? (\d+)/)?.[1]};`);
    expect(nginx).to.include('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;');
    // The largest body that the gateway reads: above it nginx would answer a page of its own.
    expect(nginx).to.include('client_max_body_size 128k;');
    expect(text('gateway.js')).to.include('trustedHops: 1,');
  });
});
