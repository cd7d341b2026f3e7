import { type Browser, chromium, type Page } from 'playwright-core';
import { tellings } from '../e2e/element-states.ts';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { offlineTellings, openElement, reach, reachOffline, statesOf } from '../support/element-page.ts';
import { decode, halve, type Image } from './image.ts';
import { evenOut, prepare } from './picture-page.ts';

/** The pictures of one element on one screen in one colour scheme, by what they show. */
export type Sheet = Map<string, Image>;

export const elements = Object.keys(tellings);
const screens = [360, 1280];
const schemes = ['light', 'dark'] as const;

/** The names of an element's sheets. */
export const sheetsOf = (name: string): string[] =>
  screens.flatMap((width) => schemes.map((scheme) => `${name}-${width}-${scheme}`));

/** A checkout is not higher than this; a list of all rates is, and further down there is more of the same. */
const mostHeight = 1440;
const longListHeight = 960;

/** Text alike wherever there is a Chromium: no hints of the system, no colours at its edges, no colour profile of a screen. */
const alike = [
  '--font-render-hinting=none',
  '--disable-font-subpixel-positioning',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
];

export const launchForPictures = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: [...chromiumArguments, ...alike] });

/** Takes every picture of an element: each state is led to once, and looked at in every way. */
export async function takePictures(browser: Browser, address: string, name: string): Promise<Map<string, Sheet>> {
  const page = await openElement(browser, address, name, { reducedMotion: 'reduce', deviceScaleFactor: 1 });
  await prepare(page);
  const sheets = new Map(sheetsOf(name).map((sheet): [string, Sheet] => [sheet, new Map()]));
  const picture = async (state: string) => {
    await evenOut(page);
    for (const width of screens) {
      for (const colorScheme of schemes) {
        await page.setViewportSize({ width, height: mostHeight });
        await page.emulateMedia({ colorScheme });
        sheets.get(`${name}-${width}-${colorScheme}`)?.set(state, await look(page));
      }
    }
  };
  for (const state of statesOf(name)) {
    await reach(page, name, state);
    await picture(state);
  }
  if (offlineTellings[name]) {
    await reachOffline(page, name);
    await picture('offline');
  }
  await page.close();
  return sheets;
}

async function look(page: Page): Promise<Image> {
  await page.evaluate(() => scrollTo(0, 0));
  const { width = 0, height = 0 } = (await page.locator('#stage').boundingBox()) ?? {};
  const clip = { x: 0, y: 0, width, height: height > mostHeight ? longListHeight : Math.floor(height) };
  return halve(decode(await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })));
}
