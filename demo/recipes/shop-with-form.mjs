import { randomUUID } from 'node:crypto';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { createShippingGateway } from 'ship-elements/gateway';
import { openLibsqlStore } from 'ship-elements/gateway/libsql';
import { createPurchases, isPurchaseError, readChoice } from 'ship-elements/purchases';
import { signCart, version } from 'ship-elements/server';

// A shop has these in its catalogue, in its settings, and in its form.
const items = [{ name: 'Batik scarf', value: 185000, quantity: 1, weight: 250 }];
const origin = { origin_postal_code: 12440 };
const subtotal = items.reduce((sum, { value, quantity }) => sum + value * quantity, 0);
const cartOf = (reference) => ({ items, origin, subtotal, session: reference });
const contactsOf = ({ name, phone, address }) => ({
  ...{ origin_contact_name: 'Toko Senja', origin_contact_phone: '081234500001' },
  origin_address: 'Jalan Fatmawati 10, Jakarta',
  ...{ destination_contact_name: name, destination_contact_phone: phone, destination_address: address },
});

// Your payment provider takes its place: it takes the money of one number once, and answers with its own number of the transaction, or with
// `null` if it is declined. What it throws is no answer: the same number is asked for again.
const printPayment = async (number, amount) => {
  console.log(`Paid for ${number}: Rp ${amount}`);
  return number;
};

/** On https, add `secure: true`. */
const cookie = { httpOnly: true, sameSite: 'Lax', path: '/' };

const words = {
  'to-pay': 'We are checking your payment. You pay once at most.',
  ...{ booking: 'We are booking the courier.', shipped: 'The courier is booked.' },
  refused: 'The courier could not be booked. We will write to you.',
  ...{ cancelling: 'The order is being cancelled.', cancelled: 'The order was cancelled. Nothing is sent.' },
};
/** Why the form comes again: nothing is paid. */
const reasons = {
  'to-pay': 'The payment was not taken. Please try again or pay otherwise.',
  refused: 'The courier could not be booked. Please choose again.',
  'cod-unavailable': 'This courier collects no cash for this order. Pay now, or choose another one.',
};
/** It has a receipt in place of its form. "Order again", or your cart once it has something new, begins the next one. */
const isOrdered = (purchase) => purchase?.isDone || purchase?.pay?.unanswered;

const page = (title, content) => html`<!doctype html>
  <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>${title} · Toko Senja</title><link rel="icon" href="data:,"><style>
      :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
      main, form { display: grid; gap: 1rem; } main { max-inline-size: 36rem; margin: 0 auto; padding: 1rem; }
      :is(h1, p) { margin: 0; overflow-wrap: anywhere; } label { display: grid; gap: 0.25rem; }
      :is(input, button) { min-block-size: 3rem; padding: 0.5rem 0.75rem; font: inherit; }
    </style>
    <script src="/ship-elements-area-search-${version}.js" defer></script><main>${content}</main>
  </html>`;

const rupiah = (amount) => `${amount < 0 ? '−' : ''}Rp\u00a0${Math.abs(amount).toLocaleString('en')}`;

