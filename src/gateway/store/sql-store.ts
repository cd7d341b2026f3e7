import type { LedgerStore } from '../ledger/ledger.ts';
import { type EntryState, openStates } from '../ledger/transitions.ts';
import type { NewsStore } from '../news/news.ts';
import type { ParcelStore } from '../parcels/tracking.ts';
import type { Cache, Counts, GatewayStore } from './interfaces.ts';
import { longestPurchase, purchasesIn } from './sql-purchases.ts';
import { recordsIn } from './sql-records.ts';
import {
  columns,
  entryOf,
  erasedName,
  erasedOrder,
  isEraseDue,
  isOrder,
  key,
  keyIn,
  keyOf,
  lock,
  ofReference,
  type SqlDatabase,
  type SqlValue,
  valuesOf,
} from './sql-rows.ts';

/** Written by erasures and by the end of a parcel alone, so that a change of the ledger takes none of them back. */
const readColumns = `${columns}, erase_due`;
const open = openStates.map((state) => `'${state}'`).join(', ');
/** A draft that the service has. */
const isDraft = "kind = 'draft_order' AND state = 'placed'";

/** Also what was erased under that reference, be it an order or a draft. */
const keyOrErased =
  "account = ? AND kind IN ('order', 'draft_order') AND reference IN (?, ?) AND (kind = ? OR state = 'erased' OR erase_due > 0)";

/** A reference that was erased is never claimed again, neither for an order nor for a draft. */
const insertUnless = (condition: string) => `INSERT INTO ship_ledger (${columns}) SELECT ${columns.replace(/\w+/g, '?')}
  WHERE NOT EXISTS (SELECT 1 FROM ship_ledger WHERE account = ? AND kind IN ('order', 'draft_order') AND reference IN (?, ?)${condition})
  ON CONFLICT (account, kind, reference) DO NOTHING`;
const insert = insertUnless('');
const insertBeside = insertUnless(" AND (state = 'erased' OR erase_due > 0)");
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
      await deleteExpired(relaxed, 'ship_cache', 'name', moment);
      await deleteExpired(relaxed, 'ship_counts', 'name, slot', moment);
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

/** Rows of one statement that deletes. A libSQL file stops the process for it, and others go on between two of them. */
const mostDeleted = 1_000;

async function deleteExpired(database: SqlDatabase, table: string, keys: string, moment: number): Promise<void> {
  const expired = `SELECT ${keys} FROM ${table} WHERE until <= ? LIMIT ${mostDeleted}`;
  const statement = `DELETE FROM ${table} WHERE (${keys}) IN (${expired}) AND until <= ?`;
  while ((await database.run(statement, [moment, moment])).changes >= mostDeleted);
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
