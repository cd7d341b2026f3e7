// For development only: a page that takes no money, and calls the shop as Midtrans does. Your provider takes its place.
import { createHash } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { html } from 'hono/html';

const { MIDTRANS_KEY, PAYMENT_PAGE, SHOP_ORIGINS: shop } = process.env;
if (!/^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/.test(shop))
  throw new Error(`No money is taken here: not for ${shop}.`);

const pages = new Hono();
pages.get('/pay', ({ req, html: send }) =>
  send(html`<!doctype html>
    <html lang="id">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Pembayaran pura-pura</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="${shop}/shop.css" />
      <main>
        <h1>Rp${Number(req.query('gross_amount')).toLocaleString('id')}</h1>
        <p>Pembayaran pura-pura untuk ${req.query('order_id')}: tidak ada uang yang ditagih.</p>
        <form method="post"><button class="primary">Bayar</button></form>
      </main>
    </html>`),
);
pages.post('/pay', async ({ req, redirect }) => {
  const { order_id, gross_amount, back } = req.query();
  const signed = createHash('sha512').update(`${order_id}200${gross_amount}${MIDTRANS_KEY}`);
  const paid = { order_id, gross_amount, status_code: '200', transaction_status: 'settlement' };
  const body = JSON.stringify({ ...paid, transaction_id: order_id, signature_key: signed.digest('hex') });
  await fetch(`${shop}/payments/midtrans`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return redirect(back, 303);
});

const { port } = new URL(PAYMENT_PAGE);
serve({ hostname: '127.0.0.1', port: Number(port), fetch: pages.fetch }, () => console.log(PAYMENT_PAGE));
