import { checkoutTag } from '../support/script-shop.ts';
import { expect, type Locator, type Page, setContacts, test } from '../support/shop-test.ts';

const form = (lang: string) => `
  <form id="${lang}-form" lang="${lang}">${checkoutTag(`id="${lang}" name="shipping" order-mode="order" all-rates`)}</form>`;

test.describe('two checkouts on one page, in English and in Indonesian', () => {
  let english: Locator;
  let indonesian: Locator;

  test.beforeEach(async ({ page, openPage }) => {
    await openPage(form('en') + form('id'));
    english = page.locator('#en');
    indonesian = page.locator('#id');
    await english.getByRole('radio').nth(1).waitFor();
    await indonesian.getByRole('radio').nth(1).waitFor();
  });

  const submitted = (page: Page, lang: string) =>
    page.evaluate((id) => [...new FormData(document.forms.namedItem(`${id}-form`) ?? undefined)].join(' '), lang);

  /** Records the events with the checkout that dispatches them. */
  const record = (page: Page) =>
    page.evaluate(() => {
      const { dataset } = document.body;
      dataset.events = '';
      for (const type of ['input', 'change', 'ship-rate-change', 'ship-extras-change', 'ship-order-placed']) {
        document.addEventListener(type, ({ target }) => {
          dataset.events += `${(target as Element).id}:${type} `;
        });
      }
    });
  const recorded = async (page: Page) =>
    ((await page.evaluate(() => document.body.dataset.events)) ?? '').trim().split(' ');

  test('each keep and submit their choice, with mouse and keyboard', async ({ page }) => {
    const radios = [english.getByRole('radio'), indonesian.getByRole('radio')] as const;
    await radios[0].nth(0).check();
    await radios[1].nth(1).check();
    expect(await radios[0].nth(0).isChecked()).toBeTruthy();
    await radios[1].nth(1).press('ArrowDown');
    expect(await radios[1].nth(2).isChecked()).toBeTruthy();
    expect(await radios[0].nth(0).isChecked()).toBeTruthy();
    await indonesian.locator('#insurance').click();
    expect(await submitted(page, 'en')).toBe(`shipping,${await radios[0].nth(0).inputValue()}`);
    expect(await submitted(page, 'id')).toMatch(/^shipping,\w+\/\w+ shipping-insurance,on$/);
    expect(await english.locator('#insurance').isChecked()).toBe(false);
  });

  test('each dispatch only their own events, and speak through a status region of their own', async ({ page }) => {
    await expect(english.locator('p[role=status]')).toHaveText(/^\d+ delivery options found\.$/);
    await expect(indonesian.locator('p[role=status]')).toHaveText(/^\d+ pilihan pengiriman ditemukan\.$/);
    await record(page);
    await indonesian.getByRole('radio').nth(1).check();
    await expect(english.locator('p[role=status]')).toHaveText(/found/);
    expect(await recorded(page)).toStrictEqual(['id:input', 'id:change', 'id:ship-rate-change']);
  });

  test('each place their own order', async ({ page }) => {
    await setContacts(page);
    await record(page);
    await english.getByRole('radio').nth(0).check();
    await indonesian.getByRole('radio').nth(0).check();
    await indonesian.getByRole('button', { name: /^Pesan kiriman/ }).click();
    await indonesian.getByText('Pesanan masuk').waitFor();
    expect(await english.evaluate((element) => (element as HTMLElementTagNameMap['ship-checkout']).status)).toBe(
      'ready',
    );
    expect((await recorded(page)).filter((event) => /placed/.test(event)).join()).toBe('id:ship-order-placed');
    await english.getByRole('button', { name: /^Book delivery/ }).click();
    await english.getByText('Order received').waitFor();
    const numbers = await Promise.all(
      [english, indonesian].map((checkout) => checkout.locator('#id-label + dd code').textContent()),
    );
    expect(numbers[0]).not.toBe(numbers[1]);
  });
});
