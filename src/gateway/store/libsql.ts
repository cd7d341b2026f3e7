import type Libsql from 'libsql';
import { DamagedFileError, type GatewayStore, isFilePath, optionalPackage } from './interfaces.ts';
import { migrate } from './migrations.ts';
import type { SqlDatabase, SqlResult, SqlValue } from './sql-rows.ts';
import { createSqlStore } from './sql-store.ts';

/**
 * Milliseconds that statements wait while another process locks the file. Those that come later wait for what is left of them, because
 * requests that wait for each other would add up their times.
 */
const lockTimeout = 5_000;

/** Milliseconds between two attempts at a transaction. */
const retryDelay = 100;

/** Maximum of statements in one transaction. The driver is synchronous, and a hundred of them block the event loop for some milliseconds. */
const mostTogether = 100;

/** What is written to the file is lost when this process ends. */
class MovedFileError extends Error {
  /** SQLite's own code for it. With a write-ahead log, it does not look. */
  readonly code = 'SQLITE_READONLY_DBMOVED';

  constructor() {
    super(
      'The libSQL file, or its -wal, was deleted, moved or replaced while it was open: put it back, and start the gateway again.',
    );
    this.name = 'MovedFileError';
  }
}

/**
 * Keeps everything in one file, for a shop on one machine. A missing file and its missing folders are created. The ledger's log is synced before each answer.
 * So an acknowledged order survives a crash of the process and a power cut. If the file is deleted or replaced meanwhile, every call fails.
 * @param file a path
 * @throws {TypeError} if there is no path
 * @throws {MissingPackageError} if the package `libsql` is not installed
 * @throws {SchemaError} if a newer program has migrated the file
 * @throws {DamagedFileError} if pages of the file are not those of one database
 */
export async function openLibsqlStore(file: string): Promise<GatewayStore> {
  if (typeof file !== 'string' || !file)
    throw new TypeError(`openLibsqlStore needs the path of a file, and got ${typeof file}: is the variable set?`);
  if (!isFilePath(file))
    throw new TypeError(
      'openLibsqlStore needs the path of a file, and got a URL: write gateway.db for file:gateway.db.',
    );
  await createPrivately(file);
  // Durability is a setting of the connection. Orders need a sync. Cached answers and counts do not.
  const database = await connect(file, 'FULL');
  const relaxed = await connect(file, 'NORMAL');
  try {
    await requireWhole(database, file);
    await migrate(database);
  } catch (problem) {
    await Promise.all([database.close(), relaxed.close()]);
    throw problem;
  }
  // The log keeps erased names until it is truncated. While another process reads the file, this does nothing, and the next call retries.
  return createSqlStore({ database, relaxed, tidy: database.checkpoint });
}

/**
 * Half of a damaged file can be read, so a gateway over it would start, and lose orders in silence. Reads the whole file: a second for 200 MB in memory, and as long as
 * the disk takes if it was not read lately.
 * @throws {DamagedFileError}
 */
async function requireWhole(database: SqlDatabase, file: string): Promise<void> {
  const { rows } = await database.run('SELECT quick_check AS found FROM pragma_quick_check(1)').catch((cause) => {
    throw /^SQLITE_(CORRUPT|NOTADB)/.test(Object(cause).code) ? new DamagedFileError(file, { cause }) : cause;
  });
  if (rows[0]?.found !== 'ok') throw new DamagedFileError(file);
}

/** Open orders have names and addresses. SQLite gives the files beside this one the same mode. */
async function createPrivately(file: string): Promise<void> {
  const { mkdir, open } = await import('node:fs/promises');
  const { dirname } = await import('node:path');
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await (await open(file, 'a', 0o600)).close();
}

/** A statement whose caller waits for the next transaction. */
interface Waiting {
  sql: string;
  values: readonly SqlValue[];
  resolve(result: SqlResult): void;
  reject(problem: unknown): void;
}

/** Returns the inode of the file at a path: another file there has another one. Undefined if there is no file. */
type InodeOf = (path: string) => bigint | undefined;

interface LibsqlDatabase extends SqlDatabase {
  /** Writes the log into the file and truncates it. Returns false if another program reads the file. */
  checkpoint(): Promise<boolean>;
}

