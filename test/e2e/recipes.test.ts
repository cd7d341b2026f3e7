import { readFileSync } from 'node:fs';
import { createSandbox } from '../../src/sandbox/index.ts';
import { checkoutTag, scriptWithAreaSearch, shipment } from '../support/script-shop.ts';
import { test as base, expect, type Page, setContacts } from '../support/shop-test.ts';

const recipe = (name: string) => readFileSync(new URL(`../../demo/recipes/${name}`, import.meta.url), 'utf8');

const checkout = checkoutTag('order-mode="order" all-rates');

const test = base.extend<{
  /** Opens a page with a script of the recipes, and with a checkout or other markup. */
  openRecipe(script: string, markup?: string, service?: (request: Request) => Promise<Response>): Promise<void>;
}>({
  openRecipe: async ({ openPage }, use) => {
    await use(async (script, markup = checkout, service = createSandbox().fetch) => {
      await openPage(`${markup}<script type="module">${recipe(script)}</script>`, { service });
    });
  },
});

const rate = (page: Page, key: string) => page.locator(`input[value="${key}"]`);
const shown = (page: Page) => page.getByRole('radio').first().waitFor();

test.afterEach(({ problems }) => expect(problems).toEqual([]));

test('brand colours reach the button, in light and dark', async ({ page, openPage }) => {
  await openPage(checkout, {
    head: `<style>:root { color-scheme: light dark } ${recipe('brand-colours.css')}</style>`,
  });
  await rate(page, 'jne/reg').check();
  for (const [colorScheme, colour] of [
    ['light', 'rgb(122, 31, 92)'],
    ['dark', 'rgb(240, 168, 216)'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('[part=button]')).toHaveCSS('background-color', colour);
  }
});

test('the shop’s total follows the choice', async ({ page, openRecipe }) => {
  await openRecipe('price-in-my-total.js', `<output id="total"></output>${checkout}`);
  await rate(page, 'jne/reg').check();
  const price = await page
    .locator('ship-checkout')
    .evaluate(({ rate }: HTMLElementTagNameMap['ship-checkout']) => rate?.price);
  const total = 185_000 + (price ?? Number.NaN);
  await expect(page.locator('#total')).toHaveText(`Rp\u00a0${total.toLocaleString('en')}`);
});

test('the shop’s summary has what is paid now, and what at the door', async ({ page, openRecipe }) => {
  const sums = '<output id="pay-now"></output><output id="pay-at-door"></output>';
  await openRecipe('cash-on-delivery-summary.js', sums + checkout);
  await rate(page, 'jne/reg').check();
  const amounts = async () =>
    (await page.locator('output').allTextContents()).map((text) => Number(text.replace(/\D/g, '')));
  const [prepaid] = await amounts();
  expect(prepaid).toBeGreaterThan(185_000);
  await page.locator('#cash-on-delivery').click();
  await expect.poll(amounts).toEqual([0, expect.any(Number)]);
  expect((await amounts())[1]).toBeGreaterThan(prepaid ?? 0);
  await page.locator('#cash-on-delivery').click();
  await rate(page, 'anteraja/same_day').check();
  await page.locator('#cash-on-delivery').click();
  await expect(page.locator('#pay-now')).toHaveText('No COD with this courier');
});

test('the shop’s own words are shown', async ({ page, openRecipe }) => {
  await openRecipe('own-words.js');
  await expect(page.getByText('How should it reach you in 40111?').first()).toBeVisible();
  await expect(page.getByText('Our choice').first()).toBeVisible();
});

test('only two couriers are listed', async ({ page, openPage }) => {
  await openPage(recipe('two-couriers.html'));
  await shown(page);
  const couriers = await page
    .locator('ship-checkout')
    .evaluate(({ rates }: HTMLElementTagNameMap['ship-checkout']) => rates.map(({ courier_code }) => courier_code));
  expect(new Set(couriers)).toEqual(new Set(['jne', 'sicepat']));
});

test('GA4 hears of the delivery when the form is submitted', async ({ page, openRecipe }) => {
  const gtag = '<script>var heard = []; function gtag(...told) { heard.push(told); }</script>';
  const form = `<form onsubmit="event.preventDefault()">${checkout}<button>Continue</button></form>`;
  await openRecipe('add-shipping-info.js', gtag + form);
  await rate(page, 'jne/reg').check();
  expect(await page.evaluate('heard')).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await page.evaluate('heard')).toEqual([
    ['event', 'add_shipping_info', expect.objectContaining({ currency: 'IDR', shipping_tier: 'JNE Reguler' })],
  ]);
});

