import '../src/elements/area-search/area-search-element.ts';
import '../src/elements/parcels/parcels-element.ts';
import '../src/elements/tracking/tracking-element.ts';
import { extraNames, isCancellable } from '../src/contract/index.ts';
import { datesText } from '../src/elements/words/arrival-text.ts';
import { isShippingFailure, type Parcel } from '../src/index.ts';
import type { DeliveryState, PurchasedDelivery, PurchaseProblem, PurchaseView } from '../src/purchases/index.ts';
import { spanOf } from '../src/quote/index.ts';
import { createAddress } from './address.ts';
import { shown } from './cart.ts';
import { indonesian } from './indonesian.ts';
import { type Language, language, offerLanguages } from './language.ts';
import { vendors } from './places.ts';
import { products } from './products.ts';
import { askBeforeCancelling, moneyBack, refundBy, sayMoney, sayProblem, sayTerms, showNumber } from './receipt.ts';
import { tabStore } from './stores.ts';
import { inLanguage, parcelWords, receiptWords, rupiah, speak, type Word, word } from './words.ts';

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector) as T;

const form = find<HTMLFormElement>('#checkout');
const shipping = find<HTMLElementTagNameMap['ship-parcels']>('#shipping');
const address = createAddress(form);

/** The order that the address names, as a reload finds it: `basket.html?order=INV-7`. */
const order = new URLSearchParams(location.search).get('order');

/** What the receipt shows of the address. A real shop's server has it. Here it stays in the tab, without name, phone and street. */
const districtKey = 'demo-sent-to';

/** The last day on which the money of a cancelled order comes back. */
const refundKey = 'demo-refund-by';

let parcels: readonly Parcel[] = [];
let purchase: PurchaseView | undefined;
let problem: PurchaseProblem | 'later' | 'unanswered' | 'offline' | undefined;
/** Something was sent and had no answer: it may have been ordered. */
let isInDoubt = false;
/** The field of the form that the shop does not take. */
let wrong: HTMLInputElement | undefined;

const chooseAgain = { en: 'Please choose the delivery again.', id: 'Silakan pilih pengiriman sekali lagi.' };

/** Any other one is a choice that the shop does not take. */
const problems: Partial<Record<NonNullable<typeof problem>, Record<Language, string>>> = {
  contacts: {
    en: 'Please check your name, phone and address.',
    id: 'Periksa lagi nama, nomor HP, dan alamat Anda.',
  },
  'unknown-reference': { en: 'This browser has no such order.', id: 'Pesanan ini tidak ada di browser ini.' },
  later: {
    en: 'The shop does not answer. Please try again later.',
    id: 'Toko sedang tidak menjawab. Silakan coba lagi nanti.',
  },
  unanswered: {
    en: 'The shop does not answer. Please press again: nothing is ordered twice.',
    id: 'Toko sedang tidak menjawab. Silakan tekan lagi: pesanan tidak akan dobel.',
  },
};

/** A field that is wrong by its label. Without a connection nothing was sent. */
function problemText(): string {
  if (problem === 'offline') return order || isInDoubt ? receiptWords().offline : receiptWords().offlineOrder;
  if (wrong) return inLanguage(checkField).replace('{}', word(wrong.name as 'name'));
  return problem ? inLanguage(problems[problem] ?? chooseAgain) : '';
}

const checkField = { en: 'Please check this field: {}.', id: 'Periksa lagi isian ini: {}.' };

/** What a parcel says that has no way to show yet, or none any more. */
const sentences: Partial<Record<DeliveryState | 'other-parcel' | 'kept', Record<Language, string>>> = {
  'to-ship': { en: 'The courier is being booked.', id: 'Kurir sedang dipesan.' },
  refused: { en: 'The courier could not be booked.', id: 'Kurir tidak bisa dipesan.' },
  'other-parcel': {
    en: 'Not sent yet, because another parcel cannot be sent.',
    id: 'Belum dikirim, karena paket lain tidak bisa dikirim.',
  },
  kept: { en: 'It can no longer be cancelled.', id: 'Paket ini tidak bisa dibatalkan lagi.' },
  cancelling: { en: 'It is being cancelled.', id: 'Sedang dibatalkan.' },
  cancelled: { en: 'Cancelled.', id: 'Dibatalkan.' },
};

/** Other reasons are for the shop's staff. */
function sentenceOf(delivery: PurchasedDelivery): string {
  const { state, reason } = delivery;
  const sentence = sentences[reason === 'other-parcel' ? reason : isKept(delivery) ? 'kept' : state];
  return sentence ? inLanguage(sentence) : '';
}

