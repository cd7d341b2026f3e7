import type { LedgerStore } from '../ledger/ledger.ts';
import { type Entry, type EntryKey, type EntryState, openStates, settledStates } from '../ledger/transitions.ts';
import type { NewsStore } from '../news/news.ts';
import type { ParcelStore } from '../parcels/tracking.ts';
import type { Cache, Counts, GatewayStore, PurchaseRow, PurchaseStore, RecordStore } from './interfaces.ts';

/** A value of a column. */
export type SqlValue = string | number | null;

/** The result of one statement. */
export interface SqlResult {
  rows: Record<string, unknown>[];
  /** Rows that were inserted, changed or deleted. */
  changes: number;
}

/** A statement with `?` for its values. */
export interface SqlStatement {
  sql: string;
  values?: readonly SqlValue[];
}

/** A database that runs one statement at a time, with `?` for its values. The write is done when the promise resolves. */
export interface SqlDatabase {
  run(statement: string, values?: readonly SqlValue[]): Promise<SqlResult>;
  /** Runs all statements, one after another, or none. */
  transaction(statements: readonly SqlStatement[]): Promise<unknown>;
  close(): Promise<void>;
}

// The same SQL for SQLite (libSQL, D1) and Postgres: no functions but COUNT, REPLACE, and SUBSTR and LENGTH, which count characters in both.
// One statement for each write. Only the erasure of an order is a transaction of some.

const columns =
  'account, kind, reference, state, version, fingerprint, permit, body, terms, answer, order_id, attempts, lease, created, changed';
/** Written by erasures and by the end of a parcel alone, so that a change of the ledger takes none of them back. */
const readColumns = `${columns}, erase_due`;
const open = openStates.map((state) => `'${state}'`).join(', ');
const key = 'account = ? AND kind = ? AND reference = ?';
/** With `kind = 'order'`, SQLite may choose the primary key, and read every order of the account to find one by its id. */
const isOrder = "kind <> 'draft_order'";
/** A draft that the service has. */
const isDraft = "kind = 'draft_order' AND state = 'placed'";

const ofReference = "account = ? AND kind IN ('order', 'draft_order') AND reference = ?";

/** Also what was erased under that reference, be it an order or a draft. */
const keyOrErased =
  "account = ? AND kind IN ('order', 'draft_order') AND reference IN (?, ?) AND (kind = ? OR state = 'erased' OR erase_due > 0)";

/** A reference that was erased is never claimed again, neither for an order nor for a draft. */
const insertUnless = (condition: string) => `INSERT INTO ship_ledger (${columns}) SELECT ${columns.replace(/\w+/g, '?')}
  WHERE NOT EXISTS (SELECT 1 FROM ship_ledger WHERE account = ? AND kind IN ('order', 'draft_order') AND reference IN (?, ?)${condition})
  ON CONFLICT (account, kind, reference) DO NOTHING`;
const insert = insertUnless('');
const insertBeside = insertUnless(" AND (state = 'erased' OR erase_due > 0)");
/** Changes nothing. In Postgres, an erasure and a claim beside it wait for each other, and each reads what the other has written. */
const lock = `UPDATE ship_ledger SET version = version WHERE ${ofReference}`;
const replace = `UPDATE ship_ledger SET ${columns.replace(/\w+/g, '$& = ?')}, news = news || ? WHERE ${key} AND version = ?`;
const keep = `INSERT INTO ship_cache (name, value, until) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value, until = excluded.until`;
const count = `INSERT INTO ship_counts (name, slot, until, used) VALUES (?, ?, ?, ?)
  ON CONFLICT (name, slot) DO UPDATE SET used = ship_counts.used + excluded.used RETURNING used`;

/** Milliseconds that a webhook of an unknown order is kept. Other programs may order with the merchant's key, too. */
const earlyKept = 24 * 3_600_000;

/** Webhooks of unknown orders that are kept for an account, the newest ones. */
const mostEarly = 1_000;

/** Characters of the messages of one order that wait. A message has some 300. */
const mostNews = 30_000;

/** Milliseconds. No lease is longer, so one that ends later was written before the clock was set back. */
const longestLease = 600_000;

