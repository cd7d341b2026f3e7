import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { openPostgresStore } from '../../src/gateway/store/postgres.ts';
import { signGrant, type TokenKeys } from '../../src/server.ts';
import { order, type Placed } from '../gateway/shop.ts';
import { bundle } from '../support/build-script.ts';
import { hasPostgres, libsqlOnly, startPostgres } from '../support/postgres.ts';
import { type RunningProgram, runProgram } from '../support/running-program.ts';
import type { Setting } from './gateway-process.ts';

const keys: TokenKeys = { account: 'killed', current: { kid: 'now', secret: 'a-secret-that-outlives-its-processes' } };
const key = 'merchant-key';

/** The body of a request that orders under this reference. */
export const grantFor = async (reference: string) => ({
  grant: await signGrant({ order, reference, price_max: 1_000_000 }, keys),
});

/** Undefined if no answer came. */
export async function post(gateway: RunningProgram, path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  try {
    const answer = await fetch(gateway.origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  } catch {
    return undefined;
  }
}

/** Polls until `look` returns something. */
export async function until<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  const end = performance.now() + 30_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`It did not happen: ${what}`);
    await new Promise((later) => setTimeout(later, 25));
  }
}

const pathOf = (url: string) => fileURLToPath(new URL(url, import.meta.url));

let bundled: Promise<string> | undefined;

/** Bundles the process once, because many gateways are started and loading many files is slow. Returns the path. */
async function buildGateway(folder: string): Promise<string> {
  const ssr = { noExternal: true as const, external: ['pg', 'libsql'] };
  const rollupOptions = { output: { codeSplitting: false } };
  bundled ??= bundle({ ssr, build: { ssr: pathOf('./gateway-process.ts'), rollupOptions } });
  const file = join(folder, 'gateway.mjs');
  writeFileSync(file, await bundled);
  return file;
}

export type Database = 'a libSQL file' | 'Postgres';

/** Without Postgres the run ends with a warning that says so. */
export const databases: readonly Database[] =
  !libsqlOnly && hasPostgres() ? ['a libSQL file', 'Postgres'] : ['a libSQL file'];

/** Starts gateways as processes of their own, over one database and one sandbox. */
export async function openGateways(database: Database) {
  const postgres = database === 'Postgres' ? await startPostgres() : undefined;
  // Below node_modules, where the native packages of the databases are found.
  const cache = pathOf('../../node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'ship-kill-'));
  const script = await buildGateway(folder);
  const address = postgres?.url ?? join(folder, 'gateway.db');
  const flags = ['--port', '0', '--db', join(folder, 'sandbox.db'), '--key', key];
  const command = [process.execPath, '--import', 'tsx', pathOf('../../src/sandbox/cli.ts'), ...flags];
  const sandbox = await runProgram(command, { cwd: process.cwd() });
  const store = await (postgres ? openPostgresStore(address) : openLibsqlStore(address));
  return {
    /** The process handles no signal, so `stop()` kills it. */
    start(faults: Pick<Setting, 'dieAt'> = {}): Promise<RunningProgram> {
      const { account, current } = keys;
      const setting: Setting = {
        database: address,
        upstream: sandbox.origin,
        account,
        secret: current.secret,
        key,
        ...faults,
      };
      return runProgram([process.execPath, script], { cwd: folder, env: { GATEWAY: JSON.stringify(setting) } });
    },
    entry: (reference: string) => store.ledger.find({ account: keys.account, kind: 'order', reference }),
    /** All orders that the service has. */
    async placed(): Promise<Placed[]> {
      const answer = await fetch(`${sandbox.origin}/v1/orders`, { headers: { authorization: key } });
      return ((await answer.json()) as { orders: Placed[] }).orders;
    },
    async close() {
      await store.close();
      await sandbox.stop();
      await postgres?.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

export type Gateways = Awaited<ReturnType<typeof openGateways>>;
