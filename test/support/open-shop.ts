import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from './browsers.ts';
import { type RunningShop, startShop } from './demo-shop.ts';

interface OpenShop {
  shop: RunningShop;
  browser: Browser;
  /** Path of the file that keeps the orders. */
  database: string;
  /** Ends the shop and runs it again on the same database. */
  restart(): Promise<void>;
}

const launchChromium = () => chromium.launch({ executablePath: findChromium(), args: chromiumArguments });

/** A demo shop and a browser for one group of tests, there before its first and gone after its last. */
export function openShop(launch = launchChromium): OpenShop {
  const folder = mkdtempSync(join(tmpdir(), 'ship-elements-shop-'));
  const database = join(folder, 'shop.db');
  const demo = {
    database,
    async restart() {
      await demo.shop.stop();
      demo.shop = await startShop(database);
    },
  } as OpenShop;

  before(async () => {
    demo.shop = await startShop(database);
    demo.browser = await launch();
  });

  after(async () => {
    await demo.browser?.close();
    await demo.shop?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  return demo;
}