/** Milliseconds: the longest pause of news, an hour, and what two clocks may differ by. Drafts wait for less. */
const longestPause = 3_900_000;

/** Milliseconds. A purchase waits for its money for two days, unless the shop lets it wait for longer. It is then looked at too often. */
const longestPurchase = 3 * 24 * 3_600_000;

/** An erased delivery that has ended since, or was cancelled. */
const isEraseDue = "erase_due > 0 AND (erase_due <= ? OR state = 'cancelled')";

/** D1 allows five SELECTs in one statement. */
const dueOrders = `SELECT account FROM ship_ledger WHERE (lease <= ? OR lease > ?) AND state IN (${open})
  UNION SELECT account FROM ship_ledger WHERE news <> '' AND (news_due <= ? OR news_due > ?)
  UNION SELECT account FROM ship_ledger WHERE ${isDraft} AND (lease <= ? OR lease > ?)
  UNION SELECT account FROM ship_ledger WHERE ${isEraseDue}`;
const dueBesides = `SELECT account FROM ship_purchases WHERE due > 0 AND (due <= ? OR due > ?)
  UNION SELECT early.account FROM ship_webhooks early JOIN ship_ledger ledger
    ON ledger.account = early.account AND ledger.order_id = early.order_id AND ledger.${isOrder}`;
const matched = `SELECT early.*, ledger.kind, ledger.reference FROM ship_webhooks early JOIN ship_ledger ledger
    ON ledger.account = early.account AND ledger.order_id = early.order_id AND ledger.${isOrder}
  WHERE early.account = ? ORDER BY early.received LIMIT ?`;
/** Never the given one, which was received in the same millisecond as others. */
const forgetOldest = `DELETE FROM ship_webhooks WHERE account = ? AND id IN (SELECT id FROM ship_webhooks
  WHERE account = ? AND id <> ? ORDER BY received DESC LIMIT ${mostEarly} OFFSET ${mostEarly - 1})`;

/** What begins so is a digest. */
const erasedMark = 'erased ';

const settled = settledStates.map((state) => `'${state}'`).join(', ');
/** Whether the order is one of a purchase's parcels, which are listed with spaces in between. D1's patterns for LIKE are too short. */
const isItsParcel = `(purchase.reference = ship_ledger.reference OR
      REPLACE(' ' || purchase.deliveries || ' ', ' ' || ship_ledger.reference || ' ', '') <> ' ' || purchase.deliveries || ' ')`;
/**
 * An order whose draft is open, or the other way round, or a parcel of an open purchase is not erased yet, so it does not count among the first
 * so many. A purchase is begun before its orders, and changed last after them.
 */
const expired = `SELECT DISTINCT reference FROM ship_ledger
  WHERE account = ? AND state IN (${settled}) AND created <= ? AND NOT EXISTS (SELECT 1 FROM ship_ledger other
    WHERE other.account = ship_ledger.account AND other.kind IN ('order', 'draft_order')
      AND other.reference = ship_ledger.reference AND other.state NOT IN (${settled}))
    AND NOT EXISTS (SELECT 1 FROM ship_purchases purchase
      WHERE purchase.account = ship_ledger.account AND purchase.open > 0 AND purchase.created <= ? AND ${isItsParcel})
  UNION SELECT reference FROM ship_purchases WHERE account = ? AND open = 0 AND story <> '' AND created <= ? AND changed <= ? LIMIT ?`;
/** State and news are read again at the moment of the write: all of a reference is erased together, or nothing of it. */
const erase = `UPDATE ship_ledger SET reference = ?, state = 'erased', version = version + 1, fingerprint = '', permit = '',
    body = NULL, terms = NULL, answer = NULL, attempts = 0, lease = 0, created = ?, changed = ?,
    news = '', news_tries = 0, news_due = 0, parcel = '', erase_due = 0
  WHERE ${ofReference} AND state IN (${settled}) AND NOT EXISTS (SELECT 1 FROM ship_ledger
    WHERE ${ofReference} AND (state NOT IN (${settled}) OR (news <> '' AND ? = 0)))
    AND NOT EXISTS (SELECT 1 FROM ship_purchases WHERE account = ? AND reference = ? AND open > 0)`;
