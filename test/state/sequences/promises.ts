import { config, expect } from 'chai';
import type { Rate } from '../../../src/contract/index.ts';
import type { OrderNotice, OrderState, PlacedOrder } from '../../../src/elements/state/order-flow.ts';
import type { RateChange, SelectionNotice } from '../../../src/elements/state/selection.ts';
import { serviceKey } from '../../../src/quote/index.ts';
import { questionOf, shipmentOf } from '../../elements/sequences/service.ts';
import { item } from '../../support/fixtures.ts';
import type { Stored, Write } from './ledger.ts';
import type { Intent, Shop } from './shop.ts';

// A promise that is broken amid an update is told as a sentence, which has to be a whole one.
config.truncateThreshold = 0;

const inWords = (rate: Rate | undefined) => rate && `${serviceKey(rate)} at ${rate.price}`;
const told = (shop: Shop) => shop.rows.map(({ key, price }) => `${key} at ${price}`).sort();
const sorted = (rates: readonly Rate[]) => rates.map(inWords).sort();

/** What breaks a promise amid an update is told once all is settled. */
function when(shop: Shop, name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    shop.broken.push(`at ${name}: ${(error as Error).message}`);
  }
}

/** Listens as an element does; what a notice says has to be true when it says it. */
export function hearSelection(shop: Shop, notice: SelectionNotice): void {
  const { selection, service, present } = shop.page;
  if (notice.type === 'rates') {
    shop.quoted = selection.rates;
    if (!notice.computed) shop.takeAnswers(service.asked);
    when(shop, 'rates', () => {
      if (!notice.computed) expect(present, 'told although it is gone').to.equal(true);
      expect(sorted(selection.rates), 'what the answers come to').to.deep.equal(told(shop));
    });
  }
  // What nobody has said the price of is put back.
  if (notice.type === 'switches' && notice.by === 'service') {
    shop.insured = selection.wishes.insured;
    shop.paid = selection.wishes.cashOnDelivery;
  }
  if (notice.type !== 'rate') return;
  const { rate, previous, reason } = notice;
  when(shop, `rate (${reason})`, () => {
    if (!shop.silent) expect(inWords(previous), 'previous').to.equal(inWords(shop.known));
    expect(selection.rate, 'its rate').to.equal(rate);
    if (rate) expect(selection.value, 'its value').to.equal(serviceKey(rate));
    expectReason(shop, notice);
  });
  shop.known = rate;
  shop.silent = false;
  if (reason === 'service-unavailable') shop.value = null;
  // A default that is not to be had is none; one that nobody has been asked about yet is.
  if (reason === 'reset' && !rate && selection.status === 'ready' && shop.value === shop.preset) shop.value = null;
}

const cannot = (shop: Shop, rate: Rate) => shop.asking.paid && rate.available_for_cash_on_delivery !== true;

function expectReason(shop: Shop, { rate, previous, reason }: RateChange): void {
  const { selection } = shop.page;
  // Only the answer to the latest question takes a choice away.
  if (reason === 'service-unavailable') expect(selection.status).to.be.oneOf(['ready', 'empty']);
  const listed = selection.rates.find((row) => serviceKey(row) === shop.value);
  switch (reason) {
    case 'service-unavailable':
      expect([rate, listed]).to.deep.equal([undefined, undefined]);
      return;
    case 'not-eligible':
      expect([rate, listed && cannot(shop, listed)]).to.deep.equal([undefined, true]);
      return;
    case 'couriers-changed':
      expect([rate, listed, shop.asking.picks.length > 0]).to.deep.equal([undefined, undefined, true]);
      return;
    case 'reset':
      if (rate) expect(serviceKey(rate)).to.equal(shop.preset);
      return;
    case 'price-changed':
      expect(rate?.price).not.to.equal(previous?.price);
  }
  expect(rate, 'a rate').not.to.equal(undefined);
  if (rate && previous && reason !== 'user') expect(serviceKey(rate), 'never replaced').to.equal(serviceKey(previous));
}

