import type { Terms } from '../../src/gateway/ledger/transitions.ts';
import type { NewsMessage } from '../../src/gateway/news/news.ts';
import { clockSkew } from '../../src/tokens/index.ts';
import { checkConfirmed, checkFirst, isConfirming } from './basket.ts';
import { digestOf } from './erasure.ts';
import type { Click } from './page.ts';
import type { Purchase } from './purchase.ts';
import { type Shop, shopper } from './shop.ts';
import type { Process, World } from './world.ts';

/** The purchase of a parcel. A choice after a refusal has another number. */
export const purchaseOfParcel = (reference: unknown) => String(reference).replace(/^(SHOP-\d+)-\d+$/, '$1');

/** What was taken is what the shopper read at a click: by itself, or the rest of it after earlier payments, whatever went back meanwhile. */
export function checkTaken({ world, clicks, provider }: Purchase, payment: string, rupiah: number): void {
  const reference = payment.replace(/\.\d+$/, '');
  const read = clicks.filter((click) => click.reference === reference).map(({ payNow }) => payNow);
  const earlier = [...provider.transactions.values()].filter(
    (one) => one.reference === reference && one.payment !== payment,
  );
  // The shop may not have heard of an earlier payment, or of the parts that went back of it, when it asked for this one.
  let before = [0];
  for (const { taken, backs } of earlier)
    before = [0, ...backs.map((back) => taken - back)].flatMap((one) => before.map((sum) => sum + one));
  if (!before.some((sum) => read.includes(sum + rupiah)))
    world.break(
      `Rp ${rupiah} are taken for ${reference}, and the shopper read ${read.map((one) => `Rp ${one}`).join(' and ') || 'nothing'}.`,
    );
}

/** In another browser the purchase is shown, without the person. */
export async function comeBack({ world, database }: Purchase, shop: Shop): Promise<void> {
  const [row] = database.read("SELECT reference FROM ship_purchases WHERE visit <> '' LIMIT 1").rows;
  if (!row) return;
  const text = JSON.stringify(await shop.comeBack(String(row.reference)));
  for (const personal of Object.values(shopper))
    if (text?.includes(personal)) world.break(`The page in another browser shows "${personal}".`);
}

/** A gateway sends what it has stored, once for each attempt that it has stored, and at the price that the shopper accepted. */
export function checkSend(purchase: Purchase, from: Process, kind: string, body: string): void {
  const { world, database, sends, pricedAt, clicks, provider, waived, orders, areApart } = purchase;
  const { reference_id } = JSON.parse(body) as { reference_id: string };
  const [row] = database.read('SELECT * FROM ship_ledger WHERE reference = ? AND kind = ?', [reference_id, kind]).rows;
  if (!row || row.state === 'claimed') {
    world.break(`${from.name} sends ${reference_id} before that is stored.`);
    return;
  }
  if (row.body !== null && row.state === 'sending' && row.body !== body)
    world.break(`${from.name} sends another body of ${reference_id} than is stored.`);
  checkTurn(world, from, reference_id, row, 'sending');
  const send = `${from.name} ${reference_id} ${row.version}`;
  if (sends.has(send)) world.break(`${from.name} sends ${reference_id} twice in one attempt.`);
  sends.add(send);
  if (kind === 'order') checkFirst(purchase, from, reference_id, row);
  if (row.attempts === 1 && kind === 'order' && orders !== 'draft') {
    const { courier_company, courier_type, destination_cash_on_delivery: collected } = JSON.parse(body);
    const service = `${courier_company}/${courier_type}`;
    const reference = purchaseOfParcel(reference_id);
    const isThis = (one: Click['parcels'][number]) => one.service === service && one.payAtDoor === (collected ?? 0);
    const read = clicks.filter((click) => click.reference === reference && click.parcels.some(isThis));
    const sums = read.map(({ payNow }) => payNow);
    const paid = provider.sums(reference).taken + Math.max(...possible(waived, reference));
    if (sums.length && !sums.some((payNow) => payNow <= paid))
      world.break(
        `${from.name} sends ${reference_id}, of which Rp ${paid} are paid: the shopper read Rp ${sums.join(', ')}.`,
      );
    const gone = provider.heardGone.get(reference);
    // In a year that goes by, nobody is awake.
    const isLate = gone !== undefined && world.now - Math.max(gone, world.outside.asleepUntil) > 600_000;
    if (isLate && !provider.sums(reference).net && sums.some(Boolean))
      world.break(`${from.name} sends ${reference_id}, whose money went back ten minutes ago.`);
  }
  if (row.terms === null) return;
  const { price_max, offered, arrival } = JSON.parse(String(row.terms)) as Terms;
  const isQuiet = world.now - pricedAt > 60_000 && world.now - from.asleepUntil > 60_000;
  if (row.attempts === 1 && isQuiet && (offered === undefined || offered > price_max))
    world.break(`${reference_id} is sent without a price that the shopper has accepted.`);
  const latest = world.now - (areApart ? clockSkew * 1000 : 0) - 30_000;
  if (row.attempts === 1 && isQuiet && arrival && Date.parse(arrival.until) < latest)
    world.break(`${reference_id} is sent with a promise that ended at ${arrival.until}.`);
}

