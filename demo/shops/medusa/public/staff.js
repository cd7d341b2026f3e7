/** What Medusa's admin does, in little. */
const json = { 'content-type': 'application/json' };
const rupiah = new Intl.NumberFormat('en', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 });

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
  const fields = 'display_id,total,items.*,shipping_methods.*,fulfillments.*,fulfillments.labels.*';
  const { orders } = await admin(`orders?order=-created_at&fields=${fields}`);
  document.querySelector('#orders').replaceChildren(...orders.map(renderOrder));
}

function renderOrder({ id, display_id, total, items, shipping_methods, fulfillments }) {
  const made = fulfillments.find(({ canceled_at }) => !canceled_at);
  const row = document.createElement('li');
  const waybill = made?.labels[0]?.tracking_number ?? '';
  const delivery = made ? `${shipping_methods[0]?.data.service} ${made.data.delivery} ${waybill}` : 'to be sent';
  row.append(`${display_id} · ${rupiah.format(total)} · ${delivery} `);
  const whole = items.map((item) => ({ id: item.id, quantity: item.quantity }));
  row.append(
    made
      ? action('Cancel the delivery', () => admin(`orders/${id}/fulfillments/${made.id}/cancel`, {}))
      : action('Send', () => admin(`orders/${id}/fulfillments`, { items: whole })),
  );
  return row;
}

function action(text, act) {
  const button = document.createElement('button');
  button.textContent = text;
  button.addEventListener('click', async () => {
    button.disabled = true;
    const problem = await act().catch(({ message }) => message);
    document.querySelector('#message').textContent = typeof problem === 'string' ? problem : '';
    await show();
  });
  return button;
}
