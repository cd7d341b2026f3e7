import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { isPurchaseError, midtrans, readChoice, xendit } from 'ship-elements/purchases';
import { signCart } from 'ship-elements/server';
import { gateway, keys, port, purchases, site, store } from './gateway.js';

// A shop has these in its catalogue, in its settings, and in the shopper's account.
const scarf = { name: 'Batik scarf', value: 185_000, quantity: 1, weight: 250 };
const origin = { origin_postal_code: 12440 };
const cartOf = (reference) => ({ items: [scarf], origin, subtotal: scarf.value, session: reference });
const contactsOf = ({ name, phone, address }) => ({
  origin_contact_name: 'Toko Senja',
  origin_contact_phone: '081234567890',
  origin_address: 'Jalan Kemang Raya 12, Jakarta',
  destination_contact_name: name,
  destination_contact_phone: phone,
  destination_address: address,
});

/** Your provider's API takes its place. It answers with the page on which the shopper pays this number, once, and comes back from. */
const paymentPage = async ({ id, rupiah }, back) =>
  `${process.env.PAYMENT_PAGE}?${new URLSearchParams({ order_id: id, gross_amount: rupiah, back })}`;

const page = (content, scripts = [], module) => html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Toko Senja</title>
      <link rel="stylesheet" href="/shop.css" />
      ${scripts.map((script) => html`<script src="/${script}" defer></script>`)}
      ${module && html`<script type="module" src="${module}"></script>`}
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
const { MIDTRANS_KEY: serverKey, XENDIT_TOKEN: callbackToken } = process.env;
if (!serverKey && !callbackToken) throw new Error('Set MIDTRANS_KEY or XENDIT_TOKEN: without one, no payment counts.');
const providers = {
  ...(serverKey && { midtrans: midtrans({ serverKey }) }),
  ...(callbackToken && { xendit: xendit({ callbackToken }) }),
};
for (const [name, provider] of Object.entries(providers))
  shop.post(`/payments/${name}`, ({ req }) => purchases.callback(provider, req.raw));

shop.use(async (context, next) => {
  const visit = getCookie(context, 'visit') ?? randomUUID();
  setCookie(context, 'visit', visit, { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  context.set('visit', visit);
  context.header('content-security-policy', policy);
  // The address of a receipt stays with the shopper.
  context.header('referrer-policy', 'no-referrer');
  await next();
});

async function checkout(context, problem) {
  // The form carries the number of its purchase: a second click, or Back, is the same one.
  const { reference } = await purchases.begin(context.get('visit'), { anew: true });
  const cart = await signCart(cartOf(reference), keys);
  const shipment = JSON.stringify({ ...origin, items: [scarf] });
  const content = html`<h1>Toko Senja</h1>
    ${problem && html`<p role="alert">${problem}</p>`}
    <form action="/orders" method="post">
      <input type="hidden" name="reference" value="${reference}" />
      <label>Name <input name="name" autocomplete="name" required /></label>
      <label>Phone <input name="phone" type="tel" autocomplete="tel" required /></label>
      <label>Address <input name="address" autocomplete="street-address" required /></label>
      <ship-area-search for="delivery" name="area" required base-url="/shipping"></ship-area-search>
      <ship-checkout
        id="delivery"
        name="shipping"
        required
        base-url="/shipping"
        order-mode="none"
        cart="${cart}"
        shipment="${shipment}"
      ></ship-checkout>
      <button>Continue to payment</button>
    </form>`;
  const scripts = ['ship-elements-area-search-0.1.0.js'];
  return context.html(page(content, scripts), problem ? 409 : 200);
}
shop.get('/', (context) => checkout(context));

shop.post('/orders', async (context) => {
  const form = await context.req.parseBody();
  const { reference } = form;
  const parcel = { cart: cartOf(reference), contacts: contactsOf(form), choice: readChoice(form) };
  try {
    const { pay } = await purchases.accept({ visit: context.get('visit'), reference }, parcel);
    if (!pay) return context.redirect(`/orders/${reference}`, 303);
    const back = await purchases.link(`${site}/orders/${reference}`, reference);
    return context.redirect(await paymentPage(pay, back), 303);
  } catch (problem) {
    if (!isPurchaseError(problem)) throw problem;
    // The cause is for you: a clock that is wrong says so here.
    if (problem.cause) console.warn(problem.cause.message);
    return checkout(context, problem.message);
  }
});

const words = {
  'to-pay': 'We are waiting for your payment.',
  booking: 'We are booking the courier.',
  shipped: 'The courier is booked.',
  refused: 'The courier could not be booked.',
  cancelling: 'The order is being cancelled.',
  cancelled: 'The order was cancelled.',
};

// The provider sends the shopper back here, with the token of `purchases.link` in the fragment.
shop.get('/orders/:reference', async (context) => {
  const { reference } = context.req.param();
  const own = await purchases.find({ visit: context.get('visit'), reference });
  const token = getCookie(context, 'purchase');
  const shown = own ?? (token && (await purchases.find({ token }).catch(() => undefined)));
  if (shown?.reference !== reference) return context.html(page(html`<h1>Your order</h1>`, [], '/order.js'), 404);
  const { state, money, giveBack, deliveries } = shown;
  const content = html`<h1>Thank you</h1>
    <p>${reference}</p>
    <p id="state">${money.taken > 0 && 'Paid. '}${words[state]}</p>
    ${state === 'refused' && (money.taken > 0 ? html`<p>We will write to you.</p>` : html`<a href="/">Choose again</a>`)}
    ${giveBack > 0 && html`<p>Rp ${giveBack} go back to you.</p>`}
    ${deliveries.map(({ track }) => track && html`<a href="/track#t=${track}">Track your parcel</a>`)}
    ${
      own &&
      ['to-pay', 'booking'].includes(state) &&
      html`<form action="/orders/${reference}/cancel" method="post"><button>Cancel the order</button></form>`
    }`;
  return context.html(page(content, [], '/order.js'));
});

shop.post('/orders/shown', async (context) => {
  const { token } = await context.req.parseBody();
  const options = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/orders', maxAge: 30 * 86_400 };
  setCookie(context, 'purchase', token, options);
  return context.body(null, 204);
});

// The token shows the order. Only the browser that has bought it cancels it.
shop.post('/orders/:reference/cancel', async (context) => {
  const { reference } = context.req.param();
  const { state } = await purchases.cancel(reference, { visit: context.get('visit') }).catch((problem) => problem);
  return state ? context.redirect(`/orders/${reference}`, 303) : context.body(null, 403);
});

// The link can be shared. Browsers do not send what follows its #.
shop.get('/track', (context) => {
  const content = html`<h1>Your parcel</h1>
    <ship-tracking base-url="/shipping"></ship-tracking>`;
  return context.html(page(content, ['ship-elements-tracking-0.1.0.js'], '/track.js'));
});

const server = serve({ hostname: '127.0.0.1', port, fetch: shop.fetch }, ({ address, port }) => {
  console.log(`http://${address}:${port}`);
});

// Orders without an answer, and purchases that are paid, cancelled or over: each once, however often this program ended in between.
const stopping = new AbortController();
const { signal } = stopping;
const tasks = [gateway.start({ signal }), purchases.start({ signal })];

// Answers what is under way, then ends. What is left, the next start does.
process.once('SIGTERM', async () => {
  stopping.abort();
  await Promise.all([new Promise((closed) => server.close(closed)), ...tasks]);
  await store.close();
});
