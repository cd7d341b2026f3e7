import { createHash } from 'node:crypto';
import { isBehind } from '../../src/contract/index.ts';
import type { NewsMessage } from '../../src/gateway/news/news.ts';
import { eraseExpired, eraseOrder } from '../../src/gateway/orders/erase.ts';
import { createSqlStore } from '../../src/gateway/store/sql-store.ts';
import { moneyOf } from '../../src/purchases/purchase.ts';
import { fromRow } from '../../src/purchases/rows.ts';
import { stateOf as stateOfPurchase } from '../../src/purchases/view.ts';
import type { OrderRecord } from '../../src/sandbox/order-store.ts';
import { clockSkew } from '../../src/tokens/index.ts';
import type { Purchase } from './purchase.ts';
import { type Shop, shopper } from './shop.ts';
import type { Process } from './world.ts';

/** A confirmed draft lives on as its order. */
const living = ({ kind, status }: OrderRecord) =>
  kind === 'draft_order' ? status !== 'deleted' && status !== 'confirmed' : status !== 'cancelled';

/** Rupiah that the courier collects. */
const collectedBy = ({ document }: OrderRecord): number =>
  Number((document.destination as { cash_on_delivery?: { amount?: number } }).cash_on_delivery?.amount ?? 0);

/** The purchase of a parcel. A choice after a refusal has another number. */
const purchaseOfParcel = (reference: unknown) => String(reference).replace(/^(SHOP-\d+)-\d+$/, '$1');

/** What was taken is what the shopper read at a click: by itself, or the rest of it after earlier payments, whatever went back meanwhile. */
export function checkTaken({ world, clicks, provider }: Purchase, payment: string, rupiah: number): void {
  const reference = payment.replace(/\.\d+$/, '');
  const read = clicks.filter((click) => click.reference === reference).map(({ payNow }) => payNow);
  const earlier = [...provider.transactions.values()].filter(
    (one) => one.reference === reference && one.payment !== payment,
  );
  // The shop may not have heard of an earlier payment, or of the parts that went back of it, when it asked for this one.
  let before = [0];
  for (const { taken, back } of earlier) {
    const parts = [0, 1, 2, 3].map((part) => part * 10_000).filter((part) => part <= back);
    before = [0, ...parts.map((part) => taken - part)].flatMap((one) => before.map((sum) => sum + one));
  }
  if (!before.some((sum) => read.includes(sum + rupiah)))
    world.break(
      `Rp ${rupiah} are taken for ${reference}, and the shopper read ${read.map((one) => `Rp ${one}`).join(' and ') || 'nothing'}.`,
    );
}

function subsetSums(numbers: readonly number[]): number[] {
  const sums = [0];
  for (const one of numbers) sums.push(...sums.map((sum) => sum + one));
  return sums;
}

/** In another browser the purchase is shown, without the person. */
export async function comeBack({ world, database }: Purchase, shop: Shop): Promise<void> {
  const [row] = database.read("SELECT reference FROM ship_purchases WHERE visit <> '' LIMIT 1").rows;
  if (!row) return;
  const text = JSON.stringify(await shop.comeBack(String(row.reference)));
  for (const personal of Object.values(shopper))
    if (text?.includes(personal)) world.break(`The page in another browser shows "${personal}".`);
}

/** A gateway sends what it has stored, once for each attempt that it has counted, and at the price that the shopper accepted. */
export function checkSend(
  { world, database, sends, pricedAt, clicks, provider, waived, orders }: Purchase,
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
  if (row.attempts === 1 && kind === 'order' && orders !== 'draft') {
    const { courier_company, courier_type, destination_cash_on_delivery: collected } = JSON.parse(body);
    const service = `${courier_company}/${courier_type}`;
    const reference = purchaseOfParcel(reference_id);
    const read = clicks.filter((click) => click.reference === reference && click.service === service);
    const sums = read.filter(({ payAtDoor }) => payAtDoor === (collected ?? 0)).map(({ payNow }) => payNow);
    const paid = provider.sums(reference).taken + Math.max(...possible(waived, reference));
    if (sums.length && !sums.some((payNow) => payNow <= paid))
      world.break(
        `${from.name} sends ${reference_id}, of which Rp ${paid} are paid: the shopper read Rp ${sums.join(', ')}.`,
      );
    const gone = provider.heardGone.get(reference);
    if (gone !== undefined && !provider.sums(reference).net && sums.some(Boolean) && world.now - gone > 600_000)
      world.break(`${from.name} sends ${reference_id}, whose money went back ten minutes ago.`);
  }
  if (row.terms === null) return;
  const { price_max, offered } = JSON.parse(String(row.terms)) as { price_max: number; offered?: number };
  const isQuiet = world.now - pricedAt > 60_000 && world.now - from.asleepUntil > 60_000;
  if (row.attempts === 1 && isQuiet && (offered === undefined || offered > price_max))
    world.break(`${reference_id} is sent without a price that the shopper has accepted.`);
}

