import { openElement, told } from '../support/element-page.ts';
import { expect, type Page, test } from '../support/shop-test.ts';
import { tellings } from './element-states.ts';

const names = Object.keys(tellings);

test.describe('the page of an element', () => {
  test.describe.configure({ mode: 'parallel' });
  /** Opens a state, and waits until its page has replaced the element. */
  async function choose(page: Page, state: string): Promise<void> {
    const before = await page.$('#stage > *');
    await page.getByRole('navigation', { name: 'State' }).getByRole('link', { name: state, exact: true }).click();
    await page.waitForFunction((element) => !element?.isConnected, before);
  }

  for (const name of names) {
    test(`has every state of ship-${name}, and shows the one that is chosen`, async ({ page, demo, problems }) => {
      await openElement(page, demo.address, name);
      const states = await page.locator('#states a').allTextContents();
      expect(states.filter((state) => state !== 'offline').sort()).toStrictEqual(
        Object.keys(tellings[name] ?? {}).sort(),
      );
      // accessible-states.test.ts reaches each of them.
      for (const [state, telling] of Object.entries(tellings[name] ?? {}).slice(0, 1)) {
        await choose(page, state);
        await told(page, name, telling);
      }
      expect(problems).toStrictEqual([]);
    });
  }

  test('shows the element in the chosen language, direction, colours and width', async ({ page, demo }) => {
    await openElement(page, demo.address, 'rate-comparison');
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

  test('logs the last hundred events with their fields, the newest first, until they are cleared', async ({
    page,
    demo,
  }) => {
    await openElement(page, demo.address, 'rate-comparison');
    const rows = page.getByRole('log').getByRole('listitem');
    await page.getByRole('radio', { name: /Wahana Deno/ }).check();
    await rows.filter({ hasText: 'reason: user' }).waitFor();
    const heard = (await rows.allTextContents()).map((row) => row.replace(/ [\d:]+$/, ''));
    expect(heard.slice(0, 3)).toStrictEqual([
      'ship-rate-change rate: wahana/deno 6600 · previous: — · breakdown: shipping 6600 · payNow: 191600 · payAtDoor: 0 · arrival: — · reason: user',
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
