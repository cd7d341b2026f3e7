import type { RecordStore } from './interfaces.ts';
import { purchaseOf } from './sql-purchases.ts';
import {
  entryOf,
  erasedMark,
  erasedName,
  erasedOrder,
  isEraseDue,
  key,
  keyOf,
  lock,
  ofReference,
  type SqlDatabase,
  settled,
  textOf,
} from './sql-rows.ts';

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

/** @param tidy empties the log of erased values. Resolves with false if another program reads the file */
export function recordsIn(database: SqlDatabase, tidy = async () => true): RecordStore {
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
          newsTries: Number(row.news_tries),
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