/** They are found by the order's id, which is erased last. */
const eraseWebhooks = `DELETE FROM ship_webhooks WHERE account = ? AND order_id IN (SELECT order_id FROM ship_ledger
  WHERE ${ofReference} AND state = 'erased' AND order_id IS NOT NULL)`;
/** As `lock`. Whoever erases two parcels of a purchase at once does so one after the other. */
const lockPurchase = 'UPDATE ship_purchases SET version = version WHERE account = ? AND reference = ?';
/**
 * After the last order and draft of its parcels: until then, it names them. The sums stay.
 * @param parcels how many it has
 */
const erasePurchase = (
  parcels: number,
) => `UPDATE ship_purchases SET reference = ?, version = version + 1, visit = '', deliveries = '', story = '',
    parcels = NULL, attention = 0, due = 0, changed = ?
  WHERE account = ? AND reference = ? AND deliveries = ? AND open = 0 AND NOT EXISTS (SELECT 1 FROM ship_ledger
    WHERE account = ? AND kind IN ('order', 'draft_order') AND reference IN (?${', ?'.repeat(parcels)}))`;
const reducePurchase = `UPDATE ship_purchases SET version = version + 1, visit = '', parcels = NULL, changed = ?
  WHERE account = ? AND reference = ? AND version = ? AND open = 0`;
const nameOrder = `UPDATE ship_ledger SET order_id = ? WHERE ${ofReference} AND state = 'erased' AND order_id = ?`;
const eraseOrderId = `UPDATE ship_ledger SET order_id = NULL
  WHERE ${ofReference} AND state = 'erased' AND SUBSTR(order_id, 1, ${erasedMark.length}) <> '${erasedMark}'`;
const reduce = `UPDATE ship_ledger SET version = version + 1, fingerprint = '', terms = NULL, answer = ?, parcel = ?, changed = ?,
    news = '', news_tries = 0, news_due = 0, erase_due = ?
  WHERE ${key} AND version = ? AND parcel = ? AND news = ? AND erase_due = 0 AND state IN (${settled}) AND NOT EXISTS (
    SELECT 1 FROM ship_ledger WHERE ${ofReference} AND state NOT IN (${settled}))`;

const purchaseColumns =
  'account, reference, version, visit, number, deliveries, taken, given_back, stands, payments, open, attention, due, story, parcels, created, changed';
/** The reference of an erased one is never begun again: its payments would be those of both. */
const insertPurchase = `INSERT INTO ship_purchases (${purchaseColumns}) SELECT ${purchaseColumns.replace(/\w+/g, '?')}
  WHERE NOT EXISTS (SELECT 1 FROM ship_purchases WHERE account = ? AND reference = ?) ON CONFLICT DO NOTHING`;
const replacePurchase = `UPDATE ship_purchases SET ${purchaseColumns.replace(/\w+/g, '$& = ?')}
  WHERE account = ? AND reference = ? AND version = ?`;

interface SqlStoreOptions {
  /** For orders. An acknowledged write survives a power cut. */
  database: SqlDatabase;
  /** For answers and counts, which may be lost. The same database by default. */
  relaxed?: SqlDatabase;
  /** Replaces the table of answers. */
  cache?: Cache;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Called after data was deleted. Returns false if they are still in a log, because another program reads it. */
  tidy?: () => Promise<boolean>;
}

/** The store in a database that `migrate` has prepared. */
export function createSqlStore({
  database,
  relaxed = database,
  cache,
  now = Date.now,
  tidy,
}: SqlStoreOptions): GatewayStore {
  return {
    ledger: ledgerIn(database, relaxed),
    cache: cache ?? cacheIn(relaxed, now),
    counts: countsIn(relaxed),
    news: newsIn(database),
    parcels: parcelsIn(database),
    purchases: purchasesIn(database),
    records: recordsIn(database, tidy),
    async dueAccounts(moment = now()) {
      const [lease, pause] = [moment + longestLease, moment + longestPause];
      const orders = await database.run(dueOrders, [moment, lease, moment, pause, moment, pause, moment]);
      const besides = await database.run(dueBesides, [moment, moment + longestPurchase]);
      return [...new Set([...orders.rows, ...besides.rows].map(({ account }) => String(account)))].sort();
    },
    async prune(moment) {
      await database.run('DELETE FROM ship_webhooks WHERE received <= ?', [moment - earlyKept]);
      await relaxed.run('DELETE FROM ship_cache WHERE until <= ?', [moment]);
      await relaxed.run('DELETE FROM ship_counts WHERE until <= ?', [moment]);
      await tidy?.();
    },
    async ping() {
      await database.run(keep, ['ping', '', 0]);
    },
    async close() {
      await database.close();
      if (relaxed !== database) await relaxed.close();
    },
  };
}