/** Its days while it is to come. Its element says them, too, once it knows where the parcel is. */
function daysOf({ state, arrival: promise }: PurchasedDelivery): string {
  const span = promise && spanOf({}, { promise }, Date.now());
  if (!span || !['to-ship', 'placed'].includes(state)) return '';
  const words = receiptWords();
  return `${words.estimatedArrival} ${datesText(span, { words, language: language(), now: Date.now(), kept: true })}`;
}

/** The vendor of a parcel, and its product as the shop shows it. */
function vendorOf(parcel: number) {
  const { name = '', sku, city = '' } = vendors[parcel] ?? {};
  const index = products.findIndex((product) => product.sku === sku);
  const { picture = '', names = { en: '', id: '' } } = shown[index] ?? {};
  return { name, picture, contents: `${inLanguage(names)} × ${products[index]?.quantity} · ${word('from')} ${city}` };
}

/** It goes on although it was to be cancelled. While that is not known, it may still end. */
const isKept = ({ state, reason }: PurchasedDelivery) =>
  state === 'placed' && reason !== undefined && reason !== 'needs-attention';

/** What the parcels' own elements have told since: no courier tells the purchase that it has a parcel. */
const statuses = new Map<string, string | null | undefined>();
const statusOf = ({ reference }: PurchasedDelivery) => statuses.get(reference);

/** Whether it may still be called off, as far as is known. */
const isOpen = (delivery: PurchasedDelivery) =>
  delivery.state !== 'cancelled' && !isKept(delivery) && isCancellable(statusOf(delivery));

/** What is true of the purchase, as the page's heading. */
function titleOf({ state, deliveries }: PurchaseView): Word {
  if (state === 'cancelled' || state === 'cancelling') return state;
  if (state === 'refused') return 'notSent';
  if (deliveries.some((delivery) => delivery.state === 'cancelled')) return 'partCancelled';
  const isSent = deliveries.some((delivery) => isKept(delivery) && statusOf(delivery) !== 'delivered');
  return isSent ? 'stillSent' : 'ordered';
}

/** One bill for the purchase, in rupiah. */
function renderReceipt(view: PurchaseView): void {
  const { reference, state, deliveries, money, goods, giveBack } = view;
  const sum = (of: (delivery: PurchasedDelivery) => number) =>
    deliveries.reduce((total, delivery) => total + of(delivery), 0);
  const price = sum((delivery) => delivery.price);
  // As the bill has it that the shopper has accepted.
  const fees = extraNames.map((name) => [name, sum(({ fees }) => fees[name])] as const);
  const carriage = fees.reduce((rest, [, fee]) => rest - fee, price);
  const calledOff = sum(({ state, payNow, payAtDoor }) => (state === 'cancelled' ? payNow + payAtDoor : 0));
  const standing = sum((delivery) => (delivery.state === 'cancelled' ? 0 : delivery.payAtDoor));
  const notCollected = standing - view.payAtDoor - view.collected;
  // What a parcel's own element has heard since counts, too.
  const isPaid = (one: PurchasedDelivery) => one.delivered || (one.state === 'placed' && statusOf(one) === 'delivered');
  const collected = sum((delivery) => (isPaid(delivery) ? delivery.payAtDoor : 0));
  const atDoor = view.payAtDoor + view.collected - collected;
  const district = state === 'cancelled' ? undefined : tabStore.getItem(`${districtKey} ${reference}`);
  const rows: [string, string | undefined][] = [
    [word('sentTo'), district ?? undefined],
    [word('goods'), rupiah(goods)],
    [parcelWords().shippingOf(deliveries.length, deliveries.length), rupiah(carriage)],
    ...fees.map(([name, fee]): [string, string | undefined] => [
      receiptWords().feeOf[name],
      fee ? rupiah(fee) : undefined,
    ]),
    // So that the column adds up to what is left.
    [word('calledOff'), calledOff ? `−${rupiah(calledOff)}` : undefined],
    [word('notCollected'), notCollected ? `−${rupiah(notCollected)}` : undefined],
    [word('paid'), money.taken + collected ? rupiah(money.taken + collected) : undefined],
    [word('givenBack'), money.givenBack ? rupiah(money.givenBack) : undefined],
    [word('goesBack'), giveBack ? rupiah(giveBack) : undefined],
    [word('atDoor'), atDoor ? rupiah(atDoor) : undefined],
  ];
  showNumber(reference);
  const list = find('#summary');
  list.replaceChildren(
    ...rows.flatMap(([label, text]) => {
      if (text === undefined) return [];
      const row = document.createElement('div');
      const [term, detail] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = label;
      detail.textContent = text;
      row.append(term, detail);
      return row;
    }),
  );
  // Of a cancelled order that nobody has paid, nothing is a total.
  if (money.taken || atDoor || collected) list.lastElementChild?.classList.add('total');
  find<HTMLElement>('#save').hidden = state === 'cancelled';
  const { nothingSent, refundLate, cancelLate, cancelUntilPickup } = receiptWords();
  const isEnded = !deliveries.some(isOpen);
  // Then each of them says it.
  const isSaid = deliveries.every((delivery) => delivery.state === 'cancelled' || isKept(delivery));
  find<HTMLElement>('#cancel').hidden = isEnded || state === 'cancelling';
  const isRefused = state === 'refused';
  sayTerms(isSaid || isRefused || state === 'cancelling' ? '' : isEnded ? cancelLate : cancelUntilPickup);
  const sentence = moneyBack(giveBack || money.taken, tabStore.getItem(`${refundKey} ${reference}`) ?? '');
  const ended = [state === 'cancelled' ? nothingSent : '', giveBack || state === 'cancelled' ? sentence : ''];
  const paid = money.taken - money.givenBack;
  // What no courier gives back is not promised.
  const back = paid - sum((delivery) => (delivery.state === 'cancelled' || isOpen(delivery) ? 0 : delivery.payNow));
  const asked = back > 0 ? moneyBack(back, refundBy()) : paid || collected ? '' : inLanguage(nothingPaidYet);
  // Some of it may be on its way by then.
  const isSome = deliveries.some(isPaid);
  const rest = isSome ? arrived : money.stands ? goesOn : atDoor ? goesOnAtDoor : undefined;
  sayMoney(
    `${asked} ${rest ? inLanguage(rest) : ''}`.trim(),
    [isRefused ? inLanguage(byTheShop) : '', ...ended, giveBack ? refundLate : ''].filter(Boolean).join(' '),
  );
}