/** What the page is told of an order is what the service has. */
export function hearOrder(shop: Shop, notice: OrderNotice): void {
  const { page, ledger } = shop;
  if (notice.type === 'unconfirmed') {
    const { mode, given } = page.intent ?? { mode: shop.mode, given: shop.reference };
    shop.lost = { reference: notice.reference, mode, given };
  }
  if (notice.type === 'cancelled') {
    when(shop, 'cancelled', () => {
      expect(ledger.orders.find(({ id }) => id === notice.id)?.cancelled).to.equal(true);
    });
  }
  if (notice.type !== 'placed') return;
  const { order } = notice;
  const { intent } = page;
  page.placed.add(order.reference);
  when(shop, 'placed', () => {
    const stored = ledger.orders.find(({ body }) => body.reference_id === order.reference);
    expect(stored, 'an order that the service has').not.to.equal(undefined);
    if (order.id) expect(order.id).to.equal(stored?.id);
    expect(order.draft).to.equal(stored?.draft);
    expect(inWords(order.rate), 'what is said to be placed').to.equal(order.other ? undefined : inWords(intent?.rate));
    if (!order.other && intent && stored && !isAmbiguous(shop, order)) expectOrdered(intent, stored);
    if (stored) stored.told = true;
    if (intent) intent.told = true;
  });
  shop.lost = undefined;
}

/**
 * Not yet told apart: the service says that a reference is used, and not for what. Where several orders went out under it,
 * and the last one was lost, that one is said to be placed, whichever it was.
 */
function isAmbiguous({ ledger }: Shop, { recovered, reference }: PlacedOrder): boolean {
  const sent = ledger.arrived.filter(({ body }) => body.reference_id === reference);
  return recovered && new Set(sent.map(({ body }) => JSON.stringify(body))).size > 1;
}

/** What the service stores is what was shown at a click, and the only order of that click. */
export function hearStored(shop: Shop, order: Stored, { intent, isOrphan }: Write<Intent | undefined>): void {
  when(shop, 'order', () => {
    expect(intent, 'a click that it is for').not.to.equal(undefined);
    if (!intent) return;
    expect(intent.stored, 'another order of the same click').to.equal(false);
    intent.stored = true;
    expectOrdered(intent, order);
    // Whoever has asked for its price is gone.
    if (isOrphan()) return;
    expect(shop.requests, 'requests for its price').to.be.at.least(intent.requests);
    const { to, quantity, insured, paid } = intent.asking;
    const { courier_code, available_for_insurance } = intent.rate;
    const asked = shop.page.service.asked.findLast(({ outcome }) => outcome === 'answered');
    const insures = insured && available_for_insurance !== false;
    expect(asked?.question, 'the question of its price').to.equal(
      questionOf(to, quantity, courier_code, insures, paid),
    );
    const row = asked?.rates.find((rate) => serviceKey(rate) === serviceKey(intent.rate));
    expect(row?.price, 'its price').to.equal(intent.rate.price);
  });
}

function expectOrdered({ rate, asking, mode, reference, notes }: Intent, { draft, body }: Stored): void {
  const { to, quantity, insured, paid } = asking;
  const declared = item.value * quantity;
  expect({
    draft,
    service: `${body.courier_company}/${body.courier_type}`,
    reference: body.reference_id,
    to: body.destination_postal_code,
    quantity: body.items[0]?.quantity,
    insurance: body.courier_insurance,
    collected: body.destination_cash_on_delivery,
  }).to.deep.equal({
    draft: mode === 'draft',
    service: serviceKey(rate),
    reference,
    to,
    quantity,
    insurance: insured && rate.available_for_insurance !== false ? declared : undefined,
    collected: paid ? declared : undefined,
  });
  expect(body.order_note, 'what is said to the courier').to.be.oneOf(notes);
}