/**
 * @param relaxed inserts and deletes claims. A power cut may lose a claim, because nothing was sent yet. The write before a send is
 * synced, together with everything before it in the log.
 */
function ledgerIn(database: SqlDatabase, relaxed: SqlDatabase): LedgerStore {
  const select = async (condition: string, values: SqlValue[]) =>
    (await database.run(`SELECT ${readColumns} FROM ship_ledger WHERE ${condition}`, values)).rows.map(entryOf);
  const changed = async (statement: string, values: SqlValue[], where = database) =>
    (await where.run(statement, values)).changes === 1;
  return {
    async find(wanted) {
      const { account, kind, reference } = wanted;
      const found = await select(keyOrErased, [account, reference, await erasedName(wanted), kind]);
      const entry = found.find((one) => one.kind === kind && one.state !== 'erased') ?? found[0];
      return entry && { ...entry, kind, reference };
    },
    async insert(entry) {
      const { account, kind, reference } = entry;
      const values = [...valuesOf(entry), account, reference, await erasedName(entry)];
      if (await changed(insert, values, relaxed)) return true;
      const { rows } = await relaxed.run(`SELECT kind FROM ship_ledger WHERE ${ofReference}`, [account, reference]);
      if (!rows.length || rows.some((row) => row.kind === kind)) return false;
      // Only its draft is there, or only its order, and it may be erased at this moment.
      await relaxed.transaction([
        { sql: lock, values: [account, reference] },
        { sql: insertBeside, values },
      ]);
      return (await select(key, keyOf(entry))).some(({ version }) => version === entry.version);
    },
    replace: (entry, version, news = '') => changed(replace, [...valuesOf(entry), news, ...keyOf(entry), version]),
    remove: (wanted, version) =>
      changed(`DELETE FROM ship_ledger WHERE ${key} AND version = ?`, [...keyOf(wanted), version], relaxed),
    due: (account, until, latest, most) =>
      select(`account = ? AND (lease <= ? OR lease > ?) AND state IN (${open}) ORDER BY lease LIMIT ?`, [
        account,
        until,
        latest,
        most,
      ]),
    drafts: (account, until, latest, most) =>
      select(`account = ? AND ${isDraft} AND (lease <= ? OR lease > ?) ORDER BY lease LIMIT ?`, [
        account,
        until,
        latest,
        most,
      ]),
    async list(account, states, most) {
      if (!states) return select('account = ? ORDER BY created DESC LIMIT ?', [account, most]);
      // With several states in one statement, SQLite would read every order of the account.
      const ofState = (state: EntryState) =>
        select('account = ? AND state = ? ORDER BY created DESC LIMIT ?', [account, state, most]);
      const found = (await Promise.all(states.map(ofState))).flat();
      return found.sort((one, other) => other.created - one.created).slice(0, most);
    },
  };
}

