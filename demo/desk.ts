import couriers from '../src/sandbox/couriers.json' with { type: 'json' };
import { shown } from './cart.ts';
import { indonesian } from './indonesian.ts';
import { type Language, offerLanguages } from './language.ts';
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

const reasons: Record<string, Record<Language, string>> = {
  change_courier: { en: 'wants another courier', id: 'ingin kurir lain' },
  pickup_delay: { en: 'pickup took too long', id: 'penjemputan terlalu lama' },
  change_address: { en: 'wants another address', id: 'ingin alamat lain' },
  // What a gateway writes for a purchase that its shop has cancelled.
  'Cancelled by the shop': { en: 'through the shop', id: 'lewat toko' },
};

/** Why an order was cancelled: the reason that the shopper chose, and their text. */
function reasonOf({ cancellation_reason_code: code, cancellation_reason: text }: DeskOrder): string {
  const named = [code === 'others' ? undefined : code, text].filter((reason) => typeof reason === 'string');
  return named.map((reason) => (reasons[reason] ? inLanguage(reasons[reason]) : reason)).join(': ');
}

function amountOf(part: { amount: number | null; fee: number | null } | null | undefined): string[] {
  if (!part?.amount) return ['—'];
  return [rupiah(part.amount), part.fee ? `${word('fee')} ${rupiah(part.fee)}` : ''];
}

/** What the delivery costs without its extras, as the shopper's bill has it. The fees stand beside their extras. */
function carriageOf({ price, courier, destination }: DeskOrder): string {
  const fees = (courier.insurance?.fee ?? 0) + (destination.cash_on_delivery?.fee ?? 0);
  return price === null ? '—' : rupiah(price - fees);
}

/** What staff read of each state: the parcel goes to the shopper, and comes back to them. */
const states: Record<string, Record<Language, string>> = {
  scheduled: { en: 'Pick-up scheduled', id: 'Penjemputan dijadwalkan' },
  confirmed: { en: 'New, not with the courier yet', id: 'Baru, belum di kurir' },
  allocated: { en: 'A courier was found', id: 'Kurir sudah ditemukan' },
  picking_up: { en: 'The courier is coming to you', id: 'Kurir menuju toko' },
  picked: { en: 'With the courier', id: 'Sudah di kurir' },
  in_transit: { en: 'On its way', id: 'Dalam perjalanan' },
  dropping_off: { en: 'On its way to the shopper', id: 'Menuju alamat pembeli' },
  delivered: { en: 'The shopper has it', id: 'Sudah diterima pembeli' },
  on_hold: { en: 'Held by the courier', id: 'Tertahan di kurir' },
  return_in_transit: { en: 'Coming back to you', id: 'Dalam perjalanan kembali ke toko' },
  returned: { en: 'Back with you', id: 'Sudah kembali di toko' },
  rejected: { en: 'Refused, not delivered', id: 'Ditolak, tidak terkirim' },
  disposed: { en: 'Given up by the courier', id: 'Dihentikan kurir' },
  courier_not_found: { en: 'No courier was found', id: 'Kurir tidak ditemukan' },
  cancelled: { en: 'Cancelled', id: 'Dibatalkan' },
};

/** A draft has states of its own. */
const draftStates: typeof states = {
  placed: { en: 'Saved, without a courier', id: 'Tersimpan, belum ada kurir' },
  ready: { en: 'Saved, waits for you', id: 'Tersimpan, menunggu Anda' },
  confirmed: { en: 'Is an order now', id: 'Sudah menjadi pesanan' },
};

/** @param order a draft has the number of its order once it is confirmed, or a state that no order has */
function stateOf({ status, order_id }: DeskOrder): string {
  const state = (order_id ? draftStates : { ...draftStates, ...states })[status];
  return state ? inLanguage(state) : status;
}

/** "JNE Reguler", as the shopper has read it. */
function courierOf({ courier: { company, type } }: DeskOrder): string {
  const { name = company, services = [] } = couriers.find(({ code }) => code === company) ?? {};
  return [name, services.find(([code]) => code === type)?.[1] ?? type].filter(Boolean).join(' ') || '—';
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
  Status: (order) => [stateOf(order), reasonOf(order)],
  Goods: (order) => goodsOf(order) || '—',
  Courier: courierOf,
  Waybill: ({ courier }) => courier.waybill_id ?? '—',
  Shipping: carriageOf,
  COD: ({ destination }) => amountOf(destination.cash_on_delivery),
  Insured: ({ courier }) => amountOf(courier.insurance),
  Recipient: ({ destination }) =>
    `${destination.contact_name}, ${destination.postal_code ?? inLanguage({ en: 'on the map', id: 'di peta' })}`,
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
    cell.classList.toggle('nothing', main === '—');
  }
  row.classList.toggle('gone', order.status === 'cancelled' || order.order_id != null);
  if (order.status === 'ready')
    row.cells[columnNames.indexOf('Status')]?.firstElementChild?.append(renderConfirm(order));
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
    status.textContent = 'The orders could not be loaded. Refresh to try again.';
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
