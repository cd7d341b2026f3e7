import { type BrowserContext, expect, type Page } from '@playwright/test';
import { tellings } from '../e2e/element-states.ts';
import { moments } from '../support/element-moments.ts';
import { offlineTellings, openElement, ownStatesOf, reach, reachOffline } from '../support/element-page.ts';
import { evenOut, fontFaces, prepare } from './picture-page.ts';

export const elements = Object.keys(tellings);

/** A layout fault depends on the width, a colour fault on the scheme, so two views are enough. */
const views = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

/** A Monday morning in Jakarta. Arrival dates and dated rules depend on it. */
const now = '2026-11-23T09:00:00+07:00';

/** Higher than any checkout. A longer list repeats itself, so its picture is cut. */
const mostHeight = 1440;
const longListHeight = 960;

interface Picture {
  state: string;
  png: Buffer;
  width: number;
  height: number;
}

/** The names of an element's sheets. A sheet has all states in one view. */
export const sheetsOf = (name: string): string[] =>
  views.map(({ width, colorScheme }) => `${name}-${width}-${colorScheme}`);

/** Takes the pictures of an element. Each state is opened once and pictured in each view. */
export async function takePictures(page: Page, address: string, name: string): Promise<Map<string, Picture[]>> {
  await page.clock.setFixedTime(now);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openElement(page, address, name);
  await prepare(page);
  const sheets = new Map(sheetsOf(name).map((sheet): [string, Picture[]] => [sheet, []]));
  const picture = async (state: string) => {
    await knowFees(page);
    await evenOut(page);
    const moment = moments[name]?.[state];
    for (const { width, colorScheme } of views) {
      await page.setViewportSize({ width, height: mostHeight });
      await page.emulateMedia({ colorScheme });
      if (moment?.pointed) await moment.act(page);
      sheets.get(`${name}-${width}-${colorScheme}`)?.push({ state, ...(await look(page)) });
    }
  };
  for (const state of ownStatesOf(name)) {
    await reach(page, name, state);
    await picture(state);
  }
  if (offlineTellings[name]) {
    await reachOffline(page, name);
    await picture('offline');
    await page.context().setOffline(false);
  }
  return sheets;
}

/** What COD costs is asked once the page has been quiet for a while. During an order, and after it, nothing is asked. */
async function knowFees(page: Page): Promise<void> {
  await page.clock.fastForward(2000);
  await page.waitForFunction(() => {
    const [element] = document.querySelector('#stage')?.children ?? [];
    const comparison = element?.shadowRoot?.querySelector('ship-rate-comparison') ?? element;
    const isDone = element?.matches(':state(ordering), :state(unconfirmed), :state(placed), :state(stale)');
    return isDone || !comparison?.shadowRoot?.textContent?.includes('see when on');
  });
}

async function look(page: Page) {
  await page.evaluate(() => scrollTo(0, 0));
  const { width = 0, height: whole = 0 } = (await page.locator('#stage').boundingBox()) ?? {};
  const height = whole > mostHeight ? longListHeight : Math.floor(whole);
  const clip = { x: 0, y: 0, width, height };
  return { png: await page.screenshot({ clip, animations: 'disabled', caret: 'hide' }), width, height };
}

/** Steps of red, green and blue. Text stays readable, and the file is half as large. */
const levels = 8;
const steps = Array.from({ length: levels }, (_nothing, step) => (step / (levels - 1)).toFixed(3)).join(' ');
const channels = ['R', 'G', 'B']
  .map((channel) => `<feFunc${channel} type="discrete" tableValues="${steps}"/>`)
  .join('');
const fewerColours = `<svg width="0" height="0"><filter id="fewer" color-interpolation-filters="sRGB">
  <feComponentTransfer>${channels}</feComponentTransfer></filter></svg>`;

/**
 * Puts pictures side by side on one page, at half size and with fewer colours, and compares it with the stored sheet.
 * Side by side, because PNG then compresses each line as a repetition. Single pictures would need 5 MB.
 */
export async function expectAsStored(context: BrowserContext, sheet: string, pictures: Picture[]): Promise<void> {
  const figures = pictures.map(({ state, png, width, height }) => {
    const source = `data:image/png;base64,${png.toString('base64')}`;
    const [half, high] = [Math.floor(width / 2), Math.floor(height / 2)];
    return `<figure><figcaption>${state}</figcaption><img alt="" src="${source}" width="${half}" height="${high}"></figure>`;
  });
  const style = `${fontFaces}
    body { margin: 0; background: white; font: 10px/16px Pictured; }
    svg { position: absolute; }
    main { display: flex; align-items: start; inline-size: max-content; }
    figure { margin: 0; }
    img { display: block; filter: url(#fewer); }`;
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setContent(`<!doctype html><style>${style}</style>${fewerColours}<main>${figures.join('')}</main>`);
  await page.evaluate(async () => {
    await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())]);
  });
  await expect(page.locator('main')).toHaveScreenshot(`${sheet}.png`);
  await page.close();
}
