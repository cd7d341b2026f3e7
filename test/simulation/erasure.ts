import { createHash } from 'node:crypto';
import { eraseExpired, eraseOrder } from '../../src/gateway/orders/erase.ts';
import { createSqlStore } from '../../src/gateway/store/sql-store.ts';
import type { Purchase } from './purchase.ts';
import { type Shop, shopper } from './shop.ts';

/** A row of the table, if it was not erased. */
export const purchaseOf = (database: Purchase['database'], reference: string) => {
  const [row] = database.read('SELECT * FROM ship_purchases WHERE reference IN (?, ?)', [
    reference,
    digestOf(reference),
  ]).rows;
  return row as Record<string, unknown> | undefined;
};

/** What was erased is known by the digest of its reference. */
export const stateOf = (database: Purchase['database'], reference: string) =>
  database.read("SELECT state FROM ship_ledger WHERE reference IN (?, ?) ORDER BY kind = 'order' DESC", [
    reference,
    digestOf(reference),
  ]).rows[0]?.state;

/** What is left of the reference of an erased order. */
export const digestOf = (reference: string) =>
  `erased ${createHash('sha256').update(`shop ${reference}`).digest('hex')}`;

/** What is under way, what a person has to look at, and the parcels of a purchase that is not over. */
const open = `SELECT kind, reference, state, erase_due FROM ship_ledger WHERE state <> 'erased' AND (
  state NOT IN ('placed', 'refused', 'cancelled', 'confirmed') OR EXISTS (SELECT 1 FROM ship_purchases purchase
    WHERE purchase.open > 0 AND ' ' || purchase.deliveries || ' ' LIKE '% ' || ship_ledger.reference || ' %'))`;

/** An erasure takes nothing that is open at that moment. @returns to be called after it */
export function watchErasure({ world, database }: Purchase): () => void {
  const before = database.read(open).rows;
  const named = ({ kind, reference, erase_due }: Record<string, unknown>) => `${kind} ${reference} ${erase_due}`;
  return () => {
    const after = new Set(database.read(open).rows.map(named));
    for (const row of before)
      if (!after.has(named(row))) world.break(`${row.reference} is erased while it is open: it is ${row.state}.`);
  };
}

/** Staff erase the newest order. @returns its reference at about the same moment */
export async function eraseMeanwhile({ world, database }: Purchase, shop: Shop): Promise<string | undefined> {
  const [row] = database.read('SELECT reference FROM ship_ledger ORDER BY created DESC LIMIT 1').rows;
  if (!row) return undefined;
  world.tell(`At that moment, the shopper of ${row.reference} wants to be forgotten.`);
  const dice = world.dice('the staff who erase');
  world.after(world.outside, dice.whole(0, 25), () => void shop.erase(String(row.reference)).catch(() => {}));
  await world.turn(world.outside, dice.whole(0, 60));
  return String(row.reference);
}

/** At last staff erase every order: nothing of it is in any table, and its reference cannot be claimed again. */
export async function checkErasure({ world, database, orders, numbered }: Purchase): Promise<void> {
  const store = createSqlStore({
    database: {
      run: async (sql, values) => database.read(sql, values),
      transaction: async (group) => group.forEach(({ sql, values }) => void database.read(sql, values)),
      close: async () => {},
    },
  });
  // A purchase that is open keeps the order that it has called off, too.
  const isOpen = (reference: unknown) => purchaseOf(database, String(reference))?.open;
  const closedIn = (sql: string) => database.read(sql).rows.filter(({ reference }) => !isOpen(reference));
  const rows = closedIn("SELECT * FROM ship_ledger WHERE state <> 'erased'");
  const bought = database.read("SELECT account, reference FROM ship_purchases WHERE story <> '' AND open = 0").rows;
  for (const { account, order_id } of rows)
    if (order_id)
      await store.news.keepEarly(String(account), {
        ...{ id: `msg_${order_id}`, order: String(order_id), received: world.now },
        webhook: JSON.stringify({ event: 'order.status', order_id, status: 'picked' }),
      });
  for (const { account, reference } of [...rows, ...bought])
    await eraseOrder(store, String(account), String(reference), { now: world.now, hears: true });
  // Of an open delivery, its numbers stay until it ends.
  await eraseExpired(store, 'shop', {
    days: 365,
    now: world.now + 31 * 24 * 3_600_000,
    hears: true,
    clock: world.clockOf(world.outside),
  });
  const left = ['ship_ledger', 'ship_webhooks', 'ship_purchases'].map((name) => closedIn(`SELECT * FROM ${name}`));
  const text = JSON.stringify(left);
  const numbers = Array.from({ length: numbered }, (_, at) => `SHOP-${at + 1}`);
  const before = numbers.filter((reference) => stateOf(database, reference) === 'erased');
  const kindBefore = orders === 'draft' ? 'draft_order' : 'order';
  const erased = [...rows, ...before.map((reference) => ({ account: 'shop', kind: kindBefore, reference }))];
  for (const { account, kind, reference, order_id, fingerprint } of erased as typeof rows) {
    for (const trace of [reference, order_id, fingerprint])
      if (trace && text.includes(JSON.stringify(trace)))
        world.break(`${reference} is erased, and ${trace} is left of it.`);
    const empty = { fingerprint: '', permit: '', body: '', terms: null, answer: null, order: null };
    const claim = {
      ...empty,
      account: String(account),
      kind: kind as 'order',
      reference: String(reference),
      state: 'claimed',
    } as const;
    const times = { version: 1, attempts: 0, lease: 0, created: 0, changed: 0 };
    if (await store.ledger.insert({ ...claim, ...times }))
      world.break(`${reference} was erased, and can be ordered again.`);
  }
  if (/"(answer|terms|parcel|permit)":"[^"]/.test(text)) world.break(`Something of an erased order is left: ${text}`);
}

const tokens = /[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g;

/** Names, phones and addresses of the shopper are nowhere but in orders that are open. */
export function checkPrivacy({ world, database, events, news, tabs }: Purchase): void {
  const opened = (text: string) =>
    text.replace(tokens, (token) => Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const kept: [where: string, text: string][] = [
    ["the gateway's log", JSON.stringify(events)],
    ...tabs.map(({ page }): [string, string] => ['an answer about the parcel', page.answers.join()]),
    ['the news', news.map(({ text }) => text).join()],
    ...tabs.map(({ stored }): [string, string] => ['the storage of a page', [...stored.values()].join()]),
    ...['ship_ledger', 'ship_purchases', 'ship_cache', 'ship_counts', 'ship_webhooks'].map((name): [string, string] => [
      `the table ${name}`,
      JSON.stringify(database.read(`SELECT * FROM ${name}`).rows.map(({ body: _open, parcels: _kept, ...row }) => row)),
    ]),
  ];
  for (const [where, text] of kept)
    for (const personal of [...Object.values(shopper), 'Budi Santoso', '081200000001'])
      if (opened(text).includes(personal)) world.break(`"${personal}" stands in ${where}.`);
}
