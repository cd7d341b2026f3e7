import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { html, raw } from 'hono/html';
import { isPurchaseError, midtrans, readChoice, xendit } from 'ship-elements/purchases';
import { quoteHtml, signCart, version } from 'ship-elements/server';
import { gateway, keys, port, purchases, site, store } from './gateway.js';

// A shop has these in its catalogue, in its settings, and in the shopper's account.
const scarf = { name: 'Syal batik', value: 185_000, quantity: 1, weight: 250 };
/** The goods of one purchase, by its number. Your carts take its place: write them down with the page for the form, and as accepted for the receipt. */
const itemsOf = (_reference) => [scarf];
const origin = { origin_postal_code: 12440 };
const cartOf = (reference) => {
  const items = itemsOf(reference);
  const subtotal = items.reduce((sum, { value, quantity }) => sum + value * quantity, 0);
  return { items, origin, subtotal, session: reference };
};
const contactsOf = ({ name, phone, address }) => ({
  origin_contact_name: 'Toko Senja',
  origin_contact_phone: '081234567890',
  origin_address: 'Jalan Kemang Raya 12, Jakarta',
  destination_contact_name: name,
  destination_contact_phone: phone,
  destination_address: address,
});

/** Safari keeps no such cookie of a page on http, where you try the shop. */
const secure = site.startsWith('https:');

/** Where shoppers reach the shop. */
const contact = 'https://wa.me/6281234567890';

const rupiah = (amount) => `Rp${amount.toLocaleString('id')}`;
const day = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'Asia/Jakarta' };
const dates = new Intl.DateTimeFormat('id', day);
const times = new Intl.DateTimeFormat('id', { ...day, hour: 'numeric', minute: '2-digit' });
/** "Kam 3 – Jum 4 Des": no line breaks within a date. */
const daysOf = ({ first, last }) =>
  dates
    .formatRange(new Date(first), new Date(last))
    .replace(/,| (\w+)(?=\s–.*\1$)/g, '')
    .replaceAll(' ', '\u00a0');
const arrivalOf = (arrival) => daysOf(arrival) + (arrival.later ? ', atau lebih lambat' : '');

/** Your provider's API takes its place. It answers with the page on which the shopper pays this number, once, and comes back from. */
const paymentPage = async (pay, back) =>
  `${process.env.PAYMENT_PAGE}?${new URLSearchParams({ order_id: pay.id, gross_amount: pay.rupiah, back })}`;

const page = (title, content, scripts = [], module) => html`<!doctype html>
  <html lang="id">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title} · Toko Senja</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/shop.css" />
      <link rel="stylesheet" href="/ship-elements-quote-${version}.css" />
      ${scripts.map((script) => html`<script src="/ship-elements-${script}-${version}.js" defer></script>`)}
      ${module && html`<script type="module" src="${module}"></script>`}
    </head>
    <body>
      <main>${content}</main>
    </body>
  </html>`;

/** The page runs these scripts and no others. */
const policy = "default-src 'none'; connect-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:";

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
  const { method, url } = context.req;
  // Another site's form comes without this shop's cookies, and may not replace them. Some providers send the shopper back by POST.
  if (method === 'POST' && context.req.header('sec-fetch-site') === 'cross-site')
    return context.redirect(site + new URL(url).pathname, 303);
  const visit = getCookie(context, 'visit') || randomUUID();
  setCookie(context, 'visit', visit, { httpOnly: true, secure, sameSite: 'Lax', path: '/', maxAge: 30 * 86_400 });
  context.set('visit', visit);
  context.header('content-security-policy', policy);
  // The address of a receipt stays with the shopper.
  context.header('referrer-policy', 'no-referrer');
  // After Back, too, a page says what is true by now.
  context.header('cache-control', 'private, no-store');
  await next();
});

/** By its field or its code. */
const problems = {
  destination_contact_name: 'Periksa lagi nama Anda.',
  destination_contact_phone: 'Periksa lagi nomor HP Anda.',
  destination_address: 'Periksa lagi alamat Anda.',
  sender: html`Toko sedang bermasalah. <a href="${contact}">Hubungi kami</a>.`,
  'other-visit': 'Keranjang berubah, atau cookie toko ini tidak tersimpan. Silakan coba lagi.',
  'other-cart': 'Keranjang berubah. Silakan pilih pengiriman sekali lagi.',
  choice: 'Silakan pilih pengiriman sekali lagi.',
  refused: 'Kurir tidak bisa dipesan. Silakan pilih pengiriman sekali lagi.',
  'cod-unavailable': 'Kurir ini tidak menagih uang untuk pesanan ini. Bayar sekarang, atau pilih kurir lain.',
};
const problemOf = ({ code, field, cause }) => [field, cause?.code, code].find((name) => problems[name]) ?? 'choice';

