/**
 * `npx tsx test/visual/plugin-pictures.ts SHOP` takes the pictures of a plugin's page in the docs: `woocommerce`, `vendure` or `medusa`. Each shop runs
 * as its tests run it, so WooCommerce needs WOOCOMMERCE_SITE, and Medusa needs Postgres.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { type MedusaClient, startMedusa } from '../shops/medusa.ts';
import { startRealWordpress, visitClassic } from '../shops/real-woocommerce.ts';
import { asStaff, toCheckoutOf } from '../shops/real-woocommerce-clicks.ts';
import { choose } from '../shops/scenarios.ts';
import { type Service, startService } from '../shops/service.ts';
import { chooseOnPage } from '../shops/shop.ts';
import { shopAt, startVendure } from '../shops/vendure.ts';
import { buildDashboard, makeVendureApp, startVendureApp } from '../shops/vendure-app.ts';
import { ordered, startOn } from '../shops/woocommerce-shop.ts';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { installExample } from '../support/installed-example.ts';
import { carefully, npm } from '../support/installed-page.ts';

const folder = fileURLToPath(new URL('../../demo/docs/images/', import.meta.url));

/** Pixels around what is pictured. */
const margin = 8;

/**
 * Writes a part of a page. As WebP, which Playwright does not take.
 * @param height that of the part by default
 */
async function picture(part: Locator, name: string, height?: number): Promise<void> {
  await part.waitFor();
  const box = await part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + scrollX, y: y + scrollY, width, height };
  });
  const devTools = await part.page().context().newCDPSession(part.page());
  const { data } = await devTools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 30,
    clip: {
      x: Math.max(0, box.x - margin),
      y: Math.max(0, box.y - margin),
      width: box.width + 2 * margin,
      height: (height ?? box.height) + 2 * margin,
      scale: 1.25,
    },
    captureBeyondViewport: true,
  });
  writeFileSync(`${folder}plugin-${name}.webp`, Buffer.from(data, 'base64'));
}

interface Shown {
  page: string;
  stop(): Promise<void>;
}

/** The checkout with a chosen delivery and its list folded. */
async function pictureOfCheckout(page: Page, name: string): Promise<void> {
  await page.locator('ship-checkout [part=more][aria-expanded=true]').click();
  await page.locator('ship-checkout [part=more][aria-expanded=false]').waitFor();
  await picture(page.locator('ship-checkout'), `${name}-checkout`);
}

interface StockLocations {
  stock_locations: {
    id: string;
    fulfillment_sets: {
      id: string;
      service_zones: { id: string; shipping_options: Record<'id' | 'name', string>[] }[];
    }[];
  }[];
}

/** The dashboard compiles itself at the first visit. */
const firstVisit = { timeout: 10 * 60_000 };

/** The widget on an order's page, and the form of the shipping option, in the dashboard. */
async function picturesOfMedusa(page: Page, { call, origin, visit }: MedusaClient): Promise<void> {
  const visited = await visit();
  await choose(visited);
  const order = await visited.checkOut('prepaid');
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.goto(`${origin}/app/login`);
  await page.locator('input[name=email]').fill('staff@example.com', firstVisit);
  await page.locator('input[name=password]').fill('staff');
  await page.locator('input[name=password]').press('Enter');
  await page.waitForURL(/app\/orders$/);
  await page.goto(`${origin}/app/orders/${order}`);
  await page.getByRole('button', { name: 'Order the delivery' }).click();
  await page.getByText('Follow the parcel').waitFor();
  await picture(page.locator('.shadow-elevation-card-rest').filter({ hasText: 'Promised for' }), 'medusa-order');
  const fields = 'id,*fulfillment_sets.service_zones.shipping_options';
  const { stock_locations } = await call<StockLocations>(`/admin/stock-locations?fields=${fields}`);
  const location = stock_locations[0];
  const set = location?.fulfillment_sets[0];
  const zone = set?.service_zones[0];
  const option = zone?.shipping_options.find(({ name }) => name === 'Delivery');
  const place = `${location?.id}/fulfillment-set/${set?.id}/service-zone/${zone?.id}`;
  await page.goto(`${origin}/app/settings/locations/${place}/shipping-option/${option?.id}/edit`);
  await picture(page.locator('form').filter({ hasText: 'Fulfillment provider' }), 'medusa-settings', 700);
}

