import { config, expect } from 'chai';
import { isShippingFailure, type ShippingFailure } from '../../../../src/client/index.ts';
import type { OrderContacts } from '../../../../src/quote/index.ts';
import type { Stored, Write } from '../../../state/sequences/ledger.ts';
import { rowsFor } from '../../sequences/service.ts';
import type { Attributes, Page } from './page.ts';
import { amountIn, readScreen, type Screen } from './screen.ts';
import type { Shop } from './shop.ts';

// A promise that is broken amid an update is told as a sentence, which has to be a whole one.
config.truncateThreshold = 0;

/** What stood there as the shopper clicked and the page was asked. */
export interface Click {
  /** By which attributes it was ordered. */
  place: Attributes;
  screen: Screen;
  shipment: string;
  /** One of these; several only where the page had none at the click. */
  contacts: string[];
  /** What the page was told that the order will be called. */
  reference: string;
  stored: Stored | undefined;
  told: boolean;
  give(contacts: OrderContacts | undefined): void;
}

export interface Told {
  order: Stored | undefined;
  click: Click | undefined;
}

/** What the page says where it cannot order. */
export const stopped = 'the shop could not save the order';

/** What breaks a promise amid an update is told once all is shown. */
function when(shop: Shop, name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    shop.broken.push(`at ${name}: ${(error as Error).message}`);
  }
}

/** Listens as a page does. */
export function hear(shop: Shop, page: Page): void {
  const { checkout, button } = page;
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    heard: (event: HTMLElementEventMap[Name]) => void,
  ) => {
    for (const element of [checkout, button])
      element?.addEventListener(name, (event) => event.target === element && !page.gone && heard(event));
  };
  on('ship-order-submit', (event) => {
    const click = clickFor(shop, page, event.reference);
    when(shop, 'ship-order-submit', () => expectMemory(shop, click));
    page.intent = click;
    page.told = undefined;
    shop.ask(event);
    // What the page sets within the click belongs to it.
    click.contacts.splice(0);
    click.give(shop.contacts);
  });
  on('ship-error', ({ error }) => {
    // The service's doing, or the page's: of what an element has been handed, nothing is wrong.
    const isOurs = !isShippingFailure(error) && error.message !== stopped;
    if (isOurs || (error as Partial<ShippingFailure>).code === 'invalid-request')
      shop.broken.push(`at ship-error: ${error}`);
  });
  on('ship-order-unconfirmed', () => shop.seen.add('unconfirmed'));
  on('ship-order-cancelled', ({ id }) => {
    shop.seen.add('cancelled');
    page.told = undefined;
    when(shop, 'ship-order-cancelled', () => {
      expect(shop.ledger.orders.find((order) => order.id === id)?.cancelled, 'cancelled').to.equal(true);
    });
  });
  on('ship-order-placed', ({ id, draft, recovered }) => {
    const { orders } = shop.ledger;
    const click = page.intent;
    const order = orders.find((stored) => (id ? stored.id === id : stored.body.reference_id === click?.reference));
    shop.seen.add(`${draft ? 'draft' : 'order'} ${recovered ? 'found' : 'placed'}`);
    when(shop, 'ship-order-placed', () => {
      expect(order, 'an order that the service has').not.to.equal(undefined);
      expect(draft, 'a draft').to.equal(order?.draft);
    });
    if (order) order.told = true;
    if (click) click.told = true;
    page.told = { order, click };
  });
}

function clickFor({ attributes: place, cart }: Shop, { root }: Page, reference: string): Click {
  const contacts: string[] = [];
  const give = (given: OrderContacts | undefined) => {
    if (contacts.every((known) => known === none)) contacts.push(given ? JSON.stringify(given) : none);
  };
  const screen = readScreen(root);
  return { place, screen, shipment: JSON.stringify(cart), contacts, reference, stored: undefined, told: false, give };
}

/** No contacts yet. */
const none: string = '';

/** To check again is to ask for an order that was sent. */
function expectMemory({ ledger }: Shop, { screen, reference }: Click): void {
  if (screen.button !== 'checks again') return;
  expect(
    ledger.arrived.map(({ body }) => body.reference_id),
    'what was sent before',
  ).to.include(reference);
}

/** What the service stores is what was shown at a click, and the only order of that click. */
export function hearStored(shop: Shop, order: Stored, { intent }: Write<Click | undefined>): void {
  when(shop, 'an order', () => {
    expect(intent, 'a click that it is for').not.to.equal(undefined);
    if (!intent) return;
    expect(intent.stored, 'another order of the same click').to.equal(undefined);
    intent.stored = order;
    expectOrdered(intent, order);
  });
}

/** That, and nothing else. */
function expectOrdered({ screen, shipment, contacts, place, reference }: Click, { draft, body }: Stored): void {
  const { courier_company, courier_type, reference_id, courier_insurance, destination_cash_on_delivery, ...rest } =
    body;
  const key = `${courier_company}/${courier_type}`;
  expect({ draft, key, reference_id, courier_insurance, destination_cash_on_delivery }).to.deep.equal({
    ...{ draft: place.mode === 'draft', key: screen.checked, reference_id: reference },
    ...{ courier_insurance: screen.insurance, destination_cash_on_delivery: screen.collected },
  });
  const { delivery_type, origin_collection_method, destination_cash_on_delivery_type, ...parts } = rest;
  expect([delivery_type, origin_collection_method, destination_cash_on_delivery_type]).to.deep.equal([
    'now',
    'pickup',
    screen.collected === undefined ? undefined : '7_days',
  ]);
  const allowed = contacts
    .filter((given) => given !== none)
    .map((given) => asText({ ...JSON.parse(shipment), ...JSON.parse(given) }));
  expect(asText(parts), 'shipment and contacts').to.be.oneOf(allowed);
  expect(pricesOf(body, key), 'the price that was shown').to.include(screen.total);
}

