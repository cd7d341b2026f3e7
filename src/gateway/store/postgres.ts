import { type GatewayStore, optionalPackage } from './interfaces.ts';
import { migrate, SchemaError } from './migrations.ts';
import type { SqlDatabase, SqlStatement } from './sql-rows.ts';
import { createSqlStore } from './sql-store.ts';

/** The part of a `pg` pool that is used. A shop may pass its own pool. */
interface PostgresPool {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
  /** One connection, for a transaction. */
  connect(): Promise<PostgresClient>;
  end(): Promise<void>;
  readonly options?: { connectionTimeoutMillis?: number | undefined } | undefined;
}

interface PostgresClient extends Pick<PostgresPool, 'query'> {
  on(event: 'error', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
  /** @param problem closes the connection */
  release(problem?: boolean): void;
}

/** Postgres' error code after `lock_timeout`. */
const lockNotAvailable = '55P03';

/** The error code of a pooler that refuses a setting of the connection. */
const protocolViolation = '08P01';

/** Milliseconds that a process may be stopped in the middle of a transaction. Others wait for its rows. */
const idleTimeout = 10_000;

/**
 * Keeps everything in Postgres. Processes that share it are one gateway.
 * @param connection `postgres://…`, or a pool of the shop's own, which the shop closes
 * @throws {TypeError} if there is no connection, or the pool has no time limit for one
 * @throws {MissingPackageError} if the package `pg` is not installed
 * @throws {Error} with the driver's or the server's `code` if Postgres cannot be used
 * @throws {SchemaError} if a newer program has migrated the database, or a migration waits for another program for two seconds
 */
export async function openPostgresStore(connection: string | PostgresPool): Promise<GatewayStore> {
  if (!isConnection(connection))
    throw new TypeError(
      `openPostgresStore needs "postgres://…" or a pool, and got ${typeof connection}: is the variable set?`,
    );
  const own = typeof connection === 'string';
  if (!own && connection.options && !connection.options.connectionTimeoutMillis)
    throw new TypeError(
      'The pool of openPostgresStore needs connectionTimeoutMillis and query_timeout, such as 5_000: without them each request waits for ever while the database does not answer.',
    );
  const pool = own ? await connect(connection) : connection;
  const database: SqlDatabase = {
    async run(statement, values = []) {
      const { rows, rowCount } = await pool.query(numbered(statement), [...values]).catch((problem) => {
        // The driver's own errors, such as a timeout, have no code. Logs show name and code alone.
        throw Object.assign(problem, { code: problem.code ?? 'NO_ANSWER' });
      });
      return { rows, changes: rowCount ?? 0 };
    },
    // Postgres runs the statements of one text in one transaction. A migration that waits for a lock stops all other statements on the
    // table, those of running gateways too.
    async transaction(statements) {
      if (statements.some(({ values }) => values)) return inTransaction(pool, statements);
      const texts = statements.map(({ sql }) => sql);
      const limits = ['SET LOCAL lock_timeout = 2000', 'SET LOCAL statement_timeout = 0'];
      await pool.query([...limits, ...texts].join(';\n'), []).catch((problem) => {
        if (problem.code !== lockNotAvailable) throw problem;
        throw new SchemaError(
          'The database was not migrated, because another program uses its tables, such as a report or a backup: end it, and start again.',
        );
      });
    },
    close: async () => (own ? pool.end() : undefined),
  };
  await migrate(database).catch(async (problem) => {
    await database.close();
    if (problem instanceof SchemaError) throw problem;
    const { code } = problem;
    const remedy = 'is it running at the given address, does the database exist, and may this user create tables?';
    // The driver's message is empty if a name has two addresses, and the stack has no line of the shop.
    throw Object.assign(
      new Error(`openPostgresStore could not use Postgres (${code}): ${remedy}`, { cause: problem }),
      { code },
    );
  });
  return createSqlStore({ database, relaxed: relaxedOf(database) });
}

/**
 * Does not wait for the disk when it inserts. A sync of a later write includes all before it. The setting ends with its statement, so that
 * a pooler between program and server may give the connection to another program.
 */
function relaxedOf(database: SqlDatabase): SqlDatabase {
  const setting = "set_config('synchronous_commit', 'off', true)";
  const relaxed = (statement: string) =>
    statement.startsWith('INSERT')
      ? `${statement}${statement.includes(' RETURNING ') ? ',' : ' RETURNING'} ${setting}`
      : statement;
  return { ...database, run: (statement, values) => database.run(relaxed(statement), values), close: async () => {} };
}

/** Postgres names its values `$1`, `$2`, … */
function numbered(statement: string): string {
  let position = 0;
  return statement.replace(/\?/g, () => `$${++position}`);
}

/** Statements with values are sent one by one, over one connection. */
async function inTransaction(pool: PostgresPool, statements: readonly SqlStatement[]): Promise<void> {
  const client = await pool.connect();
  // A connection that breaks fails the statement. Without a listener it would also end the process.
  const ignore = () => {};
  client.on('error', ignore);
  let isOpen = true;
  try {
    await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${idleTimeout}`, []);
    for (const { sql, values = [] } of statements) await client.query(numbered(sql), [...values]);
    await client.query('COMMIT', []);
    isOpen = false;
  } finally {
    // A connection that is closed takes its transaction back.
    client.release(isOpen);
    client.off('error', ignore);
  }
}

const isConnection = (connection: unknown): boolean =>
  typeof connection === 'string' ? connection !== '' : typeof Object(connection).query === 'function';

async function connect(url: string): Promise<PostgresPool> {
  const { default: pg } = await optionalPackage('pg', import('pg'));
  // A dead connection or a locked table must not delay a request for longer.
  const limits = { connectionTimeoutMillis: 5_000, query_timeout: 5_000, keepAlive: true };
  const open = (more: { statement_timeout?: number }) => {
    const pool = new pg.Pool({ connectionString: url, max: 10, ...limits, ...more });
    // A broken idle connection is no error of a request. The next request opens another one.
    pool.on('error', () => {});
    return pool;
  };
  // The server gives up first. Otherwise each statement that waits for a locked table would keep a connection of the server, and run later.
  const pool = open({ statement_timeout: 4_000 });
  const problem = await pool.query('SELECT 1').catch((refusal) => refusal);
  if (problem.code !== protocolViolation) return pool;
  await pool.end();
  return open({});
}
