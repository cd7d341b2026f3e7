import type { BrowserContext, CDPSession } from '@playwright/test';
import type { ScriptShop } from '../../support/script-shop.ts';
import type { Contender } from './contenders.ts';
import type { PageState, Report } from './in-page.ts';
import type { HeldService } from './service.ts';

export type Act = 'load' | 'answer' | 'first switch' | 'another switch' | 'cash on delivery' | 'choose a row';

/** What the shopper does once the rates are there, and with which switch or row. The first switch is insurance. */
const script: readonly { act: Act; index: number }[] = [
  { act: 'first switch', index: 0 },
  ...[0, 0].map((index) => ({ act: 'another switch' as const, index })),
  { act: 'cash on delivery', index: 1 },
  ...[1, 2, 0].map((index) => ({ act: 'choose a row' as const, index })),
];

/** The processor is slowed this many times, as a cheap phone's is beside a desktop's. */
const slowdown = 4;

/** Slow 4G as Chromium's tools define it: milliseconds, and bytes a second. */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

export interface Visit {
  contender: Contender;
  /** The number of rates. */
  count: number;
  /** Each act with the start of the names of its marks on the clock. */
  acts: { act: Act; id: string }[];
  /** Bytes of the heap after a collection. */
  heap: number;
  state: PageState;
}

export interface Setting {
  phone: BrowserContext;
  shop: ScriptShop;
  service: HeldService;
  contender: Contender;
  count: number;
  /** The script that does not arrive. */
  blocked?: string;
}

async function openSlowed({ phone }: Setting) {
  const page = await phone.newPage();
  const session = await phone.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  // A script that has failed does less work.
  page.on('pageerror', (error) => {
    throw error;
  });
  return { page, session };
}

/** Opens a page, acts in it as a shopper does, and closes it. */
export async function visit(setting: Setting): Promise<Visit> {
  const { shop, service, contender, count } = setting;
  const { page, session } = await openSlowed(setting);
  const acts: Visit['acts'] = [];
  const begin = (act: Act) => {
    const id = `${contender.file} ${visited++} ${act}`;
    acts.push({ act, id });
    return id;
  };
  const asked = service.hold();
  const load = begin('load');
  await page.goto(`${shop.address + contender.file}?${encodeURIComponent(load)}`);
  await asked;
  await page.evaluate((id) => window.act.loaded(id), load);

  const reported = shop.report() as Promise<Report>;
  const rows = contender.screen === 'as a list' ? count : 1;
  await page.evaluate(([id, rows]) => void window.act.await(id, rows), [begin('answer'), rows] as const);
  service.release();
  const { error } = await reported;
  if (error) throw new Error(`${contender.file}: ${error}`);

  for (const { act, index } of script) {
    const step = { id: begin(act), index, choosing: act === 'choose a row' };
    await page.evaluate(
      ({ id, index, choosing }) => (choosing ? window.act.choose(id, index) : window.act.switch(id, index)),
      step,
    );
  }
  const state = await page.evaluate(() => window.act.state());
  const heap = await heapOf(session);
  await page.close();
  return { contender, count, acts, heap, state };
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Milliseconds from the navigation to the painted rates, on slow 4G. */
export async function load(setting: Setting): Promise<number> {
  const { shop, service, contender, blocked } = setting;
  const { page, session } = await openSlowed(setting);
  if (blocked) await page.route(`**/${blocked}`, (route) => route.abort());
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4g);
  service.release();
  const reported = shop.report() as Promise<Report>;
  await page.goto(`${shop.address + contender.file}#rates=1`);
  const { shown = Number.NaN } = await reported;
  await page.close();
  return shown;
}

/** The body of a page that shows its rates, as HTML. */
export async function contentOf({ phone, shop, service, contender }: Setting): Promise<string> {
  const page = await phone.newPage();
  service.release();
  const reported = shop.report();
  await page.goto(`${shop.address + contender.file}#rates=1`);
  await reported;
  const content = await page.evaluate(() => document.body.innerHTML);
  await page.close();
  return content;
}

/** Opens a page that asks for nothing. @returns the start of the names of its marks */
export async function workUntilUsable(setting: Setting): Promise<string> {
  const { shop, contender } = setting;
  const { page } = await openSlowed(setting);
  const id = `${contender.file} ${visited++} usable`;
  // A deferred script has run before the page is loaded.
  await page.goto(`${shop.address + contender.file}?${encodeURIComponent(id)}`);
  await page.evaluate((id) => window.act.loaded(id), id);
  await page.close();
  return id;
}

/** Gives each act marks of its own. */
let visited = 0;
