import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { isTokenError, signCart, signTrack, verifyOffer } from 'ship-elements/server';
import { Webhook } from 'standardwebhooks';
import { gateway, keys, port, store } from './gateway.js';
import { orders } from './orders.js';
import { createPaymentWebhooks, shipPaidOrders } from './payments.js';

// A shop has these in its catalogue, in its settings, and in the shopper's account.
const scarf = { name: 'Batik scarf', value: 185_000, quantity: 1, weight: 250 };
const origin = { origin_postal_code: 12440 };
const destination = { destination_postal_code: 40111 };
const cartOf = (visit) => ({ items: [scarf], origin, subtotal: scarf.value, session: visit });
const contactsOf = ({ name, phone, address }) => ({
  origin_contact_name: 'Toko Senja',
  origin_contact_phone: '081234567890',
  origin_address: 'Jalan Kemang Raya 12, Jakarta',
  destination_contact_name: name,
  destination_contact_phone: phone,
  destination_address: address,
});

/** Your provider's API takes its place. It answers with the page on which the shopper pays this order, once. */
const paymentPage = async (reference, rupiah) =>
  `${process.env.PAYMENT_PAGE}?${new URLSearchParams({ order_id: reference, gross_amount: rupiah })}`;

const page = (content, script) => html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Toko Senja</title>
      <link rel="stylesheet" href="/shop.css" />
      ${script && html`<script src="/${script}" defer></script>`}
    </head>
    <body>
      <main>${content}</main>
    </body>
  </html>`;

/** The page runs these scripts and no others. */
const policy = "default-src 'none'; connect-src 'self'; script-src 'self'; style-src 'self'";

const shop = new Hono();
shop.all('/shipping/*', ({ req, env }) => gateway.fetch(req.raw, { address: env.incoming.socket.remoteAddress }));
shop.use(serveStatic({ root: 'node_modules/ship-elements/dist' }), serveStatic({ root: 'public' }));

// Midtrans or Xendit calls these: https://YOUR-SHOP/payments/midtrans
const { MIDTRANS_KEY: midtransKey, XENDIT_TOKEN: xenditToken } = process.env;
if (!midtransKey && !xenditToken) throw new Error('Set MIDTRANS_KEY or XENDIT_TOKEN: without one, no payment counts.');
shop.route('/payments', createPaymentWebhooks({ orders, midtransKey, xenditToken }));

// The gateway's news, of this machine alone: nginx passes none on.
shop.post('/shipping-news', async (context) => {
  const text = await context.req.text();
  let news;
  try {
    news = new Webhook(process.env.NEWS_SECRET).verify(text, context.req.header());
  } catch {
    return context.body(null, 403);
  }
  const { reference, id } = news.data;
  const order = await orders.find(reference);
  if (news.type === 'order.needs-attention') await orders.update(reference, { reason: 'needs-attention' });
  if (news.type === 'order.cancelled') await orders.update(reference, { shipping: 'cancelled', reason: null });
  // A late copy does not undo a cancellation.
  if (news.type === 'order.placed' && order?.shipping === 'to-ship')
    await orders.update(reference, { shipping: 'placed', id, reason: null });
  return context.body(null, 204);
});

shop.use(async (context, next) => {
  const visit = getCookie(context, 'visit') ?? randomUUID();
  setCookie(context, 'visit', visit, { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  context.set('visit', visit);
  context.header('content-security-policy', policy);
  await next();
});

async function checkout(context, problem) {
  const cart = await signCart(cartOf(context.get('visit')), keys);
  const shipment = JSON.stringify({ ...origin, ...destination, items: [scarf] });
  const content = html`<h1>Toko Senja</h1>
    ${problem && html`<p role="alert">${problem}</p>`}
    <form action="/orders" method="post">
      <label>Name <input name="name" autocomplete="name" required /></label>
      <label>Phone <input name="phone" type="tel" autocomplete="tel" required /></label>
      <label>Address <input name="address" autocomplete="street-address" required /></label>
      <ship-checkout name="shipping" required base-url="/shipping" order-mode="none" cart="${cart}" shipment="${shipment}">
      </ship-checkout>
      <button>Continue to payment</button>
    </form>`;
  return context.html(page(content, 'ship-elements-choice-0.1.0.js'), problem ? 409 : 200);
}
shop.get('/', (context) => checkout(context));

shop.post('/orders', async (context) => {
  const form = await context.req.parseBody();
  const visit = context.get('visit');
  const choice = {
    service: form.shipping,
    insurance: 'shipping-insurance' in form,
    cashOnDelivery: 'shipping-cash-on-delivery' in form,
  };
  try {
    const offer = await verifyOffer(form['shipping-offer'], { cart: cartOf(visit), destination, ...choice }, keys);
    if (offer.estimate)
      return checkout(context, 'Delivery prices are estimates just now. Please choose again in a moment.');
    const reference = `INV-${randomUUID()}`;
    await orders.add({ reference, visit, offer, contacts: contactsOf(form) });
    if (offer.payNow) return context.redirect(await paymentPage(reference, offer.payNow), 303);
    // The courier collects everything.
    await orders.update(reference, { shipping: 'to-ship' });
    return context.redirect(`/orders/${reference}`, 303);
  } catch (problem) {
    if (!isTokenError(problem)) throw problem;
    // It is for you: a clock that is wrong says so here.
    console.warn(problem.message);
    return checkout(context, 'Please choose the delivery again.');
  }
});

const states = {
  'to-ship': 'Paid. We are booking the courier.',
  placed: 'The courier is booked.',
  cancelled: 'The delivery was cancelled. We will write to you.',
};

// The provider sends the shopper back here.
shop.get('/orders/:reference', async (context) => {
  const order = await orders.find(context.req.param('reference'));
  if (order?.visit !== context.get('visit')) return context.notFound();
  const { reference, shipping } = order;
  const track = shipping === 'placed' && (await signTrack({ reference }, keys));
  const content = html`<h1>Thank you</h1>
    <p>${reference}</p>
    <p id="state">${shipping ? (states[shipping] ?? 'We will write to you.') : 'We are waiting for your payment.'}</p>
    ${track && html`<a href="/track#t=${track}">Track your parcel</a>`}`;
  return context.html(page(content));
});

// The link can be shared. Browsers do not send what follows its #.
shop.get('/track', (context) => {
  const content = html`<h1>Your parcel</h1>
    <ship-tracking base-url="/shipping"></ship-tracking>
    <script type="module" src="/track.js"></script>`;
  return context.html(page(content, 'ship-elements-tracking-0.1.0.js'));
});

const server = serve({ hostname: '127.0.0.1', port, fetch: shop.fetch }, ({ address, port }) => {
  console.log(`http://${address}:${port}`);
});

// Orders without an answer, and news.
const stopping = new AbortController();
const tasks = gateway.start({ signal: stopping.signal });

// Paid orders, each one once, however often a payment was called back or this program ended in between.
let shipping;
async function ship() {
  const gatewayUrl = `http://127.0.0.1:${server.address().port}/shipping`;
  await shipPaidOrders({ orders, keys, gatewayUrl, signal: stopping.signal });
  await orders.closeUnpaid();
}
const timer = setInterval(
  () => {
    // One run at a time: while the service hangs, a run takes longer than the pause.
    shipping ??= ship()
      .catch(console.error)
      .finally(() => {
        shipping = undefined;
      });
  },
  Number(process.env.SHIP_EVERY ?? 10_000),
);

// Answers what is under way, then ends. What is left, the next start does.
process.once('SIGTERM', async () => {
  clearInterval(timer);
  stopping.abort();
  await shipping;
  await Promise.all([new Promise((closed) => server.close(closed)), tasks]);
  await store.close();
  orders.close();
});
