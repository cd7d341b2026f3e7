/**
 * `npm run lab` measures what the script-tag file costs a shopper, beside the same screen written by hand and in React 19: load, answer,
 * switch, choice, bytes, heap and long tasks, with the processor slowed four times. `npm run lab 10 200` measures 10 and 200 rates.
 * `npm run lab -- --write` also writes the first table into demo/docs/performance.md.
 * Each visit opens a new page, because a shopper switches once or twice, before the engine optimises the code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { startScriptShop } from '../support/script-shop.ts';
import { undisturbed } from './lab/calm.ts';
import { buildScripts, bytesOf, contenders, screens } from './lab/contenders.ts';
import { createHeldService } from './lab/service.ts';
import { type Measured, median, tables } from './lab/table.ts';
import { startThreadClock } from './lab/thread-clock.ts';
import { load, type Visit, visit } from './lab/visit.ts';
import { openPriced, type Priced, type PricedLoad, pricedPages, pricedTable } from './lab/with-prices.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, rounds: { type: 'string', default: '7' } },
});
const counts = positionals.length ? positionals.map(Number) : [10, 50, 200, 1000];
const rounds = Number(values.rounds);

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
/** One window for all pages, because a new window costs more than a page. */
const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
const empty = await phone.newPage();
const stopClock = await startThreadClock(browser);
const scripts = await buildScripts();
const pages = Object.fromEntries(contenders.map(({ file, page }) => [file, page]));
const visits: Visit[] = [];
const loads: { contender: (typeof contenders)[number]; shown: number }[] = [];
const pricedLoads: PricedLoad[] = [];
let disturbed = 0;

for (const count of counts) {
  const service = createHeldService(count);
  const files: Record<string, string> = { ...scripts, ...pages };
  const shop = await startScriptShop(files, undefined, service.fetch);
  const priced =
    count === counts[0] ? await pricedPages({ phone, shop }, scripts['in-page.js'] ?? '', count) : undefined;
  Object.assign(files, priced?.files);
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const made: Visit[] = [];
    for (const contender of contenders) {
      const setting = { phone, shop, service, contender, count };
      const visited = await undisturbed(() => visit(setting));
      if (!visited.calm) disturbed += 1;
      made.push(visited.made);
      if (count !== counts[0] || !round) continue;
      const loaded = await undisturbed(() => load(setting));
      loads.push({ contender, shown: loaded.made });
    }
    for (const contender of priced?.pages ?? []) {
      const opened = await undisturbed(() => openPriced({ phone, shop }, contender));
      if (round) pricedLoads.push(opened.made);
    }
    checkSums(made);
    if (round) visits.push(...made);
    process.stderr.write(`${count} rates: round ${round} of ${rounds}\n`);
  }
  await shop.stop();
}

const session = await phone.newCDPSession(empty);
await session.send('HeapProfiler.collectGarbage');
const { usedSize: emptyHeap } = await session.send('Runtime.getHeapUsage');
const clock = await stopClock();
const bytes = new Map(contenders.map((contender) => [contender, bytesOf(contender, scripts)]));
const asAShop = (maker: Priced['maker']) => {
  const isOne = ({ contender }: Pick<Visit, 'contender'>) =>
    contender.maker === maker && contender.screen === screens[0];
  const answers = visits.filter((one) => isOne(one) && one.count === counts[0]);
  return {
    shown: median(loads.filter(isOne).map(({ shown }) => shown)),
    work: median(answers.map(({ acts: [load, answer] }) => clock(`${load?.id} begun`, `${answer?.id} painted`))),
  };
};
const ordinary = { 'by hand': asAShop('by hand'), 'ship-elements': asAShop('ship-elements') };
const withPrices = pricedTable(pricedLoads, clock, ordinary);
const measured: Measured = { visits, clock, bytes, loads, emptyHeap };
const version = browser.version();
await browser.close();

const machine = `${new Date().toISOString().slice(0, 10)}, Chromium ${version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, slowed four times`;
const calm = `${visits.length} visits in ${rounds} rounds, ${disturbed} of them disturbed by other programs.`;
process.stdout.write(`${machine}. ${calm}\n\n${tables(measured)}\n\n${withPrices}\n`);
if (values.write) writePage(`${machine}. ${calm}\n\n${tables(measured, screens.slice(0, 1))}\n\n${withPrices}\n`);

/** All pages have made the same choice with the same switches: a page that shows another sum was measured at other work. */
function checkSums(made: readonly Visit[]): void {
  for (const { contender, count, state } of made) {
    const floor = made.find((one) => one.contender.maker === 'by hand' && one.contender.screen === contender.screen);
    if (state.total !== floor?.state.total)
      throw new Error(
        `${contender.file} shows ${state.total} with ${count} rates, by hand it is ${floor?.state.total}.`,
      );
  }
}

function writePage(tables: string): void {
  const page = new URL('../../demo/docs/performance.md', import.meta.url);
  const [before, after] = ['<!-- npm run lab -->', '<!-- end -->'];
  const written = readFileSync(page, 'utf8');
  const [start, rest] = written.split(before);
  const end = rest?.split(after)[1];
  if (end === undefined) throw new Error(`${page.pathname} lacks ${before} or ${after}.`);
  writeFileSync(page, `${start}${before}\n\n${tables}\n${after}${end}`);
}
