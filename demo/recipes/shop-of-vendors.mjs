import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import Database from 'libsql';
import { isPurchaseError } from 'ship-elements/purchases';
import { signCart, version } from 'ship-elements/server';
import { gateway, keys, port, purchases } from './gateway.js';
import { acceptedParcels, byVendor, sumsOf } from './several-parcels.mjs';

// A marketplace has these in its catalogue, and in the basket of the visit.
const vendors = {
  'Rumah Teduh': {
    code: 12440,
    address: 'Jalan Fatmawati 10, Jakarta',
    phone: '081234500001',
    couriers: 'jne,sicepat',
  },
  'Kopi Senja': { code: 40132, address: 'Jalan Dago 21, Bandung', phone: '081234500002', couriers: 'jne,anteraja' },
  'Batu Alam': { code: 60231, address: 'Jalan Jemursari 3, Surabaya', phone: '081234500003', couriers: 'jne' },
};
const basket = [
  { vendor: 'Rumah Teduh', name: 'Batik scarf', value: 185000, quantity: 1, weight: 250 },
  { vendor: 'Kopi Senja', name: 'Gayo beans', value: 160000, quantity: 2, weight: 1000 },
  { vendor: 'Batu Alam', name: 'Stone mortar', value: 95000, quantity: 1, weight: 4000 },
];

gateway.start();
purchases.start();

// What each purchase has sold, by vendor: soon after, the basket is empty or has other goods.
const sales = new Database('shop.db', { timeout: 5000 });
sales.exec('CREATE TABLE IF NOT EXISTS sales (reference TEXT PRIMARY KEY, goods TEXT NOT NULL)');

/** What your server knows of each parcel of a purchase, by its vendor. */
const parcelsOf = (session) =>
  Object.entries(byVendor(basket)).map(([name, items]) => {
    const { code, couriers, address, phone } = vendors[name];
    const subtotal = items.reduce((sum, { value, quantity }) => sum + value * quantity, 0);
    const cart = { items, origin: { origin_postal_code: code }, subtotal, session };
    const sender = { origin_contact_name: name, origin_contact_phone: phone, origin_address: address };
    return { name, couriers, cart, sender };
  });

const page = (title, script, content) => html`<!doctype html>
  <html lang="en">
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${title} · Pasar Senja</title>
    <link rel="icon" href="data:," />
    <style>
      :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
      main, form { display: grid; gap: 1rem; }
      main { max-inline-size: 36rem; margin: 0 auto; padding: 1rem; }
      :is(h1, h2, p) { margin: 0; overflow-wrap: anywhere; }
      label { display: grid; gap: 0.25rem; }
      :is(input, button) { min-block-size: 3rem; padding: 0.5rem 0.75rem; font: inherit; }
      summary { padding-block: 0.75rem; }
    </style>
    <script src="/ship-elements-${script}-${version}.js" defer></script>
    <main>${content}</main>
  </html>`;

/** On https, add `secure: true`. */
const cookie = { httpOnly: true, sameSite: 'Lax', path: '/' };

/** "Rp 12,000", as the widget writes it. */
const rupiah = (amount) => `Rp\u00a0${amount.toLocaleString('en')}`;

// Your payment provider takes the money of a number once, and answers with its own number of the transaction, or `null` if it is declined. What it
// throws is no answer: it is asked again.
const takePayment = async (number) => number;
const payAndShip = (reference) => purchases.take(reference, takePayment).then(() => purchases.ship(reference));

const shop = new Hono();
shop.mount('/shipping', (request, { incoming }) => gateway.fetch(request, { address: incoming.socket.remoteAddress }));
shop.use(serveStatic({ root: 'node_modules/ship-elements/dist' }));
// Another site's form comes without the cookie: its answer may not set another one.
shop.post('*', ({ req, body }, next) => (req.header('sec-fetch-site') === 'cross-site' ? body(null, 403) : next()));
shop.use(async (context, next) => {
  const visit = getCookie(context, 'visit') || randomUUID();
  setCookie(context, 'visit', visit, { ...cookie, maxAge: 30 * 86_400 });
  context.set('visit', visit);
  context.header('cache-control', 'private, no-store');
  await next();
});

/** It has a receipt in place of its form. */
const isOrdered = (purchase) => purchase?.isDone || purchase?.pay?.unanswered;