/** Not "order again": the shop may still send it by another service. */
const byTheShop = {
  en: 'We will contact you about another way to send it. You can also cancel the order.',
  id: 'Kami akan menghubungi Anda tentang cara kirim yang lain. Pesanan juga bisa dibatalkan.',
};

/** Not that nothing is collected: a parcel may go on. */
const nothingPaidYet = { en: 'You have paid nothing yet.', id: 'Anda belum membayar apa pun.' };

const arrived = {
  en: 'A parcel that has arrived is not cancelled.',
  id: 'Paket yang sudah tiba tidak ikut dibatalkan.',
};
const goesOn = {
  en: 'A parcel that its courier has by then goes on, and is still paid for.',
  id: 'Paket yang sudah di tangan kurir tetap dikirim dan tetap dibayar.',
};
const goesOnAtDoor = {
  en: 'A parcel that its courier has by then goes on, and is paid at the door.',
  id: 'Paket yang sudah di tangan kurir tetap dikirim dan dibayar saat tiba.',
};

/** By their numbers: a receipt that is written again neither loads them again nor says them again, although each look has another token. */
const trackings = new Map<string, HTMLElementTagNameMap['ship-tracking']>();

function renderParcel(delivery: PurchasedDelivery, index: number): HTMLElement {
  const { name, contents, picture } = vendorOf(index);
  const section = document.createElement('section');
  const [heading, line] = [document.createElement('h2'), document.createElement('small')];
  const [said, days] = [document.createElement('p'), document.createElement('div')];
  const [image, head] = [new Image(40, 40), document.createElement('div')];
  section.className = 'card';
  head.className = 'parcel';
  Object.assign(image, { src: picture, alt: '' });
  heading.textContent = name;
  line.textContent = contents;
  said.textContent = sentenceOf(delivery);
  Object.assign(days, { className: 'days', textContent: daysOf(delivery) });
  head.append(image, heading, line);
  section.append(head, said, ...(days.textContent ? [days] : []));
  if (delivery.track && delivery.state === 'placed') {
    const tracking = trackings.get(delivery.reference) ?? trackingOf(delivery.reference, delivery.track);
    section.append(Object.assign(tracking, { label: name }));
  }
  return section;
}

function trackingOf(reference: string, track: string): HTMLElementTagNameMap['ship-tracking'] {
  const tracking = document.createElement('ship-tracking');
  Object.assign(tracking, { baseUrl: '/shipping', headingLevel: 3, token: track });
  trackings.set(reference, tracking);
  tracking.addEventListener('ship-parcel', ({ parcel: { status } }) => {
    if (statuses.get(reference) === status) return;
    statuses.set(reference, status);
    showState();
  });
  return tracking;
}

