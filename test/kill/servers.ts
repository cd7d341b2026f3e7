import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { openLibsqlStore, openPostgresStore, type Store } from '../../src/gateway/index.ts';
import { signGrant, type TokenKeys } from '../../src/server.ts';
import { order, type Placed } from '../gateway/shop.ts';
import type { Setting } from './gateway-process.ts';

const keys: TokenKeys = {
  account: 'killed',
  current: { kid: 'now', secret: 'a-secret-that-outlives-its-processes' },
};
const key = 'merchant-key';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  body: any;
}

/** One gateway that runs. */
export interface Running {
  /** Undefined if no answer came. */
  post(path: string, body: object): Promise<Answer | undefined>;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Resolves when it has ended by itself or by a signal. */
  ended: Promise<unknown>;
}

export type Servers = ReturnType<typeof openServers>;

const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
mkdirSync(cache, { recursive: true });

/** Bundles gateway and sandbox, because a hundred gateways are started and loading many files is slow. */
async function buildScripts(outDir: string): Promise<void> {
  const [gateway = '', sandbox = ''] = ['./gateway-process.ts', '../../src/sandbox/cli.ts'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['pg', 'libsql'] },
    build: { ssr: true, outDir, copyPublicDir: false, rollupOptions: { input: { gateway, sandbox } } },
  });
}

/** Starts a sandbox, a database and gateways as processes, and ends them after the tests. */
export function openServers() {
  // Below node_modules, where the native packages of the databases are found.
  const folder = mkdtempSync(join(cache, 'ship-kill-'));
  const running = new Set<ChildProcess>();
  let upstream = '';
  let where = join(folder, 'gateway.db');
  let store: Store;

  after(async () => {
    for (const child of running) child.kill('SIGKILL');
    await store?.close();
    rmSync(folder, { recursive: true });
  });

  /** Resolves with its address when it listens. */
  async function run(script: string, flags: string[], env: NodeJS.ProcessEnv = {}) {
    const child = spawn(process.execPath, [join(folder, script), ...flags], {
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
      await buildScripts(folder);
      const flags = ['--port', '0', '--db', join(folder, 'sandbox.db'), '--key', key];
      upstream = (await run('sandbox.js', flags)).address;
      store = where.startsWith('postgres:') ? await openPostgresStore(where) : await openLibsqlStore(where);
    },

    async start(faults: Pick<Setting, 'dieAt' | 'badLine'> = {}): Promise<Running> {
      const { account, current } = keys;
      const setting: Setting = { store: where, upstream, account, secret: current.secret, key, ...faults };
      const { child, ended, address } = await run('gateway.js', [], { GATEWAY: JSON.stringify(setting) });
      return {
        ended,
        async kill(signal) {
          child.kill(signal);
          await ended;
        },
        async post(path, body) {
          try {
            const headers = { 'content-type': 'application/json' };
            const answer = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
            return { status: answer.status, body: await answer.json() };
          } catch {
            return undefined;
          }
        },
      };
    },

    entry: (reference: string) => store.ledger.find({ account: keys.account, kind: 'order', reference }),

    /** The orders that the service has, by reference. */
    async placed(): Promise<Map<string, Pick<Placed, 'id' | 'status'>[]>> {
      const answer = await fetch(`${upstream}/v1/orders`, { headers: { authorization: key } });
      const { orders } = (await answer.json()) as { orders: Placed[] };
      const byReference = new Map<string, Pick<Placed, 'id' | 'status'>[]>();
      for (const { id, status, reference_id } of orders)
        byReference.set(reference_id, [...(byReference.get(reference_id) ?? []), { id, status }]);
      return byReference;
    },
  };
}

export const grantFor = (reference: string) => signGrant({ order, reference, price_max: 1_000_000 }, keys);

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
