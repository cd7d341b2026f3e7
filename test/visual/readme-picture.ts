/** `npm run picture` takes the pictures of README from the built widget, on the sandbox: light and dark, in two languages. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { checkoutTag, pageOf, startScriptShop } from '../support/script-shop.ts';
import { fontFaces } from './picture-page.ts';

const folder = fileURLToPath(new URL('../../demo/docs/images/', import.meta.url));

const head = `<style>
  ${fontFaces}
  :root { color-scheme: light dark; background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #e6edf3); }
  body { margin: 0; padding: 20px; font: 16px/1.5 Pictured, sans-serif; }
  ship-checkout { --ship-accent: light-dark(#0a6b5e, #4fd1b8); --ship-on-accent: light-dark(#fff, #06251f); }
</style>`;
/** Tomorrow at nine: arrivals are dates. */
const readyAt = new Date(new Date().setHours(24 + 9, 0, 0, 0)).toISOString();
const page = (lang: string) =>
  pageOf(checkoutTag(`order-mode="order" value="jne/oke" insurance ready-at="${readyAt}"`), { lang, head });

const shop = await startScriptShop({ 'en.html': page('en'), 'id.html': page('id') });
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });

for (const language of ['en', 'id']) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const viewport = { width: 640, height: 900 };
    const tab = await browser.newPage({ viewport, colorScheme });
    await tab.goto(`${shop.address}${language}.html`);
    await tab.locator('[part=button]').waitFor();
    // What COD costs is asked once the page is quiet.
    await tab.locator('ship-rate-comparison', { hasNotText: /see when on|cek saat aktif/ }).waitFor();
    const height = await tab.evaluate(async () => {
      await document.fonts.ready;
      return document.documentElement.getBoundingClientRect().height;
    });
    // Playwright takes no WebP, which is a third of a PNG.
    const devTools = await tab.context().newCDPSession(tab);
    const { data } = await devTools.send('Page.captureScreenshot', {
      format: 'webp',
      quality: 20,
      clip: { x: 0, y: 0, width: viewport.width, height: Math.ceil(height), scale: 1.5 },
      captureBeyondViewport: true,
    });
    const suffix = language === 'en' ? '' : `-${language}`;
    writeFileSync(`${folder}checkout-${colorScheme}${suffix}.webp`, Buffer.from(data, 'base64'));
    await tab.close();
  }
}

await browser.close();
await shop.stop();