function newsIn(database: SqlDatabase): NewsStore {
  const undelivered = "news <> '' AND (news_due <= ? OR news_due > ?) AND account = ? ORDER BY news_due LIMIT ?";
  return {
    async append(wanted, line, ofErased = line) {
      const statement = `UPDATE ship_ledger SET news = news || CASE WHEN erase_due = 0 THEN ? ELSE ? END WHERE ${key} AND LENGTH(news) < ?`;
      return (await database.run(statement, [line, ofErased, ...keyOf(wanted), mostNews])).changes === 1;
    },
    async due(account, until, most) {
      const names = 'account, kind, reference, news, news_tries, news_due';
      const { rows } = await database.run(`SELECT ${names} FROM ship_ledger WHERE ${undelivered}`, [
        until,
        until + longestPause,
        account,
        most,
      ]);
      return rows.map((row) => ({
        key: keyIn(row),
        lines: String(row.news),
        tries: Number(row.news_tries),
        due: Number(row.news_due),
      }));
    },
    async update(before, { delivered = '', tries, due }) {
      const statement = `UPDATE ship_ledger SET news = SUBSTR(news, LENGTH(?) + 1), news_tries = ?, news_due = ?
        WHERE ${key} AND news_due = ? AND SUBSTR(news, 1, LENGTH(?)) = ?`;
      const { lines } = before;
      const values = [delivered, tries, due, ...keyOf(before.key), before.due, lines, lines];
      return (await database.run(statement, values)).changes === 1;
    },
    async keyOf(account, order) {
      const statement = `SELECT account, kind, reference, state FROM ship_ledger WHERE account = ? AND order_id IN (?, ?) AND ${isOrder}`;
      const { rows } = await database.run(statement, [account, order, await erasedOrder(account, order)]);
      const [row] = rows;
      if (row?.state === 'erased') return 'erased';
      return row && keyIn(row);
    },
    async keepEarly(account, { id, order, webhook, received }) {
      // Its order may have been erased a moment ago.
      const statement = `INSERT INTO ship_webhooks (account, id, order_id, webhook, received) SELECT ?, ?, ?, ?, ?
        WHERE NOT EXISTS (SELECT 1 FROM ship_ledger WHERE account = ? AND order_id = ?) ON CONFLICT (account, id) DO NOTHING`;
      const isErased = [account, await erasedOrder(account, order)];
      await database.run(statement, [account, id, order, webhook, received, ...isErased]);
      await database.run(forgetOldest, [account, account, id]);
    },
    async matched(account, most) {
      const { rows } = await database.run(matched, [account, most]);
      return rows.map((row) => ({
        key: keyIn(row),
        early: {
          id: String(row.id),
          order: String(row.order_id),
          webhook: String(row.webhook),
          received: Number(row.received),
        },
      }));
    },
    async forgetEarly(account, id) {
      await database.run('DELETE FROM ship_webhooks WHERE account = ? AND id = ?', [account, id]);
    },
  };
}

function parcelsIn(database: SqlDatabase): ParcelStore {
  return {
    async find(wanted) {
      const { rows } = await database.run(`SELECT parcel FROM ship_ledger WHERE ${key}`, keyOf(wanted));
      return String(rows[0]?.parcel ?? '');
    },
    async update(wanted, before, after, hasEnded = false) {
      const statement = `UPDATE ship_ledger SET parcel = ?, erase_due = CASE WHEN erase_due > ? THEN 1 ELSE erase_due END
        WHERE ${key} AND parcel = ?`;
      const least = hasEnded ? 0 : Number.MAX_SAFE_INTEGER;
      return (await database.run(statement, [after, least, ...keyOf(wanted), before])).changes === 1;
    },
  };
}

function purchasesIn(database: SqlDatabase): PurchaseStore {
  const select = async (condition: string, values: SqlValue[]) =>
    (await database.run(`SELECT ${purchaseColumns} FROM ship_purchases WHERE ${condition}`, values)).rows.map(
      purchaseIn,
    );
  const changed = async (statement: string, values: SqlValue[]) =>
    (await database.run(statement, values)).changes === 1;
  return {
    async find(account, reference) {
      const names = [reference, await erasedName({ account, reference })];
      const [found] = await select('account = ? AND reference IN (?, ?)', [account, ...names]);
      return found && { ...found, reference };
    },
    async newest(account, visit) {
      const [found] = await select("account = ? AND visit = ? AND visit <> '' ORDER BY number DESC LIMIT 1", [
        account,
        visit,
      ]);
      return found;
    },
    insert: async (row) => changed(insertPurchase, [...purchaseValues(row), row.account, await erasedName(row)]),
    async replace(row, version) {
      const isNamed = row.story !== '' || row.reference.startsWith('erased ');
      const reference = isNamed ? row.reference : await erasedName(row);
      const values = purchaseValues({ ...row, reference });
      return changed(replacePurchase, [...values, row.account, reference, version]);
    },
    remove: ({ account, reference, version }) =>
      changed('DELETE FROM ship_purchases WHERE account = ? AND reference = ? AND version = ?', [
        account,
        reference,
        version,
      ]),
    due: (account, until, most) =>
      select('account = ? AND due > 0 AND (due <= ? OR due > ?) ORDER BY due LIMIT ?', [
        account,
        until,
        until + longestPurchase,
        most,
      ]),
    attention: (account, most) =>
      account === undefined
        ? select('attention > 0 ORDER BY account, changed LIMIT ?', [most])
        : select('account = ? AND attention > 0 ORDER BY changed LIMIT ?', [account, most]),
  };
}