/** A gateway cancels once in each attempt that it has counted. */
export function checkCancel({ world, database, sends }: Purchase, from: Process, id: string): void {
  const [row] = database.read('SELECT reference, state, version FROM ship_ledger WHERE order_id = ?', [id]).rows;
  const what = `the cancellation of ${row?.reference ?? id}`;
  if (row?.state !== 'cancelling') world.break(`${from.name} sends ${what} before that is stored.`);
  const send = `${from.name} cancels ${id} ${row?.version}`;
  if (sends.has(send)) world.break(`${from.name} sends ${what} twice in one attempt.`);
  sends.add(send);
}

/** A message says what the ledger knows, under a time of this story. */
export function checkMessage({ world, database, began }: Purchase, text: string): void {
  const { type, timestamp, data } = JSON.parse(text) as NewsMessage;
  const told = Date.parse(timestamp);
  if (!(told >= began - clockSkew * 1000 && told <= world.now))
    world.break(
      `The news "${type}" of ${data.reference} are of ${timestamp}, and it is ${new Date(world.now).toISOString()}.`,
    );
  if (type !== 'order.placed') return;
  const [row] = database.read("SELECT answer, erase_due FROM ship_ledger WHERE reference = ? AND kind = 'order'", [
    data.reference,
  ]).rows;
  const { courier } = Object(JSON.parse(String(row?.answer || '{}')).body);
  const waybill = row?.erase_due === 0 ? courier?.waybill_id : undefined;
  if (waybill && data.waybill_id !== waybill)
    world.break(`The news of ${data.reference} name the waybill ${data.waybill_id}, and it is ${waybill}.`);
}

/** Whether nothing is on its way any more. */
export async function isSettled({ database, provider, service }: Purchase): Promise<boolean> {
  const [open] = database.read(
    "SELECT COUNT(*) AS count FROM ship_ledger WHERE news <> '' OR state IN ('claimed', 'sending', 'unknown', 'cancelling', 'needs-attention')",
  ).rows;
  if (open?.count || provider.open) return false;
  // Of those that were erased, too.
  const [unequal] = database.read(
    'SELECT COUNT(*) AS count FROM ship_purchases WHERE taken > 0 AND taken - given_back <> stands',
  ).rows;
  if (unequal?.count) return false;
  for (const draft of await service.list('draft_order'))
    if (!living(draft) && database.read(openDraft, [draft.id]).rows.length) return false;
  return purchasesIn(database).every((purchase) => {
    const { taken, owed } = moneyOf(purchase);
    const isAgreed = taken === provider.sums(purchase.reference).taken;
    return isAgreed && !['booking', 'cancelling'].includes(stateOfPurchase(purchase)) && (!taken || owed === 0);
  });
}

/** A draft that the gateway does not know to have ended. */
const openDraft = "SELECT reference FROM ship_ledger WHERE order_id = ? AND state = 'placed'";

/** A row of the table, if it was not erased. */
export const purchaseOf = (database: Purchase['database'], reference: string) => {
  const [row] = database.read('SELECT * FROM ship_purchases WHERE reference IN (?, ?)', [
    reference,
    digestOf(reference),
  ]).rows;
  return row as Record<string, unknown> | undefined;
};

/** Purchases that were not erased. */
const purchasesIn = (database: Purchase['database']) =>
  database.read("SELECT * FROM ship_purchases WHERE story <> ''").rows.flatMap((row) => {
    const columns = row as unknown as { given_back: number; parcels: string | null } & Parameters<typeof fromRow>[0];
    return (
      fromRow({ ...columns, givenBack: columns.given_back, isOpen: true, needsPerson: false, deliveries: [] }) ?? []
    );
  });

/** What was erased is known by the digest of its reference. */
const stateOf = (database: Purchase['database'], reference: string) =>
  database.read("SELECT state FROM ship_ledger WHERE reference IN (?, ?) ORDER BY kind = 'order' DESC", [
    reference,
    digestOf(reference),
  ]).rows[0]?.state;

/** What is left of the reference of an erased order. */
const digestOf = (reference: string) => `erased ${createHash('sha256').update(`shop ${reference}`).digest('hex')}`;

/** All faults have stopped, and everybody had the time to finish. */
export async function checkAtEnd(purchase: Purchase): Promise<void> {
  const { world, service, database } = purchase;
  const orders = [...(await service.list('order')), ...(await service.list('draft_order'))];
  for (const reference of new Set(orders.map((order) => purchaseOfParcel(order.reference))))
    checkOrders(
      purchase,
      reference,
      orders.filter((order) => purchaseOfParcel(order.reference) === reference),
    );
  checkBooks(purchase, orders);
  checkLedger(purchase, orders);
  checkPages(purchase, orders);
  checkPrivacy(purchase);
  checkNews(purchase);
  const [waiting] = database.read("SELECT reference FROM ship_ledger WHERE news <> ''").rows;
  if (waiting) world.break(`The news of ${waiting.reference} never arrive.`);
  if (!world.broken.length) await checkErasure(purchase);
}

