import { readFileSync } from 'node:fs';
import { createSandbox } from '../../src/sandbox/index.ts';
import { contacts } from '../support/fixtures.ts';
import { shipment } from '../support/script-shop.ts';
import { expect, type Page, test } from '../support/shop-test.ts';

const recipe = (name: string) => readFileSync(new URL(`../../demo/recipes/${name}`, import.meta.url), 'utf8');

const checkout = `<ship-checkout base-url="/shipping" order-mode="order" view="list" shipment='${shipment}'></ship-checkout>`;

/** A shop's page with a recipe in it. */
const page = (script: string, markup = checkout, more = '') => `<!doctype html>
  <html lang="en">
    <title>Shop</title>
    <style>:root { color-scheme: light dark }</style>
    <script defer src="ship-elements.js"></script>
    ${more}
    ${markup}
    ${script && `<script type="module">${recipe(script)}</script>`}
  </html>`;

const rate = (tab: Page, key: string) => tab.locator(`input[value="${key}"]`);
const shown = (tab: Page) => tab.getByRole('radio').first().waitFor();

test.afterEach(({ problems }) => expect(problems).toEqual([]));

test('brand colours reach the button, in light and dark', async ({ page: tab, serve }) => {
  const { address } = await serve({
    'index.html': page('', checkout, `<style>${recipe('brand-colours.css')}</style>`),
  });
  for (const [colorScheme, colour] of [
    ['light', 'rgb(122, 31, 92)'],
    ['dark', 'rgb(240, 168, 216)'],
  ] as const) {
    await tab.emulateMedia({ colorScheme });
    await tab.goto(`${address}index.html`);
    await rate(tab, 'jne/reg').check();
    await expect(tab.locator('[part=button]')).toHaveCSS('background-color', colour);
  }
});

test('the shop’s total follows the choice', async ({ page: tab, serve }) => {
  const total = '<output id="total"></output>';
  const { address } = await serve({ 'index.html': page('price-in-my-total.js', total + checkout) });
  await tab.goto(`${address}index.html`);
  await rate(tab, 'jne/reg').check();
  const price = await tab
    .locator('ship-checkout')
    .evaluate(({ rate }: HTMLElementTagNameMap['ship-checkout']) => rate?.price);
  const digits = ((await tab.locator('#total').textContent()) ?? '').replace(/\D/g, '');
  expect(Number(digits)).toBe(185_000 + (price ?? Number.NaN));
});

test('the shop’s summary has what is paid now, and what at the door', async ({ page: tab, serve }) => {
  const sums = '<output id="pay-now"></output><output id="pay-at-door"></output>';
  const { address } = await serve({ 'index.html': page('cash-on-delivery-summary.js', sums + checkout) });
  await tab.goto(`${address}index.html`);
  await rate(tab, 'jne/reg').check();
  const amounts = async () =>
    (await tab.locator('output').allTextContents()).map((text) => Number(text.replace(/\D/g, '')));
  const [prepaid] = await amounts();
  expect(prepaid).toBeGreaterThan(185_000);
  await tab.locator('#cash-on-delivery').click();
  await expect.poll(amounts).toEqual([0, expect.any(Number)]);
  expect((await amounts())[1]).toBeGreaterThan(prepaid ?? 0);
});

test('the shop’s own words are shown', async ({ page: tab, serve }) => {
  const { address } = await serve({ 'index.html': page('own-words.js') });
  await tab.goto(`${address}index.html`);
  await expect(tab.getByText('How should it reach you in 40111?').first()).toBeVisible();
  await expect(tab.getByText('Our choice').first()).toBeVisible();
});

test('only two couriers are listed', async ({ page: tab, serve }) => {
  const { address } = await serve({ 'index.html': page('', recipe('two-couriers.html')) });
  await tab.goto(`${address}index.html`);
  await shown(tab);
  const couriers = await tab
    .locator('ship-checkout')
    .evaluate(({ rates }: HTMLElementTagNameMap['ship-checkout']) => rates.map(({ courier_code }) => courier_code));
  expect(new Set(couriers)).toEqual(new Set(['jne', 'sicepat']));
});

test('GA4 hears of the delivery when the form is submitted', async ({ page: tab, serve }) => {
  const gtag = '<script>var heard = []; function gtag(...told) { heard.push(told); }</script>';
  const form = `<form onsubmit="event.preventDefault()">${checkout}<button>Continue</button></form>`;
  const { address } = await serve({ 'index.html': page('add-shipping-info.js', form, gtag) });
  await tab.goto(`${address}index.html`);
  await rate(tab, 'jne/reg').check();
  expect(await tab.evaluate('heard')).toEqual([]);
  await tab.getByRole('button', { name: 'Continue' }).click();
  expect(await tab.evaluate('heard')).toEqual([
    ['event', 'add_shipping_info', expect.objectContaining({ currency: 'IDR', shipping_tier: 'JNE Reguler' })],
  ]);
});

