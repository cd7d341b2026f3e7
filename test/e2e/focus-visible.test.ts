import type { CheckoutElement } from '../../src/elements/index.ts';
import { type Focus, lookAtFocus } from '../support/focus-ring.ts';
import { serviceOf } from '../support/rates.ts';
import { checkoutTag } from '../support/script-shop.ts';
import { expect, openDetails, type Page, setContacts, test } from '../support/shop-test.ts';

const body = `
  <a href="#before">Before</a>
  ${checkoutTag('picker-open all-rates order-mode="order"')}
  <a href="#after">After</a>`;

const head = `<style>
  :root { color-scheme: light dark; background: light-dark(#ffffff, #121212); color: light-dark(#111111, #eeeeee) }
</style>`;

/** Tabs from the link before the checkout to the one after it. */
async function walk(page: Page): Promise<Focus[]> {
  await page.getByRole('link', { name: 'Before' }).focus();
  const stops: Focus[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const focus = await lookAtFocus(page);
    if (!focus.inCheckout) return stops;
    stops.push(focus);
  }
}

function assertSeen(stops: Focus[], names: RegExp[]): void {
  for (const { name, ring, others, contrast, inSight } of stops) {
    expect(ring, `${name} has a ring of ${ring} px`).toBeGreaterThanOrEqual(2);
    expect(others, `beside ${name} something else has a ring`).toBe(0);
    expect(contrast, `the ring of ${name} has a contrast of ${contrast}`).toBeGreaterThanOrEqual(3);
    expect(inSight, `${name} is out of sight`).toBeTruthy();
  }
  expect([...new Set(stops.map(({ look }) => look))], 'the ring is the same everywhere').toHaveLength(1);
  const passed = stops.map(({ name }) => name).join('\n');
  for (const name of names) expect(passed).toMatch(name);
}

const choices = [/input “Anteraja”/, /Insurance/, /Cash on delivery/];

test.describe('the focused control', () => {
  test.use({ viewport: { width: 420, height: 560 } });

  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(`in ${colorScheme}`, () => {
      test.use({ colorScheme });
      test.beforeEach(({ openPage }) => openPage(body, { head, service: serviceOf() }));

      test('is visible at every step of the Tab key, from the rates to the cancellation', async ({ page }) => {
        await page.getByRole('checkbox').first().waitFor();
        assertSeen(await walk(page), [...choices, /2–3 days/]);

        await page.getByRole('radio', { name: 'J&T Cargo' }).check();
        await page.getByRole('button', { name: 'Book delivery' }).waitFor();
        assertSeen(await walk(page), [...choices, /J&T Cargo/, /always ins/, /Book delivery/]);

        await setContacts(page);
        await page.getByRole('button', { name: 'Book delivery' }).click();
        await page.locator('ship-order-button summary').waitFor();
        assertSeen(await walk(page), [/Order details/]);
        await openDetails(page);
        assertSeen(await walk(page), [/Order details/, /Cancel order/]);
        await page.getByRole('button', { name: 'Cancel order' }).press('Enter');
        assertSeen(await walk(page), [/select “Another/, /Yes, cancel the order/]);
      });

      test('is visible when only a retry is possible', async ({ page }) => {
        await page.getByRole('radio').first().check();
        await page.route('**/v1/rates/couriers', (route) => route.abort());
        await page.locator('ship-checkout').evaluate((element) => void (element as CheckoutElement).refresh());
        await page.getByRole('button', { name: 'Try again' }).waitFor();
        assertSeen(await walk(page), [/2–3 days/, /Try again/]);
        await page.unroute('**/v1/rates/couriers');
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.locator('ship-checkout:not(:state(error), :state(stale))').waitFor();
        await setContacts(page);
        await page.route('**/v1/orders', (route) => route.abort());
        await page.getByRole('button', { name: 'Book delivery' }).click();
        await page.getByRole('button', { name: 'Check again' }).waitFor();
        assertSeen(await walk(page), [/Check again/]);
      });
    });
});

test('focus stays in sight when a key opens the whole list on a phone, and closes it', async ({ page, openPage }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openPage(`<meta name="viewport" content="width=device-width">${checkoutTag('order-mode="order"')}`, { head });
  await page.locator('[part=more]').press('Enter');
  await expect(page.getByRole('radio').nth(8)).toBeAttached();
  expect(await lookAtFocus(page)).toMatchObject({ inCheckout: true, inSight: true });
  await page.keyboard.press('Escape');
  await expect(page.locator('[part=more]')).toBeFocused();
  expect(await lookAtFocus(page)).toMatchObject({ inCheckout: true, inSight: true });
});

/** 1280 × 1024 at 400 %: WCAG 2.4.11. */
test.describe('the focused control of a magnified page', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('is not covered by the bar, at every step of the Tab key', async ({ page, openPage }) => {
    await openPage(body, { head, service: serviceOf() });
    await page.getByRole('checkbox').first().waitFor();
    const stops = await walk(page);
    expect(stops.length).toBeGreaterThan(4);
    expect(stops.filter(({ inSight }) => !inSight).map(({ name }) => name)).toStrictEqual([]);
  });
});
