import type { PurchaseRow, PurchaseStore } from './interfaces.ts';
import { erasedName, type SqlDatabase, type SqlValue, textOf } from './sql-rows.ts';

/** Milliseconds. A purchase waits for its money for two days, unless the shop lets it wait for longer. It is then looked at too often. */
export const longestPurchase = 3 * 24 * 3_600_000;

const purchaseColumns =
  'account, reference, version, visit, number, deliveries, taken, given_back, stands, payments, open, attention, due, story, parcels, created, changed';
/** The reference of an erased one is never begun again: its payments would be those of both. */
const insertPurchase = `INSERT INTO ship_purchases (${purchaseColumns}) SELECT ${purchaseColumns.replace(/\w+/g, '?')}
  WHERE NOT EXISTS (SELECT 1 FROM ship_purchases WHERE account = ? AND reference = ?) ON CONFLICT DO NOTHING`;
const replacePurchase = `UPDATE ship_purchases SET ${purchaseColumns.replace(/\w+/g, '$& = ?')}
  WHERE account = ? AND reference = ? AND version = ?`;

export function purchasesIn(database: SqlDatabase): PurchaseStore {
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
export async function purchaseOf(
  database: SqlDatabase,
  account: string,
  reference: string,
): Promise<PurchaseRow | undefined> {
  const { find } = purchasesIn(database);
  const own = await find(account, reference);
  const first = reference.replace(/-\d+$/, '');
  if (own || first === reference) return own;
  const found = await find(account, first);
  return found?.deliveries.includes(reference) ? found : undefined;
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
