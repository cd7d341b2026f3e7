import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { openShop } from './shop.js';

const port = Number(process.env.PORT ?? 4020);
// Where browsers open the page: Vite's development server, and this one. SHOP_ORIGINS names others instead.
const origins = [5173, port].flatMap((one) => [`http://localhost:${one}`, `http://127.0.0.1:${one}`]).join();
const shop = await openShop({ SHOP_ORIGINS: origins, ...process.env });
shop.start();

const app = new Hono();
app.all('/shipping/*', ({ req, env }) => shop.gateway.fetch(req.raw, { address: env.incoming.socket.remoteAddress }));

// Another site's form comes without the cookie: its answer may not set another one.
app.post('*', ({ req, body }, next) => (req.header('sec-fetch-site') === 'cross-site' ? body(null, 403) : next()));
// On https, add `secure: true`.
app.use('/shop/*', async (context, next) => {
  const visit = getCookie(context, 'visit') || randomUUID();
  setCookie(context, 'visit', visit, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 30 * 86_400 });
  context.set('visit', visit);
  await next();
});
app.get('/shop/checkout', async (context) => context.json(await shop.checkout(context.get('visit'))));
app.post('/shop/quantity', async (context) => {
  const { quantity, after } = await context.req.json();
  await shop.setQuantity(context.get('visit'), quantity, after);
  return context.json(await shop.checkout(context.get('visit')));
});
app.post('/shop/grant', async (context) =>
  context.json(await shop.grant(context.get('visit'), await context.req.json())),
);

app.use(serveStatic({ root: 'dist' }));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address) => {
  process.stdout.write(`http://127.0.0.1:${address.port}/\n`);
});
