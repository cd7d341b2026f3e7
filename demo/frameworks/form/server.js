import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { proxy } from 'hono/proxy';

const service = process.env.SHIPPING_URL ?? 'http://127.0.0.1:4010';
const port = Number(process.env.PORT ?? 8080);

const shipment = {
  origin_postal_code: 12440,
  destination_postal_code: 40111,
  items: [{ name: 'Batik scarf', value: 185_000, quantity: 1, weight: 250 }],
};

const page = (content) => html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Batik House</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/shop.css" />
      <script src="/ship-elements-0.1.0.js" defer></script>
      <script src="/shop.js" defer></script>
    </head>
    <body>
      <main>${content}</main>
    </body>
  </html>`;

// In an attribute JSON has its quotes escaped: html does that, as every template language can.
const checkout = () => html`<h1>Batik House</h1>
  <form action="/orders" method="post">
    <label>Your name <input name="name" autocomplete="name" required /></label>
    <label>Scarves <input name="quantity" type="number" min="1" value="1" /></label>
    <ship-checkout
      name="shipping"
      required
      base-url="/shipping"
      order-mode="order"
      couriers="jne,sicepat,jntcargo"
      shipment="${JSON.stringify(shipment)}"
    ></ship-checkout>
    <p id="summary">Choose a delivery</p>
    <button>Continue to payment</button>
  </form>`;

const thanks = ({ name, shipping, ...switches }) => html`<h1>Thank you, ${name}</h1>
  <p>By ${shipping}, ${switches['shipping-insured'] ? 'insured' : 'not insured'}</p>`;

const shop = new Hono();
shop.get('/', (context) => context.html(page(checkout())));
shop.post('/orders', async (context) => context.html(page(thanks(await context.req.parseBody()))));
shop.all('/shipping/*', ({ req }) => proxy(`${service}${req.path.slice('/shipping'.length)}`, req));
shop.use(serveStatic({ root: 'node_modules/ship-elements/dist' }), serveStatic({ root: 'public' }));

serve({ fetch: shop.fetch, hostname: '127.0.0.1', port }, (address) => {
  process.stdout.write(`http://127.0.0.1:${address.port}/\n`);
});
