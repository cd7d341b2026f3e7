import '../src/define.ts';
import '../src/elements/area-search/area-search-element.ts';
import '../src/elements/tracking/tracking-element.ts';
import { isCancellable } from '../src/contract/index.ts';
import { recallArea } from '../src/elements/core/remembered-area.ts';
import { lifetimeOf } from '../src/elements/core/submission.ts';
import { momentText } from '../src/elements/words/arrival-text.ts';
import { createShippingClient, isShippingFailure, type OrderMode, shopCalendar } from '../src/index.ts';
import { readersZone } from '../src/quote/index.ts';
import { createAddress } from './address.ts';
import {
  createCart,
  keepPaid,
  keepQuantities,
  keepReceipt,
  keptPaid,
  keptReceipt,
  orderNumber,
  type Receipt,
  spendOrderNumber,
} from './cart.ts';
import { offerDrawer } from './drawer.ts';
import { logEvents } from './event-log.ts';
import { indonesian } from './indonesian.ts';
import { language, offerLanguages } from './language.ts';
import { calendar } from './places.ts';
import { askBeforeCancelling, moneyBack, refundBy, sayMoney, sayProblem, sayTerms, showNumber } from './receipt.ts';
import { createServerService, offerScenarios } from './service.ts';
import { shopServer } from './shop-server.ts';
import { goodsOf, renderSummary } from './summary.ts';
import { receiptWords, rupiah, speak, word } from './words.ts';

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector) as T;

const form = find<HTMLFormElement>('#checkout');
const shipping = find<HTMLElementTagNameMap['ship-checkout']>('#shipping');
const search = find<HTMLElementTagNameMap['ship-area-search']>('#area');
const address = createAddress(form);
/** After a reload, the order that was placed before it. */
const receipt = keptReceipt();
const cart = createCart(find('#cart'), handleCart, receipt?.quantities);
const payment = find<HTMLDialogElement>('#payment');

// A district that was chosen on the page of a product comes before the one that the shop knows.
if (recallArea()) search.area = undefined;
search.remember = true;

const mode = find<HTMLSelectElement>('#mode');

/** Where the parcel of a receipt is that was loaded again, and the client that cancels it. */
const tracking = document.createElement('ship-tracking');
Object.assign(tracking, { baseUrl: '/shipping', contactUrl: shipping.contactUrl });
const client = createShippingClient({ baseUrl: '/shipping' });

/** The server that signs tokens for the gateway. The static page has neither. */
const server = import.meta.env.MODE === 'static' ? undefined : shopServer;
// The gateway's prices have dates.
if (!server) shipping.calendar = shopCalendar(calendar);

/** The cart that the shop's server has signed. The token is valid for these items only. */
let signed = { quantities: [] as number[], items: [] as typeof cart.items, token: '' };

/** Rupiah that the shopper has paid for this order. A reload keeps them, as it keeps the order's number. */
let paid = receipt?.summary.paid ?? keptPaid();

/** Rupiah of it that no choice needs any more. */
let surplus = receipt?.summary.goesBack ?? 0;

/** With the receipt the purchase has ended: nothing of it can be edited, until the shopper begins the next one. */
let isOver = false;

/** The number of the order that was placed: one that follows a cancelled one has a number of its own. */
let number = '';

/** Nothing is sent before the merchant has confirmed it, and the merchant deletes it. */
let isDraft = receipt?.isDraft ?? false;

/** The courier has collected what was left. */
let isDelivered = false;

/** Nobody pays for an order that is cancelled. */
let isCancelled = receipt?.isCancelled ?? false;

/** Hands the shipment to the widget, and shows what the shopper has chosen in it. */
function update(): void {
  if (!isOver) {
    shipping.shipment = { ...address.locators, items: signed.items };
    shipping.cart = signed.token;
    shipping.contacts = address.contacts;
    address.showHead();
    shipping.orderMode = mode.value as OrderMode;
    isDraft = mode.value === 'draft';
  }
  // A draft is no parcel yet. The static page has no gateway, so its orders have no token.
  shipping.trackingPage = isDraft ? '' : `tracking.html?lang=${language()}`;
  summarise();
}

