import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { openLibsqlStore, openPostgresStore, type Store } from '../../src/gateway/index.ts';
import { signGrant, type TokenKeys } from '../../src/server.ts';
import { order, type Placed } from '../gateway/shop.ts';
import { bundle } from '../support/build-script.ts';
import { startPostgres } from '../support/postgres.ts';
import { type RunningProgram, runProgram } from '../support/running-program.ts';
import type { Setting } from './gateway-process.ts';

/** The writes and calls of an order. A process dies before or after each of them. */
const ofOrders = [
  'before claimed',
  'after claimed',
  'before sending',
  'after sending',
  'before the service',
  'after the service',
  'before placed',
  'after placed',
  'after the page is told',
];

const ofCancellations = [
  'before cancelling',
  'after cancelling',
  'before the service',
  'after the service',
  'before cancelled',
  'after cancelled',
];

const keys: TokenKeys = { account: 'killed', current: { kid: 'now', secret: 'a-secret-that-outlives-its-processes' } };
const key = 'merchant-key';
const grantFor = async (reference: string) => ({
  grant: await signGrant({ order, reference, price_max: 1_000_000 }, keys),
});

/** Undefined if no answer came. */
async function post(gateway: RunningProgram, path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  try {
    const answer = await fetch(gateway.origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  } catch {
    return undefined;
  }
}

/** Polls until `look` returns something. */
async function until<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  const end = performance.now() + 30_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`It did not happen: ${what}`);
    await new Promise((later) => setTimeout(later, 25));
  }
}

/** Repeats the request until it is answered. */
const answered = (gateway: RunningProgram, path: string, body: object) =>
  until(async () => {
    const answer = await post(gateway, path, body);
    return answer?.status === 200 ? answer.body : undefined;
  }, `${path} is answered`);

const pathOf = (url: string) => fileURLToPath(new URL(url, import.meta.url));
// Below node_modules, where the native packages of the databases are found.
const cache = pathOf('../../node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'ship-kill-'));
const gatewayScript = join(folder, 'gateway.mjs');

// Bundled, because many gateways are started and loading many files is slow.
before(async () => {
  const ssr = { noExternal: true as const, external: ['pg', 'libsql'] };
  const rollupOptions = { output: { codeSplitting: false } };
  const code = await bundle({ ssr, build: { ssr: pathOf('./gateway-process.ts'), rollupOptions } });
  writeFileSync(gatewayScript, code);
}).timeout(60_000);

const postgres = await startPostgres();
after(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true });
}).timeout(30_000);

const databases = { 'a libSQL file': join(folder, 'gateway.db'), ...(postgres && { Postgres: postgres.url }) };
for (const [name, database] of Object.entries(databases))
  describe(`a gateway on ${name} that is killed`, () => {
    let sandbox: RunningProgram;
    let store: Store;
    before(async () => {
      const flags = ['--port', '0', '--db', join(folder, `sandbox-${name}.db`), '--key', key];
      const command = [process.execPath, '--import', 'tsx', pathOf('../../src/sandbox/cli.ts'), ...flags];
      sandbox = await runProgram(command, { cwd: process.cwd() });
      store = database.startsWith('postgres:') ? await openPostgresStore(database) : await openLibsqlStore(database);
    }).timeout(60_000);
    after(async () => {
      await store.close();
      await sandbox.stop();
    });

    function start(dieAt?: string): Promise<RunningProgram> {
      const { account, current } = keys;
      const setting: Setting = { database, upstream: sandbox.origin, account, secret: current.secret, key, dieAt };
      const env = { GATEWAY: JSON.stringify(setting) };
      return runProgram([process.execPath, gatewayScript], { cwd: folder, env });
    }
    const entry = (reference: string) => store.ledger.find({ account: keys.account, kind: 'order', reference });
    const becomes = (reference: string, state: string) =>
      until(async () => (await entry(reference))?.state === state || undefined, `${reference} is ${state}`);
    /** Ids and states of what the service has under a reference. */
    async function placed(reference: string) {
      const answer = await fetch(`${sandbox.origin}/v1/orders`, { headers: { authorization: key } });
      const { orders } = (await answer.json()) as { orders: Placed[] };
      return orders.filter((one) => one.reference_id === reference).map(({ id, status }) => [id, status]);
    }
    /** Sends a request to a gateway that dies of it. Resolves with the next gateway. */
    async function killedBy(dieAt: string, path: string, body: object): Promise<RunningProgram> {
      const dying = await start(dieAt);
      expect(await post(dying, path, body), 'it died before it answered').to.equal(undefined);
      await dying.stop();
      return start();
    }

    for (const [index, dieAt] of ofOrders.entries())
      it(`${dieAt}: the next process makes the order once, and answers a repeated request`, async () => {
        const reference = `order-${index}`;
        const body = await grantFor(reference);
        const next = await killedBy(dieAt, '/v1/orders', body);
        // Without another request: the next process continues what was written down.
        if (dieAt !== 'before claimed') await becomes(reference, 'placed');
        const { id } = await answered(next, '/v1/orders', body);
        expect(await placed(reference)).to.deep.equal([[id, 'confirmed']]);
        expect(await entry(reference)).to.include({ state: 'placed', body: null, order: id });
        await next.stop();
      }).timeout(180_000);

    for (const [index, dieAt] of ofCancellations.entries())
      it(`${dieAt}: the next process cancels the order once`, async () => {
        const reference = `cancelled-${index}`;
        const first = await start();
        const { id, cancel } = await answered(first, '/v1/orders', await grantFor(reference));
        await first.stop();
        const path = `/v1/orders/${id}/cancel`;
        const next = await killedBy(dieAt, path, { cancel });
        await becomes(reference, dieAt === 'before cancelling' ? 'placed' : 'cancelled');
        expect(await answered(next, path, { cancel })).to.include({ status: 'cancelled' });
        expect(await placed(reference)).to.deep.equal([[id, 'cancelled']]);
        await next.stop();
      }).timeout(180_000);
  });
