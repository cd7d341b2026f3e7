import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { expectAccessiblePage } from '../support/accessible-page.ts';
import { told } from '../support/element-page.ts';
import { openShop } from '../support/open-shop.ts';
import { type Telling, tellings } from './element-states.ts';

const names = Object.keys(tellings);

describe('the pages of the elements', () => {
  const demo = openShop();
  let page: Page;

  afterEach(() => page.close());

  async function open(name: string, options: Parameters<typeof demo.browser.newPage>[0] = {}): Promise<string[]> {
    // High enough that every row is painted: those out of sight are not.
    page = await demo.browser.newPage({ viewport: { width: 1280, height: 2400 }, ...options });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    const [file, state = ''] = name.split('#');
    await page.goto(`${demo.shop.address}elements/${file}.html#${state}`);
    return problems;
  }

  /** Until another element is there: what it says is said by that one. */
  async function choose(state: string): Promise<void> {
    const before = await page.$('#stage > *');
    await page.getByRole('navigation', { name: 'State' }).getByRole('link', { name: state, exact: true }).click();
    await page.waitForFunction((element) => !element?.isConnected, before);
  }

  for (const name of names) {
    it(`lead every state of ship-${name} to what tells it`, async () => {
      const problems = await open(name);
      const states = await page.locator('#states a').allTextContents();
      assert.deepEqual(states.filter((state) => state !== 'offline').sort(), Object.keys(tellings[name] ?? {}).sort());
      for (const [state, telling] of Object.entries(tellings[name] ?? {})) {
        await choose(state);
        await told(page, name, telling);
      }
      assert.deepEqual(problems, []);
    });

    it(`give nobody trouble to read ship-${name}, in light and in dark, on a small screen and on a large one`, async () => {
      for (const [colorScheme, width] of [
        ['light', 1280],
        ['dark', 360],
      ] as const) {
        await open(name, { colorScheme, viewport: { width, height: 4000 } });
        await told(page, name, tellings[name]?.ready as Telling);
        assert.equal(await page.evaluate(() => document.scrollingElement?.scrollWidth), width);
        await expectAccessiblePage(page);
        if (colorScheme === 'light') await page.close();
      }
    });
  }

  it('say that there is no connection when the browser has none', async () => {
    for (const name of ['checkout', 'rate-comparison']) {
      await open(name);
      await choose('offline');
      await page.context().setOffline(true);
      await told(page, name, ['offline', /You are offline/]);
      if (name === 'checkout') await page.close();
    }
  });

  it('let the form ask for a choice, and nobody make one where it is disabled', async () => {
    await open('rate-comparison#required');
    await page.waitForFunction(() => document.activeElement?.matches('ship-rate-comparison'));
    const missing = await page.evaluate(() => document.querySelector('ship-rate-comparison')?.validity.valueMissing);
    assert.equal(missing, true);
    await choose('disabled');
    assert.equal(await page.getByRole('radio').first().isDisabled(), true);
  });

  it('open in the state that the address names, by the keyboard too, and begin it again', async () => {
    await open('order-button#placed');
    await told(page, 'order-button', ['placed', /Your delivery is ordered/]);
    const order = page.locator('ship-order-button code').first();
    const before = await order.textContent();
    await page.getByRole('button', { name: 'Begin again' }).click();
    await page.waitForFunction((id) => {
      const placed = document.querySelector('ship-order-button')?.placed;
      return placed && placed.id !== id;
    }, before);
    await page.getByRole('link', { name: 'refused', exact: true }).focus();
    await page.keyboard.press('Enter');
    await told(page, 'order-button', ['error', /The courier does not know this address/]);
    assert.match(await page.locator('#shows').innerText(), /Sandbox: error=40002010/);
  });

  it('show the element in the language, direction, colours and width that are asked for', async () => {
    await open('rate-comparison');
    await page.getByLabel('Language').selectOption('id');
    await page.getByLabel('Direction').selectOption('rtl');
    await page.getByLabel('Colours').selectOption('dark');
    await page.getByRole('slider', { name: 'Width' }).fill('320');
    await page.locator('ship-rate-comparison').getByText('Pengiriman', { exact: true }).waitFor();
    const shown = await page.locator('ship-rate-comparison').evaluate((element) => {
      const { direction, colorScheme } = getComputedStyle(element);
      return { direction, colorScheme, width: element.getBoundingClientRect().width };
    });
    assert.deepEqual(shown, { direction: 'rtl', colorScheme: 'dark', width: 320 });
  });

  it('keep the shopper’s events, what they carry, the newest first, a hundred of them, until they are cleared', async () => {
    await open('rate-comparison');
    const rows = page.getByRole('log').getByRole('listitem');
    await page.getByRole('radio', { name: /Wahana Deno/ }).check();
    await rows.filter({ hasText: 'reason: user' }).waitFor();
    const heard = (await rows.allTextContents()).map((row) => row.replace(/ [\d:]+$/, ''));
    assert.deepEqual(heard.slice(0, 3), [
      'ship-rate-change rate: wahana/deno 6600 · previous: — · breakdown: shipping 6600 · reason: user',
      'change value: wahana/deno',
      'input value: wahana/deno',
    ]);
    await page.locator('ship-rate-comparison').evaluate((element) => {
      for (let count = 0; count < 120; count += 1) element.dispatchEvent(new Event('change', { bubbles: true }));
    });
    assert.equal(await rows.count(), 100);
    await page.getByRole('button', { name: 'Clear' }).click();
    assert.equal(await rows.count(), 0);
  });
});