/** A reload, or the way back from another page, finds the same quantities. */
function handleCart(): void {
  keepQuantities(cart.quantities);
  void signCart();
}

async function signCart(): Promise<void> {
  summarise();
  const { quantities, items } = cart;
  const signing = items.length ? server?.signCart(quantities) : undefined;
  // Without a cart it would ask for a postal code.
  const token = await Promise.resolve(signing).finally(() => shipping.classList.remove('awaited'));
  // The cart may have changed again before the answer.
  if (String(quantities) !== String(cart.quantities)) return;
  signed = { quantities, items, token: token ?? '' };
  update();
}

function summarise(): void {
  const { rate, breakdown } = shipping;
  const payAtDoor = breakdown?.payAtDoor ?? 0;
  if (!isOver && rate) surplus = Math.max(0, -due());
  // One bill: the widget has it before the order and in its receipt, but not after a cancellation or a reload.
  find<HTMLElement>('#summary-card').hidden = !isCancelled && !receipt;
  find<HTMLElement>('#cancel-free').hidden = isOver || isDraft;
  const summary = receipt?.summary ?? { shipping: rate?.price, breakdown, payAtDoor, paid };
  const goesBack = isCancelled ? refund?.amount : surplus;
  const collected = { payAtDoor: 0, paid: summary.paid + summary.payAtDoor };
  const left = isCancelled ? { payAtDoor: 0, isCancelled } : isDelivered ? collected : {};
  renderSummary(find('#summary'), { items: cart.items, ...summary, goesBack, ...left });
  sayPaid();
  if (!isOver || receipt) return;
  const { quantities } = cart;
  // The fields are disabled by now, and say nothing.
  const district = find('#address-line b').textContent ?? '';
  const { track } = shipping;
  keepReceipt({
    quantities,
    district,
    number,
    summary: { ...summary, goesBack: surplus },
    track,
    refund,
    cancelUntil,
    isCancelled,
    isDraft,
  });
}

/** What was paid for another choice, once sending that one has failed: what is missing of this one, or what goes back. */
function sayPaid(): void {
  const missing = isOver || !shipping.rate ? 0 : due();
  const back = moneyBack(surplus, refund?.by ?? refundBy());
  const sentences = [
    paid ? `${word('paid')} ${rupiah(paid)}.` : '',
    missing > 0 ? `${word('missing')} ${rupiah(missing)}.` : '',
    surplus ? back : '',
  ];
  const isPaid = paid > 0 && !isOver;
  // The choice may be gone after the payment.
  const isPaidFor = isPaid && shipping.rate !== undefined;
  const isSaid = !isCancelled && (isOver ? surplus : isPaid);
  const said = isSaid ? sentences.filter(Boolean).join(' ') : '';
  // The button says what the payment will ask for: the sum beside it is that of the order.
  const button = missing > 0 ? `${receiptWords().pay} ${rupiah(missing)}` : receiptWords().placeOrder;
  if (shipping.words?.pay !== (isPaidFor ? button : undefined)) shipping.words = isPaidFor ? { pay: button } : {};
  // Some screen readers repeat a text that is written again.
  if (find('#paid-before').textContent !== said) find('#paid-before').textContent = said;
}

/** Rupiah that are left to pay before the parcel is ordered. The courier may collect the rest. */
const due = () => goodsOf(signed.items) + (shipping.rate?.price ?? 0) - (shipping.breakdown?.payAtDoor ?? 0) - paid;

/** The shopper pays first. Then the order is placed, as `demo/docs/pay-then-ship.md` recommends. */
payment.addEventListener('close', () => {
  if (payment.returnValue !== 'paid') return;
  // By now it may cost more. The rest is asked for next.
  paid += asked;
  keepPaid(paid);
  summarise();
  void shipping.placeOrder();
});

