import { isBehind } from '../../src/contract/index.ts';
import { moneyOf } from '../../src/purchases/purchase.ts';
import { stateOf as stateOfPurchase } from '../../src/purchases/view.ts';
import type { OrderRecord } from '../../src/sandbox/order-store.ts';
import { checkBaskets, purchasesIn } from './basket.ts';
import { checkErasure, checkPrivacy, digestOf, stateOf } from './erasure.ts';
import { possible, purchaseOfParcel } from './on-the-wire.ts';
import type { Click } from './page.ts';
import type { Purchase } from './purchase.ts';

/** A confirmed draft lives on as its order. */
const living = ({ kind, status }: OrderRecord) =>
  kind === 'draft_order' ? status !== 'deleted' && status !== 'confirmed' : status !== 'cancelled';

/** Rupiah that the courier collects. */
const collectedBy = ({ document }: OrderRecord): number =>
  Number((document.destination as { cash_on_delivery?: { amount?: number } }).cash_on_delivery?.amount ?? 0);

/** Whether nothing is on its way any more. */
export async function isSettled(purchase: Purchase): Promise<boolean> {
  const { database, provider, service } = purchase;
  const [open] = database.read(
    "SELECT COUNT(*) AS count FROM ship_ledger WHERE news <> '' OR state IN ('claimed', 'sending', 'unknown', 'cancelling', 'needs-attention')",
  ).rows;
  if (open?.count || provider.open || keptTooLong(purchase).length) return false;
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
  checkBaskets(purchase, orders.filter(living));
  checkLedger(purchase, orders);
  checkPages(purchase, orders);
  checkPrivacy(purchase);
  checkNews(purchase);
  const [waiting] = database.read("SELECT reference FROM ship_ledger WHERE news <> ''").rows;
  if (waiting) world.break(`The news of ${waiting.reference} never arrive.`);
  if (!world.broken.length) await checkErasure(purchase);
}

function checkOrders(
  { world, clicks, database, provider, waived, parcels, instead }: Purchase,
  reference: string,
  orders: OrderRecord[],
): void {
  const alive = orders.filter(living);
  if (alive.length > parcels) world.break(`${reference} has ${alive.length} living orders.`);
  for (const order of alive) {
    const collected = collectedBy(order);
    const { courier } = order.document;
    const service = `${courier.company}/${courier.type}`;
    const read = clicks.filter((click) => click.reference === reference);
    const isThis = (one: Click['parcels'][number]) => one.service === service && one.payAtDoor === collected;
    if (!read.some((one) => one.parcels.some(isThis)) && !instead.has(`${reference} ${service}`)) {
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
    if (parcels > 1) continue;
    const isAgreed = possible(waived, reference).some((less) =>
      read.some((one) => one.service === service && one.payNow === paid + less),
    );
    if (!collected && !isAgreed)
      world.break(`${reference} is on its way by ${service} for Rp ${paid}, and the shopper read another sum.`);
  }
}

/**
 * The books of each purchase are the provider's. What was paid is on its way, or went back. One cart is one purchase, however often it is
 * submitted.
 */
function checkBooks({ world, database, provider, carts, isCancelledForAYear }: Purchase, orders: OrderRecord[]): void {
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
    // Whoever has cancelled it hears that when it is erased already, and decides about its money.
    if (isCancelledForAYear && stateOf(database, reference) === 'erased') continue;
    if (net && !orders.some((one) => purchaseOfParcel(one.reference) === reference && living(one)))
      world.break(
        `${reference} is paid with Rp ${net} and lost: it is ${stateOf(database, reference) ?? 'unknown to the ledger'}.`,
      );
  }
}

const day = 24 * 3_600_000;

/** Orders and drafts whose retention is over, although nothing of them is open. */
const keptTooLong = ({ world, database }: Pick<Purchase, 'world' | 'database'>) =>
  database.read(
    `SELECT reference, state FROM ship_ledger WHERE created < ? AND state NOT IN ('erased', 'needs-attention') AND NOT EXISTS (
      SELECT 1 FROM ship_purchases purchase WHERE purchase.open > 0
        AND ' ' || purchase.deliveries || ' ' LIKE '% ' || ship_ledger.reference || ' %')`,
    [world.now - 366 * day],
  ).rows;

const erasedId = "SELECT 1 FROM ship_ledger WHERE order_id = ? AND state = 'erased'";

function checkLedger({ world, database }: Purchase, orders: OrderRecord[]): void {
  for (const { id, kind, reference, document } of orders) {
    const isNamed = database.read(erasedId, [digestOf(`order ${id}`)]).rows.length > 0;
    // A draft that was found again has no id, and neither has its order.
    const isOwn = kind === 'order' && !document.draft_order_id && stateOf(database, String(reference)) === 'erased';
    if (isOwn && !isNamed) world.break(`${reference} is erased, and its late webhooks would not be known.`);
  }
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
  for (const { reference, state } of keptTooLong({ world, database }))
    world.break(`${reference} is ${state}, and is kept for longer than a year.`);
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
    for (const webhook of webhooks.filter(({ order }) => order === order_id)) {
      if (status === undefined || isBehind(status, webhook.status))
        world.break(`The parcel of ${reference} is ${status}, and the service had said ${webhook.status}.`);
      if (!news.some((one) => one.reference === reference && one.status === webhook.status))
        world.break(`The service had said that ${reference} is ${webhook.status}, and the shop never heard it.`);
    }
  }
  // A copy of another day is no repetition.
  const dayOf = ({ text }: { text: string }) => Math.round(Date.parse(JSON.parse(text).timestamp) / day);
  const isTwice = (one: Purchase['news'][number]) =>
    news.some(
      (other) =>
        other.id !== one.id &&
        other.reference === one.reference &&
        other.status === one.status &&
        dayOf(other) === dayOf(one),
    );
  for (const one of news)
    if (one.status && isTwice(one)) world.break(`The shop hears twice that ${one.reference} is ${one.status}.`);
}

/** No page says that an order is placed which never was. */
function checkPages({ world, tabs }: Purchase, orders: OrderRecord[]): void {
  for (const { page } of tabs) {
    const { placed } = page.state.order;
    if (placed?.id && !orders.some(({ id }) => id === placed.id))
      world.break(`${page.process.name} says that ${placed.reference} is placed, and it is not.`);
  }
}