/** Also by the number of another of its parcels, which is its own with `-2`, `-3` and so on. */
async function purchaseOf(database: SqlDatabase, account: string, reference: string): Promise<PurchaseRow | undefined> {
  const { find } = purchasesIn(database);
  const own = await find(account, reference);
  const first = reference.replace(/-\d+$/, '');
  if (own || first === reference) return own;
  const found = await find(account, first);
  return found?.deliveries.includes(reference) ? found : undefined;
}

function recordsIn(database: SqlDatabase, tidy = async () => true): RecordStore {
  return {
    async find(account, reference) {
      const values = [account, reference, account, await erasedName({ account, reference })];
      const { rows } = await database.run(
        `SELECT * FROM ship_ledger WHERE ${ofReference} UNION ALL SELECT * FROM ship_ledger WHERE ${ofReference}`,
        values,
      );
      const webhooks = `SELECT * FROM ship_webhooks WHERE account = ? AND order_id IN (SELECT order_id FROM ship_ledger WHERE ${ofReference})`;
      const early = rows.length ? await database.run(webhooks, [account, account, reference]) : { rows: [] };
      return {
        entries: rows.map((row) => ({
          ...entryOf(row),
          reference,
          news: String(row.news),
          parcel: String(row.parcel),
        })),
        webhooks: early.rows.map(({ order_id, webhook }) => ({ order: String(order_id), webhook: String(webhook) })),
        purchase: await purchaseOf(database, account, reference),
      };
    },
    async expired(account, until, most) {
      const { rows } = await database.run(expired, [account, until, until, account, until, until, most]);
      return rows.map(({ reference }) => String(reference));
    },
    async due(account, now, most) {
      const statement = `SELECT DISTINCT reference FROM ship_ledger WHERE account = ? AND ${isEraseDue} LIMIT ?`;
      const { rows } = await database.run(statement, [account, now, most]);
      return rows.map(({ reference }) => String(reference));
    },
    async reduce(entry, { answer, parcel, until, now }) {
      const wanted = [entry.account, entry.reference];
      const before = [entry.version, entry.parcel, entry.news];
      const values = [answer, parcel, now, until, ...keyOf(entry), ...before, ...wanted];
      await database.transaction([
        { sql: lock, values: wanted },
        { sql: reduce, values },
      ]);
      const isReduced = `SELECT 1 FROM ship_ledger WHERE ${key} AND version > ? AND erase_due > 0`;
      return (await database.run(isReduced, [...keyOf(entry), entry.version])).rows.length ? tidy() : undefined;
    },
    async reducePurchase({ account, reference, version }, now) {
      const { changes } = await database.run(reducePurchase, [now, account, reference, version]);
      return changes === 1 ? tidy() : undefined;
    },
    async erase(account, reference, now, withNews) {
      const name = await erasedName({ account, reference });
      const wanted = [account, reference];
      const found = await purchaseOf(database, account, reference);
      const { reference: bought, deliveries } = found ?? { reference, deliveries: [] };
      const purchase = [account, bought];
      const parcels = [account, bought, ...deliveries];
      const nameBought = await erasedName({ account, reference: bought });
      const erased = [account, name];
      const { rows } = await database.run(`SELECT order_id FROM ship_ledger WHERE ${ofReference}`, wanted);
      const orders = rows.map(({ order_id }) => textOf(order_id)).filter((order) => order !== null);
      const named = orders.map(async (order) => ({
        sql: nameOrder,
        values: [await erasedOrder(account, order), ...erased, order],
      }));
      await database.transaction([
        { sql: lockPurchase, values: purchase },
        { sql: lock, values: wanted },
        { sql: erase, values: [name, now, now, ...wanted, ...wanted, Number(withNews), ...purchase] },
        {
          sql: erasePurchase(deliveries.length),
          values: [nameBought, now, ...purchase, deliveries.join(' '), ...parcels],
        },
        { sql: eraseWebhooks, values: [account, ...erased] },
        ...(await Promise.all(named)),
        { sql: eraseOrderId, values: erased },
      ]);
      return tidy();
    },
  };
}

