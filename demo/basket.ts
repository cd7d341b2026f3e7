import '../src/elements/area-search/area-search-element.ts';
import '../src/elements/parcels/parcels-element.ts';
import '../src/elements/tracking/tracking-element.ts';
import type { Parcel } from '../src/index.ts';
import type { DeliveryState, PurchasedDelivery, PurchaseView } from '../src/purchases/index.ts';
import { shown } from './cart.ts';
import { indonesian } from './indonesian.ts';
import { type Language, offerLanguages } from './language.ts';
import { vendors } from './places.ts';
import { products } from './products.ts';
import { inLanguage, rupiah, speak, word } from './words.ts';

const find = <T extends Element>(selector: string) => document.querySelector<T>(selector) as T;

const form = find<HTMLFormElement>('#checkout');
const shipping = find<HTMLElementTagNameMap['ship-parcels']>('#shipping');

/** The order that the address names, as a reload finds it: `basket.html?order=INV-7`. */
const order = new URLSearchParams(location.search).get('order');

let parcels: readonly Parcel[] = [];
let purchase: PurchaseView | undefined;
let problem: 'contacts' | 'choice' | undefined;

const problems: Record<NonNullable<typeof problem>, Record<Language, string>> = {
  contacts: {
    en: 'Please check your name, phone and address.',
    id: 'Periksa lagi nama, nomor HP, dan alamat Anda.',
  },
  choice: { en: 'Please choose the delivery again.', id: 'Silakan pilih pengiriman sekali lagi.' },
};

/** What a parcel says that has no way to show yet, or none any more. */
const sentences: Partial<Record<DeliveryState | 'other-parcel', Record<Language, string>>> = {
  'to-ship': { en: 'The courier is being booked.', id: 'Kurir sedang dipesan.' },
  refused: { en: 'The courier could not be booked.', id: 'Kurir tidak bisa dipesan.' },
  'other-parcel': {
    en: 'Not sent yet, because another parcel cannot be sent.',
    id: 'Belum dikirim, karena paket lain tidak bisa dikirim.',
  },
  cancelling: { en: 'It is being cancelled.', id: 'Sedang dibatalkan.' },
  cancelled: { en: 'Cancelled. Nothing is sent.', id: 'Dibatalkan. Tidak ada yang dikirim.' },
};

/** Other reasons are for the shop's staff. */
function sentenceOf({ state, reason }: PurchasedDelivery): string {
  const sentence = sentences[reason === 'other-parcel' ? reason : state];
  return sentence ? inLanguage(sentence) : '';
}

/** The product of a vendor as the shop shows it. */
function productOf(name: string) {
  const { sku } = vendors.find((vendor) => vendor.name === name) ?? {};
  const index = products.findIndex((product) => product.sku === sku);
  const { picture = '', names = { en: '', id: '' } } = shown[index] ?? {};
  return { picture, contents: `${inLanguage(names)} × ${products[index]?.quantity}` };
}

/** One bill for the purchase, in rupiah. */
function renderReceipt({ reference, state, deliveries, money, payAtDoor, giveBack }: PurchaseView): void {
  const sum = (of: (delivery: PurchasedDelivery) => number) =>
    deliveries.reduce((total, delivery) => total + of(delivery), 0);
  const price = sum((delivery) => delivery.price);
  const rows: [string, string | undefined][] = [
    [word('number'), reference],
    [word('goods'), rupiah(sum(({ payNow, payAtDoor }) => payNow + payAtDoor) - price)],
    [word('shipping'), rupiah(price)],
    [word('paid'), money.taken ? rupiah(money.taken) : undefined],
    [word('goesBack'), giveBack ? rupiah(giveBack) : undefined],
    [word('collected'), payAtDoor ? rupiah(payAtDoor) : undefined],
  ];
  find('#summary').replaceChildren(
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
  find<HTMLElement>('#cancel').hidden = state === 'cancelled' || state === 'cancelling';
  find('#parcels').replaceChildren(...deliveries.map(renderParcel));
}

function renderParcel(delivery: PurchasedDelivery, index: number): HTMLElement {
  const { name = '' } = vendors[index] ?? {};
  const section = document.createElement('section');
  const [heading, line] = [document.createElement('h2'), document.createElement('p')];
  section.className = 'card';
  heading.textContent = name;
  line.textContent = [productOf(name).contents, sentenceOf(delivery)].filter(Boolean).join('. ');
  section.append(heading, line);
  if (delivery.track && delivery.state === 'placed') {
    const tracking = document.createElement('ship-tracking');
    Object.assign(tracking, { baseUrl: '/shipping', headingLevel: 3, token: delivery.track });
    section.append(tracking);
  }
  return section;
}

/** What is said in the page's language. */
function show(): void {
  speak(order ? 'ordered' : 'checkout');
  shipping.parcels = parcels.map((parcel) => ({ ...parcel, ...productOf(parcel.name) }));
  find('#problem').textContent = problem ? inLanguage(problems[problem]) : '';
  if (purchase) renderReceipt(purchase);
}

async function answerOf<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const answer = await fetch(path, init);
  const body = await answer.json();
  if (answer.status === 409) problem = body.code === 'contacts' ? 'contacts' : 'choice';
  if (!answer.ok) throw new Error(`The shop's server refused (${answer.status}).`);
  return body;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  problem = undefined;
  try {
    const { reference } = await answerOf<{ reference: string }>('/checkout/basket', {
      method: 'POST',
      body: new FormData(form),
    });
    location.assign(`basket.html?order=${reference}`);
  } catch {
    problem ??= 'choice';
    show();
  }
});

find('#cancel').addEventListener('click', async () => {
  purchase = await answerOf<PurchaseView>(`/checkout/basket/${order}`, { method: 'POST' });
  show();
});

/** The basket, or the receipt of what was bought. */
async function open(): Promise<void> {
  if (order) {
    purchase = await answerOf<PurchaseView>(`/checkout/basket/${order}`);
    find<HTMLElement>('#title').dataset.word = 'ordered';
  } else {
    const basket = await answerOf<{ reference: string; parcels: Parcel[] }>('/checkout/basket');
    find<HTMLInputElement>('[name=reference]').value = basket.reference;
    parcels = basket.parcels;
  }
  find<HTMLElement>(order ? '#receipt' : '#checkout').hidden = false;
  find<HTMLElement>('#hint').hidden = Boolean(order);
}

await open();
offerLanguages(indonesian, show);
