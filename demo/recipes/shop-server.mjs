import { serve } from '@hono/node-server';
import { openShop } from './shop-with-form.mjs';

const port = Number(process.env.PORT ?? 8080);
const { shop, start } = await openShop({ SHOP_ORIGIN: `http://127.0.0.1:${port}`, ...process.env });
start();
serve({ fetch: shop.fetch, hostname: '127.0.0.1', port }, () => console.log(`http://127.0.0.1:${port}/`));
