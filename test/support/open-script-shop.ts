import { after, before } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumArguments, findChromium } from './browsers.ts';
import { type ScriptShop, startScriptShop } from './script-shop.ts';

interface OpenScriptShop {
  shop: ScriptShop;
  browser: Browser;
}

/** A shop of plain files and a browser for one group of tests, there before its first and gone after its last. */
export function openScriptShop(...shop: Parameters<typeof startScriptShop>): OpenScriptShop {
  const open = {} as OpenScriptShop;

  before(async () => {
    open.shop = await startScriptShop(...shop);
    open.browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  });

  after(async () => {
    await open.browser?.close();
    await open.shop?.stop();
  });

  return open;
}

/** Keeps what a page asks for at such an address on its way, until the test lets go. */
export async function hold(page: Page, address: string): Promise<() => void> {
  let letGo = () => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await free;
    await route.continue();
  });
  return letGo;
}

/** Until what has changed is on the screen. */
export const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
