import type { BrowserContext } from '@playwright/test';
import type { ScriptShop } from '../../support/script-shop.ts';
import type { Contender } from './contenders.ts';
import type { Painted } from './in-page.ts';
import type { HeldService } from './service.ts';

export type Act = 'first switch' | 'another switch' | 'choose a row' | 'answer';

/** What the shopper does once the rates are there: with which switch or row, the first or the second. */
const script: readonly { act: Exclude<Act, 'answer'>; index: number }[] = [
  { act: 'first switch', index: 0 },
  ...[1, 0].map((index) => ({ act: 'another switch' as const, index })),
  ...[0, 1, 2].map((index) => ({ act: 'choose a row' as const, index })),
];

/** How many times slower the processor is made: a cheap phone's. */
const slowdown = 4;

export interface Visit {
  contender: string;
  /** How many rates there are. */
  count: number;
  /** Whether the processor was slowed down. */
  slow: boolean;
  acts: {
    act: Act;
    /** What its marks on the clock are called. */
    id: string;
    /** Milliseconds on the wall until the paint. */
    time: number;
  }[];
  /** Rates requests of all switches. */
  questions: number;
  /** DOM nodes. */
  nodesPerRow: number;
}

interface Setting {
  phone: BrowserContext;
  shop: ScriptShop;
  service: HeldService;
  contender: Contender;
  count: number;
  slow: boolean;
}

/** A page is opened, the shopper acts in it, and it is closed. */
export async function visit({ phone, shop, service, contender, count, slow }: Setting): Promise<Visit> {
  const { name, file, all } = contender;
  const page = await phone.newPage();
  const session = await phone.newCDPSession(page);
  const id = (act: string) => `${file} ${visited++} ${act}`;
  const asked = service.hold();
  await page.goto(shop.address + file);
  await asked;
  await page.evaluate(() => window.act.quiet());
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow ? slowdown : 1 });

  const answer = { act: 'answer' as const, id: id('answer') };
  const reported = shop.report() as Promise<Painted | { error: string }>;
  await page.evaluate(([id, rows]) => void window.act.await(id, rows), [answer.id, all ? count : 1] as const);
  service.release();
  const report = await reported;
  if ('error' in report) throw new Error(report.error);

  const acts: Visit['acts'] = [{ ...answer, ...report }];
  const before = service.questions;
  for (const { act, index } of script) {
    const step = { id: id(act), index, choosing: act === 'choose a row' };
    const { time } = await page.evaluate(
      ({ id, index, choosing }) => (choosing ? window.act.choose(id, index) : window.act.switch(id, index)),
      step,
    );
    acts.push({ act, id: step.id, time });
  }
  const questions = service.questions - before;
  const nodesPerRow = await page.evaluate(() => window.act.nodesPerRow());
  await page.close();
  return { contender: name, count, slow, acts, questions, nodesPerRow };
}

/** Makes the marks of each act differ. */
let visited = 0;