/** At last staff erase every order: nothing of it is in any table, and its reference cannot be claimed again. */
async function checkErasure({ world, database, orders, numbered }: Purchase): Promise<void> {
  const store = createSqlStore({
    database: {
      run: async (sql, values) => database.read(sql, values),
      transaction: async (group) => group.forEach(({ sql, values }) => void database.read(sql, values)),
      close: async () => {},
    },
  });
  const rows = database.read("SELECT * FROM ship_ledger WHERE state <> 'erased'").rows;
  const bought = database.read("SELECT account, reference FROM ship_purchases WHERE story <> '' AND open = 0").rows;
  const isOpen = (reference: unknown) => purchaseOf(database, String(reference))?.open;
  for (const { account, order_id } of rows)
    if (order_id)
      await store.news.keepEarly(String(account), {
        ...{ id: `msg_${order_id}`, order: String(order_id), received: world.now },
        webhook: JSON.stringify({ event: 'order.status', order_id, status: 'picked' }),
      });
  for (const { account, reference } of [...rows, ...bought])
    if (!isOpen(reference))
      await eraseOrder(store, String(account), String(reference), { now: world.now, hears: true });
  // Of an open delivery, its numbers stay until it ends.
  await eraseExpired(store, 'shop', {
    days: 365,
    now: world.now + 31 * 24 * 3_600_000,
    hears: true,
    clock: world.clockOf(world.outside),
  });
  const left = ['ship_ledger', 'ship_webhooks', 'ship_purchases'].map(
    (name) => database.read(`SELECT * FROM ${name}`).rows,
  );
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

function checkOrders(
  { world, clicks, database, provider, waived }: Purchase,
  reference: string,
  orders: OrderRecord[],
): void {
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
    const state = stateOf(database, String(order.reference));
    if (state !== 'placed' && state !== 'erased')
      world.break(`${reference} is on its way, and the ledger says ${state ?? 'nothing'}.`);
    if (order.kind === 'draft_order' || order.document.draft_order_id) continue;
    const paid = provider.sums(reference).net;
    if (collected && paid)
      world.break(`${reference} is paid with Rp ${paid}, and the courier collects Rp ${collected} again.`);
    const isAgreed = possible(waived, reference).some((less) =>
      read.some((one) => one.service === service && one.payNow === paid + less),
    );
    if (!collected && !isAgreed)
      world.break(`${reference} is on its way by ${service} for Rp ${paid}, and the shopper read another sum.`);
  }
}

/** Sums that staff may have waived: each of them may have been too late. */
const possible = (waived: Purchase['waived'], reference: string): number[] =>
  subsetSums([reference, digestOf(reference)].flatMap((name) => [...(waived.get(name)?.values() ?? [])]));

/**
 * The books of each purchase are the provider's. What was paid is on its way, or went back. One cart is one purchase, however often it is
 * submitted.
 */
function checkBooks({ world, database, provider, carts }: Purchase, orders: OrderRecord[]): void {
  const rows = database.read('SELECT * FROM ship_purchases').rows;
  if (rows.length > carts) world.break(`${carts} carts have become ${rows.length} purchases.`);
  for (const { taken, given_back, stands, reference, story } of rows)
    if (taken && Number(taken) - Number(given_back) !== Number(stands))
      world.break(
        `${story ? reference : 'An erased purchase'} has Rp ${taken} taken, Rp ${given_back} given back and Rp ${stands} that stand.`,
      );
  for (const purchase of purchasesIn(database)) {
    const { reference } = purchase;
    const { taken, givenBack } = moneyOf(purchase);
    const books = provider.sums(reference);
    if (taken !== books.taken || givenBack !== books.back)
      world.break(
        `The books of ${reference} say Rp ${taken} taken and Rp ${givenBack} given back, and the provider Rp ${books.taken} and Rp ${books.back}.`,
      );
    if (['booking', 'cancelling'].includes(stateOfPurchase(purchase)))
      world.break(`${reference} never comes to rest: it is ${stateOfPurchase(purchase)}.`);
  }
  for (const reference of new Set([...provider.transactions.values()].map((one) => one.reference))) {
    const { net } = provider.sums(reference);
    if (net && !orders.some((one) => purchaseOfParcel(one.reference) === reference && living(one)))
      world.break(
        `${reference} is paid with Rp ${net} and lost: it is ${stateOf(database, reference) ?? 'unknown to the ledger'}.`,
      );
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
    ...['ship_ledger', 'ship_purchases', 'ship_cache', 'ship_counts', 'ship_webhooks'].map((name): [string, string] => [
      `the table ${name}`,
      JSON.stringify(database.read(`SELECT * FROM ${name}`).rows.map(({ body: _open, parcels: _kept, ...row }) => row)),
    ]),
  ];
  for (const [where, text] of kept)
    for (const personal of [...Object.values(shopper), 'Budi Santoso', '081200000001'])
      if (opened(text).includes(personal)) world.break(`"${personal}" stands in ${where}.`);
}
