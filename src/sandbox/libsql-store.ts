import type Libsql from 'libsql';
import type { Kind, OrderRecord, SandboxStore } from './order-store.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS records (
    sequence INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    reference TEXT,
    status TEXT NOT NULL,
    document TEXT NOT NULL,
    UNIQUE (kind, id),
    UNIQUE (kind, reference)
  ) STRICT`;

/** Milliseconds that a statement waits while another process holds the file. */
const lockTimeout = 2_000;

/**
 * Keeps orders in a database file, which it creates if missing. It syncs the log before each answer, so that answered orders
 * survive a crash and a power loss.
 * @param file a path in a folder that exists
 */
export async function openStore(file: string): Promise<SandboxStore> {
  // Imported here, because the rest of the sandbox also runs in a browser.
  const { default: Database } = await import('libsql');
  let connection: Libsql.Database | undefined;

  function attempt<T>(work: (connection: Libsql.Database) => T): T {
    try {
      connection ??= opened(new Database(file));
      return work(connection);
    } catch (problem) {
      // The driver leaves a failed statement open, and then commits nothing on that connection until garbage is collected.
      connection?.close();
      connection = undefined;
      throw problem;
    }
  }
  const changes = (sql: string, values: (string | null)[]) =>
    attempt((open) => open.prepare(sql).run(values).changes === 1);
  const select = (condition: string, values: string[]) =>
    attempt((open) =>
      open.prepare(`SELECT kind, id, reference, status, document FROM records WHERE ${condition}`).all(values),
    ).map((row) => read(row as Row));
  const findReference = async (kind: Kind, reference: string) =>
    select('kind = ? AND reference = ?', [kind, reference])[0];
  attempt((open) => open.exec(schema));

  return {
    async insert(record) {
      const { kind, id, reference, status, document } = record;
      const inserted = changes(
        `INSERT INTO records (kind, id, reference, status, document) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (kind, reference) DO NOTHING`,
        [kind, id, reference, status, JSON.stringify(document)],
      );
      if (inserted) return { inserted, record };
      const earlier = reference === null ? undefined : await findReference(kind, reference);
      if (!earlier) throw new Error(`The record ${id} was not added, and no other has its reference`);
      return { inserted: false, record: earlier };
    },
    find: async (kind, id) => select('kind = ? AND id = ?', [kind, id])[0],
    findReference,
    list: async (kind) => select('kind = ? ORDER BY sequence DESC', [kind]),
    replace: async ({ kind, id, status, document }, from) =>
      changes('UPDATE records SET status = ?, document = ? WHERE kind = ? AND id = ? AND status = ?', [
        status,
        JSON.stringify(document),
        kind,
        id,
        from,
      ]),
    async close() {
      // Moves the log into the file, so that the file can be copied alone.
      attempt((open) => open.pragma('wal_checkpoint(TRUNCATE)'));
      connection?.close();
    },
  };
}

/** With its settings, which belong to the connection. */
function opened(connection: Libsql.Database): Libsql.Database {
  connection.pragma(`busy_timeout = ${lockTimeout}`);
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  return connection;
}

interface Row extends Omit<OrderRecord, 'document'> {
  document: string;
}

const read = ({ document, ...row }: Row): OrderRecord => ({ ...row, document: JSON.parse(document) });
