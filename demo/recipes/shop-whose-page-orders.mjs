import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { createShippingGateway } from 'ship-elements/gateway';
import { openLibsqlStore } from 'ship-elements/gateway/libsql';
import { isTokenError, signCart, signGrant, verifyOffer } from 'ship-elements/server';

const port = Number(process.env.PORT ?? 8080);
const keys = { account: 'toko-senja', current: { kid: '2026-11', secret: process.env.SHIPPING_SECRET } };
const gateway = createShippingGateway({
  account: keys.account,
  upstream: process.env.SHIPPING_URL,
  key: process.env.SHIPPING_KEY,
  store: await openLibsqlStore('shipping.db'),
  secrets: { current: keys.current },
  origins: [`http://127.0.0.1:${port}`],
  orders: 'order',
});
gateway.start();

// A shop has these in the shopper's session, and in its own settings. With one `session` for all visits, all shoppers together get 100
// paid questions a day.
const items = [{ name: 'Batik scarf', value: 185000, quantity: 1, weight: 250 }];
const origin = { origin_postal_code: 12440 };
const destination = { destination_postal_code: 40111 };
const cart = { items, origin, subtotal: 185000, session: 'visit-17' };
const contacts = {
  origin_contact_name: 'Toko Senja',
  origin_contact_phone: '081234500001',
  origin_address: 'Jalan Fatmawati 10, Jakarta',
  destination_contact_name: 'Siti Rahayu',
  destination_contact_phone: '081298765432',
  destination_address: 'Jalan Braga 8, Bandung',
};

// A shop has these in its database: what was accepted under each reference, and how much of it is paid.
const orders = new Map();
const takePayment = async (reference, rupiah) => console.log(`Paid for ${reference}: Rp ${rupiah}`);

const shop = new Hono();
shop.mount('/shipping', (request, { incoming }) => gateway.fetch(request, { address: incoming.socket.remoteAddress }));

shop.get('/', async (context) => {
  const shipment = JSON.stringify({ ...origin, ...destination, items });
  return context.html(html`<!doctype html>
    <html lang="en">
      <title>Delivery</title>
      <script src="/ship-elements-0.1.0.js" defer></script>
      <ship-checkout base-url="/shipping" order-mode="order" cart="${await signCart(cart, keys)}" shipment="${shipment}"></ship-checkout>
      <script type="module">
        const shipping = document.querySelector('ship-checkout');
        shipping.contacts = ${raw(JSON.stringify(contacts).replaceAll('<', '\\u003c'))};
        shipping.addEventListener('ship-order-submit', (event) => {
          const { rate, insurance, cashOnDelivery, reference, again } = event;
          const service = rate && rate.courier_code + '/' + rate.courier_service_code;
          event.grant = grantFor({ offer: rate?.offer, service, insurance, cashOnDelivery, reference, again });
        });
        async function grantFor(order) {
          const headers = { 'content-type': 'application/json' };
          const answer = await fetch('/grant', { method: 'POST', headers, body: JSON.stringify(order) });
          if (!answer.ok) throw new Error('The shop does not grant this order.');
          return (await answer.json()).grant;
        }
      </script>
    </html>`);
});

shop.post('/grant', async (context) => {
  const { offer, service, insurance, cashOnDelivery, reference, again } = await context.req.json();
  const before = orders.get(reference);
  try {
    // Sent before, and without an answer: it is granted as it was.
    if (again && before) return context.json({ grant: await signGrant(before.order, keys) });
    const accepted = await verifyOffer(offer, { cart, destination, service, insurance, cashOnDelivery }, keys);
    if (accepted.estimate) return context.json({ error: 'Delivery prices are estimates just now.' }, 409);
    const order = { offer: accepted, contacts, reference };
    // Signing refuses what the service would refuse: it comes before the money.
    const grant = await signGrant(order, keys);
    // The courier collects `accepted.payAtDoor`.
    const [due, paid] = [accepted.payNow, before?.paid ?? 0];
    // The earlier grant is good for ten minutes, so no money goes back here.
    if (due < paid) return context.json({ error: 'More is paid already: please write to us.' }, 409);
    if (due > paid) await takePayment(reference, due - paid);
    orders.set(reference, { order, paid: due });
    return context.json({ grant });
  } catch (problem) {
    if (!isTokenError(problem)) throw problem;
    return context.json({ error: problem.message }, 409);
  }
});

shop.use(serveStatic({ root: './public' }));
serve({ fetch: shop.fetch, hostname: '127.0.0.1', port }, () => console.log(`http://127.0.0.1:${port}/`));
