import { createSqlStore, prepareSchema, type SqlDatabase } from './sql-store.ts';
import type { Store } from './store.ts';

/**
 * Keeps everything in one file, which is made where there is none: for a shop on one machine. What the ledger has
 * acknowledged survives the end of the process and of the machine's power: its log is synced before each answer.
 * @param file a path; its folder must exist
 */
export async function openLibsqlStore(file: string): Promise<Store> {
  // Durability is a setting of the connection: orders have one that syncs, answers and counts one that need not.
  const database = await connect(file, 'FULL');
  const relaxed = await connect(file, 'NORMAL');
  await prepareSchema(database);
  const tidy = async () => {
    // The log has what was written before it was erased, until it is written into the file and cut off.
    await database.run('PRAGMA wal_checkpoint(TRUNCATE)');
  };
  return createSqlStore({ database, relaxed, tidy });
}

async function connect(file: string, synchronous: 'FULL' | 'NORMAL'): Promise<SqlDatabase> {
  // Only here: a gateway over another store runs without the package. Files alone: what reaches a server is slow to load.
  const { createClient } = await import('@libsql/client/sqlite3');
  const url = `file:${encodeURI(file).replace(/[?#]/g, encodeURIComponent)}`;
  const client = createClient({ url, concurrency: 1 });
  // Another process, or the other connection, may hold the file for a moment.
  await client.execute('PRAGMA busy_timeout = 5000');
  await client.execute('PRAGMA journal_mode = WAL');
  await client.execute(`PRAGMA synchronous = ${synchronous}`);
  // What is erased is overwritten: a name that was NULLed is not to be read from the file.
  await client.execute('PRAGMA secure_delete = ON');
  return {
    async run(statement, values = []) {
      const { rows, rowsAffected } = await client.execute(statement, [...values]);
      return { rows: rows.map((row) => ({ ...row })), changes: rowsAffected };
    },
    close: async () => client.close(),
  };
}