/** What is sent stands in the ledger as being sent, and no other process may send it by now. */
function checkTurn(
  world: World,
  from: Process,
  what: string,
  { state, lease }: Record<string, unknown>,
  wanted: 'sending' | 'cancelling',
): void {
  if (state !== wanted) world.break(`${from.name} sends ${what}, and it is ${state ?? 'not stored'}.`);
  else if (Number(lease) <= world.now - from.behind)
    world.break(`${from.name} sends ${what} after its lease has ended.`);
}

/**
 * Prices cost money. That of an order is asked after the order was claimed: twice at most, because a connection may break. Of a basket, each
 * parcel may ask. An answer for
 * pages is kept, so it is not paid for again within a minute, unless a page wants a fresh one.
 */
export function checkQuestion(purchase: Purchase, from: Process, body: string): void {
  const { world, database, asked, answered, freshAt, quotedAt, hasCalendar, parcels, areApart } = purchase;
  const { couriers } = JSON.parse(body) as { couriers: string };
  const isUsual = world.now - from.asleepUntil > 60_000;
  const before = answered.get(body);
  // A minute from its question: the answer has come later.
  const isKept = before?.by === from && world.now - before.at < 50_000 && !areApart;
  if (isKept && isUsual && couriers.includes(',') && world.now - freshAt > 120_000)
    world.break(`${from.name} pays for the same prices again.`);
  // With a calendar, a promise that has ended is asked for again.
  if (couriers.includes(',') || hasCalendar) return;
  checkConfirmed(purchase, from, body);
  const isBasket = isConfirming(purchase);
  const claims = database.read("SELECT reference, version FROM ship_ledger WHERE state = 'claimed'").rows;
  // A server whose clock is ahead may have taken the claim over and sent it, while this one repeats its question.
  if (!claims.length && isUsual && world.now - quotedAt > 30_000 && !isBasket && !areApart)
    world.break(`${from.name} asks for the price of an order that it has not claimed.`);
  for (const { reference, version } of claims) {
    const question = `${from.name} ${couriers} ${reference} ${version}`;
    asked.set(question, (asked.get(question) ?? 0) + 1);
    if (isUsual && Number(asked.get(question)) > 2 * parcels)
      world.break(`${from.name} asks for the price of ${reference} again and again.`);
  }
}

/** A gateway cancels once in each attempt that it has counted. */
export function checkCancel({ world, database, sends }: Purchase, from: Process, id: string): void {
  const [row] = database.read('SELECT reference, state, version, lease FROM ship_ledger WHERE order_id = ?', [id]).rows;
  const what = `the cancellation of ${row?.reference ?? id}`;
  checkTurn(world, from, what, Object(row), 'cancelling');
  const send = `${from.name} cancels ${id} ${row?.version}`;
  if (sends.has(send)) world.break(`${from.name} sends ${what} twice in one attempt.`);
  sends.add(send);
}

/** Milliseconds. */
const day = 24 * 3_600_000;
const month = 30 * day;

/** What ends by itself. An order that waits for it is given up after a day. */
const impatient = ['service-busy', 'service-unreachable', 'quotes-exhausted', 'too-many-requests'];

/** A message says what the ledger knows, under a time of this story. */
export function checkMessage({ world, database, began, pricedAt, moments }: Purchase, text: string): void {
  const { type, timestamp, data } = JSON.parse(text) as NewsMessage;
  const told = Date.parse(timestamp);
  if (!(told >= began - clockSkew * 1000 && told <= world.now))
    world.break(
      `The news "${type}" of ${data.reference} are of ${timestamp}, and it is ${new Date(world.now).toISOString()}.`,
    );
  const moment = moments.get(`${data.id} ${data.status}`);
  // Of an erased order, the message has the state alone. What is older than a month is no plausible time.
  if (moment !== undefined && data.price !== undefined && moment !== told && world.now - moment < month)
    world.break(
      `${data.reference} was ${data.status} at ${new Date(moment).toISOString()}, and the news say ${timestamp}.`,
    );
  if (type === 'order.refused' && data.reason === 'price-changed' && !pricedAt)
    world.break(`${data.reference} is given up because of its price, which has not changed.`);
  // What is ordered again since then has a time of its own.
  const sql = "SELECT created FROM ship_ledger WHERE reference = ? AND state = 'refused'";
  const [entry] = database.read(sql, [data.reference]).rows;
  const isYoung = told - Number(entry?.created) < day;
  if (type === 'order.refused' && impatient.includes(String(data.reason)) && isYoung)
    world.break(`${data.reference} is given up because of ${data.reason}: the service would have taken it later.`);
  if (type !== 'order.placed') return;
  const [row] = database.read("SELECT answer, erase_due FROM ship_ledger WHERE reference = ? AND kind = 'order'", [
    data.reference,
  ]).rows;
  const { courier } = Object(JSON.parse(String(row?.answer || '{}')).body);
  const waybill = row?.erase_due === 0 ? courier?.waybill_id : undefined;
  if (waybill && data.waybill_id !== waybill)
    world.break(`The news of ${data.reference} name the waybill ${data.waybill_id}, and it is ${waybill}.`);
}

/** Sums that staff may have waived: each of them may have been too late. */
export const possible = (waived: Purchase['waived'], reference: string): number[] =>
  subsetSums([reference, digestOf(reference)].flatMap((name) => [...(waived.get(name)?.values() ?? [])]));

function subsetSums(numbers: readonly number[]): number[] {
  const sums = [0];
  for (const one of numbers) sums.push(...sums.map((sum) => sum + one));
  return sums;
}