/** What is held, asked, quoted, chosen and ordered says the same. */
export function expectPromises(shop: Shop): void {
  const { page, question, asking } = shop;
  const { selection, service, flow } = page;
  expect(shop.broken.join('; '), 'what happened on the way').to.equal('');
  const live = [...service.held].filter((call) => call.question && !call.signal.aborted);
  if (!page.present) {
    expect(live, 'requests of an element that is gone').to.deep.equal([]);
    return;
  }
  const { status } = selection;
  const busy = status === 'stale' || status === 'loading';
  const last = service.asked.findLast(({ outcome }) => outcome !== 'given up');
  expect(live.length, 'questions under way').to.be.at.most(busy ? 1 : 0);
  for (const call of live) expect(shipmentOf(call.question ?? ''), 'under way').to.equal(shipmentOf(question));
  expect(status === 'incomplete', `${status} is incomplete`).to.equal(asking.to === null);
  if (status === 'ready' || status === 'empty') {
    expect(shop.quotedFor, 'the question of what is shown').to.equal(question);
    expect(shop.requests, 'requests since the refresh').to.be.at.least(shop.owed);
    expect(sorted(selection.rates)).to.deep.equal(told(shop));
  }
  if (status === 'error' && service.list.outcome !== 'failed') {
    expect(shipmentOf(last?.question ?? ''), 'the error that is shown').to.equal(shipmentOf(question));
    expect(last?.outcome, 'the error that is shown').to.be.oneOf(['failed', 'refused']);
  }
  expectHeld(shop);
  expectChoice(shop);
  expectOrder(shop);
  expect(flow.locked, 'locked').to.equal(
    flow.status !== 'unconfirmed' ? !isFree(flow.state) : flow.error !== undefined,
  );
  if (isBefore(flow.state)) shop.seen.push('ordered before');
}

/** That it was ordered before is said of the cart that stands in the page: the shopper may have another one. */
const isBefore = (state: OrderState) => state.status === 'placed' && state.order.before;

const isFree = (state: OrderState) =>
  isBefore(state) || ['ready', 'refused', 'cancelled', 'price-changed'].includes(state.status);

function expectHeld(shop: Shop): void {
  const { page, value, insured, paid, couriers } = shop;
  const { selection } = page;
  const rests = shop.rests(value) && (selection.value === null || selection.status === 'ready');
  expect({ value: selection.value, ...selection.wishes, couriers: selection.couriers }, 'what it holds').to.deep.equal({
    value: rests ? null : value,
    insured,
    cashOnDelivery: paid,
    couriers,
  });
}

function expectChoice(shop: Shop): void {
  const { selection } = shop.page;
  const { rate, value, status, submittable } = selection;
  expect(sorted(selection.rates), 'the rates that were told').to.deep.equal(sorted(shop.quoted));
  if (rate) expect(selection.rates, 'the rates').to.include(rate);
  if (rate) expect(serviceKey(rate), 'its key').to.equal(value);
  expect(inWords(rate), 'the choice that the page was told').to.equal(inWords(shop.known));
  const possible = rate && shop.asking.to !== null && shop.isQuoted(status) && !cannot(shop, rate);
  expect(submittable, 'submittable').to.equal(Boolean(possible));
  if (status !== 'ready') return;
  expect(rate && serviceKey(rate), 'a value that is quoted').to.equal(value ?? undefined);
  expect(rate && cannot(shop, rate), 'a choice that cannot be had').not.to.equal(true);
}

/** Nothing is ordered behind the shopper's back, and nothing else is on screen than what was ordered. */
function expectOrder(shop: Shop): void {
  const { flow, intent, selection } = shop.page;
  const { status } = flow;
  if (intent?.stored && !intent.told)
    expect(status, 'an order that nobody is told of').to.be.oneOf(['ordering', 'unconfirmed']);
  expectTakenUp(shop);
  const sent = ['ordering', 'unconfirmed', 'placed', 'cancelling'].includes(status);
  if (!flow.locked || !sent || !intent || flow.placed?.other) return;
  expect(inWords(selection.rate), 'what is on screen of what is ordered').to.equal(inWords(intent.rate));
}

/**
 * An order whose answer no page has had is taken up by the page that is loaded next, in its mode and under its reference.
 * One that was left under another reference before is the only one that the client tells of.
 */
function expectTakenUp({ page, ledger, mode, reference }: Shop): void {
  if (page.flow.status !== 'ready' || page.intent) return;
  const isOurs = ({ body }: Pick<Stored, 'body'>) => !reference || `${body.reference_id}-`.startsWith(`${reference}-`);
  if (!ledger.arrived.filter(({ operation }) => operation === mode).every(isOurs)) return;
  const untold = ledger.orders.filter(({ draft, told }) => !told && draft === (mode === 'draft'));
  expect(mode === 'none' ? [] : untold, 'orders that nobody is told of').to.deep.equal([]);
}