/** Rupiah that the open payment asks for. */
let asked = 0;

/** When the payment was opened. The second tap on the order button must not pay. */
let opened = 0;
payment.addEventListener('click', (event) => {
  if (event.detail > 0 && event.timeStamp - opened < 1_000) event.preventDefault();
});

/** The receipt has the heading of the page, and comes before the address. What was not ordered is gone. */
function end(isEnded: boolean): void {
  isOver = isEnded;
  for (const fields of form.querySelectorAll('fieldset')) fields.disabled = isEnded;
  find('#title').toggleAttribute('hidden', isEnded);
  shipping.headingLevel = isEnded ? 1 : undefined;
  find('#joined')[isEnded ? 'append' : 'prepend'](find('#address-section'));
  // Above the choice it is in sight. It does not come before the receipt.
  (isEnded ? find('#cancel-free') : shipping).before(find('#paid-before'));
  if (isEnded) scrollTo({ top: 0 });
  show();
}

/** The receipt that a reload finds: where the parcel is stands in place of the choice. */
function reopen({ district, track, quantities }: Receipt): void {
  tracking.token = track;
  if (track && !isCancelled && !isDraft) shipping.replaceWith(tracking);
  else shipping.remove();
  end(true);
  find<HTMLElement>('#title').hidden = false;
  find('#address-line b').textContent = district;
  askBeforeCancelling(find('#cancel'), cancel);
  find('#again').addEventListener('click', () => {
    keepReceipt(undefined);
    // As "order again" of the widget's receipt does.
    keepQuantities(quantities);
    location.reload();
  });
}

/** The order of the receipt as this tab has kept it, with the gateway's token that cancels it. The first element with an id has this key. */
const placed = (number = receipt?.number) =>
  client.placed('shipping:1').findLast(({ reference }) => reference === number);

/** @returns whether the answer is known */
async function cancel(): Promise<boolean> {
  const { id = '', cancel } = placed() ?? {};
  const problem = await client.cancelOrder({ id, cancel }).then(
    () => undefined,
    (error: unknown) => (isShippingFailure(error) && error.code === 'refused' ? 'cancelLate' : 'cancelUnconfirmed'),
  );
  if (problem === 'cancelLate') cancelUntil = undefined;
  if (problem) show();
  else showCancelled();
  if (problem) sayProblem(receiptWords()[problem]);
  return problem !== 'cancelUnconfirmed';
}

function showCancelled(): void {
  isCancelled = true;
  if (receipt) keepReceipt({ ...receipt, isCancelled });
  tracking.remove();
  show();
}

/** The answer to a cancellation may have been lost, and the parcel may be on its way by now. */
tracking.addEventListener('ship-parcel', ({ parcel: { status } }) => {
  const isNews = !isDelivered && status === 'delivered';
  isDelivered ||= isNews;
  if (status === 'cancelled') showCancelled();
  else if (isNews || (cancelUntil && !isCancellable(status))) {
    cancelUntil = undefined;
    show();
  }
});

/** Until when the receipt that was loaded again can be cancelled, and what becomes of the money. */
function sayCancelling(): void {
  const words = receiptWords();
  const style = { language: language(), now: Date.now() };
  const until = new Date(cancelUntil ?? 0);
  const isOpen = until.getTime() > Date.now();
  const { amount = 0, by = '' } = refund ?? {};
  const sentence = moneyBack(amount, by);
  sayMoney(sentence, isCancelled ? [words.nothingSent, sentence, amount ? words.refundLate : ''].join(' ') : '');
  find<HTMLElement>('#cancel').hidden = isCancelled || !isOpen;
  const terms = isOpen ? words.cancelUntil(momentText(until, readersZone(), style).inZone) : words.cancelLate;
  sayTerms(isCancelled || isDraft ? '' : terms);
}

