import { type BrowserContext, expect, type Page } from '@playwright/test';
import { tellings } from '../e2e/element-states.ts';
import { moments } from '../support/element-moments.ts';
import { offlineTellings, openElement, reach, reachOffline, statesOf } from '../support/element-page.ts';
import { evenOut, fontFaces, prepare } from './picture-page.ts';

export const elements = Object.keys(tellings);

/** A fault of layout shows at a width, one of colours in a scheme: each once is enough. */
const views = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

/** A Monday morning in Jakarta: rates have dates, and the service has dated rules. */
const now = '2026-11-23T09:00:00+07:00';

/** A checkout is not higher than this; a list of all rates is, and further down there is more of the same. */
const mostHeight = 1440;
const longListHeight = 960;

interface Picture {
  state: string;
  png: Buffer;
  width: number;
  height: number;
}

/** The names of an element's sheets: each has all its states in one view. */
export const sheetsOf = (name: string): string[] =>
  views.map(({ width, colorScheme }) => `${name}-${width}-${colorScheme}`);

/** Takes every picture of an element, sheet by sheet: each state is led to once, and looked at in every way. */
export async function takePictures(page: Page, address: string, name: string): Promise<Map<string, Picture[]>> {
  await page.clock.setFixedTime(now);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openElement(page, address, name);
  await prepare(page);
  const sheets = new Map(sheetsOf(name).map((sheet): [string, Picture[]] => [sheet, []]));
  const picture = async (state: string) => {
    await evenOut(page);
    const moment = moments[name]?.[state];
    for (const { width, colorScheme } of views) {
      await page.setViewportSize({ width, height: mostHeight });
      await page.emulateMedia({ colorScheme });
      if (moment?.pointed) await moment.act(page);
      sheets.get(`${name}-${width}-${colorScheme}`)?.push({ state, ...(await look(page)) });
    }
  };
  for (const state of statesOf(name)) {
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

async function look(page: Page) {
  await page.evaluate(() => scrollTo(0, 0));
  const { width = 0, height: whole = 0 } = (await page.locator('#stage').boundingBox()) ?? {};
  const height = whole > mostHeight ? longListHeight : Math.floor(whole);
  const clip = { x: 0, y: 0, width, height };
  return { png: await page.screenshot({ clip, animations: 'disabled', caret: 'hide' }), width, height };
}

/** So many steps of red, of green and of blue are left of 256: text is read as well, and half the bytes say so. */
const levels = 8;
const steps = Array.from({ length: levels }, (_nothing, step) => (step / (levels - 1)).toFixed(3)).join(' ');
const channels = ['R', 'G', 'B']
  .map((channel) => `<feFunc${channel} type="discrete" tableValues="${steps}"/>`)
  .join('');
const fewerColours = `<svg width="0" height="0"><filter id="fewer" color-interpolation-filters="sRGB">
  <feComponentTransfer>${channels}</feComponentTransfer></filter></svg>`;

/**
 * Lays pictures on one page, at half their size and with fewer colours, and compares that with the stored one. Beside each
 * other, and not below: a line of a state is then packed as a repetition of the same line of the state before. One by one and
 * as they are, all the pictures would need some 5 MB. At half its size an edge that differs by a shade matters less.
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
