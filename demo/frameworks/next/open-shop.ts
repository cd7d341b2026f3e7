import { openShop } from './shop.js';

const origins = 'http://localhost:3000,http://127.0.0.1:3000';

async function open() {
  const shop = await openShop({ SHOP_ORIGINS: origins, ...process.env });
  shop.start();
  return shop;
}

// Next loads a module once for each kind of route, and the shop is opened once for all of them.
const kept = globalThis as { shop?: ReturnType<typeof open> | undefined };

/** The shop, opened with the first request: `next build` loads each route without your secrets. */
export function theShop() {
  kept.shop ??= open().catch((problem) => {
    // The next request tries again.
    kept.shop = undefined;
    throw problem;
  });
  return kept.shop;
}
