import type { Row } from '@libsql/client';
import type { Kind, OrderRecord, Store } from './store.ts';

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

/**
 * Keeps orders in a database file, which it creates if missing. It syncs the log before each answer, so that answered orders
 * survive a crash and a power loss.
 * @param file a path in a folder that exists
 */
export async function openStore(file: string): Promise<Store> {
  // Imported here, because the rest of the sandbox also runs in a browser.
  const { createClient } = await import('@libsql/client');
  // One connection, because the settings belong to it. Another process may lock the file for a moment.
  const client = createClient({ url: urlOf(file), concurrency: 1 });
  await client.execute('PRAGMA busy_timeout = 5000');
  await client.execute('PRAGMA journal_mode = WAL');
  await client.execute('PRAGMA synchronous = FULL');
  await client.execute(schema);

  const select = async (condition: string, args: string[]) =>
    (await client.execute(`SELECT kind, id, reference, status, document FROM records WHERE ${condition}`, args)).rows;
  const findReference = async (kind: Kind, reference: string) =>
    (await select('kind = ? AND reference = ?', [kind, reference])).map(read)[0];

  return {
    async insert(record) {
      const { kind, id, reference, status, document } = record;
      const { rowsAffected } = await client.execute(
        `INSERT INTO records (kind, id, reference, status, document) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (kind, reference) DO NOTHING`,
        [kind, id, reference, status, JSON.stringify(document)],
      );
      if (rowsAffected === 1) return { inserted: true, record };
      const earlier = reference === null ? undefined : await findReference(kind, reference);
      if (!earlier) throw new Error(`The record ${id} was not added, and no other has its reference`);
      return { inserted: false, record: earlier };
    },
    find: async (kind, id) => (await select('kind = ? AND id = ?', [kind, id])).map(read)[0],
    findReference,
    list: async (kind) => (await select('kind = ? ORDER BY sequence DESC', [kind])).map(read),
    async replace({ kind, id, status, document }, from) {
      const { rowsAffected } = await client.execute(
        'UPDATE records SET status = ?, document = ? WHERE kind = ? AND id = ? AND status = ?',
        [status, JSON.stringify(document), kind, id, from],
      );
      return rowsAffected === 1;
    },
    async close() {
      // Moves the log into the file, so that the file can be copied alone.
      await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
      client.close();
    },
  };
}

function urlOf(file: string): string {
  return `file:${encodeURI(file).replace(/[?#]/g, encodeURIComponent)}`;
}

function read(row: Row): OrderRecord {
  return {
    kind: String(row.kind) as Kind,
    id: String(row.id),
    reference: row.reference === null ? null : String(row.reference),
    status: String(row.status),
    document: JSON.parse(String(row.document)),
  };
}