/** @param fetch for tests: a sandbox instead of the service */
export async function openShop(env, { takePayment = printPayment, fetch } = {}) {
  const keys = { account: 'toko-senja', current: { kid: '2026-11', secret: env.SHIPPING_SECRET } };
  const store = await openLibsqlStore(env.DATABASE ?? 'shipping.db');
  const gateway = createShippingGateway({
    ...{ account: keys.account, upstream: env.SHIPPING_URL, key: env.SHIPPING_KEY, store, secrets: keys },
    trustedHops: 1, // your own proxy
    ...{ origins: [env.SHOP_ORIGIN], orders: 'order', areas: true, ...(fetch && { fetch }) },
  });
  const purchases = createPurchases({ gateway, keys, store });
  /** A payment without an answer is asked for again, under its number. */
  const payAndShip = (reference) => purchases.take(reference, takePayment).then(() => purchases.ship(reference));
  /** The last form of this browser, and why it was refused. */
  const typedIn = (context) => Object.fromEntries(new URLSearchParams(getCookie(context, 'typed')));

  const shop = new Hono();
  shop.mount('/shipping', (req, { incoming }) => gateway.fetch(req, { address: incoming.socket.remoteAddress }));
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

  shop.get('/', async (context) => {
    const typed = typedIn(context);
    const purchase = await purchases.begin(context.get('visit'), { after: context.req.query('after') });
    const { reference, state, chooseAgain = state } = purchase;
    if (isOrdered(purchase)) return context.redirect(`/orders/${reference}`, 303);
    const filled = typed.reference === reference ? typed : {};
    const problem = filled.problem || reasons[chooseAgain];
    if (problem === reasons['cod-unavailable']) delete filled['shipping-cash-on-delivery'];
    const { area: id, 'area-postal-code': postal_code, 'area-name': area } = filled;
    const form = html`<h1>Checkout</h1>
      ${problem && html`<p role="alert">${problem}</p>`}
      <form action="/orders" method="post">
        <input type="hidden" name="reference" value="${reference}" />
        <label>Name <input name="name" value="${filled.name}" maxlength="250" required /></label>
        <label>Phone <input name="phone" value="${filled.phone}" required /></label>
        <label>Address <input name="address" value="${filled.address}" maxlength="250" required /></label>
        <ship-area-search for="delivery" name="area" area="${id && JSON.stringify({ id, postal_code, name: area })}"
          base-url="/shipping" required></ship-area-search>
        <ship-checkout id="delivery" name="shipping" base-url="/shipping" order-mode="none" required
          value="${filled.shipping}" ${'shipping-insurance' in filled && 'insurance'}
          ${'shipping-cash-on-delivery' in filled && 'cash-on-delivery'} cart="${await signCart(cartOf(reference), keys)}" shipment="${JSON.stringify({ ...origin, items })}"></ship-checkout>
        <button>Pay and order</button>
      </form>`;
    return context.html(page('Checkout', form));
  });

  shop.post('/orders', async (context) => {
    const form = await context.req.parseBody();
    const key = { visit: context.get('visit'), reference: form.reference };
    const typed = { ...form, 'shipping-offer': '', problem: '' };
    try {
      // The choice, its offer, and the place: the district's id with its postal code, as the page has asked for them.
      const parcel = { cart: cartOf(key.reference), contacts: contactsOf(form), choice: readChoice(form) };
      if (isOrdered(await purchases.find(key))) return context.redirect(`/orders/${key.reference}`, 303);
      await purchases.accept(key, parcel);
      await payAndShip(key.reference);
    } catch (problem) {
      if (!isPurchaseError(problem)) throw problem;
      if (problem.cause) console.warn(problem.cause.message);
      typed.reference = (await purchases.begin(key.visit)).reference; // the open one, for a form from before
      if (problem.code !== 'unconfirmed') typed.problem = problem.message;
    }
    const { reference, problem } = typed;
    // A browser without cookies reads it here. In others the page says it, so that Back has no form to send again. Browsers drop a longer cookie.
    if (!getCookie(context, 'visit')) return context.html(page('Checkout', html`<p role="alert">${problem}</p>`));
    const [whole, short] = [typed, { reference, problem }].map((one) => `${new URLSearchParams(one)}`);
    setCookie(context, 'typed', encodeURIComponent(whole).length < 3900 ? whole : short, { ...cookie, maxAge: 86_400 });
    return context.redirect(problem ? '/' : `/orders/${reference}`, 303);
  });

  shop.get('/orders/:reference', async (context) => {
    const key = { visit: context.get('visit'), reference: context.req.param('reference') };
    let purchase = await purchases.find(key);
    if (purchase?.pay?.unanswered) purchase = await payAndShip(key.reference).catch(() => purchases.find(key));
    if (!isOrdered(purchase)) return context.redirect('/', 303);
    const { reference, state, money, pay, payAtDoor, collected, giveBack, goods, deliveries } = purchase;
    const [{ courier, service, price, fees }] = deliveries;
    const left = money.taken - money.givenBack - giveBack + (pay?.rupiah ?? 0) + payAtDoor + collected;
    const sums = Object.entries({
      ...{ Goods: goods, Shipping: price - fees.insurance - fees.cashOnDelivery, Insurance: fees.insurance },
      ...{ 'COD fee': fees.cashOnDelivery, 'Not to be paid': left - goods - price, Paid: money.taken },
      ...{ 'Given back': money.givenBack, 'You get back': giveBack, 'To pay': pay?.rupiah },
      ...{ 'Paid at the door': collected, 'Pay at the door': payAtDoor },
    }).filter(([, sum]) => sum);
    const { reference: last, problem, address, 'area-name': area } = typedIn(context);
    const content = html`<h1>${words[state]}</h1><p>Order ${reference}</p>
      <p>${`${courier} ${service}`.toUpperCase()}${last === reference && !problem && ` to ${[address, area].filter(Boolean).join(', ')}`}</p>
      <dl>${sums.map(([label, sum]) => html`<dt>${label}</dt><dd>${rupiah(sum)}</dd>`)}</dl>
      ${['shipped', 'cancelled'].includes(state) ? html`<a href="/?after=${reference}">Order again</a>` : html`<a href="">Look again</a>`}`;
    return context.html(page(words[state], content));
  });

  // `start` ships what is paid and has no answer yet, in one process that lives long.
  return { shop, gateway, purchases, store, start: () => [gateway.start(), purchases.start()] };
}
