import { openShop } from './shop.js';

type Shop = Awaited<ReturnType<typeof openShop>>;

const origins = 'http://localhost:3000,http://127.0.0.1:3000';

// Next loads a module once for each kind of route, and the shop is opened once for all of them.
const kept = globalThis as { shop?: Promise<Shop> | undefined };

/** The shop, opened with the first request: `next build` loads each route without your secrets. */
export function theShop(): Promise<Shop> {
  kept.shop ??= openShop({ SHOP_ORIGINS: origins, ...process.env }).catch((problem) => {
    // The next request tries again.
    kept.shop = undefined;
    throw problem;
  });
  return kept.shop;
}
