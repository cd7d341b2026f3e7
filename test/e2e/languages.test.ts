import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { alike, textsOf } from '../support/page-texts.ts';
import { expect, test } from '../support/shop-test.ts';

const elements = [
  'area-search',
  'checkout',
  'courier-picker',
  'rate-comparison',
  'order-button',
  'parcels',
  'promise',
  'tracking',
];
const pages = [
  ...['index', 'playground', 'product', 'cart', 'shop', 'basket', 'tracking', 'desk', 'script-tag'].map(
    (name) => `${name}.html`,
  ),
  ...elements.map((name) => `elements/${name}.html`),
];

/** The texts of all states, which the page has one at a time. */
const sentencesOf = (page: Page) =>
  page.evaluate(async () => {
    const sentences: string[] = [];
    for (const link of document.querySelectorAll<HTMLAnchorElement>('#states a')) {
      const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
      link.click();
      await changed;
      sentences.push(document.querySelector('#shows')?.firstChild?.nodeValue ?? '');
    }
    return sentences;
  });

test.describe('the pages of the demo', () => {
  test.use({ locale: 'id-ID' });
  test.describe.configure({ mode: 'parallel' });

  for (const name of pages)
    test(`speak the language of the browser, and the other one after a tap: ${name}`, async ({ page, demo }) => {
      await page.goto(demo.address + name);
      await expect(page.locator('html')).toHaveAttribute('lang', 'id');
      await expect(page.getByRole('button', { name: 'English' })).toBeInViewport({ ratio: 1 });
      const indonesian = [...(await textsOf(page)), ...(await sentencesOf(page))];
      await page.getByRole('button', { name: 'English' }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      const english = [...(await textsOf(page)), ...(await sentencesOf(page))];
      expect(indonesian.length).toBeGreaterThan(3);
      expect(indonesian.filter((text) => english.includes(text) && !alike.includes(text))).toStrictEqual([]);
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    });
});

test('the pages of the demo do not scroll sideways at 360 px with text at 200%', async ({ page, demo }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const extra = { amount: 1_085_000, fee: 5_425 };
  const order = {
    ...{ id: 'a'.repeat(24), status: 'ready', price: 13_200 },
    courier: { company: 'anteraja', type: 'same_day', waybill_id: 'WYB-1234567890123', insurance: extra },
    destination: { contact_name: 'Siti Rahayu', postal_code: 40_111, cash_on_delivery: extra },
  };
  await page.route('**/desk/orders', (route) => route.fulfill({ json: { orders: [order], draft_orders: [order] } }));
  const wide: string[] = [];
  for (const name of pages) {
    await page.goto(demo.address + name);
    if (name === 'desk.html') await page.locator('table').first().waitFor();
    await page.addStyleTag({ content: ':root { font-size: 200% !important }' });
    const excess = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
    if (excess > 0) wide.push(`${name}: ${excess} px`);
  }
  expect(wide).toStrictEqual([]);
});

test('the forms of the example shops do not, either', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const sheets = ['frameworks', 'hosts', 'shops'].flatMap((folder) =>
    readdirSync(`demo/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /shop\.css$/.test(file) && !file.includes('node_modules'))
      .map((file) => `demo/${folder}/${file}`),
  );
  expect(sheets.length).toBeGreaterThan(10);
  const wide: string[] = [];
  for (const sheet of sheets) {
    const form = '<form><label>Nama <input></label><button class="primary">Lanjut ke pembayaran</button></form>';
    await page.setContent(`<style>${readFileSync(sheet, 'utf8')}</style><main>${form}</main>`);
    await page.addStyleTag({ content: ':root { font-size: 200% !important }' });
    const excess = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
    if (excess > 0) wide.push(`${sheet}: ${excess} px`);
  }
  expect(wide).toStrictEqual([]);
});
