import { openShop } from '../shop.js';

const origins = 'http://localhost:4321,http://127.0.0.1:4321';

// `astro dev` loads this file again after each change, and the shop is opened once.
const kept = globalThis as { shop?: Awaited<ReturnType<typeof openShop>> };
if (!kept.shop) {
  kept.shop = await openShop({ SHOP_ORIGINS: origins, ...process.env });
  kept.shop.start();
}
export const shop = kept.shop;