// Such as a typo in the goods: the log has it.
shop.onError((problem, context) => {
  console.error(problem);
  return context.html(page('Maaf', html`<p role="alert">${problems.sender}</p>`), 500);
});

/** The district of the last form in this browser: its prices come with the page. A broken cookie is none. */
function districtOf(context) {
  try {
    const { id, name, postal_code } = JSON.parse(getCookie(context, 'district'));
    return typeof id === 'string' && typeof name === 'string' ? { id, name, postal_code } : undefined;
  } catch {
    return undefined;
  }
}
const destinationOf = (district) =>
  district ? { destination_area_id: district.id, destination_postal_code: district.postal_code } : undefined;

/** A form in a cookie: what was `refused`, or whom the last order in this browser has named. No text is a broken one. */
const formIn = (context, name) => Object.fromEntries(new URLSearchParams(getCookie(context, name)));

async function checkout(context, refused = formIn(context, 'refused'), district = districtOf(context)) {
  // The form carries the number of its purchase: a second click, or Back, is the same one. The next one begins by "Pesan lagi" of the receipt, or once your
  // cart has something new.
  const begun = await purchases.begin(context.get('visit'), { after: context.req.query('lagi') });
  const { reference, isDone, chooseAgain } = begun;
  if (isDone) return context.redirect(`/orders/${reference}`, 303);
  // Nothing is paid yet: it is chosen again.
  const form = refused.reference === reference ? refused : { ...formIn(context, 'recipient'), problem: chooseAgain };
  const { name, phone, address, problem } = form;
  const cart = await signCart(cartOf(reference), keys);
  const destination = destinationOf(district);
  const shipment = { ...origin, ...destination, items: itemsOf(reference) };
  const question = destination && { cart: cartOf(reference), destination, insurance: true, shopper: context.req.raw };
  const { service: value, insurance, cashOnDelivery } = readChoice(form);
  const given = { name: 'shipping', required: true, cart, shipment, lang: 'id', value, insurance };
  const priced = async () => quoteHtml({ quote: await gateway.quote(question), ...given });
  // No prices now? Then the page asks.
  const prices = question && (await Promise.race([priced(), wait(1_500)]).catch(() => undefined));
  const content = html`<h1>Checkout</h1>
    ${problem && html`<p role="alert">${problems[problem]}</p>`}
    <form action="/orders" method="post">
      <input type="hidden" name="reference" value="${reference}" />
      <label>Nama <input name="name" autocomplete="name" value="${name}" maxlength="250" required /></label>
      <label>Nomor HP <input name="phone" type="tel" autocomplete="tel" value="${phone}" required /></label>
      <label>Alamat <input name="address" autocomplete="street-address" value="${address}" maxlength="250" required /></label>
      <ship-area-search
        for="delivery"
        name="area"
        required
        base-url="/shipping"
        contact-url="${contact}"
        area="${district ? JSON.stringify(district) : ''}"
      ></ship-area-search>
      ${district?.name && html`<noscript><p>Dikirim ke ${district.name}</p></noscript>`}
      <ship-checkout
        id="delivery"
        name="shipping"
        value="${value}"
        ${insurance && 'insurance'}
        ${cashOnDelivery && 'cash-on-delivery'}
        required
        base-url="/shipping"
        contact-url="${contact}"
        order-mode="none"
        cart="${cart}"
        shipment="${JSON.stringify(shipment)}"
        >${prices && raw(prices)}</ship-checkout
      >
      <button class="primary">Buat pesanan</button>
    </form>`;
  const scripts = ['area-search'];
  return context.html(page('Checkout', content, scripts, '/order.js'));
}
shop.get('/', (context) => checkout(context));
/** A cart lives for a day, and a page may be open for longer. */
shop.get('/cart', async (context) => {
  const { reference } = await purchases.begin(context.get('visit'));
  return context.text(await signCart(cartOf(reference), keys));
});