test('a button elsewhere in the page orders', async ({ page, openPage }) => {
  await openPage(recipe('order-button-elsewhere.html'));
  await setContacts(page);
  const given = { shipment: JSON.parse(shipment), value: 'jne/reg' };
  await page.locator('ship-checkout').evaluate((element, given) => Object.assign(element, given), given);
  await page.locator('aside [part=button]').click();
  await page.locator('aside summary').press('Enter');
  await expect(page.locator('aside').getByText('cart-1042')).toBeVisible();
});

test('an estimate is marked', async ({ page, openRecipe }) => {
  const sandbox = createSandbox();
  const note = '<p id="estimate" hidden>Delivery prices are estimates just now.</p>';
  await openRecipe('service-down.js', note + checkout, async (request) => {
    const answer = await sandbox.fetch(request);
    if (!request.url.endsWith('/rates/couriers')) return answer;
    const { pricing, ...body } = (await answer.json()) as { pricing: object[] };
    return Response.json({ ...body, pricing: pricing.map((row) => ({ ...row, estimate: true })) });
  });
  await rate(page, 'jne/reg').check();
  await expect(page.locator('#estimate')).toBeVisible();
});

test('an area that the shopper finds becomes the destination', async ({ page, openPage }) => {
  await openPage(recipe('area-search.html'), { script: scriptWithAreaSearch });
  await expect(page.getByText('Enter your district or postal code').first()).toBeVisible();
  await page.getByRole('combobox').fill('coblong');
  await page.getByRole('option').filter({ hasText: '40132' }).click();
  await shown(page);
  await expect(page.getByText('Delivery to 40132').first()).toBeVisible();
});

test('a pin brings the couriers that need one', async ({ page, openRecipe, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: -6.2615, longitude: 106.8106 });
  const near = JSON.stringify({
    ...JSON.parse(shipment),
    ...{ origin_latitude: -6.2922, origin_longitude: 106.7992, destination_postal_code: 12730 },
  });
  const markup = `<button type="button" id="here">Here</button>${checkout.replace(shipment, near)}`;
  await openRecipe('map-pin.js', markup);
  await shown(page);
  await expect(rate(page, 'gojek/instant')).toHaveCount(0);
  await page.locator('#here').click();
  await expect(rate(page, 'gojek/instant')).toHaveCount(1);
});

test('a pin without the place of the shop is reported as an error of the page', async ({
  page,
  openRecipe,
  context,
  problems,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: -6.2615, longitude: 106.8106 });
  await openRecipe('map-pin.js', `<button type="button" id="here">Here</button>${checkout}`);
  await shown(page);
  await page.locator('#here').click();
  await expect.poll(() => problems.join()).toContain('the shipment needs origin_latitude and origin_longitude');
  problems.length = 0;
});

test('a scheduled pick-up is ordered for its day and hour, and arrivals are dates', async ({ page, openRecipe }) => {
  const orders: object[] = [];
  const now = new Date('2026-11-23T08:00:00+07:00');
  const sandbox = createSandbox({ now: () => now });
  await page.clock.setFixedTime(now);
  const form = '<input type="date" id="day"><input type="time" id="time">';
  await openRecipe('scheduled-pickup.js', form + checkout, async (request) => {
    if (request.url.endsWith('/v1/orders')) orders.push(await request.clone().json());
    return sandbox.fetch(request);
  });
  await setContacts(page);
  await page.locator('#day').fill('2026-11-24');
  await page.locator('#time').fill('09:00');
  await rate(page, 'jne/reg').check();
  await expect(page.locator('ship-rate-comparison')).toContainText('Thu 26');
  await page.locator('[part=button]').click();
  await expect
    .poll(() => orders)
    .toEqual([
      expect.objectContaining({ delivery_type: 'scheduled', delivery_date: '2026-11-24', delivery_time: '09:00' }),
    ]);
});
