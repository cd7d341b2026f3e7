import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { expect } from 'chai';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import type { DayTools } from './merchants-day.ts';
import type { RealWordpress } from './real-woocommerce.ts';
import { chooseOnPage } from './shop.ts';
import { bought, delivery, shop } from './woocommerce-shop.ts';

const person = {
  first_name: 'Siti',
  last_name: 'Aminah',
  address_1: 'Jalan Braga 1',
  city: 'Bandung',
  postcode: '40111',
};
const [email, phone] = ['siti@mail.example', '081234567890'];

/** A shopper at a checkout's page, from the address to the click on "Place order". */
interface Checkout {
  fill(page: Page): Promise<void>;
  /** Chooses JNE Reguler, insured. */
  choose(page: Page): Promise<void>;
  /** The address and the chosen delivery, once there are deliveries to choose from. */
  shown(page: Page): Promise<{ postcode: string; chosen: string | undefined }>;
}

const classic: Checkout = {
  async fill(page) {
    await page.locator('#billing_state').selectOption('JB', { force: true });
    for (const [name, value] of Object.entries({ ...person, email, phone })) await page.fill(`#billing_${name}`, value);
    await page.locator('#billing_city').press('Tab');
  },
  async choose(page) {
    const insurance = await chooseOnPage(page);
    await insurance.click();
    await page.waitForFunction(
      () =>
        !document.querySelector('.blockUI') &&
        document.querySelector('#ship-elements-question')?.outerHTML.includes('insured&quot;:true'),
    );
  },
  async shown(page) {
    const checkout = page.locator('ship-checkout');
    await checkout.locator('input[type=radio]').first().waitFor();
    return {
      postcode: await page.inputValue('#billing_postcode'),
      chosen: await checkout.evaluate((element) => (element as unknown as { value?: string }).value),
    };
  },
};

/** Questions of the plugin to the database, in one request of a checkout. */
const mostQueries = 10;

const radios = 'input[type=radio][value^="ship_elements:"]';

const block: Checkout = {
  async fill(page) {
    await page.locator('#email').fill(email);
    await page.locator('#shipping-state').waitFor();
    await page.locator('#shipping-country').selectOption('ID');
    await page.locator('#shipping-state').selectOption('JB');
    for (const [name, value] of Object.entries({ ...person, phone })) await page.fill(`#shipping-${name}`, value);
    await page.locator('#shipping-postcode').press('Tab');
  },
  async choose(page) {
    await page.locator('input[type=radio][value$=":jne/reg"]').click();
    const told = page.waitForResponse((answer) => answer.request().postData()?.includes('"insured":true') === true);
    await page.locator('.ship-elements-insurance input').click();
    await told;
    await page.locator('.wc-block-components-checkout-place-order-button:not([disabled])').waitFor();
  },
  async shown(page) {
    await page.locator(radios).first().waitFor();
    const value = await page.locator(`${radios}:checked`).first().getAttribute('value');
    const saved = page.locator('#shipping-postcode, .wc-block-components-address-card').first();
    const text = (await saved.inputValue().catch(() => saved.textContent())) ?? '';
    return {
      postcode: /\d{5}/.exec(text)?.[0] ?? '',
      chosen: value?.replace(/^ship_elements:\d+:/, ''),
    };
  },
};

const checkouts = { classic, block };
type Kind = keyof typeof checkouts;

/** From the page of a product to a checkout with a chosen delivery. Resolves with the address of the product. */
export async function toCheckoutOf(page: Page, kind: Kind): Promise<string> {
  const addresses = await shop.ask('prepare', {});
  await page.goto(addresses.kain);
  await page.locator('.single_add_to_cart_button').click();
  await page.locator('.woocommerce-message, .wc-block-components-notice-banner').first().waitFor();
  await page.goto(addresses[kind]);
  await checkouts[kind].fill(page);
  await checkouts[kind].choose(page);
  return addresses.kain;
}

/** Staff at these pages of the shop. */
export async function asStaff(context: BrowserContext, id: string): Promise<{ order: string; orders: string }> {
  const { cookies, ...pages } = await shop.ask('sign-in', { id });
  const all = Object.entries<string>(cookies).map(([name, value]) => ({ name, value, url: shop.wordpress.url }));
  await context.addCookies(all);
  return pages;
}

/**
 * What a shopper and the staff do with clicks, in Chromium.
 * @param real the site, which counts the plugin's questions to its database
 */