/** @param typed the last form of this browser, and why it was refused */
async function checkout(context, typed = Object.fromEntries(new URLSearchParams(getCookie(context, 'typed')))) {
  const purchase = await purchases.begin(context.get('visit'), { after: context.req.query('after') });
  const { reference, state, chooseAgain = state } = purchase;
  if (isOrdered(purchase)) return context.redirect(`/orders/${reference}`, 303);
  const filled = typed.reference === reference ? typed : {};
  const problem = filled.problem || reasons[chooseAgain];
  const parcels = parcelsOf(reference).map(async ({ name, couriers, cart }) => {
    const shipment = { ...cart.origin, items: cart.items };
    return { name, couriers, shipment, cart: await signCart(cart, keys) };
  });
  const { area: id, 'area-postal-code': postal_code, 'area-name': area } = filled;
  const isOn = (extra) => `${filled.shipping}`.includes(`"${extra}":true`);
  const isCash = isOn('cashOnDelivery') && problem !== reasons['cod-unavailable'];
  const form = html`<h1>Checkout</h1>
    ${problem && html`<p role="alert">${problem}</p>`}
    <form action="/orders" method="post">
      <input type="hidden" name="reference" value="${reference}" />
      <label>Name <input name="name" value="${filled.name}" maxlength="250" required /></label>
      <label>Phone <input name="phone" value="${filled.phone}" required /></label>
      <label>Address <input name="address" value="${filled.address}" maxlength="250" required /></label>
      <ship-area-search for="parcels" name="area" area="${id && JSON.stringify({ id, postal_code, name: area })}"
        base-url="/shipping" required></ship-area-search>
      <ship-parcels id="parcels" name="shipping" base-url="/shipping" preselect="recommended" pay-button required
        value="${filled.shipping}" ${isOn('insurance') && 'insurance'} ${isCash && 'cash-on-delivery'}
        parcels="${JSON.stringify(await Promise.all(parcels))}"></ship-parcels>
    </form>`;
  return context.html(page('Checkout', 'parcels', form));
}
shop.get('/', (context) => checkout(context));

shop.post('/orders', async (context) => {
  const form = await context.req.parseBody();
  const { reference, name, phone, address } = form;
  const receiver = { destination_contact_name: name, destination_contact_phone: phone, destination_address: address };
  const sold = parcelsOf(reference);
  const parcels = sold.map(({ name, couriers, cart, sender }) => [
    name,
    { couriers, cart, contacts: { ...sender, ...receiver } },
  ]);
  const goods = Object.fromEntries(sold.map(({ name, cart }) => [name, cart.subtotal]));
  const key = { visit: context.get('visit'), reference };
  const said = { reference, problem: '' };
  try {
    // What was sold stays as it was, if its form comes again.
    if (isOrdered(await purchases.find(key))) return context.redirect(`/orders/${reference}`, 303);
    await purchases.accept(key, acceptedParcels(form, Object.fromEntries(parcels)));
    sales.prepare('INSERT OR REPLACE INTO sales VALUES (?, ?)').run(reference, JSON.stringify(goods));
    await payAndShip(reference);
  } catch (problem) {
    if (!isPurchaseError(problem)) throw problem;
    // A form from before is shown with the order that is open now.
    said.reference = (await purchases.begin(key.visit)).reference;
    if (problem.code !== 'unconfirmed') said.problem = problem.message;
  }
  // Offers are long, and the page asks for others.
  const shipping = `${form.shipping}`.replace(/"offer":"[^"]*",/g, '');
  const typed = { ...form, shipping, ...said };
  // A browser without cookies reads it here. In others the page says it, so that Back has no form to send again. Browsers drop a longer cookie.
  if (!getCookie(context, 'visit')) return checkout(context, typed);
  const fits = encodeURIComponent(new URLSearchParams(typed)).length < 3900;
  setCookie(context, 'typed', `${new URLSearchParams(fits ? typed : said)}`, { ...cookie, maxAge: 3600 });
  return context.redirect(said.problem ? '/' : `/orders/${said.reference}`, 303);
});

const words = {
  chosen: 'It waits for its payment.',
  'to-ship': 'The courier is being booked.',
  refused: 'The courier could not be booked.',
  'cod-unavailable': 'The courier could not be booked. It collects no cash for this order.',
  cancelling: 'It is being cancelled.',
  cancelled: 'Cancelled. Nothing is sent.',
};
/** Why the form comes again: nothing is paid. */
const reasons = {
  'to-pay': 'The payment was not taken. Please try again or pay otherwise.',
  refused: `${words.refused} Please choose again.`,
  'cod-unavailable': `${words['cod-unavailable']} Please choose again.`,
};
const titles = {
  'to-pay': 'We are checking your payment. You pay once at most.',
  refused: 'A parcel cannot be sent',
  cancelling: 'Order being cancelled',
  cancelled: 'Order cancelled',
};
const sentenceOf = ({ state, reason }) => {
  if (reason === 'other-parcel') return 'Not sent yet, because another parcel cannot be sent.';
  if (reason?.startsWith('cod-')) return words['cod-unavailable'];
  const isKept = state === 'placed' && reason && reason !== 'needs-attention';
  return isKept ? 'It cannot be cancelled any more.' : words[state];
};

/** The parcels of a purchase, each with its vendor. */
function soldOf(purchase) {
  const sale = sales.prepare('SELECT goods FROM sales WHERE reference = ?').get(purchase.reference);
  return sumsOf(JSON.parse(sale?.goods ?? '{}'), purchase);
}

