import { rupiah } from './rupiah.js';

/** What the widget of Medusa's admin shows for each order, in little. */
const json = { 'content-type': 'application/json' };

const staff = JSON.stringify({ email: 'staff@example.com', password: 'staff' });
const signedIn = await fetch('/auth/user/emailpass', { method: 'POST', headers: json, body: staff });
const { token } = await signedIn.json();
await show();

async function admin(path, body) {
  const headers = { ...json, authorization: `Bearer ${token}` };
  const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const answer = await fetch(`/admin/${path}`, request);
  const answered = await answer.json();
  if (!answer.ok) throw new Error(answered.message);
  return answered;
}

async function show() {
  const { orders } = await admin('orders?order=-created_at&fields=display_id,total,shipping_methods.*');
  const rows = orders.map(async (order) => renderOrder(order, (await admin(`orders/${order.id}/deliveries`)).delivery));
  document.querySelector('#orders').replaceChildren(...(await Promise.all(rows)));
}

function renderOrder({ id, display_id, total, shipping_methods }, delivery) {
  const { fulfillment, words, waybill, tracking_url, attention, note, costs_more, can_try, can_keep } = delivery;
  const row = document.createElement('li');
  const service = shipping_methods[0]?.data.service ?? '';
  row.append(`${display_id} · ${rupiah(total)} · ${service} · ${words} ${waybill ?? ''} `);
  if (tracking_url) {
    const link = document.createElement('a');
    link.append('Follow the parcel');
    link.href = tracking_url;
    row.append(link, ' ');
  }
  if (note) row.append(`${note} `);
  if (attention) row.append(`Needs attention: ${attention} `);
  const send = (accept_higher_price) => () => admin(`orders/${id}/deliveries`, { accept_higher_price });
  if (can_try) row.append(action(fulfillment || attention ? 'Try again' : 'Send', send(false)));
  if (can_try && costs_more) row.append(action('Send at the higher price', send(true)));
  if (can_keep) row.append(action('Keep the delivery', () => admin(`orders/${id}/deliveries`, { keep: fulfillment })));
  if (fulfillment)
    row.append(action('Cancel the delivery', () => admin(`orders/${id}/fulfillments/${fulfillment}/cancel`, {})));
  return row;
}

function action(text, act) {
  const button = document.createElement('button');
  button.textContent = text;
  button.addEventListener('click', async () => {
    button.disabled = true;
    const problem = await act().then(
      () => '',
      ({ message }) => message,
    );
    document.querySelector('#message').textContent = problem;
    await show();
  });
  return button;
}
