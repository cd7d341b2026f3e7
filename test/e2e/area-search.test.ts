import Libsql from 'libsql';
import { expectAccessiblePage } from '../support/accessible-page.ts';
import { docsPage } from '../support/docs.ts';
import { checkoutTag, scriptWithAreaSearch } from '../support/script-shop.ts';
import { expect, type Page, painted, payAndOrder, test } from '../support/shop-test.ts';

/** The policy in the docs. */
const policy = docsPage('security').match(/^Content-Security-Policy: (.+)$/m)?.[1] ?? '';

const choose = async (page: Page, text: string, row: string | RegExp) => {
  const change = page.getByRole('button', { name: 'Change district' });
  if (await change.isVisible()) await change.click();
  const search = page.locator('ship-area-search');
  await search.getByRole('combobox').fill(text);
  await search.getByRole('option').filter({ hasText: row }).click();
};

test('the script-tag file with area search keeps the policy of the docs', async ({ page, openPage, problems }) => {
  const search = '<form><ship-area-search for="shipping" name="area" base-url="/shipping"></ship-area-search></form>';
  await openPage(search + checkoutTag('id="shipping"'), { policy, script: scriptWithAreaSearch });
  await page.getByRole('radio').first().waitFor();
  await choose(page, 'coblong', '40132');
  await expect(page.getByText('Delivery to 40132').first()).toBeVisible();
  expect(problems).toStrictEqual([]);
});

test('a screen reader is told names of several words with their spaces', async ({ page, openPage }) => {
  const search = '<form><ship-area-search for="shipping" name="area" base-url="/shipping"></ship-area-search></form>';
  await openPage(search + checkoutTag('id="shipping"'), { script: scriptWithAreaSearch });
  const session = await page.context().newCDPSession(page);
  /** Name and description, as Chromium hands them to a screen reader. */
  const told = async (role: string) => {
    const { root } = await session.send('DOM.getDocument', { depth: 0 });
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'ship-area-search' });
    const { nodes } = await session.send('Accessibility.queryAXTree', { nodeId, role });
    return nodes.map(({ name, description }) => [name?.value, description?.value].filter(Boolean).join(' — '));
  };
  await page.getByRole('combobox').fill('kebayoran la');
  await page.getByRole('option').first().waitFor();
  expect((await told('option'))[0]).toBe('Kebayoran Lama 12210, Jakarta Selatan, DKI Jakarta');
  await page.getByRole('option').first().click();
  expect(await told('combobox')).toStrictEqual(['District or postal code — Jakarta Selatan, DKI Jakarta 12210']);
});