/**
 * What is left of the reference of an erased order: its digest, so that it is recognised and never ordered again. Databases have it, so
 * it never changes.
 */
async function erasedName({ account, reference }: Pick<EntryKey, 'account' | 'reference'>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${account} ${reference}`));
  return `${erasedMark}${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** What is left of the service's id of an erased order: its late webhooks are recognised, and dropped. */
const erasedOrder = (account: string, order: string) => erasedName({ account, reference: `order ${order}` });

function cacheIn(database: SqlDatabase, now: () => number): Cache {
  return {
    async get(name) {
      const { rows } = await database.run('SELECT value FROM ship_cache WHERE name = ? AND until > ?', [name, now()]);
      return rows[0] && String(rows[0].value);
    },
    async set(name, value, seconds) {
      await database.run(keep, [name, value, now() + seconds * 1000]);
    },
  };
}

function countsIn(database: SqlDatabase): Counts {
  return {
    async add(name, span, now, used = 1) {
      const slot = Math.floor(now / span);
      const { rows } = await database.run(count, [name, slot, (slot + 1) * span, used]);
      return Number(rows[0]?.used);
    },
  };
}

/** In the order of `purchaseColumns`. */
function purchaseValues(row: PurchaseRow): SqlValue[] {
  const { account, reference, version, visit, number, deliveries, taken, givenBack, stands, payments } = row;
  const { isOpen, needsPerson, due, story, parcels, created, changed } = row;
  const sums = [taken, givenBack, stands, payments];
  const key = [account, reference, version, visit, number, deliveries.join(' ')];
  return [...key, ...sums, Number(isOpen), Number(needsPerson), due, story, parcels, created, changed];
}

const purchaseIn = (row: Record<string, unknown>): PurchaseRow => ({
  account: String(row.account),
  reference: String(row.reference),
  version: Number(row.version),
  visit: String(row.visit),
  number: Number(row.number),
  deliveries: String(row.deliveries).split(' ').filter(Boolean),
  taken: Number(row.taken),
  givenBack: Number(row.given_back),
  stands: Number(row.stands),
  payments: String(row.payments),
  isOpen: Number(row.open) > 0,
  needsPerson: Number(row.attention) > 0,
  due: Number(row.due),
  story: String(row.story),
  parcels: textOf(row.parcels),
  created: Number(row.created),
  changed: Number(row.changed),
});

const keyIn = ({ account, kind, reference }: Record<string, unknown>): EntryKey => ({
  account: String(account),
  kind: String(kind) as EntryKey['kind'],
  reference: String(reference),
});

const keyOf = ({ account, kind, reference }: EntryKey): SqlValue[] => [account, kind, reference];

/** In the order of `columns`. */
function valuesOf(entry: Entry): SqlValue[] {
  const { state, version, fingerprint, permit, body, terms, answer, order, attempts, lease, created, changed } = entry;
  const kept = terms && JSON.stringify(terms);
  const rest = [body, kept, answer, order, attempts, lease, created, changed];
  return [...keyOf(entry), state, version, fingerprint, permit, ...rest];
}

const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value));

function entryOf(row: Record<string, unknown>): Entry {
  const terms = textOf(row.terms);
  return {
    ...keyIn(row),
    state: String(row.state) as Entry['state'],
    version: Number(row.version),
    fingerprint: String(row.fingerprint),
    permit: String(row.permit),
    body: textOf(row.body),
    terms: terms === null ? null : JSON.parse(terms),
    answer: textOf(row.answer),
    // Of an erased order, it is a digest.
    order: row.state === 'erased' ? null : textOf(row.order_id),
    attempts: Number(row.attempts),
    lease: Number(row.lease),
    created: Number(row.created),
    changed: Number(row.changed),
    ...(Number(row.erase_due) > 0 && { eraseDue: Number(row.erase_due) }),
  };
}
