import type { BrowserContext } from '@playwright/test';
import type { ScriptShop } from '../../support/script-shop.ts';
import type { Contender } from './contenders.ts';
import type { HeldService } from './service.ts';

export type Act = 'first switch' | 'another switch' | 'cash on delivery' | 'choose a row' | 'answer';

/** What the shopper does once the rates are there, and with which switch or row. The first switch is insurance. */
const script: readonly { act: Exclude<Act, 'answer'>; index: number }[] = [
  { act: 'first switch', index: 0 },
  ...[0, 0].map((index) => ({ act: 'another switch' as const, index })),
  { act: 'cash on delivery', index: 1 },
  ...[0, 1, 2].map((index) => ({ act: 'choose a row' as const, index })),
];

export interface Visit {
  contender: string;
  /** The number of rates. */
  count: number;
  /** Each act with the start of the names of its marks on the clock. */
  acts: { act: Act; id: string }[];
}

interface Setting {
  phone: BrowserContext;
  shop: ScriptShop;
  service: HeldService;
  contender: Contender;
  count: number;
}

/** Opens a page, acts in it as a shopper does, and closes it. */
export async function visit({ phone, shop, service, contender, count }: Setting): Promise<Visit> {
  const { name, file, all } = contender;
  const page = await phone.newPage();
  const acts: Visit['acts'] = [];
  const begin = (act: Act) => {
    const id = `${file} ${visited++} ${act}`;
    acts.push({ act, id });
    return id;
  };
  const asked = service.hold();
  await page.goto(shop.address + file);
  await asked;
  await page.evaluate(() => window.act.quiet());

  const reported = shop.report() as Promise<{ error?: string }>;
  await page.evaluate(([id, rows]) => void window.act.await(id, rows), [begin('answer'), all ? count : 1] as const);
  service.release();
  const { error } = await reported;
  if (error) throw new Error(error);

  for (const { act, index } of script) {
    const step = { id: begin(act), index, choosing: act === 'choose a row' };
    await page.evaluate(
      ({ id, index, choosing }) => (choosing ? window.act.choose(id, index) : window.act.switch(id, index)),
      step,
    );
  }
  await page.close();
  return { contender: name, count, acts };
}

/** Gives each act marks of its own. */
let visited = 0;