shop.post('/orders', async (context) => {
  const form = await context.req.parseBody();
  const { reference, area: id } = form;
  // Without JavaScript there is no search: the parcel goes to the district that the page has named.
  const searched = id && { id, name: form['area-name'], postal_code: Number(form['area-postal-code']) || undefined };
  const district = searched || districtOf(context);
  const known = { httpOnly: true, secure, sameSite: 'Lax', path: '/', maxAge: 30 * 86_400 };
  // Without the cookie of its visit, the form may be another site's.
  const isOwn = getCookie(context, 'visit');
  if (isOwn && district) setCookie(context, 'district', JSON.stringify(district), known);
  const choice = { ...readChoice(form), destination: destinationOf(district) };
  const parcel = { cart: cartOf(reference), contacts: contactsOf(form), choice };
  const key = { visit: context.get('visit'), reference };
  try {
    const before = await purchases.find(key);
    const { pay } = await purchases.accept(key, parcel);
    deleteCookie(context, 'refused');
    const { name, phone } = form;
    setCookie(context, 'recipient', `${new URLSearchParams({ name, phone, address: form.address })}`, known);
    // For the receipt in this browser: `purchases` tells no page of a name or an address. What is being booked keeps its own.
    const kept = { httpOnly: true, secure, sameSite: 'Lax', path: `/orders/${reference}`, maxAge: 30 * 86_400 };
    const address = [form.name, form.address, district?.name].filter(Boolean).join(', ');
    if (['open', 'to-pay', 'refused'].includes(before?.state)) setCookie(context, 'address', address, kept);
    return await toPayment(context, { reference, pay });
  } catch (problem) {
    if (!isPurchaseError(problem)) throw problem;
    // Another tab has begun it, with another choice: the receipt says how it stands.
    if (problem.code === 'begun-otherwise') return context.redirect(`/orders/${reference}`, 303);
    // The cause is for you: a clock that is wrong says so here.
    if (problem.cause) console.warn(problem.cause.message);
    // A form from before is shown with the order that is open now.
    const { reference: open } = await purchases.begin(context.get('visit'));
    const refused = {
      ...form,
      reference: open,
      shipping: choice.service,
      'shipping-offer': '',
      problem: problemOf(problem),
    };
    // A browser without cookies reads it here. In others the page says it, until a form is accepted: Back has no form to send again.
    if (!isOwn) return checkout(context, refused, district);
    // Browsers drop a longer cookie.
    const fits = encodeURIComponent(new URLSearchParams(refused)).length < 3900;
    const said = new URLSearchParams(fits ? refused : { reference: open, problem: refused.problem });
    setCookie(context, 'refused', `${said}`, { ...known, maxAge: 300 });
    return context.redirect('/', 303);
  }
});

/** Where the shopper pays, and from where the shopper comes back to the receipt. */
async function toPayment(context, { reference, pay }) {
  if (!pay) return context.redirect(`/orders/${reference}`, 303);
  const back = await purchases.link(`${site}/orders/${reference}`, reference);
  return context.redirect(await paymentPage(pay, back), 303);
}

/** What is shipped, the staff cancel. Of what was refused, the shopper decides. */
const isCancellable = ({ state }) => ['to-pay', 'booking', 'refused'].includes(state);

const words = {
  'to-pay': 'Kami menunggu pembayaran Anda.',
  booking: 'Pesanan masuk. Kurir sedang dipesan.',
  shipped: 'Pesanan masuk. Kurir sudah dipesan.',
  part: 'Sebagian pesanan dibatalkan. Sisanya dikirim.',
  delivered: 'Pesanan sudah sampai.',
  ended: 'Pesanan masuk. Pengirimannya terhenti.',
  refused: 'Kurir tidak bisa dipesan.',
  cancelling: 'Pesanan sedang dibatalkan.',
  cancelled: 'Pesanan dibatalkan. Tidak ada yang dikirim.',
};

/** Some parcels of it go. */
const isHalf = ({ state, deliveries }) => state === 'refused' && deliveries.some((one) => one.state === 'placed');