const shops: Record<string, (service: Service, context: BrowserContext) => Promise<Pick<Shown, 'stop'>>> = {
  async woocommerce(service, context) {
    const site = await startOn(() => startRealWordpress(true), visitClassic, 'jne,sicepat')(service);
    const page = await context.newPage();
    await toCheckoutOf(page, 'classic');
    await pictureOfCheckout(page, 'woocommerce');
    const { order } = await asStaff(context, await ordered());
    await page.goto(order);
    await picture(page.locator('[id^=ship][id$=elements].postbox'), 'woocommerce-order');
    await page.goto(new URL('/wp-admin/admin.php?page=wc-settings&tab=shipping&section=ship_elements', order).href);
    await picture(page.getByRole('heading', { name: 'Ship Elements', exact: true }), 'woocommerce-settings', 420);
    return site;
  },
  async vendure(service, context) {
    const shop = await startVendure(service, 'sqlite');
    const page = await context.newPage();
    await page.goto(shop.page);
    await page.getByRole('button', { name: /^Add Batik scarf/ }).click();
    await page.locator('ship-area-search:state(chosen)').waitFor();
    await page.getByRole('button', { name: 'Show deliveries' }).click();
    await chooseOnPage(page);
    await pictureOfCheckout(page, 'vendure');
    await shop.stop();

    const folder = await makeVendureApp();
    buildDashboard(folder, service);
    const app = await startVendureApp(folder, service);
    const sold = await shopAt(app.origin);
    const visit = await sold.visit();
    await choose(visit);
    const order = await visit.checkOut('prepaid');
    await sold.send(order);
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.goto(`${app.origin}/dashboard/login`);
    await page.locator('input:not([type=password])').first().fill('superadmin');
    await page.locator('input[type=password]').fill('superadmin');
    await page.locator('input[type=password]').press('Enter');
    await page.waitForURL(/dashboard\/?$/);
    await page.goto(`${app.origin}/dashboard/orders/${order}`);
    const card = page.locator('[data-slot=card]');
    await picture(card.filter({ hasText: 'Promised for' }), 'vendure-order');
    await page.goto(`${app.origin}/dashboard/shipping-methods/1`);
    const column = page.locator('div:has(> [data-slot=card])').filter({ hasText: 'ship-elements-price' });
    await picture(column.first(), 'vendure-settings');
    return app;
  },
  async medusa(service, context) {
    // The dashboard needs it, and the example shop has none.
    const sdk = ['@medusajs/admin-sdk@2.21.2', '--no-save', ...carefully];
    await npm(await installExample('shops/medusa'), ['install', ...sdk]);
    const shop = await startMedusa(service, { NODE_ENV: 'development', SHOP_ADMIN: 'on' });
    const page = await context.newPage();
    await page.goto(shop.page);
    await page.locator('ship-area-search:state(chosen)').waitFor();
    await page.getByRole('button', { name: 'Continue to delivery' }).click();
    await chooseOnPage(page);
    await pictureOfCheckout(page, 'medusa');
    await picturesOfMedusa(page, shop.client);
    return shop;
  },
};

const take = shops[process.argv[2] ?? ''];
if (!take) throw new Error(`Name one of ${Object.keys(shops).join(', ')}.`);
const service = await startService();
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
const context = await browser.newContext({
  ...{ locale: 'en-US', colorScheme: 'light', timezoneId: 'Asia/Jakarta', viewport: { width: 1000, height: 900 } },
});
const shop = await take(service, context);
await browser.close();
await shop.stop();
await service.stop();
