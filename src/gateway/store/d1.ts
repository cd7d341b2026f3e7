import { migrate } from './migrations.ts';
import { createSqlStore, type SqlDatabase, type SqlValue } from './sql-store.ts';
import type { Cache, Store } from './store.ts';

/** What of a D1 binding is used. */
export interface D1Binding {
  prepare(statement: string): {
    bind(...values: SqlValue[]): D1Statement;
  };
  batch(statements: D1Statement[]): Promise<unknown>;
}

/** What of a bound statement is used. */
export interface D1Statement {
  all(): Promise<{ results: Record<string, unknown>[]; meta: { changes?: number } }>;
}

/** What of a KV binding is used. */
export interface KvBinding {
  get(key: string): Promise<string | null>;
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>;
}

/** KV keeps nothing for less than a minute. */
const shortest = 60;

/**
 * Keeps everything in Cloudflare's D1: orders and counts there, answers in KV where it is given, which is nearer.
 */
export function createD1Store(binding: D1Binding, { kv }: { kv?: KvBinding } = {}): Store {
  const run: SqlDatabase['run'] = async (statement, values = []) => {
    const { results, meta } = await binding
      .prepare(statement)
      .bind(...values)
      .all();
    return { rows: results, changes: meta.changes ?? 0 };
  };
  const transaction: SqlDatabase['transaction'] = async (statements) => {
    await binding.batch(statements.map((statement) => binding.prepare(statement).bind()));
  };
  const close = async () => {};
  // A Worker cannot wait before its first request: the tables are looked for with the first statement. Each of the first requests
  // does so by itself, because what one of them waits for never comes when its page has gone away meanwhile.
  let prepared = false;
  const database: SqlDatabase = {
    async run(statement, values) {
      if (!prepared) await migrate({ run, transaction, close });
      prepared = true;
      return run(statement, values);
    },
    transaction,
    close,
  };
  return createSqlStore({ database, ...(kv && { cache: kvCache(kv) }) });
}

function kvCache(kv: KvBinding): Cache {
  return {
    get: async (key) => (await kv.get(key)) ?? undefined,
    set: (key, value, seconds) => kv.put(key, value, { expirationTtl: Math.max(shortest, seconds) }),
  };
}
