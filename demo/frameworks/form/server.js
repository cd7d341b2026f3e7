import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html, raw } from 'hono/html';
import { readChoice } from 'ship-elements/purchases';
import { quoteHtml, version } from 'ship-elements/server';
import { openShop } from './shop.js';

const port = Number(process.env.PORT ?? 8080);
const shop = await openShop({ SHOP_ORIGINS: `http://127.0.0.1:${port},http://localhost:${port}`, ...process.env });
shop.start();

const page = (content, script = 'area-search') => html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Batik House</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/shop.css" />
      <link rel="stylesheet" href="/ship-elements-quote-${version}.css" />
      <script src="/ship-elements-${script}-${version}.js" defer></script>
    </head>
    <body>
      <main>${content}</main>
    </body>
  </html>`;

const couriers = 'jne,sicepat,jntcargo';

// After a refusal the shopper finds name, address, district and choice as they were.
const districtOf = ({ area: id, 'area-postal-code': postal_code, 'area-name': name }) =>
  id && JSON.stringify({ id, postal_code, name });

// The quantity has a form of its own: Enter in another field presses the first button of its form, and that one orders.
// In an attribute JSON has its quotes escaped: html does that, as every template language can. The prices come with the page, so that it
// sells without JavaScript, too. `quoteHtml` has escaped what is in them.
const checkout = ({ reference, quantity, cart, shipment, home }, quote, filled, chosen) => html`<h1>Batik House</h1>
  ${filled.problem && html`<p role="alert">${filled.problem}</p>`}
  <form action="/orders" method="post">
    <input type="hidden" name="reference" value="${reference}" />
    <label>Your name <input name="name" autocomplete="name" value="${filled.name}" maxlength="250" required /></label>
    <label>Scarves <input form="cart" name="quantity" type="number" min="1" max="99" value="${quantity}" /></label>
    <button form="cart">Update the cart</button>
    <label>Your address <input name="address" autocomplete="street-address" value="${filled.address}" maxlength="250" required /></label>
    <p>To ${home}, or to the district that you find:</p>
    <ship-area-search for="delivery" name="area" area="${districtOf(filled)}" base-url="/shipping"></ship-area-search>
    <ship-checkout
      id="delivery"
      name="shipping"
      value="${chosen.service}"
      ${chosen.insurance && 'insurance'}
      ${chosen.cashOnDelivery && 'cash-on-delivery'}
      required
      base-url="/shipping"
      order-mode="none"
      couriers="${couriers}"
      cart="${cart}"
      shipment="${JSON.stringify(shipment)}"
      >${raw(quoteHtml({ quote, name: 'shipping', required: true, couriers, cart, shipment, value: chosen.service, insurance: chosen.insurance }))}</ship-checkout
    >
    <button>Pay and order</button>
  </form>
  <form id="cart" action="/cart" method="post"></form>
  <script type="module">
    // What was typed goes along with a changed cart, and comes again.
    document.querySelector('#cart').addEventListener('formdata', ({ formData }) => {
      for (const entry of new FormData(document.querySelector('[action="/orders"]'))) formData.append(...entry);
    });
  </script>`;

// Paid or cancelled. A page that reloads by itself would begin again under a screen reader.
const receipt = ({ reference, again, heading, rows, summary, isWaiting, contact, track }) => html`<h1>${heading}</h1>
  <p id="summary">${summary}</p>
  ${isWaiting && html`<a href="/">Look again</a>`}
  <dl>
    ${rows.map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}
  </dl>
  ${track && html`<a href="/track#t=${track}">Track your parcel</a>`}
  <a href="${contact}">Contact the shop</a>
  ${
    again &&
    html`<form action="/cart" method="post">
      <input type="hidden" name="quantity" value="1" />
      <input type="hidden" name="after" value="${reference}" />
      <button>Order again</button>
    </form>`
  }`;

// The link can be shared. Browsers do not send what follows its #.
const tracking = html`<h1>Your parcel</h1>
  <ship-tracking base-url="/shipping"></ship-tracking>
  <script type="module">
    document.querySelector('ship-tracking').token = new URLSearchParams(location.hash.slice(1)).get('t') ?? '';
  </script>`;

const app = new Hono();
app.all('/shipping/*', ({ req, env }) => shop.gateway.fetch(req.raw, { address: env.incoming.socket.remoteAddress }));
app.use(serveStatic({ root: 'node_modules/ship-elements/dist' }), serveStatic({ root: 'public' }));

// Another site's form comes without the cookie: its answer may not set another one.
app.post('*', ({ req, body }, next) => (req.header('sec-fetch-site') === 'cross-site' ? body(null, 403) : next()));
// On https, add `secure: true`. `Lax` keeps forms of other sites out.
app.use(async (context, next) => {
  const visit = getCookie(context, 'visit') || randomUUID();
  setCookie(context, 'visit', visit, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 30 * 86_400 });
  context.set('visit', visit);
  await next();
});

async function show(context, typed = Object.fromEntries(new URLSearchParams(getCookie(context, 'typed')))) {
  const state = await shop.checkout(context.get('visit'));
  // The next order begins with an empty form.
  const filled = typed.reference === state.reference ? typed : {};
  // A courier may refuse it later, too.
  if (!filled.problem && state.noCash) delete filled['shipping-cash-on-delivery'];
  filled.problem ||= state.problem;
  const prices = async () =>
    checkout(
      state,
      await shop.quote(state.reference, couriers.split(','), context.req.raw),
      filled,
      readChoice(filled),
    );
  const content = state.order ? receipt(state.order) : await prices();
  // An offer is for one cart and one place.
  context.header('cache-control', 'private, no-store');
  return context.html(page(content));
}
app.get('/', (context) => show(context));
app.get('/track', (context) => context.html(page(tracking, 'tracking')));

const kept = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 3600 };
/** Browsers drop a longer cookie. */
const fits = (typed) => encodeURIComponent(new URLSearchParams(typed)).length < 3900;

app.post('/cart', async (context) => {
  const form = await context.req.formData();
  const { quantity, after, ...filled } = Object.fromEntries(form);
  await shop.setQuantity(context.get('visit'), Number(quantity), after);
  const typed = { ...filled, shipping: readChoice(form).service, 'shipping-offer': '' };
  if (filled.reference && fits(typed)) setCookie(context, 'typed', `${new URLSearchParams(typed)}`, kept);
  return context.redirect('/', 303);
});

app.post('/orders', async (context) => {
  const form = await context.req.formData();
  const filled = Object.fromEntries(form);
  const { reference, name, address, 'area-name': area } = filled;
  const choice = readChoice(form);
  const visit = context.get('visit');
  const { error: problem = '' } = await shop.buy(visit, { ...choice, reference, name, address, area });
  // A form from before is shown with the order that is open now.
  const said = { reference: problem ? (await shop.purchases.begin(visit)).reference : reference, problem };
  const typed = { ...filled, shipping: choice.service, 'shipping-offer': '', ...said };
  // A browser without cookies reads it here. In others the page says it, until a form is accepted: Back has no form to send again.
  if (!getCookie(context, 'visit')) return show(context, typed);
  setCookie(context, 'typed', `${new URLSearchParams(fits(typed) ? typed : said)}`, kept);
  return context.redirect('/', 303);
});

serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address) => {
  process.stdout.write(`http://127.0.0.1:${address.port}/\n`);
});
