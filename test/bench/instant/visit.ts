import type { BrowserContext } from '@playwright/test';
import type { ScriptShop } from '../../support/script-shop.ts';
import type { Contender } from './contenders.ts';
import type { Painted } from './in-page.ts';
import type { HeldService } from './service.ts';

export type Act = 'first switch' | 'another switch' | 'cash on delivery' | 'choose a row' | 'answer';

/** What the shopper does once the rates are there, and with which switch or row. The first switch is insurance. */
const script: readonly { act: Exclude<Act, 'answer'>; index: number }[] = [
  { act: 'first switch', index: 0 },
  ...[0, 0].map((index) => ({ act: 'another switch' as const, index })),
  { act: 'cash on delivery', index: 1 },
  ...[0, 1, 2].map((index) => ({ act: 'choose a row' as const, index })),
];

/** How many times slower the processor is made, to resemble a cheap phone. */
const slowdown = 4;

export interface Visit {
  contender: string;
  /** The number of rates. */
  count: number;
  /** Whether the processor was slowed down. */
  slow: boolean;
  acts: {
    act: Act;
    /** The start of the names of its marks on the clock. */
    id: string;
    /** Milliseconds until the paint. */
    time: number;
  }[];
  /** Rates requests that the switches make. */
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

/** Opens a page, acts in it as a shopper does, and closes it. */
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

/** Gives each act marks of its own. */
let visited = 0;
