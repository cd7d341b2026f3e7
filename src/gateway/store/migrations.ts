import type { SqlDatabase } from './sql-rows.ts';

// The same SQL for SQLite (libSQL, D1) and Postgres: only the types TEXT and BIGINT, and no functions except MAX.

/**
 * The changes of each schema version, the first one first. Never edit a released migration, because databases have it already. It is
 * plain text, so that no later change of the program changes it. A database of 0.1.0 has the tables of the first one, and no version. So
 * the first one creates only missing tables.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE IF NOT EXISTS ship_ledger (
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      reference TEXT NOT NULL,
      state TEXT NOT NULL,
      version BIGINT NOT NULL,
      fingerprint TEXT NOT NULL,
      permit TEXT NOT NULL,
      body TEXT,
      terms TEXT,
      answer TEXT,
      order_id TEXT,
      attempts BIGINT NOT NULL,
      lease BIGINT NOT NULL,
      created BIGINT NOT NULL,
      changed BIGINT NOT NULL,
      PRIMARY KEY (account, kind, reference)
    )`,
    `CREATE INDEX IF NOT EXISTS ship_ledger_open ON ship_ledger (account, lease)
      WHERE state IN ('claimed', 'sending', 'unknown', 'cancelling')`,
    'CREATE INDEX IF NOT EXISTS ship_ledger_state ON ship_ledger (account, state, created)',
    'CREATE INDEX IF NOT EXISTS ship_ledger_created ON ship_ledger (account, created)',
    'CREATE TABLE IF NOT EXISTS ship_cache (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL, until BIGINT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS ship_cache_until ON ship_cache (until)',
    `CREATE TABLE IF NOT EXISTS ship_counts (
      name TEXT NOT NULL,
      slot BIGINT NOT NULL,
      until BIGINT NOT NULL,
      used BIGINT NOT NULL,
      PRIMARY KEY (name, slot)
    )`,
    'CREATE INDEX IF NOT EXISTS ship_counts_until ON ship_counts (until)',
  ],
  [
    // 0.1.0 stored empty texts for open questions.
    'DELETE FROM ship_cache',
  ],
  [
    "ALTER TABLE ship_ledger ADD COLUMN news TEXT NOT NULL DEFAULT ''",
    'ALTER TABLE ship_ledger ADD COLUMN news_tries BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE ship_ledger ADD COLUMN news_due BIGINT NOT NULL DEFAULT 0',
    "CREATE INDEX ship_ledger_news ON ship_ledger (account, news_due) WHERE news <> ''",
    'CREATE INDEX ship_ledger_order ON ship_ledger (account, order_id)',
  ],
  [
    `CREATE TABLE ship_webhooks (
      account TEXT NOT NULL,
      id TEXT NOT NULL,
      order_id TEXT NOT NULL,
      webhook TEXT NOT NULL,
      received BIGINT NOT NULL,
      PRIMARY KEY (account, id)
    )`,
  ],
  ["ALTER TABLE ship_ledger ADD COLUMN parcel TEXT NOT NULL DEFAULT ''"],
  ['CREATE INDEX ship_webhooks_received ON ship_webhooks (received)'],
  ["CREATE INDEX ship_ledger_drafts ON ship_ledger (account, lease) WHERE kind = 'draft_order' AND state = 'placed'"],
  [
    'ALTER TABLE ship_ledger ADD COLUMN erase_due BIGINT NOT NULL DEFAULT 0',
    'CREATE INDEX ship_ledger_erase ON ship_ledger (account, erase_due) WHERE erase_due > 0',
  ],
  [
    `CREATE TABLE ship_purchases (
      account TEXT NOT NULL,
      reference TEXT NOT NULL,
      version BIGINT NOT NULL,
      visit TEXT NOT NULL,
      number BIGINT NOT NULL,
      deliveries TEXT NOT NULL,
      taken BIGINT NOT NULL,
      given_back BIGINT NOT NULL,
      stands BIGINT NOT NULL,
      payments TEXT NOT NULL,
      open BIGINT NOT NULL,
      attention BIGINT NOT NULL,
      due BIGINT NOT NULL,
      story TEXT NOT NULL,
      parcels TEXT,
      created BIGINT NOT NULL,
      changed BIGINT NOT NULL,
      PRIMARY KEY (account, reference)
    )`,
    "CREATE UNIQUE INDEX ship_purchases_visit ON ship_purchases (account, visit, number) WHERE visit <> ''",
    'CREATE INDEX ship_purchases_due ON ship_purchases (account, due) WHERE due > 0',
    'CREATE INDEX ship_purchases_attention ON ship_purchases (account, changed) WHERE attention > 0',
    'CREATE INDEX ship_purchases_over ON ship_purchases (account, created) WHERE open = 0',
  ],
  ['CREATE INDEX ship_purchases_open ON ship_purchases (account, created) WHERE open > 0'],
];

/** This version of the program cannot use the database. The message says what to do. */
export class SchemaError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SchemaError';
  }
}

/**
 * Migrates the database to the schema of this program.
 * @throws {SchemaError} if a newer program has migrated it
 */
export async function migrate(database: SqlDatabase): Promise<void> {
  const newest = migrations.length;
  for (;;) {
    const version = await versionOf(database);
    if (version > newest)
      throw new SchemaError(
        `The database has schema version ${version}, and this program knows version ${newest}: start the newer version of ship-elements.`,
      );
    if (version === newest) return;
    const statements = migrations[version] ?? [];
    // The key of this row is the lock. One process inserts it, and the transactions of the others fail as a whole.
    const lock = `INSERT INTO ship_schema (version) VALUES (${version + 1})`;
    try {
      await database.transaction([lock, ...statements].map((sql) => ({ sql })));
    } catch (problem) {
      if ((await versionOf(database)) === version) throw problem;
    }
  }
}

/** Postgres' error codes if two processes create a table at the same moment. */
const alreadyThere = new Set(['23505', '42P07', '42710', 'XX000']);

async function versionOf(database: SqlDatabase): Promise<number> {
  const create = () => database.run('CREATE TABLE IF NOT EXISTS ship_schema (version BIGINT NOT NULL PRIMARY KEY)');
  await create().catch((problem) => {
    if (!alreadyThere.has(problem.code)) throw problem;
    return create();
  });
  const { rows } = await database.run('SELECT MAX(version) AS version FROM ship_schema');
  return Number(rows[0]?.version ?? 0);
}
