import { rupiah } from './rupiah.ts';

interface DeskOrder {
  id: string;
  status: string;
  price: number | null;
  courier: { company: string | null; type: string | null; waybill_id: string | null };
  destination: { contact_name: string; postal_code: number | null };
}

/** The columns: a heading, and what stands under it for an order. */
const columns: Record<string, (order: DeskOrder) => string> = {
  Number: ({ id }) => id,
  Status: ({ status }) => status,
  Courier: ({ courier }) => (courier.company ? `${courier.company}/${courier.type}` : '—'),
  Waybill: ({ courier }) => courier.waybill_id ?? '—',
  Price: ({ price }) => (price === null ? '—' : rupiah(price)),
  Recipient: ({ destination }) => `${destination.contact_name}, ${destination.postal_code ?? 'on the map'}`,
};

const orders = document.querySelector('#orders') as HTMLElement;
const drafts = document.querySelector('#drafts') as HTMLElement;
const status = document.querySelector('#status') as HTMLElement;

function renderTable(rows: readonly DeskOrder[]): HTMLTableElement {
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const heading of Object.keys(columns)) {
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
    cell.textContent = text(order);
    // On a small screen the cells stand below each other, each behind its heading.
    cell.dataset.heading = heading;
  }
  row.classList.toggle('gone', order.status === 'cancelled');
  return row;
}

function fill(place: HTMLElement, rows: readonly DeskOrder[]): void {
  place.replaceChildren(rows.length ? renderTable(rows) : 'None yet. Place one at the checkout.');
}

async function refresh(): Promise<void> {
  const response = await fetch('/desk/orders').catch(() => undefined);
  if (!response?.ok) {
    status.textContent = 'The sandbox did not answer. Refresh to ask it again.';
    return;
  }
  const kept = (await response.json()) as { orders: DeskOrder[]; draft_orders: DeskOrder[] };
  fill(orders, kept.orders);
  fill(drafts, kept.draft_orders);
  status.textContent = `Orders: ${kept.orders.length}. Drafts: ${kept.draft_orders.length}.`;
}

document.querySelector('#refresh')?.addEventListener('click', () => void refresh());
void refresh();
