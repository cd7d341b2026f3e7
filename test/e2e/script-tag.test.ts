import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { InvalidRequestError } from '../../src/client/index.ts';
import type { Item } from '../../src/contract/index.ts';
import type { CheckoutElement } from '../../src/elements/index.ts';
import { openShop } from '../support/open-shop.ts';

describe('the script-tag page', () => {
  const demo = openShop();

  it('loads one file, and sends the choice with a plain form', async () => {
    const page = await demo.browser.newPage();
    const scripts: string[] = [];
    const problems: string[] = [];
    page.on(
      'request',
      (request) => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname),
    );
    page.on('pageerror', (error) => problems.push(String(error)));
    // Vite adds a client of its own to every page it serves; a shop's server does not.
    await page.route('**/@vite/client', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto(`${demo.shop.address}script-tag.html`);
    const radio = page.getByRole('radio').first();
    const service = await radio.inputValue();
    await radio.check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(/shipping=/);
    assert.equal(new URL(page.url()).searchParams.get('shipping'), service);
    assert.deepEqual(new Set(scripts), new Set(['/@vite/client', '/dist/ship-elements.js']));
    assert.deepEqual(problems, []);
    assert.deepEqual(await page.evaluate(() => Object.keys(window).filter((key) => /ship/i.test(key))), []);
  });

  it('names every field that the shop has to mend, by its place', async () => {
    const page = await demo.browser.newPage();
    await page.goto(`${demo.shop.address}script-tag.html`);
    await page.getByRole('radio').first().waitFor();
    const fields = await page.locator('ship-checkout').evaluate(
      (checkout: CheckoutElement) =>
        new Promise((resolve) => {
          checkout.addEventListener('ship-error', ({ error }) => resolve((error as InvalidRequestError).fields));
          const mug = { name: 'Mug', value: -1, quantity: 1 } as Item;
          checkout.shipment = { ...checkout.shipment, origin_postal_code: 1, items: [mug] };
        }),
    );
    assert.deepEqual(fields, [
      { path: 'origin_postal_code', remedy: 'must be a postal code as a number of five digits, for example 12440' },
      { path: 'items.0.value', remedy: 'must be whole rupiah, 0 or more, without decimals' },
      { path: 'items.0.weight', remedy: 'is missing: send whole grams, 1 or more' },
    ]);
  });

  it('loads Lit as shops do, not its development build', async () => {
    const page = await demo.browser.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`${demo.shop.address}script-tag.html`);
    await page.getByRole('radio').first().waitFor();
    assert.deepEqual(
      said.filter((text) => /dev mode/i.test(text)),
      [],
    );
  });

  it('is dark where the shopper’s system is, the page with the widget', async () => {
    const page = await demo.browser.newPage({ colorScheme: 'dark' });
    await page.goto(`${demo.shop.address}script-tag.html`);
    const colours = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.documentElement);
      return {
        backgroundColor,
        color,
        widget: getComputedStyle(document.querySelector('ship-checkout') as Element).color,
      };
    });
    const light = (colour: string) => Number(colour.match(/\d+/)?.[0]) > 127;
    assert.ok(!light(colours.backgroundColor), colours.backgroundColor);
    assert.ok(light(colours.color) && light(colours.widget), `${colours.color}, ${colours.widget}`);
  });

  it('leaves nothing on the page’s window but what Lit and zod know each other by', async () => {
    const page = await demo.browser.newPage();
    const address = `${demo.shop.address}dist/ship-elements.js`;
    await page.goto(`${demo.shop.address}desk/orders`);
    const added = await page.evaluate(async (file) => {
      const before = new Set(Object.getOwnPropertyNames(window));
      const script = Object.assign(document.createElement('script'), { src: file });
      await new Promise((loaded) => {
        script.onload = loaded;
        document.documentElement.append(script);
      });
      return Object.getOwnPropertyNames(window).filter((name) => !before.has(name));
    }, address);
    assert.deepEqual(
      added.filter((name) => !/^(lit|reactiveElement)[A-Z]|^__zod_/.test(name)),
      [],
    );
    assert.ok(added.length);
  });

  it('does not let the form go before the shopper has chosen', async () => {
    const page = await demo.browser.newPage();
    await page.goto(`${demo.shop.address}script-tag.html`);
    await page.getByRole('radio').first().waitFor();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    assert.equal(new URL(page.url()).search, '');
    const focused = await page.evaluate(() => document.activeElement?.localName);
    assert.equal(focused, 'ship-checkout');
  });
});
