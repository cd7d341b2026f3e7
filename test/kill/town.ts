import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { openLibsqlStore, openPostgresStore, type Store } from '../../src/gateway/index.ts';
import { type Grant, signGrant, type TokenKeys } from '../../src/server.ts';
import { order } from '../gateway/shop.ts';
import type { Setting } from './setting.ts';

export const keys: TokenKeys = {
  account: 'killed',
  current: { kid: 'now', secret: 'a-secret-that-outlives-its-processes' },
};
const key = 'merchant-key';

/** One gateway that runs. */
export interface Running {
  address: string;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Resolves when it has ended, whoever ended it. */
  ended: Promise<unknown>;
}

const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

/** Bundles gateway and sandbox, because a hundred gateways are started and loading many files is slow. */
async function buildScripts(): Promise<string> {
  mkdirSync(cache, { recursive: true });
  // Below node_modules, where the native packages of the databases are found.
  const outDir = mkdtempSync(join(cache, 'ship-kill-'));
  const [gateway, sandbox] = ['./gateway-process.ts', '../../src/sandbox/cli.ts'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['pg', 'libsql'] },
    build: {
      ssr: true,
      outDir,
      copyPublicDir: false,
      rollupOptions: { input: { gateway, sandbox } as Record<string, string> },
    },
  });
  return outDir;
}

/** Starts a sandbox, a database and gateways as processes, and ends them after the tests. */
export function openTown(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `ship-kill-${name}-`));
  const running = new Set<ChildProcess>();
  let upstream = '';
  let where = join(folder, 'gateway.db');
  let store: Store;
  let scripts = '';

  after(async () => {
    for (const child of running) child.kill('SIGKILL');
    await store?.close();
    rmSync(folder, { recursive: true });
    rmSync(scripts, { recursive: true });
  });

  /** Resolves with its address when it listens. */
  async function run(script: string, flags: string[], env: NodeJS.ProcessEnv) {
    const child = spawn(process.execPath, [join(scripts, script), ...flags], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.add(child);
    const ended = once(child, 'exit').then(() => running.delete(child));
    const [line] = await Promise.race([
      once(createInterface(child.stdout), 'line'),
      ended.then(() => Promise.reject(new Error(`${script} ended before it listened.`))),
    ]);
    return { child, ended, address: String(line).replace(/^.*listening on /, '') };
  }

  return {
    /** @param database `postgres://…` for Postgres; a libSQL file by default */
    async open(database = where): Promise<void> {
      where = database;
      scripts = await buildScripts();
      const flags = ['--port', '0', '--db', join(folder, 'sandbox.db'), '--key', key];
      upstream = (await run('sandbox.js', flags, {})).address;
      store = where.startsWith('postgres:') ? await openPostgresStore(where) : await openLibsqlStore(where);
    },

    async start(more: Partial<Setting> = {}): Promise<Running> {
      const { account, current } = keys;
      const setting: Setting = { store: where, upstream, account, secret: current.secret, key, ...more };
      const { child, ended, address } = await run('gateway.js', [], { GATEWAY: JSON.stringify(setting) });
      const kill = async (signal: NodeJS.Signals) => {
        child.kill(signal);
        await ended;
      };
      return { address, kill, ended };
    },

    entry: (reference: string) => store.ledger.find({ account: keys.account, kind: 'order', reference }),

    /** The orders that the service has, by reference. */
    async placed(): Promise<Map<string, { id: string; status: string }[]>> {
      const response = await fetch(`${upstream}/v1/orders`, { headers: { authorization: key } });
      const { orders } = (await response.json()) as { orders: { id: string; status: string; reference_id: string }[] };
      const byReference = new Map<string, { id: string; status: string }[]>();
      for (const { id, status, reference_id } of orders)
        byReference.set(reference_id, [...(byReference.get(reference_id) ?? []), { id, status }]);
      return byReference;
    },
  };
}

export const grantFor = (reference: string, changes: Partial<Grant> = {}) =>
  signGrant({ order, reference, price_max: 1_000_000, ...changes }, keys);

export interface Told {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  body: any;
}

/** Repeats the request until its answer is 200. */
export const done = (address: string, path: string, body: object): Promise<Told> =>
  until(async () => {
    const told = await post(address, path, body);
    return told?.status === 200 && told;
  }, `${path} is answered`);

/** Undefined if no answer came. */
export async function post(address: string, path: string, body: object): Promise<Told | undefined> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}

/** Polls until `look` returns something. */
export async function until<T>(
  look: () => Promise<T | undefined | false>,
  what: string,
  timeouts = 30_000,
): Promise<T> {
  const end = performance.now() + timeouts;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`It did not happen: ${what}`);
    await new Promise((later) => setTimeout(later, 25));
  }
}
