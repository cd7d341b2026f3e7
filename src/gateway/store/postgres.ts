import { migrate } from './migrations.ts';
import { createSqlStore, type SqlDatabase } from './sql-store.ts';
import type { Store } from './store.ts';

/** The part of a `pg` pool that is used. A shop may pass its own pool. */
export interface PostgresPool {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
  end(): Promise<void>;
}

/**
 * Keeps everything in Postgres. Processes that share it are one gateway.
 * @param connection `postgres://…`, or a pool of the shop's own, which the shop closes
 * @throws {SchemaError} if a newer program has migrated the database
 */
export async function openPostgresStore(connection: string | PostgresPool): Promise<Store> {
  const own = typeof connection === 'string';
  const pool = own ? await connect(connection) : connection;
  const database: SqlDatabase = {
    async run(statement, values = []) {
      let place = 0;
      const text = statement.replace(/\?/g, () => `$${++place}`);
      const { rows, rowCount } = await pool.query(text, [...values]);
      return { rows, changes: rowCount ?? 0 };
    },
    // Postgres runs the statements of one text in one transaction.
    transaction: async (statements) => void (await pool.query(statements.join(';\n'), [])),
    close: async () => (own ? pool.end() : undefined),
  };
  await migrate(database).catch(async (problem) => {
    await database.close();
    throw problem;
  });
  return createSqlStore({ database });
}

async function connect(url: string): Promise<PostgresPool> {
  // Imported here so that a gateway over another store runs without the package.
  const { default: pg } = await import('pg');
  // A dead connection or a locked table must not delay a request for longer.
  const limits = { connectionTimeoutMillis: 5_000, query_timeout: 5_000, keepAlive: true };
  const pool = new pg.Pool({ connectionString: url, max: 10, ...limits });
  // A broken idle connection is no error of a request. The next request opens another one.
  pool.on('error', () => {});
  return pool;
}
