import { englishTracking } from '../src/elements/words/en.ts';
import { indonesianTracking } from '../src/elements/words/id.ts';
import { shown } from './cart.ts';
import { indonesian } from './indonesian.ts';
import { language, offerLanguages } from './language.ts';
import { products } from './products.ts';
import { inLanguage, rupiah, speak, word } from './words.ts';

interface DeskOrder {
  id: string;
  reference_id?: string | null;
  items?: { name: string; sku?: string | null; quantity: number }[];
  delivery?: { datetime?: string | null } | null;
  status: string;
  price: number | null;
  courier: {
    company: string | null;
    type: string | null;
    waybill_id: string | null;
    insurance?: { amount: number | null; fee: number | null } | null;
  };
  destination: {
    contact_name: string;
    postal_code: number | null;
    cash_on_delivery?: { amount: number | null; fee: number | null } | null;
  };
  cancellation_reason_code?: string | null;
  cancellation_reason?: string | null;
  /** Of a confirmed draft. */
  order_id?: string | null;
}

const reasons: Record<string, string> = {
  change_courier: 'wants another courier',
  pickup_delay: 'pickup took too long',
  change_address: 'wants another address',
  others: 'another reason',
};

/** Why an order was cancelled: the reason that the shopper chose, and their text. */
function reasonOf({ cancellation_reason_code: code, cancellation_reason: text }: DeskOrder): string {
  return [code && (reasons[code] ?? code), text].filter(Boolean).join(': ');
}

function amountOf(part: { amount: number | null; fee: number | null } | null | undefined): string[] {
  if (!part?.amount) return ['—'];
  return [rupiah(part.amount), part.fee ? `${word('fee')} ${rupiah(part.fee)}` : ''];
}

/** A draft has states of its own. */
const draftStates: Record<string, { en: string; id: string }> = {
  placed: { en: 'Saved, without a courier.', id: 'Tersimpan, belum ada kurir.' },
  ready: { en: 'Saved, waits for the shop.', id: 'Tersimpan, menunggu toko.' },
};

/** The state in the words that the shopper reads in tracking. */
function stateOf(status: string): string {
  const { event } = language() === 'id' ? indonesianTracking : englishTracking;
  const draft = draftStates[status];
  return draft ? inLanguage(draft) : (event[status as keyof typeof event] ?? status);
}

/** Goods by the names that the shop shows. */
const goodsOf = ({ items = [] }: DeskOrder): string =>
  items
    .map(({ name, sku, quantity }) => {
      const names = shown[products.findIndex((product) => product.sku === sku)]?.names;
      return `${names ? inLanguage(names) : name} × ${quantity}`;
    })
    .join(', ');

/** When it was ordered, in the zone of the shop. */
function timeOf({ delivery }: DeskOrder): string {
  const moment = new Date(delivery?.datetime ?? Number.NaN);
  if (Number.isNaN(moment.getTime())) return '—';
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Jakarta' } as const;
  return `${new Intl.DateTimeFormat(inLanguage({ en: 'en-GB', id: 'id' }), style).format(moment)} WIB`;
}

/** The columns: a heading, and the text of an order. A second text is smaller. */
const columns: Record<string, (order: DeskOrder) => string | string[]> = {
  Number: ({ id, reference_id }) => (reference_id ? [reference_id, id] : id),
  Time: timeOf,
  Status: (order) => [stateOf(order.status), reasonOf(order)],
  Goods: (order) => goodsOf(order) || '—',
  Courier: ({ courier }) => (courier.company ? `${courier.company.toUpperCase()} ${courier.type}` : '—'),
  Waybill: ({ courier }) => courier.waybill_id ?? '—',
  Price: ({ price }) => (price === null ? '—' : rupiah(price)),
  'To collect': ({ destination }) => amountOf(destination.cash_on_delivery),
  Insured: ({ courier }) => amountOf(courier.insurance),
  Recipient: ({ destination }) => `${destination.contact_name}, ${destination.postal_code ?? 'on the map'}`,
};

const columnNames = Object.keys(columns);

const orders = document.querySelector('#orders') as HTMLElement;
const drafts = document.querySelector('#drafts') as HTMLElement;
const status = document.querySelector('#status') as HTMLElement;

function renderTable(rows: readonly DeskOrder[]): HTMLTableElement {
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const heading of columnNames) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = heading;
    head.append(cell);
  }
  table.createTBody().append(...rows.map(renderRow));
  return table;
}

function renderRow(order: DeskOrder): HTMLTableRowElement {
  const row = document.createElement('tr');
  for (const [heading, text] of Object.entries(columns)) {
    const cell = row.insertCell();
    const [main = '', note] = [text(order)].flat();
    const value = document.createElement('span');
    value.textContent = main;
    if (note) value.append(renderNote(note));
    cell.append(value);
    // On a small screen each cell follows its heading, below the one before.
    cell.dataset.heading = heading;
    cell.dataset.label = heading;
  }
  row.classList.toggle('gone', order.status === 'cancelled' || order.order_id != null);
  if (order.status === 'ready') row.cells[columnNames.indexOf('Status')]?.append(renderConfirm(order));
  return row;
}

/** A confirmed draft becomes an order with a number of its own. */
function renderConfirm({ id }: DeskOrder): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = word('confirm');
  button.addEventListener('click', async () => {
    button.disabled = true;
    await fetch(`/desk/drafts/${id}/confirm`, { method: 'POST' }).catch(() => undefined);
    await refresh();
  });
  return button;
}

function renderNote(text: string): HTMLElement {
  const note = document.createElement('small');
  note.textContent = text;
  return note;
}

function fill(place: HTMLElement, rows: readonly DeskOrder[]): void {
  place.replaceChildren(rows.length ? renderTable(rows) : 'None yet. Place one at the checkout.');
}

/** What the sandbox has answered last. */
let kept: { orders: DeskOrder[]; draft_orders: DeskOrder[] } | undefined;

function show(): void {
  if (!kept) return;
  fill(orders, kept.orders);
  fill(drafts, kept.draft_orders);
  status.textContent = `${word('orders')}: ${kept.orders.length}. ${word('drafts')}: ${kept.draft_orders.length}.`;
}

async function refresh(): Promise<void> {
  const response = await fetch('/desk/orders').catch(() => undefined);
  if (!response?.ok) {
    status.textContent = 'The sandbox did not answer. Refresh to ask it again.';
    return;
  }
  kept = await response.json();
  show();
}

document.querySelector('#refresh')?.addEventListener('click', () => void refresh());
offerLanguages(indonesian, () => {
  speak('desk');
  show();
  void refresh();
});