/** A promise of your shop: write the days that your provider keeps. */
const comesBack = (amount) => `${rupiah(amount)} kembali ke cara bayar yang sama dalam 3 hari kerja.`;
const nothingTaken = ({ deliveries }) =>
  deliveries.some(({ payNow }) => payNow > 0)
    ? 'Kami belum menerima pembayaran. Jika telanjur membayar, uang Anda kembali.'
    : 'Anda belum membayar apa pun, dan tidak ada yang ditagih.';

/** Goods, sums, days and address, as the shopper has accepted them. */
function receiptOf(
  { reference, state, money, pay, payAtDoor, collected, goods, waived, giveBack, deliveries },
  address,
) {
  const sum = (of) => deliveries.reduce((total, delivery) => total + of(delivery), 0);
  const price = sum((delivery) => delivery.price);
  const [insurance, cashOnDelivery] = ['insurance', 'cashOnDelivery'].map((name) => sum(({ fees }) => fees[name]));
  // So that the rows add up.
  const off = sum(({ state, payNow, payAtDoor }) => (state === 'cancelled' ? payNow + payAtDoor : 0));
  const held = -money.owed - (pay?.rupiah ?? 0);
  const unsent = sum((one) => (one.state === 'cancelled' ? 0 : one.payAtDoor)) - payAtDoor - collected;
  const items = itemsOf(reference).map(({ name, quantity }) => `${name} × ${quantity}`);
  const rows = [
    ['No. pesanan', reference],
    ...deliveries.map(({ state, arrival }, index) => {
      // Once it is booked, its element says it.
      if (!arrival || ['placed', 'refused', 'cancelled'].includes(state)) return undefined;
      const which = deliveries.length > 1 ? ` paket ${index + 1}` : '';
      return [`Perkiraan tiba${which}`, arrivalOf(arrival)];
    }),
    // As it was accepted: the catalogue may have another price by now.
    [items.join(', '), rupiah(goods)],
    // As the bill has it that the shopper has accepted.
    ['Ongkos kirim', rupiah(price - insurance - cashOnDelivery)],
    insurance > 0 && ['Asuransi', rupiah(insurance)],
    cashOnDelivery > 0 && ['Biaya COD', rupiah(cashOnDelivery)],
    waived > 0 && ['Ditanggung toko', `−${rupiah(waived)}`],
    off > 0 && ['Dibatalkan', `−${rupiah(off)}`],
    unsent > 0 && ['Belum ditagih', `−${rupiah(unsent)}`],
    money.taken > 0 && ['Sudah dibayar', rupiah(money.taken)],
    money.givenBack > 0 && ['Sudah kembali', rupiah(money.givenBack)],
    giveBack > 0 && ['Akan kembali', rupiah(giveBack)],
    pay && ['Harus dibayar', rupiah(pay.rupiah)],
    // What the shop has given back of it: the staff waive it, or cancel.
    held > 0 && ['Sedang kami periksa', rupiah(held)],
    // Then it is cancelled by itself.
    pay?.until && ['Bayar sebelum', `${times.format(new Date(pay.until)).replace(',', '')} WIB`],
    collected > 0 && ['Dibayar saat tiba', rupiah(collected)],
    payAtDoor > 0 && ['Bayar saat tiba', rupiah(payAtDoor)],
    address && state !== 'cancelled' && ['Dikirim ke', address],
  ];
  return html`<dl>
    ${rows.map((row) => row && html`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`)}
  </dl>`;
}

/** Of several parcels, some may go and others not. */
const parcelWords = {
  chosen: 'Menunggu pembayaran.',
  'to-ship': 'Kurir sedang dipesan.',
  refused: 'Kurir tidak bisa dipesan.',
  cancelling: 'Sedang dibatalkan.',
  cancelled: 'Dibatalkan.',
};

/** Other reasons are for the staff: shoppers read a sentence. */
function parcelSentence({ state, reason }) {
  if (state !== 'placed')
    return html`<p>${reason === 'other-parcel' ? 'Belum dikirim, karena paket lain tidak bisa dikirim.' : parcelWords[state]}</p>`;
  return reason && reason !== 'needs-attention' && html`<p>Paket ini tidak bisa dibatalkan lagi.</p>`;
}

