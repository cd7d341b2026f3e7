import { rupiah } from './rupiah.ts';

interface DeskOrder {
  id: string;
  status: string;
  reference_id: string | null;
  price: number | null;
  courier: { company: string | null; type: string | null; waybill_id: string | null };
  destination: { contact_name: string; postal_code: number | null };
}

const headings = ['Kind', 'Number', 'Status', 'Courier', 'Waybill', 'Price', 'Recipient'];
const place = document.querySelector('#orders') as HTMLElement;

function renderRow(kind: string, order: DeskOrder): HTMLTableRowElement {
  const { courier, destination } = order;
  const row = document.createElement('tr');
  const cells = [
    kind,
    order.id,
    order.status,
    courier.company ? `${courier.company}/${courier.type}` : '—',
    courier.waybill_id ?? '—',
    order.price === null ? '—' : rupiah(order.price),
    `${destination.contact_name}, ${destination.postal_code ?? 'on the map'}`,
  ];
  for (const cell of cells) row.insertCell().textContent = cell;
  row.classList.toggle('gone', order.status === 'cancelled');
  return row;
}

async function refresh(): Promise<void> {
  const response = await fetch('/desk/orders');
  const { orders, draft_orders } = (await response.json()) as { orders: DeskOrder[]; draft_orders: DeskOrder[] };
  if (!orders.length && !draft_orders.length) {
    place.textContent = 'No orders yet. Place one at the checkout.';
    return;
  }
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const heading of headings) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = heading;
    head.append(cell);
  }
  const body = table.createTBody();
  body.append(...orders.map((order) => renderRow('Order', order)));
  body.append(...draft_orders.map((order) => renderRow('Draft', order)));
  place.replaceChildren(table);
}

document.querySelector('#refresh')?.addEventListener('click', () => void refresh());
void refresh();