export function byClicks(kind: Kind, real: () => RealWordpress, { placed }: Pick<DayTools, 'placed'>): void {
  const checkout = checkouts[kind];

  async function inBrowser(work: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
    const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
    const context = await browser.newContext({ baseURL: shop.wordpress.url, locale: 'en-US' });
    context.setDefaultTimeout(30_000);
    await work(await context.newPage(), context).finally(() => browser.close());
  }

  const toCheckout = (page: Page) => toCheckoutOf(page, kind);

  it('sells an insured delivery by clicks, with its dates on the next page, and asks the database little', () =>
    inBrowser(async (page) => {
      real().queries();
      await toCheckout(page);
      await page.getByRole('button', { name: 'Place order' }).click();
      await page.waitForURL(/order-received/);
      const [, id = ''] = /order-received\/(\d+)/.exec(page.url()) ?? [];
      expect(await page.locator('body').textContent()).to.match(/\d \w{3}, if it is paid before .+\d\d:\d\d\u00a0WIB/);
      const { total, delivery: row } = await shop.ask('order', { id });
      expect(row).to.equal(null);
      await shop.ask('paid', { id });
      await shop.ask('run', {});
      const [made, ...others] = await placed();
      expect(others).to.deep.equal([]);
      expect(made?.courier).to.include({ company: 'jne', type: 'reg' });
      expect(made?.courier?.insurance?.amount).to.equal(75_000);
      expect(total).to.equal(75_000 + Number(made?.price));
      const asked = real()
        .queries()
        .filter(({ address }) => /checkout|test-classic|wc-ajax|store\/v1|order-received/.test(address));
      expect(asked.filter(({ queries }) => queries.length > mostQueries)).to.deep.equal([]);
    }));

  it('shows the new total at once where goods were added in another tab, and orders them with the next click', () =>
    inBrowser(async (page, context) => {
      const product = await toCheckout(page);
      const other = await context.newPage();
      await other.goto(product);
      await other.locator('.single_add_to_cart_button').click();
      await other.locator('.woocommerce-message, .wc-block-components-notice-banner').first().waitFor();
      await page.getByRole('button', { name: 'Place order' }).click();
      await page
        .getByText(/150[.,]000/)
        .first()
        .waitFor();
      expect(page.url()).not.to.match(/order-received/);
      await page.getByRole('button', { name: 'Place order' }).click();
      await page.waitForURL(/order-received/);
      const [, id = ''] = /order-received\/(\d+)/.exec(page.url()) ?? [];
      await shop.ask('paid', { id });
      await shop.ask('run', {});
      const [made, ...others] = await placed();
      expect(others).to.deep.equal([]);
      expect((await shop.ask('order', { id })).total).to.equal(150_000 + Number(made?.price));
    }));

  it('has list, address and choice after Back', () =>
    inBrowser(async (page) => {
      const product = await toCheckout(page);
      const before = await checkout.shown(page);
      expect(before).to.deep.equal({ postcode: person.postcode, chosen: 'jne/reg' });
      await page.goto(product);
      await page.goBack();
      expect(await checkout.shown(page)).to.deep.equal(before);
    }));

  it('orders once if staff click “Order the delivery” in two tabs', () =>
    inBrowser(async (page, context) => {
      await shop.ask('settings', { settings: { ...shop.settings, manual: 'yes' } });
      const id = await bought();
      const { order } = await asStaff(context, id);
      const tabs = [page, await context.newPage()];
      for (const tab of tabs) await tab.goto(order);
      await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Order the delivery' }).click()));
      await Promise.all(tabs.map((tab) => tab.getByText('Is ordered').waitFor()));
      expect(await placed()).to.have.lengthOf(1);
    }));

  it('orders the deliveries of many orders at once', () =>
    inBrowser(async (page, context) => {
      await shop.ask('settings', { settings: { ...shop.settings, manual: 'yes' } });
      const ids = [await bought(), await bought()];
      const { orders } = await asStaff(context, ids[0] ?? '');
      await page.goto(orders);
      for (const id of ids) await page.locator(`input[type=checkbox][value="${id}"]`).check();
      await page.locator('#bulk-action-selector-top').selectOption('ship_elements_order');
      await page.locator('#doaction').click();
      await page.waitForLoadState();
      await shop.ask('run', {});
      for (const id of ids) expect((await delivery(id)).state).to.equal('placed');
      expect(await placed()).to.have.lengthOf(2);
    }));
}