test('a button elsewhere in the page orders', async ({ page: tab, serve }) => {
  const { address } = await serve({ 'index.html': page('', recipe('order-button-elsewhere.html')) });
  await tab.goto(`${address}index.html`);
  await tab.locator('ship-checkout').evaluate((element, given) => Object.assign(element, given), {
    shipment: JSON.parse(shipment),
    order: contacts,
    value: 'jne/reg',
  });
  await tab.locator('aside [part=button]').click();
  await expect(tab.locator('aside').getByText('cart-1042')).toBeVisible();
});

test('an estimate is marked', async ({ page: tab, serve }) => {
  const sandbox = createSandbox();
  const note = '<p id="estimate" hidden>Delivery prices are estimates just now.</p>';
  const { address } = await serve(
    { 'index.html': page('service-down.js', note + checkout) },
    undefined,
    async (request) => {
      const answer = await sandbox.fetch(request);
      if (!request.url.endsWith('/rates/couriers')) return answer;
      const { pricing, ...body } = (await answer.json()) as { pricing: object[] };
      return Response.json({ ...body, pricing: pricing.map((row) => ({ ...row, estimate: true })) });
    },
  );
  await tab.goto(`${address}index.html`);
  await rate(tab, 'jne/reg').check();
  await expect(tab.locator('#estimate')).toBeVisible();
});

test('an area that the shopper finds becomes the destination', async ({ page: tab, serve }) => {
  const asked: { destination_area_id?: string }[] = [];
  const sandbox = createSandbox();
  const form = '<input id="area" list="areas" autocomplete="off"><datalist id="areas"></datalist>';
  const name = 'Coblong, Bandung, Jawa Barat. 40132';
  const { address } = await serve(
    { 'index.html': page('area-search.js', form + checkout) },
    undefined,
    async (request) => {
      if (request.url.endsWith('/rates/couriers')) asked.push(await request.clone().json());
      return sandbox.fetch(request);
    },
  );
  await tab.route('**/areas?q=*', (route) =>
    route.fulfill({ json: [{ id: 'IDNP9IDNC74IDND6066IDZ40132', name, postalCode: 40132 }] }),
  );
  await tab.goto(`${address}index.html`);
  await shown(tab);
  await tab.locator('#area').fill('coblong');
  await expect(tab.locator('#areas option')).toHaveCount(1);
  await tab.locator('#area').fill(name);
  await expect.poll(() => asked.at(-1)?.destination_area_id).toBe('IDNP9IDNC74IDND6066IDZ40132');
  await expect(tab.getByText('Delivery to 40132').first()).toBeVisible();
});

test('a pin brings the couriers that need one', async ({ page: tab, serve, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: -6.2615, longitude: 106.8106 });
  const near = JSON.stringify({
    ...JSON.parse(shipment),
    ...{ origin_latitude: -6.2922, origin_longitude: 106.7992, destination_postal_code: 12730 },
  });
  const markup = `<button type="button" id="here">Here</button>${checkout.replace(shipment, near)}`;
  const { address } = await serve({ 'index.html': page('map-pin.js', markup) });
  await tab.goto(`${address}index.html`);
  await shown(tab);
  await expect(rate(tab, 'gojek/instant')).toHaveCount(0);
  await tab.locator('#here').click();
  await expect(rate(tab, 'gojek/instant')).toHaveCount(1);
});

test('a scheduled pick-up is ordered for its day and hour, and arrivals are dates', async ({ page: tab, serve }) => {
  const orders: object[] = [];
  const now = new Date('2026-11-23T08:00:00+07:00');
  const sandbox = createSandbox({ now: () => now });
  await tab.clock.setFixedTime(now);
  const form = '<input type="date" id="day"><input type="time" id="time">';
  const { address } = await serve(
    { 'index.html': page('scheduled-pickup.js', form + checkout) },
    undefined,
    async (request) => {
      if (request.url.endsWith('/v1/orders')) orders.push(await request.clone().json());
      return sandbox.fetch(request);
    },
  );
  await tab.goto(`${address}index.html`);
  await tab.locator('ship-checkout').evaluate((element, order) => Object.assign(element, { order }), contacts);
  await tab.locator('#day').fill('2026-11-24');
  await tab.locator('#time').fill('09:00');
  await rate(tab, 'jne/reg').check();
  await expect(tab.locator('ship-rate-comparison')).toContainText('Thu 26');
  await tab.locator('[part=button]').click();
  await expect
    .poll(() => orders)
    .toEqual([
      expect.objectContaining({ delivery_type: 'scheduled', delivery_date: '2026-11-24', delivery_time: '09:00' }),
    ]);
});