test.describe('a phone with its keyboard open', () => {
  test.use({ viewport: { width: 360, height: 370 } });

  /** A search below other things of a shop, and its parts. */
  const openSearch = async (page: Page, openPage: (body: string, options: object) => Promise<unknown>) => {
    const search = '<form><ship-area-search for="shipping" name="area" base-url="/shipping"></ship-area-search></form>';
    const body = `<p style="block-size: 300px">Shop</p>${search}${checkoutTag('id="shipping"')}`;
    await openPage(body, { script: scriptWithAreaSearch });
    await page.getByRole('radio').first().waitFor();
    return {
      ...{ host: page.locator('ship-area-search'), input: page.getByRole('combobox'), sheet: page.getByRole('dialog') },
      options: page.getByRole('option'),
      scrolled: () => page.evaluate(() => scrollY),
      /** Searches in the sheet. */
      type: async (text: string) => {
        await page.getByRole('combobox').fill(text);
        await page.getByRole('option').first().waitFor();
      },
    };
  };

  test('shows the search over the whole page until a district is chosen, and the page keeps its height', async ({
    page,
    openPage,
    problems,
  }) => {
    const { input, sheet } = await openSearch(page, openPage);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    await input.click();
    expect(await sheet.boundingBox()).toStrictEqual({ x: 0, y: 0, width: 360, height: 370 });
    expect(await height()).toBe(before);
    await page.keyboard.type('bandung');
    await page.getByRole('option').first().waitFor();
    expect((await page.getByRole('listbox').boundingBox())?.y, 'room for the list').toBeLessThan(120);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await input.click();
    await sheet.getByRole('button', { name: 'District or postal code' }).click();
    await expect(sheet).toHaveCount(0);
    await input.click();
    await page.getByRole('option', { name: /40266/ }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByText('Delivery to 40266').first()).toBeVisible();
    expect(problems).toStrictEqual([]);
  });

  test('shows a district with all its codes, and that a list may be cut off stands at its end', async ({
    page,
    openPage,
  }) => {
    const { input, options, type } = await openSearch(page, openPage);
    await input.click();
    await type('coblong');
    for (const option of await options.all()) await expect(option).toBeInViewport({ ratio: 1 });
    await type('bandung');
    const districts = page.getByRole('listbox').getByRole('group');
    await expect(districts.nth(0)).toBeInViewport({ ratio: 0.9 });
    await expect(districts.nth(1)).toBeInViewport({ ratio: 0.9 });
    const advice = page.getByText('Not in the list? Write more letters.');
    await advice.scrollIntoViewIfNeeded();
    await expect(advice).toBeInViewport({ ratio: 1 });
  });

  test('keeps the sheet and the focus when the text is cleared, and the page behind it does not scroll (mui/material-ui#5750)', async ({
    page,
    openPage,
  }) => {
    const { input, sheet, type, scrolled } = await openSearch(page, openPage);
    await input.click();
    const before = await scrolled();
    const scroll = async () => {
      await page.mouse.move(180, 300);
      await page.mouse.wheel(0, 200);
      await painted(page);
      expect(await scrolled()).toBe(before);
    };
    await scroll();
    await type('sumur bandung');
    await scroll();
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(sheet).toHaveCount(1);
    await expect(input).toBeFocused();
    await expect(input).toHaveValue('');
  });

  test('closes the keyboard with the sheet once a district is chosen, and focus stays in the search (mui/material-ui#18788)', async ({
    page,
    openPage,
  }) => {
    const { input, sheet, type, options, scrolled } = await openSearch(page, openPage);
    await input.click();
    const before = await scrolled();
    await type('coblong');
    await options.first().click();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Change district' })).toBeFocused();
    expect(await scrolled()).toBe(before);
  });

  test('announces in the sheet, because a screen reader hears nothing behind a modal dialog (UI5/webcomponents#13613)', async ({
    page,
    openPage,
  }) => {
    const { input, sheet, type } = await openSearch(page, openPage);
    await input.click();
    await type('coblong');
    await expect(sheet.getByRole('status')).toHaveText('1 district');
    await expectAccessiblePage(page, { part: 'ship-area-search' });
  });

  test('is closed by the browser’s own way back, and Escape closes no dialog of the page around it (openui/open-ui#1147)', async ({
    page,
    openPage,
  }) => {
    const { input, sheet, host } = await openSearch(page, openPage);
    await page.evaluate(() => document.addEventListener('keydown', ({ key }) => (document.title += key)));
    await input.click();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    expect(await page.title()).not.toContain('Escape');
    await input.click();
    await expect(sheet).toHaveCount(1);
    await host.evaluate(({ shadowRoot }) => shadowRoot?.querySelector<HTMLElement>(':popover-open')?.hidePopover());
    await expect(sheet).toHaveCount(0);
    await expect(input).toHaveAttribute('aria-expanded', 'false');
  });

  test('is closed when the page moves the search, and opens again (knadh/oat#72)', async ({ page, openPage }) => {
    const { input, sheet, host, type } = await openSearch(page, openPage);
    await input.click();
    await type('coblong');
    await host.evaluate((search) => search.parentElement?.prepend(search));
    await expect(sheet).toHaveCount(0);
    await expect(page.getByRole('option')).toHaveCount(0);
    await input.click();
    await expect(sheet).toHaveCount(1);
    await expect(page.getByRole('option')).toHaveCount(5);
  });
});

test.describe('a purchase in the demo shop', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('is priced by the district, where one postal code lies in two, and the order has its area', async ({
    page,
    demo,
    problems,
  }) => {
    await page.goto(`${demo.address}shop.html#demo`);
    await page.getByRole('radio').first().waitFor();
    await page.getByText('Change', { exact: true }).first().click();
    const checkout = page.locator('ship-checkout');
    /** The price of a service in a district of 40124. */
    const priceIn = async (district: RegExp) => {
      const quoted = page.waitForResponse('**/v1/rates/couriers');
      await choose(page, '40124', district);
      await quoted;
      await expect(checkout).toHaveJSProperty('status', 'ready');
      return checkout.evaluate(
        ({ rates }: HTMLElementTagNameMap['ship-checkout']) =>
          rates.find(({ courier_code, type }) => courier_code === 'jne' && type === 'reg')?.price,
      );
    };
    const prices = [await priceIn(/^\s*Cibeunying Kaler/), await priceIn(/^\s*Cibeunying Kidul/)];
    expect(prices[0]).not.toBe(prices[1]);
    await expect(page.locator('#address-line')).toContainText('Cibeunying Kidul');

    await checkout.evaluate((element: HTMLElementTagNameMap['ship-checkout']) => {
      element.value = 'jne/reg';
    });
    await payAndOrder(page);
    await expect(checkout).toHaveJSProperty('status', 'placed');
    const number = page.locator('ship-order-button #id-label + dd code');
    await number.waitFor({ state: 'attached' });
    const database = new Libsql(demo.database);
    const select = "SELECT document FROM records WHERE kind = 'order' AND id = ?";
    const { document } = database.prepare(select).get(await number.textContent()) as { document: string };
    database.close();
    expect(JSON.parse(document).destination.district_name).toBe('Cibeunying Kidul');
    expect(JSON.parse(document).price).toBeGreaterThanOrEqual(prices[1] ?? Number.NaN);
    expect(problems).toStrictEqual([]);
  });
});