/** A parcel with its courier, its number and its way. `order.js` tells each element its token. Without its way, its days stay in sight. */
const parcelOf = (delivery, index, { length }) => html`<section>
  ${length > 1 && html`<h2>Paket ${index + 1} dari ${length}</h2>`}
  ${(length > 1 || delivery.state === 'placed') && parcelSentence(delivery)}
  ${delivery.state === 'placed' && delivery.arrival && !delivery.ended && !delivery.delivered && html`<p class="days">Perkiraan tiba ${arrivalOf(delivery.arrival)}</p>`}
  ${delivery.state === 'placed' && html`<ship-tracking base-url="/shipping" contact-url="${contact}" heading-level="${length > 1 ? 3 : 2}" label="${length > 1 ? `Paket ${index + 1}` : ''}" data-track="${delivery.track}"></ship-tracking>`}
</section>`;

/** A button for each way on after a refusal. Another service costs the shopper nothing: the shop bears up to `mostExtra` for each parcel. */
async function remediesOf(own, isAsked) {
  const { reference, money } = own;
  const asked = isAsked ? [purchases.services(reference), wait(1_500)] : [undefined];
  const services = await Promise.race(asked).catch(() => undefined);
  // The cheapest of each courier. They come the cheapest first.
  const isFirst = ({ courierName }, at) => services.findIndex((one) => one.courierName === courierName) === at;
  const offered = services?.filter(isFirst).slice(0, 3);
  const days = ({ arrival }) => arrival && html`: <span class="whole">tiba ${daysOf(arrival)}</span>`;
  const back = money.owed > 0 ? comesBack(money.owed) : '';
  const rest = money.stands > 0 ? ` Sisanya ${rupiah(money.stands)} kembali jika paket belum di tangan kurir.` : '';
  const all = own.deliveries.length > 1 ? 'Batalkan semua' : 'Batalkan pesanan';
  return html`<h2>Anda bisa memilih</h2>
    ${!isAsked && html`<p><a href="?layanan=1">Lihat layanan lain</a></p>`}
    ${isAsked && !services && html`<p>Muat ulang nanti untuk melihat layanan lain.</p>`}
    ${services?.length === 0 && html`<p>Saat ini tidak ada layanan lain seharga itu. Batalkan, lalu pesan lagi.</p>`}
    ${offered?.map(
      (one) => html`<button formaction="/orders/${reference}/retry" name="service" value="${one.service}">
        Kirim dengan ${one.courierName} ${one.serviceName}${days(one)}, tanpa biaya tambahan
      </button>`,
    )}
    ${isHalf(own) && cancelling('Batalkan paket yang tidak dikirim', back, html`name="only" value="refused"`)}
    ${cancelling(all, back + rest)}`;
}

/** Asks once more before anything is cancelled, and says what becomes of the money. */
const cancelling = (what, money, value = '') => html`<details>
  <summary>${what}</summary>
  ${money && html`<p>${money}</p>`}
  <button class="danger" ${value}>Ya, ${what.toLowerCase()}</button>
  <a href="">Tidak jadi</a>
</details>`;

/** The token shows an order. Only the browser that has bought it decides about it. */
const ownOf = (context) => purchases.find({ visit: context.get('visit'), reference: context.req.param('reference') });