/** What is said in the page's language. */
function show(): void {
  find<HTMLElement>('#cart-title').dataset.word = isOver ? 'goods' : 'cart';
  const placed = isDraft ? 'draftSaved' : 'ordered';
  const title = isCancelled ? 'cancelled' : isOver ? placed : 'checkout';
  find('#title').setAttribute('data-word', title);
  speak(title);
  // Nothing is sent there.
  find<HTMLElement>('#address-section').hidden = isCancelled;
  cart.draw(isOver);
  shipping.refund = refund && { ...refund, to: word('sameWay') };
  // The receipt of the widget has its own ways on.
  find<HTMLElement>('#ways').hidden = !receipt;
  find<HTMLElement>('#save').hidden = isCancelled || isDraft;
  summarise();
  if (!receipt) return;
  showNumber(receipt.number);
  sayCancelling();
}

/** What the shop gives back if the order is cancelled. It stays on screen after the cancellation. */
let refund = receipt?.refund;

/** Until when the gateway cancels it, in milliseconds by the clock of the device. */
let cancelUntil = receipt?.cancelUntil;

form.addEventListener('input', update);
search.addEventListener('ship-area-change', update);
form.addEventListener('submit', (event) => event.preventDefault());
shipping.addEventListener('ship-rate-change', ({ reason }) => {
  if (reason === 'reset' && isOver) {
    keepReceipt(undefined);
    isCancelled = false;
    paid = surplus = 0;
    refund = undefined;
    number = '';
    end(false);
  } else summarise();
});
shipping.addEventListener('ship-extras-change', summarise);
shipping.addEventListener('ship-order-submit', (event) => {
  const kind = isDraft ? 'draft_order' : 'order';
  const isPaid = kind === 'draft_order' || event.again || due() <= 0;
  // What the cart shows is being signed: in a moment it has another price.
  const isSigning = String(signed.quantities) !== String(cart.quantities);
  if (isSigning || !form.reportValidity()) event.preventDefault();
  else if (isPaid) {
    const { destination, recipient } = address;
    event.grant = server?.grant(event, { quantities: signed.quantities, destination, recipient, kind });
  } else {
    event.preventDefault();
    asked = due();
    find('#due').textContent = rupiah(asked);
    payment.returnValue = '';
    payment.showModal();
    opened = performance.now();
  }
});
shipping.addEventListener('ship-order-placed', ({ reference }) => {
  number = reference;
  keepQuantities(undefined);
  spendOrderNumber();
  refund = { amount: paid, by: refundBy() };
  cancelUntil = Date.now() + lifetimeOf(placed(number)?.cancel) || undefined;
  end(true);
});
shipping.addEventListener('ship-order-cancelled', () => {
  isCancelled = true;
  show();
});
shipping.addEventListener('ship-error', ({ error }) => {
  const isExpired = isShippingFailure(error) && error.code === 'refused' && error.reason === 'token-expired';
  if (isExpired) void signCart();
});
logEvents(shipping, find('#log'), find('#clear-log'));

offerDrawer(find('#drawer'), find('#open-drawer'), find('#close-drawer'));

/** The page, the cart and the widget speak one language. */
function useLanguage(): void {
  show();
  update();
}

mode.addEventListener('change', update);

if (receipt) reopen(receipt);
else {
  shipping.reference = orderNumber();
  void signCart();
}
offerLanguages(indonesian, useLanguage);
if (server) {
  shipping.baseUrl = '/shipping';
  search.baseUrl = '/shipping';
  offerScenarios(find('#scenario'), find('#scenario-hint'), await createServerService(), shipping);
} else {
  const { createStaticService } = await import('./static-service.ts');
  const { createSandboxAreaClient } = await import('./site/sandbox-client.ts');
  search.client = createSandboxAreaClient();
  offerScenarios(find('#scenario'), find('#scenario-hint'), createStaticService(), shipping);
}
