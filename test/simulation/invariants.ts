import { createHash } from 'node:crypto';
import { isBehind } from '../../src/contract/index.ts';
import { eraseExpired, eraseOrder } from '../../src/gateway/orders/erase.ts';
import { createSqlStore } from '../../src/gateway/store/sql-store.ts';
import type { OrderRecord } from '../../src/sandbox/store.ts';
import type { Purchase } from './purchase.ts';
import { type ShopRow, shopper } from './shop.ts';
import type { Process } from './world.ts';

/** A confirmed draft lives on as its order. */
const living = ({ kind, status }: OrderRecord) =>
  kind === 'draft_order' ? status !== 'deleted' && status !== 'confirmed' : status !== 'cancelled';

/** Rupiah that the courier collects. */
const collectedBy = ({ document }: OrderRecord): number =>
  Number((document.destination as { cash_on_delivery?: { amount?: number } }).cash_on_delivery?.amount ?? 0);

/** What was taken is what the shopper read at a click. */
export function checkMoney({ world, clicks }: Purchase, reference: string, balance: number): void {
  const read = clicks.filter((click) => click.reference === reference).map(({ payNow }) => payNow);
  if (balance && !read.includes(balance))
    world.break(
      `Rp ${balance} are taken for ${reference}, and the shopper read ${read.map((rupiah) => `Rp ${rupiah}`).join(' and ') || 'nothing'}.`,
    );
}

/** A gateway sends what it has stored, once for each attempt that it has counted, and at the price that the shopper accepted. */
export function checkSend(
  { world, database, sends, pricedAt }: Purchase,
  from: Process,
  kind: string,
  body: string,
): void {
  const { reference_id } = JSON.parse(body) as { reference_id: string };
  const [row] = database.read('SELECT * FROM ship_ledger WHERE reference = ? AND kind = ?', [reference_id, kind]).rows;
  if (!row || row.state === 'claimed') {
    world.break(`${from.name} sends ${reference_id} before that is stored.`);
    return;
  }
  if (row.body !== null && row.state === 'sending' && row.body !== body)
    world.break(`${from.name} sends another body of ${reference_id} than is stored.`);
  const send = `${from.name} ${reference_id} ${row.created} ${row.attempts}`;
  if (sends.has(send)) world.break(`${from.name} sends ${reference_id} twice in one attempt.`);
  sends.add(send);
  if (row.terms === null) return;
  const { price_max, offered } = JSON.parse(String(row.terms)) as { price_max: number; offered?: number };
  const isQuiet = world.now - pricedAt > 60_000 && world.now - from.asleepUntil > 60_000;
  if (row.attempts === 1 && isQuiet && (offered === undefined || offered > price_max))
    world.break(`${reference_id} is sent without a price that the shopper has accepted.`);
}

/** Whether nothing is on its way any more. */
export async function isSettled(purchase: Purchase): Promise<boolean> {
  const { database, service } = purchase;
  const [open] = database.read(
    "SELECT COUNT(*) AS count FROM ship_ledger WHERE news <> '' OR state IN ('claimed', 'sending', 'unknown', 'cancelling', 'needs-attention')",
  ).rows;
  if (open?.count) return false;
  for (const draft of await service.list('draft_order'))
    if (!living(draft) && database.read(openDraft, [draft.id]).rows.length) return false;
  for (const row of rowsOf(database)) {
    if (row.due > row.paid && !row.closed) return false;
    if (isAccepted(purchase, row)) return false;
    if (!balanceOf(purchase, row.reference)) continue;
    const state = stateOf(database, row.reference);
    // The gateway has forgotten whether an erased order was placed. The service knows it.
    const order = state === 'erased' && (await service.findReference('order', row.reference));
    if (order ? !living(order) : state !== 'placed') return false;
  }
  return true;
}

/** A draft that the gateway does not know to have ended. */
const openDraft = "SELECT reference FROM ship_ledger WHERE order_id = ? AND state = 'placed'";

/** Accepted in a form, and paid as far as it is to be paid at once. The shop orders it. */
const isAccepted = ({ orders }: Purchase, { terms, paid, due, closed, outcome }: ShopRow) =>
  orders === 'shop' && terms !== null && paid >= due && !closed && outcome === null;

const rowsOf = (database: Purchase['database']) =>
  database.read('SELECT * FROM shop_orders').rows as unknown as ShopRow[];

/** What was erased is known by the digest of its reference. */
const stateOf = (database: Purchase['database'], reference: string) =>
  database.read("SELECT state FROM ship_ledger WHERE reference IN (?, ?) ORDER BY kind = 'order' DESC", [
    reference,
    digestOf(reference),
  ]).rows[0]?.state;

/** What is left of the reference of an erased order. */
const digestOf = (reference: string) => `erased ${createHash('sha256').update(`shop ${reference}`).digest('hex')}`;

