import type { Cache, GatewayStore } from './interfaces.ts';
import { migrate } from './migrations.ts';
import type { SqlDatabase, SqlValue } from './sql-rows.ts';
import { createSqlStore } from './sql-store.ts';

/** The part of a D1 binding that is used. */
export interface D1Binding {
  prepare(statement: string): {
    bind(...values: SqlValue[]): D1Statement;
  };
  batch(statements: D1Statement[]): Promise<unknown>;
}

/** The part of a bound statement that is used. */
interface D1Statement {
  all(): Promise<{ results: Record<string, unknown>[]; meta: { changes?: number } }>;
}

/** The part of a KV binding that is used. */
export interface KvBinding {
  get(key: string): Promise<string | null>;
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>;
}

/** Seconds. KV refuses a shorter lifetime. */
const shortest = 60;

/**
 * Keeps orders and counts in Cloudflare's D1. Answers are kept in KV if there is one, because it is nearer.
 * @throws {TypeError} if there is no binding
 */
export function createD1Store(binding: D1Binding, { kv }: { kv?: KvBinding } = {}): GatewayStore {
  if (typeof Object(binding).prepare !== 'function')
    throw new TypeError(
      `createD1Store needs the binding of a D1 database, and got ${typeof binding}: is it in the Worker's configuration?`,
    );
  const run: SqlDatabase['run'] = async (statement, values = []) => {
    const { results, meta } = await binding
      .prepare(statement)
      .bind(...values)
      .all();
    return { rows: results, changes: meta.changes ?? 0 };
  };
  const transaction: SqlDatabase['transaction'] = async (statements) => {
    await binding.batch(statements.map(({ sql, values = [] }) => binding.prepare(sql).bind(...values)));
  };
  const close = async () => {};
  // A Worker cannot wait before its first request, so the first statement migrates. Requests do not share one migration: the platform
  // drops the work of a request whose page was closed.
  let prepared = false;
  const prepare = async () => {
    if (!prepared) await migrate({ run, transaction, close });
    prepared = true;
  };
  const database: SqlDatabase = {
    async run(statement, values) {
      await prepare();
      return run(statement, values);
    },
    async transaction(statements) {
      await prepare();
      await transaction(statements);
    },
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
