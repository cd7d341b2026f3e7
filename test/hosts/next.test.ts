import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { installExample } from '../support/installed-example.ts';
import { npm, quiet } from '../support/installed-page.ts';
import { runProgram } from '../support/running-program.ts';
import { type Ask, buy, finishBySchedule, type Service, shipBySchedule, startService, through } from './host.ts';

describe('demo/hosts/next', () => {
  let state: string;
  let service: Service;
  let ask: Ask;
  let server: Awaited<ReturnType<typeof runProgram>>;

  before(async () => {
    const folder = await installExample('hosts/next');
    await npm(folder, ['run', 'build']);
    service = await startService();
    state = join(mkdtempSync(join(tmpdir(), 'ship-next-')), 'state');
    // No folder can be made below a file.
    writeFileSync(state, '');
    const env = { ...quiet, ...service.environment, SHOP_DATA: state, PORT: '0' };
    server = await runProgram(['npm', 'start'], { cwd: folder, env });
    ask = through(server.origin);
  }).timeout(300_000);

  after(async () => {
    await server.stop();
    await service.stop();
    rmSync(join(state, '..'), { recursive: true });
  });

  it('shows its pages while the database cannot be opened, and opens it as soon as it can', async () => {
    expect((await ask('/')).status).to.equal(200);
    expect((await ask('/shipping/v1/couriers')).status).to.equal(500);
    rmSync(state);
    expect((await ask('/shipping/v1/couriers')).status).to.equal(200);
  });

  it('is built with the defaults of create-next-app, and sells', () => buy(ask, service));

  it('finishes an order without an answer while it runs', () =>
    finishBySchedule(ask, service, async () => (await ask('/')).text()));

  it('ships what is paid while it runs, though the page was closed', async () => {
    const store = await openLibsqlStore(join(state, 'shipping.db'));
    await shipBySchedule(store, service, async () => (await ask('/')).text());
  });
});
