import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { createShippingGateway } from 'ship-elements/gateway';
import { openLibsqlStore } from 'ship-elements/gateway/libsql';
import { createPurchases, isPurchaseError } from 'ship-elements/purchases';
import { signCart } from 'ship-elements/server';

const port = Number(process.env.PORT ?? 8080);
const keys = { account: 'toko-senja', current: { kid: '2026-11', secret: process.env.SHIPPING_SECRET } };
const store = await openLibsqlStore('shipping.db');
const gateway = createShippingGateway({
  account: keys.account,
  upstream: process.env.SHIPPING_URL,
  key: process.env.SHIPPING_KEY,
  store,
  secrets: keys,
  origins: [`http://127.0.0.1:${port}`],
  trustedHops: 1, // your own proxy
  orders: 'order',
  areas: true,
});
gateway.start();
const purchases = createPurchases({ gateway, keys, store });
purchases.start();

// A shop has these in the shopper's session, and in its own settings. With one `session` for all visits, all shoppers together get 100
// paid questions a day.
const items = [{ name: 'Batik scarf', value: 185000, quantity: 1, weight: 250 }];
const origin = { origin_postal_code: 12440 };
const subtotal = items.reduce((sum, { value, quantity }) => sum + value * quantity, 0);
const cart = { items, origin, subtotal, session: 'visit-17' };
const contacts = {
  origin_contact_name: 'Toko Senja',
  origin_contact_phone: '081234500001',
  origin_address: 'Jalan Fatmawati 10, Jakarta',
  destination_contact_name: 'Siti Rahayu',
  destination_contact_phone: '081298765432',
  destination_address: 'Jalan Braga 8, Bandung',
};

// Your payment provider takes its place: it takes the money of one number once, and answers with its own number of the transaction, or with
// `null` if it is declined. What it throws is no answer: the same number is asked for again.
async function takePayment(number, rupiah) {
  console.log(`Paid for ${number}: Rp ${rupiah}`);
  return number;
}

const page = (content) => html`<!doctype html>
  <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Delivery</title>
    <link rel="icon" href="data:,">
    ${content}
  </html>`;

const shop = new Hono();
shop.mount('/shipping', (request, { incoming }) => gateway.fetch(request, { address: incoming.socket.remoteAddress }));

shop.get('/', async (context) => {
  const shipment = JSON.stringify({ ...origin, items });
  const { reference, pay: asked } = await purchases.begin(cart.session, { after: context.req.query('after') });
  // It may be taken: the same number is asked for again.
  if (asked?.unanswered) await purchases.take(reference, takePayment).catch((problem) => console.warn(problem.message));
  const { isDone, pay, state, chooseAgain = state } = await purchases.find({ reference });
  // What is ordered is not ordered once more by Back or a reload.
  const words = {
    'to-pay': 'is received. We are checking your payment: you pay once at most.',
    booking: 'is received. We are booking the courier.',
    refused: 'could not be booked. We will write to you.',
    cancelled: 'was cancelled.',
  };
  const again = ['shipped', 'cancelled'].includes(state)
    ? html`<a href="/?after=${reference}">Order again</a>`
    : html`<a href="/">Look again</a>`;
  if (isDone || pay?.unanswered)
    return context.html(page(html`<p>Order ${reference} ${words[state] ?? 'is received.'} ${again}</p>`));
  const why = {
    'to-pay': 'The payment was not taken. Please try again or pay otherwise.',
    refused: 'The courier could not be booked. Please choose again.',
    'cod-unavailable': 'This courier collects no cash for this order. Pay now, or choose another one.',
  };
  const checkout = html`<script src="/ship-elements-area-search-0.1.0.js" defer></script>
    <ship-area-search for="delivery" base-url="/shipping"></ship-area-search>
    <ship-checkout id="delivery" base-url="/shipping" order-mode="order" reference="${reference}" cart="${await signCart(cart, keys)}" shipment="${shipment}"></ship-checkout>
    <p id="problem" role="alert">${why[chooseAgain]}</p>
    <script type="module">
      const shipping = document.querySelector('ship-checkout');
      shipping.contacts = ${raw(JSON.stringify(contacts).replaceAll('<', '\\u003c'))};
      shipping.addEventListener('ship-order-submit', (event) => {
        const { rate, insurance, cashOnDelivery, reference, again } = event;
        const service = rate && rate.courier_code + '/' + rate.courier_service_code;
        // Where the prices are for: the district's id and its postal code together.
        const { area } = document.querySelector('ship-area-search');
        const destination = area && { destination_area_id: area.id, destination_postal_code: area.postal_code };
        event.grant = grantFor({ offer: rate?.offer, service, insurance, cashOnDelivery, reference, again, destination });
      });
      // What was accepted is paid or sent later: the server has a receipt then, in place of the form.
      shipping.addEventListener('ship-error', async ({ error }) => {
        if (error.operation !== 'createOrder') return;
        const shown = await (await fetch('/')).text();
        if (!shown.includes('<ship-checkout')) location.reload();
      });
      async function grantFor(order) {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch('/grant', { method: 'POST', headers, body: JSON.stringify(order) });
        const { grant, error = '' } = await answer.json();
        // Why there is none, for the shopper.
        document.querySelector('#problem').textContent = error;
        if (!grant) throw new Error(error);
        return grant;
      }
    </script>`;
  return context.html(page(checkout));
});

shop.post('/grant', async (context) => {
  const { reference, again, ...choice } = await context.req.json();
  try {
    // Sent before, and without an answer: it is granted as it was.
    if (!again) {
      const parcel = { cart, contacts, choice };
      await purchases.accept({ visit: cart.session, reference }, parcel, { atNewPrice: true });
      await purchases.take(reference, takePayment);
    }
    return context.json({ grant: await purchases.grant(reference) });
  } catch (problem) {
    if (!isPurchaseError(problem)) throw problem;
    return context.json({ error: problem.message }, 409);
  }
});

shop.use(serveStatic({ root: './public' }));
serve({ fetch: shop.fetch, hostname: '127.0.0.1', port }, () => console.log(`http://127.0.0.1:${port}/`));