const asText = (fields: object) =>
  JSON.stringify(Object.entries(fields).sort(([one], [other]) => one.localeCompare(other)));

/** What the service has asked for it at one time or another. */
const pricesOf = (body: Stored['body'], key: string) =>
  (['rates', 'moved'] as const).flatMap((how) =>
    rowsFor({ ...(body as object), couriers: body.courier_company as string }, how).flatMap((row) =>
      `${row.courier_code}/${row.courier_service_code}` === key ? row.price : [],
    ),
  );

/** What the screen says is what the service has. */
export function expectPromises(shop: Shop): void {
  const { page, ledger } = shop;
  expect(shop.broken.join('; '), 'what happened on the way').to.equal('');
  if (!page.present) return;
  const screen = readScreen(page.root);
  const { intent } = page;
  const isHeld = [...ledger.held].some((write) => !write.isOrphan());
  const isAsked = [...page.service.held].some(({ question, signal }) => question && !signal.aborted);
  if (!isHeld && !isAsked && !page.answer) expect(screen.button, 'at rest').not.to.equal('is ordering');
  for (const { id } of ledger.arrived.filter(({ operation }) => operation === 'cancel'))
    expect(
      ledger.orders.map((order) => order.id),
      'what was asked to be cancelled',
    ).to.include(id);
  if (intent?.stored && !intent.told && !isHeld) expectUnconfirmed(screen);
  // Only of a number of the shop's own nobody can tell what uses it.
  const names = screen.problems.some((problem) => intent && problem.includes(intent.reference));
  if (names) expect(intent?.place.reference, `a number of the shop's own in ${screen.problems}`).not.to.equal('');
  expectTakenUp(shop, screen);
  expectReceipt(shop, screen);
}

function expectUnconfirmed({ button, problems }: Screen): void {
  expect([button, problems.length > 0], 'an order that nobody is told of').to.deep.equal(['checks again', true]);
}

/**
 * An order whose answer no page has had is taken up by the page that is loaded next, in its place, in its mode and under its
 * reference. One that was left under another reference before is the only one that the client tells of.
 */
function expectTakenUp({ page, ledger, attributes }: Shop, screen: Screen): void {
  if (page.intent) return;
  const { id, mode, reference } = attributes;
  const isOurs = ({ body }: Pick<Stored, 'body'>) => !reference || `${body.reference_id}-`.startsWith(`${reference}-`);
  const sent = ledger.arrived.filter(({ operation, intent }) => operation === mode && intent?.place.id === id);
  if (!sent.every(isOurs)) return;
  const untold = ledger.orders.filter((order) => !order.told && sent.some(({ intent }) => intent?.stored === order));
  if (untold.length && !page.told) expectUnconfirmed(screen);
}

/** From its placing until it is cancelled, all that is on screen and in the form is the order that the service has. */
function expectReceipt(shop: Shop, screen: Screen): void {
  const { page, ledger } = shop;
  const { receipt, button } = screen;
  if (receipt !== undefined) {
    const isIt = ({ id, body }: Stored) => receipt.includes(id) || receipt.includes(`${body.reference_id}`);
    expect(ledger.orders.some(isIt), `an order of the service in "${receipt}"`).to.equal(true);
  }
  if (!page.told) return;
  const { order, click } = page.told;
  expect(receipt, 'what is said to be placed').not.to.equal(undefined);
  expect(receipt?.includes(`${order?.id}`) || receipt?.includes(`${order?.body.reference_id}`), receipt).to.equal(true);
  // Another order than the one of the click was found, and this one can be ordered.
  if (button !== undefined || !click || !order) return;
  const { checked, total, insurance, collected } = click.screen;
  expect(receipt).to.include(checked);
  expect(amountIn(receipt?.match(/Rp\s?[\d.,]+/)?.[0]), 'the price that is said').to.equal(total);
  expect(screen, 'what is shown of it').to.include({ checked, total, insurance, collected });
  expect(page.submitted, 'what the form says of it').to.deep.equal({
    shipping: checked,
    ...(insurance !== undefined && { 'shipping-insured': 'on' }),
    ...(collected !== undefined && { 'shipping-cash-on-delivery': 'on' }),
  });
  if (!isAmbiguous(shop, order)) expectOrdered(click, order);
}

/**
 * Not yet told apart: the service says that a reference is used, and not for what. Where several orders went out under it,
 * and the last one was lost, that one is said to be placed, whichever it was.
 */
function isAmbiguous({ ledger }: Shop, { body: { reference_id } }: Stored): boolean {
  const sent = ledger.arrived.filter(({ body }) => body.reference_id === reference_id);
  return new Set(sent.map(({ body }) => JSON.stringify(body))).size > 1;
}