function balanceOf({ payments, returned }: Pick<Purchase, 'payments' | 'returned'>, reference: string): number {
  const taken = [...payments.values()].filter((one) => one.reference === reference);
  return taken.reduce((sum, { rupiah }) => sum + rupiah, 0) - (returned.get(reference) ?? 0);
}

/** All faults have stopped, and everybody had the time to finish. */
export async function checkAtEnd(purchase: Purchase): Promise<void> {
  const { world, service, database } = purchase;
  const orders = [...(await service.list('order')), ...(await service.list('draft_order'))];
  for (const reference of new Set(orders.map((order) => String(order.reference))))
    checkOrders(
      purchase,
      reference,
      orders.filter((order) => order.reference === reference),
    );
  for (const row of rowsOf(database)) {
    const { reference, replaces } = row;
    if (isAccepted(purchase, row)) world.break(`${reference} is accepted, and never ordered.`);
    checkPaid(purchase, reference, orders);
    const both = orders.filter((order) => living(order) && [reference, replaces].includes(order.reference));
    if (replaces && both.length > 1) world.break(`${reference} replaces ${replaces}, and both are on their way.`);
  }
  checkLedger(purchase, orders);
  checkPages(purchase, orders);
  checkPrivacy(purchase);
  checkNews(purchase);
  const [waiting] = database.read("SELECT reference FROM ship_ledger WHERE news <> ''").rows;
  if (waiting) world.break(`The news of ${waiting.reference} never arrive.`);
  if (!world.broken.length) await checkErasure(purchase);
}