async function connect(file: string, synchronous: 'FULL' | 'NORMAL'): Promise<LibsqlDatabase> {
  const { default: Database } = await optionalPackage('libsql', import('libsql'));
  const { statSync } = await import('node:fs');
  const inodeOf: InodeOf = (path) => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
  const opened = inodeOf(file);
  let connection: Connection | undefined;

  /** The driver would write into a deleted file, or create an empty one. */
  function requireFile(): void {
    if (inodeOf(file) !== opened || connection?.hasLostLog()) throw new MovedFileError();
  }

  /** The first and the last failed attempt since a write has succeeded, in milliseconds of the process. */
  let locked: { since: number; last: number } | undefined;

  /** @param isWrite while another process writes, reads succeed */
  async function untilUnlocked<T>(work: (connection: Connection) => T, isWrite = true): Promise<T> {
    for (;;) {
      requireFile();
      try {
        connection ??= new Connection(new Database(file), synchronous, () => inodeOf(`${file}-wal`));
        const result = work(connection);
        if (isWrite) locked = undefined;
        return result;
      } catch (problem) {
        // The driver leaves a failed statement open. Until it is garbage-collected, that connection commits nothing.
        connection?.close();
        connection = undefined;
        if (!isBusy(problem)) throw problem;
        const now = performance.now();
        // Long after the last attempt, it is another lock.
        const since = locked && now - locked.last < 10 * retryDelay ? locked.since : now;
        locked = { since, last: now };
        if (now - since > lockTimeout) throw problem;
      }
      await new Promise((later) => setTimeout(later, retryDelay));
    }
  }

  /** The last transaction in the queue. They run one after another. While the file is locked, only the first one retries. */
  let queue: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(nextTurn).then(work);
    queue = result.catch(() => {});
    return result;
  }

  /** Waiting statements share the next transaction, because each transaction waits for the disk. */
  let waiting: Waiting[] = [];

  function run(sql: string, values: readonly SqlValue[] = []): Promise<SqlResult> {
    return new Promise((resolve, reject) => {
      waiting.push({ sql, values, resolve, reject });
      if (waiting.length === 1) void inTurn(runWaiting);
    });
  }

  async function runWaiting(): Promise<void> {
    const group = waiting.slice(0, mostTogether);
    waiting = waiting.slice(mostTogether);
    if (waiting.length) void inTurn(runWaiting);
    await runTogether(group).catch(async (problem) => {
      // One invalid statement must not fail the others.
      const apart = !isBusy(problem) && group.length > 1;
      for (const one of group) await (apart ? runTogether([one]) : Promise.reject(problem)).catch(one.reject);
    });
  }

  async function runTogether(group: readonly Waiting[]): Promise<void> {
    const results = await untilUnlocked((open) => open.run(group), !group.every(isRead));
    for (const [at, { resolve }] of group.entries()) resolve(results[at] ?? { rows: [], changes: 0 });
  }

  return {
    run,
    async transaction(statements) {
      const group = statements.map(({ sql, values = [] }) => ({ sql, values }));
      await inTurn(() => untilUnlocked((open) => open.run(group)));
    },
    checkpoint: () => inTurn(() => untilUnlocked((open) => open.checkpoint())),
    async close() {
      await queue;
      connection?.close();
    },
  };
}

type Statement = Pick<Waiting, 'sql' | 'values'>;

class Connection {
  readonly #database: Libsql.Database;
  readonly #prepared = new Map<string, Libsql.Statement>();
  readonly #logInode: () => bigint | undefined;
  /** Undefined before the first write to a new file. */
  #log: bigint | undefined;

  constructor(database: Libsql.Database, synchronous: 'FULL' | 'NORMAL', logInode: () => bigint | undefined) {
    this.#database = database;
    this.#logInode = logInode;
    try {
      // The driver is synchronous. If it waited for a lock, the whole process would block.
      database.pragma('busy_timeout = 0');
      database.pragma('journal_mode = WAL');
      database.pragma(`synchronous = ${synchronous}`);
      // Erased values are overwritten in the file.
      database.pragma('secure_delete = ON');
    } catch (problem) {
      database.close();
      throw problem;
    }
  }

  /** Runs the statements as one transaction. */
  run(group: readonly Statement[]): SqlResult[] {
    const isAtomic = group.length === 1 || group.every(isRead);
    if (!isAtomic) this.#one({ sql: 'BEGIN IMMEDIATE', values: [] });
    const results = group.map((statement) => this.#one(statement));
    if (!isAtomic) this.#one({ sql: 'COMMIT', values: [] });
    return results;
  }

  /** Whether another file, or none, is at the place of the write-ahead log. While a connection is open, SQLite keeps the log there. */
  hasLostLog(): boolean {
    const log = this.#logInode();
    this.#log ??= log;
    return log !== this.#log;
  }

  checkpoint(): boolean {
    const [row] = this.#database.pragma('wal_checkpoint(TRUNCATE)') as { busy?: number }[];
    return row?.busy === 0;
  }

  close(): void {
    try {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
    } catch {
      // The database has already ended the transaction.
    }
    this.#database.close();
  }

  #one({ sql, values }: Statement): SqlResult {
    const statement = this.#prepared.get(sql) ?? this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    if (!statement.reader) return { rows: [], changes: statement.run([...values]).changes };
    const rows = statement.all([...values]) as Record<string, unknown>[];
    return { rows, changes: rows.length };
  }
}

const isRead = ({ sql }: Statement) => sql.startsWith('SELECT');

/** Lets the event loop run between two transactions. */
const nextTurn = () => new Promise<void>((later) => setImmediate(later));

const isBusy = (problem: unknown) => String(Object(problem).code).startsWith('SQLITE_BUSY');