// One page for the purchase, with each of its parcels. The provider sends the shopper back here, and your mails link here, with the token of
// `purchases.link` in the fragment: browsers do not send what follows its #.
shop.get('/orders/:reference', async (context) => {
  const { reference } = context.req.param();
  const own = await ownOf(context);
  const token = getCookie(context, 'purchase');
  // A link lives for 30 days, and none outlives its secret.
  const shown = own ?? (token && (await purchases.find({ token }).catch(() => ({ isOver: true }))));
  // What was only begun is no order yet.
  if (shown?.reference !== reference || shown.state === 'open') {
    const nothing = html`<h1>Pesanan tidak ditemukan</h1>
      <p>${shown?.isOver ? 'Tautan ini tidak berlaku lagi.' : 'Pesanan ini tidak ada di browser ini. Buka di browser tempat Anda memesan, atau lewat tautan pesanannya.'}</p>
      <a href="${contact}">Hubungi toko</a>`;
    return context.html(page('Pesanan tidak ditemukan', nothing, [], '/order.js'), 404);
  }
  const { state, money, giveBack, deliveries } = shown;
  const paid = money.taken - money.givenBack;
  const isPaid = paid > 0 && state !== 'cancelled';
  const hasRemedies = state === 'refused' && (isPaid || isHalf(shown));
  const has = (what) => state === 'shipped' && deliveries.some(what);
  const isEnded = has((one) => one.ended);
  const isArrived = state === 'shipped' && deliveries.every((one) => one.delivered || one.state === 'cancelled');
  const half = has((one) => one.state === 'cancelled') ? 'part' : state;
  const known = isEnded ? 'ended' : isArrived ? 'delivered' : half;
  const title = isHalf(shown) ? 'Sebagian paket tidak bisa dikirim.' : words[known];
  // News comes by itself: the payment, or the courier's answer. A page that reloads by itself would begin again under a screen reader.
  const isAwaited = ['to-pay', 'booking', 'cancelling'].includes(state);
  const content = html`<h1 id="state">${title}</h1>
    ${state === 'shipped' && context.req.query('batal') && html`<p role="alert">Pembatalan di sini tidak berhasil, karena kurir sudah dipesan.</p>`}
    ${isAwaited && html`<p>${state === 'to-pay' && 'Sudah membayar? '}<a href="/orders/${reference}">Muat ulang halaman</a></p>`}
    ${giveBack > 0 && html`<p>${comesBack(giveBack)}</p>`}
    ${['cancelled', 'refused'].includes(state) && !hasRemedies && money.taken === 0 && html`<p>${nothingTaken(shown)}</p>`}
    ${receiptOf(shown, own && getCookie(context, 'address'))}
    ${state === 'refused' && (hasRemedies ? html`<p>Kami akan menghubungi Anda${own && ', atau putuskan sendiri di bawah'}.</p>` : !shown.isDone && html`<a href="/">Pilih lagi</a>`)}
    ${deliveries.map(parcelOf)}
    ${isEnded && html`<p>Kami akan menghubungi Anda.</p>`}
    ${state === 'shipped' && !isEnded && !isArrived && !has((one) => one.reason) && html`<p>Sebelum paket di tangan kurir, pesanan masih bisa dibatalkan: <a href="${contact}">hubungi kami</a>.</p>`}
    ${
      own &&
      isCancellable(own) &&
      html`<form action="/orders/${reference}/cancel" method="post">
        ${own.pay && html`<button class="primary" formaction="/orders/${reference}/pay">Lanjut membayar</button>`}
        ${state !== 'refused' && html`<p>Sampai kurir dipesan, pesanan bisa dibatalkan di sini.</p>`}
        ${
          hasRemedies
            ? await remediesOf(own, context.req.query('layanan'))
            : cancelling('Batalkan pesanan', paid > 0 ? comesBack(paid) : money.taken === 0 && nothingTaken(own))
        }
      </form>`
    }
    ${own && html`<p>Simpan <a href="${await purchases.link(`/orders/${reference}`, reference)}">tautan pesanan ini</a> untuk browser lain.</p>`}
    <a href="${contact}">Hubungi toko</a>
    ${own?.isDone && !hasRemedies && !isAwaited && html`<a href="/?lagi=${reference}">Pesan lagi</a>`}`;
  return context.html(page(title, content, ['tracking'], '/order.js'));
});

shop.post('/orders/shown', async (context) => {
  const { token } = await context.req.parseBody();
  const options = { httpOnly: true, secure, sameSite: 'Lax', path: '/orders', maxAge: 30 * 86_400 };
  setCookie(context, 'purchase', token, options);
  return context.body(null, 204);
});

shop.post('/orders/:reference/pay', async (context) => {
  const own = await ownOf(context);
  return own ? toPayment(context, own) : context.body(null, 403);
});

shop.post('/orders/:reference/cancel', async (context) => {
  const own = await ownOf(context);
  if (!own) return context.body(null, 403);
  const { only } = await context.req.parseBody();
  // Too late: the page says so.
  if (!isCancellable(own)) return context.redirect(`/orders/${own.reference}?batal=1`, 303);
  await purchases.cancel(own.reference, { visit: context.get('visit'), only: only && 'refused' });
  return context.redirect(`/orders/${own.reference}`, 303);
});

shop.post('/orders/:reference/retry', async (context) => {
  const own = await ownOf(context);
  if (!own) return context.body(null, 403);
  const { service } = await context.req.parseBody();
  // A second click, or a service that has become dearer: the receipt says how it stands.
  if (service && own.state === 'refused')
    await purchases.retry(own.reference, { service }).catch((problem) => console.warn(problem.message));
  return context.redirect(`/orders/${own.reference}`, 303);
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