/** At last staff erase every order: nothing of it is in any table, and its reference cannot be claimed again. */
async function checkErasure({ world, database, orders }: Purchase): Promise<void> {
  const store = createSqlStore({
    database: {
      run: async (sql, values) => database.read(sql, values),
      transaction: async (group) => group.forEach(({ sql, values }) => void database.read(sql, values)),
      close: async () => {},
    },
  });
  const rows = database.read("SELECT * FROM ship_ledger WHERE state <> 'erased'").rows;
  for (const { account, reference } of rows)
    await eraseOrder(store, String(account), String(reference), { now: world.now, hears: true });
  // Of an open delivery, its numbers stay until it ends.
  await eraseExpired(store, 'shop', {
    days: 365,
    now: world.now + 31 * 24 * 3_600_000,
    hears: true,
    clock: world.clockOf(world.outside),
  });
  const left = ['ship_ledger', 'ship_webhooks'].map((name) => database.read(`SELECT * FROM ${name}`).rows);
  const text = JSON.stringify(left);
  const before = rowsOf(database).filter(({ reference }) => stateOf(database, reference) === 'erased');
  const kindBefore = orders === 'draft' ? 'draft_order' : 'order';
  const erased = [...rows, ...before.map(({ reference }) => ({ account: 'shop', kind: kindBefore, reference }))];
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

function checkOrders({ world, clicks, database, ...money }: Purchase, reference: string, orders: OrderRecord[]): void {
  const alive = orders.filter(living);
  if (alive.length > 1) world.break(`${reference} has ${alive.length} living orders.`);
  for (const order of alive) {
    const collected = collectedBy(order);
    const { courier } = order.document;
    const service = `${courier.company}/${courier.type}`;
    const read = clicks.filter((click) => click.reference === reference);
    const click = read.find((one) => one.service === service && one.payAtDoor === collected);
    if (!click) {
      const sums = read.map((one) => `${one.service} with Rp ${one.payAtDoor} at the door`).join(', ');
      world.break(
        `${reference} is on its way by ${service} and collects Rp ${collected}: the shopper read ${sums || 'nothing'}.`,
      );
      continue;
    }
    const state = stateOf(database, reference);
    if (state !== 'placed' && state !== 'erased')
      world.break(`${reference} is on its way, and the ledger says ${state ?? 'nothing'}.`);
    if (order.kind === 'draft_order' || order.document.draft_order_id) continue;
    const paid = balanceOf(money, reference);
    if (collected && paid)
      world.break(`${reference} is paid with Rp ${paid}, and the courier collects Rp ${collected} again.`);
    if (!collected && paid && !read.some((one) => one.service === service && one.payNow === paid))
      world.break(`${reference} is on its way by ${service} for Rp ${paid}, and the shopper read another sum.`);
    if (!collected && !paid) world.break(`${reference} is on its way, and nobody pays for it.`);
  }
}

/** Every paid order is placed, or its money went back. */
function checkPaid(purchase: Purchase, reference: string, orders: OrderRecord[]): void {
  const paid = balanceOf(purchase, reference);
  const order = orders.find((one) => one.reference === reference && living(one));
  if (paid && !order) {
    const state = stateOf(purchase.database, reference) ?? 'unknown to the ledger';
    purchase.world.break(`${reference} is paid with Rp ${paid} and lost: it is ${state}.`);
  }
}

function checkLedger({ world, database }: Purchase, orders: OrderRecord[]): void {
  for (const row of database.read('SELECT * FROM ship_ledger').rows) {
    const { kind, reference, state, body, order_id, erase_due, terms, fingerprint, answer, parcel } = row;
    if (
      erase_due &&
      /"(link|price|tracking_id)":|"history":\[\{|fingerprint|price_max/.test(
        `${answer}${parcel}${terms}${fingerprint}`,
      )
    )
      world.break(`${reference} is erased but for its open delivery, and more of it came back: ${answer} ${parcel}`);
    const order = orders.find(({ id }) => id === order_id);
    if (state === 'cancelled' && order && living(order)) world.break(`${reference} is cancelled, and its label lives.`);
    if (state === 'placed' && order && !living(order))
      world.break(`${reference} is placed in the ledger, and cancelled at the service.`);
    if (state === 'confirmed' && !orders.some(({ document }) => document.draft_order_id === order_id))
      world.break(`The draft ${reference} is confirmed in the ledger, and the service has no order of it.`);
    // A draft that was found again has no id.
    if (state === 'placed' && !order && (kind === 'order' || order_id !== null))
      world.break(`${reference} is placed in the ledger, and the service has no such order.`);
    if (['placed', 'refused', 'cancelled'].includes(String(state)) && body !== null)
      world.break(`The body of ${reference} is not erased, although it is ${state}.`);
    if (['claimed', 'sending', 'unknown', 'cancelling'].includes(String(state)))
      world.break(`${reference} never comes to rest: it is ${state}.`);
  }
}

const newsOf: Record<string, string> = {
  placed: 'order.placed',
  refused: 'order.refused',
  cancelled: 'order.cancelled',
};

/** Of a draft there is only news of its end. */
const newsOfDrafts: Record<string, string> = { confirmed: 'order.placed', cancelled: 'draft.gone' };

/** The shop hears of every end, and of every state of a parcel once. */
function checkNews({ world, database, news, webhooks }: Purchase): void {
  for (const { kind, reference, state, order_id, parcel, attempts } of database.read('SELECT * FROM ship_ledger')
    .rows) {
    const type = (kind === 'order' ? newsOf : newsOfDrafts)[String(state)];
    const told = new Set(news.filter((one) => one.type === type && one.reference === reference).map(({ id }) => id));
    if (kind === 'draft_order' && type && told.size > 1)
      world.break(`The shop hears twice that ${reference} is ${state}.`);
    const isCalledOff = state === 'cancelled' && order_id === null;
    if (type && !isCalledOff && !told.size)
      world.break(`${reference} is ${state} after ${attempts} sends, and the shop never heard it.`);
    const { status } = JSON.parse(String(parcel) || '{}') as { status?: string };
    for (const webhook of webhooks.filter(({ order }) => order === order_id))
      if (status === undefined || isBehind(status, webhook.status))
        world.break(`The parcel of ${reference} is ${status}, and the service had said ${webhook.status}.`);
  }
  for (const one of news)
    if (
      one.status &&
      news.some((other) => other.id !== one.id && other.reference === one.reference && other.status === one.status)
    )
      world.break(`The shop hears twice that ${one.reference} is ${one.status}.`);
}

/** No page says that an order is placed which never was. */
function checkPages({ world, tabs }: Purchase, orders: OrderRecord[]): void {
  for (const { page } of tabs) {
    const { placed } = page.state.order;
    if (placed?.id && !orders.some(({ id }) => id === placed.id))
      world.break(`${page.process.name} says that ${placed.reference} is placed, and it is not.`);
  }
}

const tokens = /[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g;

/** Names, phones and addresses of the shopper are nowhere but in orders that are open. */
function checkPrivacy({ world, database, events, news, tabs }: Purchase): void {
  const opened = (text: string) =>
    text.replace(tokens, (token) => Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const kept: [where: string, text: string][] = [
    ["the gateway's log", JSON.stringify(events)],
    ...tabs.map(({ page }): [string, string] => ['an answer about the parcel', page.answers.join()]),
    ['the news', news.map(({ text }) => text).join()],
    ...tabs.map(({ stored }): [string, string] => ['the storage of a page', [...stored.values()].join()]),
    ...['ship_ledger', 'ship_cache', 'ship_counts', 'ship_webhooks'].map((name): [string, string] => [
      `the table ${name}`,
      JSON.stringify(database.read(`SELECT * FROM ${name}`).rows.map(({ body: _open, ...row }) => row)),
    ]),
  ];
  for (const [where, text] of kept)
    for (const personal of [...Object.values(shopper), 'Budi Santoso', '081200000001'])
      if (opened(text).includes(personal)) world.break(`"${personal}" stands in ${where}.`);
}
