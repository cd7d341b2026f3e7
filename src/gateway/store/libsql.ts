import type { Client } from '@libsql/client';
import { migrate } from './migrations.ts';
import { createSqlStore, type SqlDatabase, type SqlResult, type SqlValue } from './sql-store.ts';
import type { Store } from './store.ts';

/** Milliseconds that a statement waits in all while another process holds the file. */
const lockTimeout = 5_000;

/** Milliseconds between two tries of a statement. */
const retryDelay = 100;

/**
 * Keeps everything in one file, which is created if it is missing: for a shop on one machine. The ledger's log is synced before
 * each answer, so an acknowledged order survives a crash of the process and a power cut.
 * @param file a path; its folder must exist
 */
export async function openLibsqlStore(file: string): Promise<Store> {
  await createPrivately(file);
  // Durability is a setting of the connection: orders need a sync, cached answers and counts do not.
  const database = await connect(file, 'FULL');
  const relaxed = await connect(file, 'NORMAL');
  await migrate(database).catch(async (problem) => {
    await Promise.all([database.close(), relaxed.close()]);
    throw problem;
  });
  const tidy = async () => {
    // The log keeps erased names until it is written into the file and cut off. If another process reads the file, this does
    // nothing, and the next call tries again.
    await database.run('PRAGMA wal_checkpoint(TRUNCATE)');
  };
  return createSqlStore({ database, relaxed, tidy });
}

/** Orders have names and addresses until they are settled. The files beside it get the rights of this one. */
async function createPrivately(file: string): Promise<void> {
  const { open } = await import('node:fs/promises');
  await (await open(file, 'a', 0o600)).close();
}

async function connect(file: string, synchronous: 'FULL' | 'NORMAL'): Promise<SqlDatabase> {
  // Imported here so that a gateway over another store runs without the package. The entry for files is quick to load.
  const { createClient } = await import('@libsql/client/sqlite3');
  const url = `file:${encodeURI(file).replace(/[?#]/g, encodeURIComponent)}`;
  const pragmas = [
    // The driver is synchronous: if it waited for a lock, the whole process would stand still. `run` tries again instead.
    'PRAGMA busy_timeout = 0',
    'PRAGMA journal_mode = WAL',
    `PRAGMA synchronous = ${synchronous}`,
    // Erased values are overwritten in the file.
    'PRAGMA secure_delete = ON',
  ];
  let client: Client | undefined;

  async function open(): Promise<Client> {
    const opened = createClient({ url, concurrency: 1 });
    try {
      for (const pragma of pragmas) await opened.execute(pragma);
      return opened;
    } catch (problem) {
      opened.close();
      throw problem;
    }
  }

  async function attempt<T>(work: (client: Client) => Promise<T>): Promise<T> {
    try {
      client ??= await open();
      return await work(client);
    } catch (problem) {
      // The driver leaves a failed statement open, and then commits nothing on that connection until garbage is collected.
      client?.close();
      client = undefined;
      throw problem;
    }
  }

  async function untilUnlocked<T>(work: (client: Client) => Promise<T>, deadline: number): Promise<T> {
    for (;;) {
      try {
        return await attempt(work);
      } catch (problem) {
        if (!isBusy(problem) || performance.now() > deadline) throw problem;
      }
      await new Promise((later) => setTimeout(later, retryDelay));
    }
  }

  /** One statement after another: while the file is locked, only the first one in the queue tries again. */
  let queue: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const deadline = performance.now() + lockTimeout;
    const result = queue.then(nextTurn).then(() => untilUnlocked(work, deadline));
    queue = result.catch(() => {});
    return result;
  }

  return {
    run: (statement, values = []) => inTurn((open) => execute(open, statement, values)),
    transaction: (statements) => inTurn(async (open) => void (await open.batch([...statements], 'write'))),
    async close() {
      await queue;
      client?.close();
    },
  };
}

/** Lets the event loop do other work: statements one after another would hold up every request. */
const nextTurn = () => new Promise<void>((later) => setImmediate(later));

async function execute(client: Client, statement: string, values: readonly SqlValue[]): Promise<SqlResult> {
  const { rows, rowsAffected } = await client.execute(statement, [...values]);
  return { rows: rows.map((row) => ({ ...row })), changes: rowsAffected };
}

const isBusy = (problem: unknown) => String(Object(problem).code).startsWith('SQLITE_BUSY');
