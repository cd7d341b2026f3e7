import { expectAccessiblePage } from '../support/accessible-page.ts';
import { told } from '../support/element-page.ts';
import { expect, type Page, test } from '../support/shop-test.ts';
import { type Telling, tellings } from './element-states.ts';

const names = Object.keys(tellings);

test.describe('the pages of the elements', () => {
  test.describe.configure({ mode: 'parallel' });
  // High, because rows out of sight are not painted.
  test.use({ viewport: { width: 1280, height: 2400 } });

  async function open(page: Page, { address }: { address: string }, name: string): Promise<void> {
    const [file, state = ''] = name.split('#');
    await page.goto(`${address}elements/${file}.html#${state}`);
  }

  /** Opens a state, and waits until its page has replaced the element. */
  async function choose(page: Page, state: string): Promise<void> {
    const before = await page.$('#stage > *');
    await page.getByRole('navigation', { name: 'State' }).getByRole('link', { name: state, exact: true }).click();
    await page.waitForFunction((element) => !element?.isConnected, before);
  }

  for (const name of names) {
    test(`show every state of ship-${name}, each accessible`, async ({ page, demo, problems }) => {
      await open(page, demo, name);
      const states = await page.locator('#states a').allTextContents();
      expect(states.filter((state) => state !== 'offline').sort()).toStrictEqual(
        Object.keys(tellings[name] ?? {}).sort(),
      );
      for (const [state, telling] of Object.entries(tellings[name] ?? {})) {
        await choose(page, state);
        await told(page, name, telling);
        await expectAccessiblePage(page, { part: '#stage' });
      }
      expect(problems).toStrictEqual([]);
    });

    test(`are accessible for ship-${name}, in light and in dark, on a small screen and on a large one`, async ({
      page,
      demo,
    }) => {
      for (const [colorScheme, width] of [
        ['light', 1280],
        ['dark', 360],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 4000 });
        await open(page, demo, name);
        await told(page, name, tellings[name]?.ready as Telling);
        expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(width);
        await expectAccessiblePage(page);
      }
    });
  }

  test('say that the browser is offline', async ({ page, demo }) => {
    for (const name of ['checkout', 'rate-comparison']) {
      await open(page, demo, name);
      await choose(page, 'offline');
      await page.context().setOffline(true);
      await told(page, name, ['offline', /No internet connection/]);
      await page.context().setOffline(false);
    }
  });

  test('let the form ask for a choice, and disable the choices in the state “disabled”', async ({ page, demo }) => {
    await open(page, demo, 'rate-comparison#required');
    await page.waitForFunction(() => document.activeElement?.matches('ship-rate-comparison'));
    const missing = await page.evaluate(() => document.querySelector('ship-rate-comparison')?.validity.valueMissing);
    expect(missing).toBe(true);
    await choose(page, 'disabled');
    expect(await page.getByRole('radio').first().isDisabled()).toBe(true);
  });

  test('open in the state that the address names, with the keyboard too, and begin it again', async ({
    page,
    demo,
  }) => {
    await open(page, demo, 'order-button#placed');
    await told(page, 'order-button', ['placed', /Your delivery is confirmed/]);
    const order = page.locator('ship-order-button #id-label + dd code');
    const before = await order.textContent();
    await page.getByRole('button', { name: 'Begin again' }).click();
    await page.waitForFunction((id) => {
      const placed = document.querySelector('ship-order-button')?.placed;
      return placed && placed.id !== id;
    }, before);
    await page.getByRole('link', { name: 'refused', exact: true }).focus();
    await page.keyboard.press('Enter');
    await told(page, 'order-button', ['error', /The courier can’t find this address/]);
    expect(await page.locator('#shows').innerText()).toMatch(/Sandbox: error=40002010/);
  });

  test('show the element in the chosen language, direction, colours and width', async ({ page, demo }) => {
    await open(page, demo, 'rate-comparison');
    await page.getByLabel('Language').selectOption('id');
    await page.getByLabel('Direction').selectOption('rtl');
    await page.getByLabel('Colours').selectOption('dark');
    await page.getByRole('slider', { name: 'Width' }).fill('320');
    await page.locator('ship-rate-comparison').getByText('Pengiriman ke 40111', { exact: true }).waitFor();
    const shown = await page.locator('ship-rate-comparison').evaluate((element) => {
      const { direction, colorScheme } = getComputedStyle(element);
      return { direction, colorScheme, width: element.getBoundingClientRect().width };
    });
    expect(shown).toStrictEqual({ direction: 'rtl', colorScheme: 'dark', width: 320 });
  });

  test('log the last hundred events with their fields, the newest first, until they are cleared', async ({
    page,
    demo,
  }) => {
    await open(page, demo, 'rate-comparison');
    const rows = page.getByRole('log').getByRole('listitem');
    await page.getByRole('radio', { name: /Wahana Deno/ }).check();
    await rows.filter({ hasText: 'reason: user' }).waitFor();
    const heard = (await rows.allTextContents()).map((row) => row.replace(/ [\d:]+$/, ''));
    expect(heard.slice(0, 3)).toStrictEqual([
      'ship-rate-change rate: wahana/deno 6600 · previous: — · breakdown: shipping 6600 · payNow: 191600 · payAtDoor: 0 · reason: user',
      'change value: wahana/deno',
      'input value: wahana/deno',
    ]);
    await page.locator('ship-rate-comparison').evaluate((element) => {
      for (let count = 0; count < 120; count += 1) element.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(await rows.count()).toBe(100);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await rows.count()).toBe(0);
  });
});