/** By what a refused parcel can go now, if its vendor has that courier too. It costs the shopper no more. Each question counts at the service. */
async function othersOf(purchase) {
  const refused = soldOf(purchase).filter(({ state, reason }) => state === 'refused' && reason !== 'other-parcel');
  const isTheirs = ({ service }) =>
    refused.every(({ parcel }) => vendors[parcel].couriers.split(',').includes(service.split('/')[0]));
  return (await purchases.services(purchase.reference)).filter(isTheirs);
}

const backOf = (amount) => (amount > 0 ? `You get back: ${rupiah(amount)}.` : 'You have paid nothing.');

/** Asks once more before anything is cancelled. */
const cancelling = (what, value, sentence) => html`<details>
  <summary>${what[0].toUpperCase()}${what.slice(1)}</summary>
  <p>${sentence}</p>
  <button name="cancel" value="${value}">Yes, ${what}</button>
</details>`;

const ownOf = (context) => purchases.find({ visit: context.get('visit'), reference: context.req.param('reference') });

// One page for the purchase, with each of its parcels.
shop.get('/orders/:reference', async (context) => {
  let purchase = await ownOf(context);
  if (!purchase || purchase.state === 'open') return context.notFound();
  if (purchase.pay?.unanswered) purchase = await payAndShip(purchase.reference).catch(() => ownOf(context));
  if (!isOrdered(purchase)) return context.redirect('/', 303);
  const { reference, state, money, payAtDoor, collected, giveBack, deliveries } = purchase;
  const isAsked = context.req.query('others');
  const asked = isAsked && state === 'refused' ? [othersOf(purchase), wait(1_500)] : [undefined];
  const others = await Promise.race(asked).catch(() => undefined);
  const isPart = deliveries.some((delivery) => delivery.state === 'placed');
  const title = titles[state] ?? 'Order received';
  const content = html`<h1>${title}</h1>
    <p>Order ${reference}</p>
    <p>Paid: ${rupiah(money.taken)}.${payAtDoor > 0 && ` To the couriers: ${rupiah(payAtDoor)}.`}${collected > 0 && ` Paid at the door: ${rupiah(collected)}.`}${money.givenBack > 0 && ` Given back: ${rupiah(money.givenBack)}.`}</p>
    ${giveBack > 0 && html`<p>You get back: ${rupiah(giveBack)}.</p>`}
    ${soldOf(purchase).map(
      ({ parcel, goods, price, track, ...way }) => html`<h2>${parcel}</h2>
        <p>Goods ${rupiah(goods)}, delivery ${rupiah(price)}. ${sentenceOf(way)}</p>
        ${track && html`<ship-tracking base-url="/shipping" heading-level="3" label="${parcel}" data-track="${track}"></ship-tracking>`}`,
    )}
    ${
      state === 'refused' &&
      html`<form action="/orders/${reference}" method="post">
        <p>A parcel cannot be sent as you have chosen. Decide here, or wait for us to write to you:</p>
        ${!isAsked && html`<a href="?others=1">See other services</a>`}
        ${isAsked && !others && html`<p>There are no prices now. Load this page again later.</p>`}
        ${others?.length === 0 && html`<p>No other service brings it at that price.</p>`}
        ${others?.map(
          ({ service, courierName, serviceName }) =>
            html`<button name="service" value="${service}">Send it by ${courierName} ${serviceName}, at no more</button>`,
        )}
        ${isPart && cancelling('cancel what is not sent', 'refused', backOf(money.owed))}
        ${cancelling('cancel everything', 'all', `${backOf(money.taken - money.givenBack)}${isPart ? ' A parcel that its courier has collected goes on.' : ''}`)}
      </form>`
    }
    ${['shipped', 'cancelled'].includes(state) && html`<a href="/?after=${reference}">Order again</a>`}
    ${['to-pay', 'booking', 'cancelling'].includes(state) && html`<a href="">Look again</a>`}
    <script type="module">
      for (const parcel of document.querySelectorAll('ship-tracking')) parcel.token = parcel.dataset.track;
    </script>`;
  return context.html(page(title, 'tracking', content));
});

shop.post('/orders/:reference', async (context) => {
  const purchase = await ownOf(context);
  if (!purchase) return context.notFound();
  const { reference, state } = purchase;
  const { service, cancel } = await context.req.parseBody();
  const others = service && state === 'refused' ? await othersOf(purchase).catch(() => []) : [];
  // A second click comes after the first. The page says how it stands.
  if (others.some((other) => other.service === service))
    await purchases.retry(reference, { service }).catch((problem) => console.warn(problem.message));
  if (cancel && state === 'refused')
    await purchases.cancel(reference, { only: cancel === 'refused' ? cancel : undefined });
  return context.redirect(`/orders/${reference}`, 303);
});

serve({ fetch: shop.fetch, hostname: '127.0.0.1', port }, () => console.log(`http://127.0.0.1:${port}/`));
