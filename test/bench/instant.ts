/**
 * Measures the shopper's acts until they are painted: in the script-tag file, and on the same screen written by hand.
 * `npm run bench` runs it. After a build, `npx tsx test/bench/instant.ts 10 200` measures 10 and 200 rates.
 * Each sample loads a new page, because a shopper switches once or twice, before the engine optimises the code.
 */
import { chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { startScriptShop } from '../support/script-shop.ts';
import { buildScripts, contenders } from './instant/contenders.ts';
import { createHeldService } from './instant/service.ts';
import { table } from './instant/table.ts';
import { startThreadClock } from './instant/thread-clock.ts';
import { type Visit, visit } from './instant/visit.ts';

const given = process.argv.slice(2).map(Number);
const counts = given.length ? given : [10, 50, 200, 1000];

/** The first round warms up. */
const rounds = 8;

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
/** One window for all pages, because a new window costs more than a page. */
const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
await phone.newPage();
const stopClock = await startThreadClock(browser);
const scripts = await buildScripts();
const pages = Object.fromEntries(contenders.map(({ file, page }) => [file, page]));
const visits: Visit[] = [];
for (const count of counts) {
  const service = createHeldService(count);
  const shop = await startScriptShop({ ...scripts, ...pages }, undefined, service.fetch);
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) {
      const made = await visit({ phone, shop, service, contender, count });
      if (round) visits.push(made);
    }
  }
  await shop.stop();
}
const clock = await stopClock();
await browser.close();
process.stdout.write(table(visits, clock));
