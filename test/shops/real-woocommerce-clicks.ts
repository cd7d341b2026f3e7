import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { expect } from 'chai';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import type { DayTools } from './merchants-day.ts';
import type { RealWordpress } from './real-woocommerce.ts';
import { chooseOnPage } from './shop.ts';
import type { Delivery } from './woocommerce.ts';
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
  /** The services of a package of a cart that is split, in WooCommerce's own rows. */
  rows(page: Page, place: number): Locator;
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
  rows: (page, place) => page.locator(`input[name="shipping_method[${place}]"]`),
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
    // WooCommerce saves a while after the last field. A delivery that is chosen before that is overwritten in its session.
    const saved = page.waitForResponse((answer) => answer.request().postData()?.includes(phone) === true);
    for (const [name, value] of Object.entries({ ...person, phone })) await page.fill(`#shipping-${name}`, value);
    await page.locator('#shipping-postcode').press('Tab');
    await saved;
  },
  async choose(page) {
    await page.locator('input[type=radio][value$=":jne/reg"]').click();
    const told = page.waitForResponse((answer) => answer.request().postData()?.includes('"insured":true') === true);
    await page.locator('.ship-elements-insurance input').click();
    await told;
    await page.locator('.wc-block-components-checkout-place-order-button:not([disabled])').waitFor();
  },
  rows: (page, place) =>
    page.locator('.wc-block-components-shipping-rates-control__package').nth(place).locator(radios),
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

async function addToCart(page: Page, product: string): Promise<void> {
  await page.goto(product);
  await page.locator('.single_add_to_cart_button').click();
  await page.locator('.woocommerce-message, .wc-block-components-notice-banner').first().waitFor();
}

/** From the page of a product to a checkout with a chosen delivery. Resolves with the address of the product. */
export async function toCheckoutOf(page: Page, kind: Kind): Promise<string> {
  const addresses = await shop.ask('prepare', {});
  await addToCart(page, addresses.kain);
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

  /** To a checkout with two packages. Chooses the second row of the first one, and the third row of the other one. */
  async function toPackages(page: Page) {
    await shop.ask('visit', { vendors: true });
    const addresses = await shop.ask('prepare', {});
    const { product, vendors } = await shop.ask('open', {});
    for (const goods of [product, vendors]) await page.request.get(`/?add-to-cart=${goods}`);
    await page.goto(addresses[kind]);
    await checkout.fill(page);
    const services: string[] = [];
    for (const place of [0, 1]) {
      const row = checkout.rows(page, place).nth(place + 1);
      const value = (await row.getAttribute('value')) ?? '';
      const told = page.waitForResponse((answer) =>
        decodeURIComponent(answer.request().postData() ?? '').includes(value),
      );
      await row.click();
      await told;
      services.push(value.replace(/^ship_elements:\d+:/, ''));
    }
    return services;
  }

  /** Clicks "Place order". Resolves with the order, which is paid, and its deliveries as the service has them. */
  async function placeOrder(page: Page) {
    await page.getByRole('button', { name: 'Place order' }).click();
    await page.waitForURL(/order-received/);
    const [, id = ''] = /order-received\/(\d+)/.exec(page.url()) ?? [];
    await shop.ask('paid', { id });
    await shop.ask('run', {});
    const { total, deliveries } = await shop.ask('order', { id });
    const all = await placed();
    const made = (deliveries as Delivery[]).map(({ service_id }) => all.find((order) => order.id === service_id));
    expect(all).to.have.lengthOf(made.length);
    return { total, made };
  }

  it('sells an insured delivery by clicks, with its dates on the next page, and asks the database little', () =>
    inBrowser(async (page) => {
      real().queries();
      await toCheckout(page);
      await page.getByRole('button', { name: 'Place order' }).click();
      await page.waitForURL(/order-received/);
      const [, id = ''] = /order-received\/(\d+)/.exec(page.url()) ?? [];
      expect(await page.locator('body').textContent()).to.match(/\d \w{3}, if it is paid before .*\d\d:\d\d\u00a0WIB/);
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
      await addToCart(other, product);
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

  it('sells two packages by clicks, each with its own courier', () =>
    inBrowser(async (page) => {
      const services = await toPackages(page);
      const { total, made } = await placeOrder(page);
      expect(made.map((order) => `${order?.courier?.company}/${order?.courier?.type}`)).to.deep.equal(services);
      expect(made.map((order) => order?.items?.map(({ name }) => name))).to.deep.equal([['Kain'], ['Songket']]);
      expect(total).to.equal(made.reduce((sum, order) => sum + (order?.price ?? Number.NaN), 155_000));
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