/** What is true of the purchase by now, without its parcels: what has focus in them keeps it. */
function showState(): void {
  const isUnknown = order && problem === 'unknown-reference';
  const title = purchase ? titleOf(purchase) : isUnknown ? 'unknownOrder' : order ? 'yourOrder' : 'checkout';
  find('#title').setAttribute('data-word', title);
  // An order that cannot be shown now is not ordered once more.
  const again = find<HTMLAnchorElement>('#again');
  const isOutOfReach = title === 'yourOrder';
  again.href = isOutOfReach ? location.href : `basket.html?after=${order ?? ''}`;
  again.dataset.word = isOutOfReach ? 'retry' : 'again';
  again.hidden = purchase?.state === 'refused';
  speak(title);
  if (purchase) renderReceipt(purchase);
}

/** What is said in the page's language. */
function show(): void {
  showState();
  shipping.parcels = parcels.map((parcel, index) => ({ ...parcel, ...vendorOf(index) }));
  address.showHead();
  find('#problem').textContent = problemText();
  if (purchase) find('#parcels').replaceChildren(...purchase.deliveries.map(renderParcel));
}

/** The answer of the shop's server. If there is none, `problem` says why. */
async function answerOf<Answer>(path: string, init?: RequestInit): Promise<Answer | undefined> {
  mark(undefined);
  problem = navigator.onLine ? undefined : 'offline';
  if (problem) return undefined;
  const answer = await fetch(path, init).catch(() => undefined);
  if (answer?.status === 409) {
    const { code, field } = await answer.json();
    problem = code;
    mark(fields[field]);
  } else if (answer?.status === 404) problem = 'unknown-reference';
  else if (!answer?.ok) problem = init ? 'unanswered' : 'later';
  isInDoubt ||= problem === 'unanswered';
  return answer?.ok ? answer.json() : undefined;
}

/** The field of each contact that the courier needs. */
const fields: Record<string, string> = {
  destination_contact_name: 'name',
  destination_contact_phone: 'phone',
  destination_address: 'address',
};

function mark(name: string | undefined): void {
  wrong?.removeAttribute('aria-invalid');
  wrong = name ? find<HTMLInputElement>(`#checkout [name=${name}]`) : undefined;
  wrong?.setAttribute('aria-invalid', 'true');
  wrong?.closest('details')?.toggleAttribute('open', true);
}

form.addEventListener('input', ({ target }) => {
  if (target !== wrong) return;
  mark(undefined);
  problem = undefined;
  show();
});

find('#area').addEventListener('ship-area-change', () => address.showHead());
shipping.addEventListener('ship-error', async ({ error }) => {
  if (!isShippingFailure(error) || error.code !== 'refused' || error.reason !== 'token-expired') return;
  // The server signs the carts anew.
  await open();
  show();
});
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const body = new FormData(form);
  await answerOf('/checkout/basket', { method: 'POST', body });
  if (!problem) tabStore.setItem(`${districtKey} ${body.get('reference')}`, address.district);
  // Another tab may have bought it.
  if (!problem || problem === 'begun-otherwise') return location.assign(`basket.html?order=${body.get('reference')}`);
  if (!['contacts', 'unanswered', 'offline'].includes(problem)) {
    // The basket may be another one by now.
    await open();
    problem ??= 'choice';
  }
  show();
  wrong?.focus({ preventScroll: true });
  find('#problem').scrollIntoView({ block: 'center' });
});

askBeforeCancelling(find('#cancel'), async () => {
  purchase = (await answerOf<PurchaseView>(`/checkout/basket/${order}`, { method: 'POST' })) ?? purchase;
  if (!problem) {
    tabStore.setItem(`${refundKey} ${order}`, refundBy());
    // A parcel that goes on is further on its way by now.
    trackings.clear();
  }
  const failed = problem;
  problem = undefined;
  show();
  const { offline, cancelUnconfirmed } = receiptWords();
  if (failed) sayProblem(failed === 'offline' ? offline : cancelUnconfirmed);
  return !failed;
});

/** The basket, or the receipt of what was bought. */
async function open(): Promise<void> {
  if (order) {
    purchase = await answerOf<PurchaseView>(`/checkout/basket/${order}`);
  } else {
    const after = new URLSearchParams(location.search).get('after') ?? '';
    type Basket = { order: string } | { order?: undefined; reference: string; parcels: Parcel[] };
    const basket = await answerOf<Basket>(`/checkout/basket?after=${encodeURIComponent(after)}`);
    if (!basket) return;
    // After Back, too, what was ordered is not ordered once more.
    if (basket.order !== undefined) return location.replace(`basket.html?order=${basket.order}`);
    find<HTMLInputElement>('[name=reference]').value = basket.reference;
    parcels = basket.parcels;
  }
  find<HTMLElement>(order ? '#receipt' : '#checkout').hidden = false;
  find<HTMLElement>('#hint').hidden = Boolean(order);
}

await open();
offerLanguages(indonesian, show);
