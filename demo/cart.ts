import type { Item } from '../src/contract/index.ts';
import { orderNumberOf } from './places.ts';
import camera from './products/camera.svg';
import coffee from './products/coffee.svg';
import scarf from './products/scarf.svg';
import { itemsOf, products } from './products.ts';
import { tabStore } from './stores.ts';
import type { Summary } from './summary.ts';
import { inLanguage, rupiah, word } from './words.ts';

/** How the shop shows each product of the catalogue, in its order. */
export const shown = [
  { picture: scarf, names: { en: 'Batik scarf', id: 'Syal batik' } },
  { picture: coffee, names: { en: 'Gayo coffee beans, 1 kg', id: 'Biji kopi Gayo, 1 kg' } },
  { picture: camera, names: { en: 'Compact camera', id: 'Kamera saku' } },
];

const key = 'demo-cart';

/** The quantity of each product that the page of a product, or the cart, has kept. Undefined if the shopper began elsewhere. */
export function keptQuantities(): number[] | undefined {
  const kept: unknown = JSON.parse(tabStore.getItem(key) ?? 'null');
  return Array.isArray(kept) && kept.length === products.length ? kept.map(Number) : undefined;
}

/** Keeps the cart for the next page of the shop. Undefined empties it. */
export function keepQuantities(quantities: readonly number[] | undefined): void {
  if (quantities) tabStore.setItem(key, JSON.stringify(quantities));
  else tabStore.removeItem(key);
}

const numberKey = 'demo-order-number';

/** The number of the open order, as the shop's own: a reload keeps it, so that an order without an answer is found again. */
export function orderNumber(): string {
  const number = tabStore.getItem(numberKey) ?? orderNumberOf(4);
  tabStore.setItem(numberKey, number);
  return number;
}

const paidKey = 'demo-paid';

/** Rupiah that were paid for the open order. A real shop's server knows them. */
export const keptPaid = (): number => Number(tabStore.getItem(paidKey));

export const keepPaid = (rupiah: number): void => tabStore.setItem(paidKey, String(rupiah));

/** The order is placed: the next one gets another number, and nothing is paid for it. */
export function spendOrderNumber(): void {
  tabStore.removeItem(numberKey);
  tabStore.removeItem(paidKey);
}

const receiptKey = 'demo-receipt';

/** What a reload shows of a placed order. A real shop's server has it. Here it stays in the tab, without name, phone and street. */
export interface Receipt {
  number: string;
  quantities: number[];
  district: string;
  summary: Omit<Summary, 'items'>;
  track: string | undefined;
  /** What comes back if it is cancelled. */
  refund: { amount: number; by: string } | undefined;
  /** Until when the gateway cancels it, in milliseconds by the clock of the device. */
  cancelUntil: number | undefined;
  isCancelled: boolean;
  /** Nobody cancels a draft here. */
  isDraft: boolean;
}

/** The receipt of the last order. Undefined once the shopper has begun another one. */
export const keptReceipt = (): Receipt | undefined =>
  keptQuantities() ? undefined : (JSON.parse(tabStore.getItem(receiptKey) ?? 'null') ?? undefined);

/** Keeps the receipt for a reload. Undefined lets it go. */
export function keepReceipt(receipt: Receipt | undefined): void {
  if (receipt) tabStore.setItem(receiptKey, JSON.stringify(receipt));
  else tabStore.removeItem(receiptKey);
}

/** Shows the cart, and calls a handler when it changes. */
export function createCart(list: HTMLElement, handleChange: () => void, ordered?: readonly number[]) {
  const quantities = [...(ordered ?? keptQuantities() ?? products.map(({ quantity }) => quantity))];
  /** @param isOver what was ordered, and nothing of it can be changed */
  const draw = (isOver = false) => {
    const rows = products.map((product, index) =>
      isOver && !quantities[index] ? [] : renderProduct(product, index, isOver),
    );
    list.replaceChildren(...rows.flat());
  };

  function renderProduct(product: Item, index: number, isOver: boolean): HTMLElement {
    const row = document.createElement('li');
    const { picture = '', names = { en: product.name, id: product.name } } = shown[index] ?? {};
    const image = Object.assign(new Image(56, 56), { src: picture, alt: '' });
    const name = document.createElement('span');
    name.className = 'product';
    const detail = document.createElement('small');
    detail.textContent = `${rupiah(product.value)} · ${product.weight}\u00a0g`;
    name.append(inLanguage(names), detail);
    if (isOver) {
      row.append(image, name, `× ${quantities[index]}`);
      return row;
    }
    const quantity = document.createElement('input');
    Object.assign(quantity, { type: 'number', min: '0', max: '99', value: String(quantities[index]) });
    quantity.setAttribute('aria-label', `${word('quantity')} ${inLanguage(names)}`);
    quantity.addEventListener('input', () => {
      quantities[index] = Math.max(0, Math.trunc(quantity.valueAsNumber) || 0);
      handleChange();
    });
    row.append(image, name, quantity);
    return row;
  }

  return {
    draw,
    /** The quantity of each product, in the order of the catalogue, for the shop's server. */
    get quantities(): number[] {
      return [...quantities];
    },
    get items(): Item[] {
      return itemsOf(quantities);
    },
  };
}
