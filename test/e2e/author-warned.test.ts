import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openScriptShop } from '../support/open-script-shop.ts';
import { shipment } from '../support/script-shop.ts';

const page = (attributes: string) => `<!doctype html>
  <html lang="en">
    <title>To be mended</title>
    <script defer src="ship-elements.js"></script>
    <ship-checkout ${attributes}></ship-checkout>
  </html>`;

/** As a cart is written down that keeps its numbers as text, and a note of the shopper's among them. */
const texts = shipment.replace('12440', '"12440"').replace('Batik scarf', 'For Siti Rahayu');

describe('the author of a page with a checkout', { timeout: 60_000 }, () => {
  const open = openScriptShop({
    'texts.html': page(`base-url="/shipping" shipment='${texts}'`),
    'nowhere.html': page(`shipment='${shipment}'`),
  });

  /** What the console has been told, once the screen says that something is wrong. */
  async function warningsOf(name: string): Promise<string[]> {
    const tab = await open.browser.newPage();
    const said: string[] = [];
    tab.on('console', (message) => message.type() === 'warning' && said.push(message.text()));
    await tab.goto(open.shop.address + name);
    await tab.locator('ship-checkout .problem').first().waitFor();
    await tab.evaluate(() => document.querySelector('ship-checkout')?.updateComplete);
    await tab.close();
    return said;
  }

  it('reads in the console which field is wrong and what it must be, and nothing of what was in it', async () => {
    const said = (await warningsOf('texts.html')).join('\n');
    assert.match(said, /origin_postal_code must be a postal code as a number of five digits/);
    assert.doesNotMatch(said, /Siti/);
  });

  it('reads in the console that the address of the service is missing', async () => {
    assert.match(
      (await warningsOf('nowhere.html')).join('\n'),
      /base-url is missing: set it to where your gateway answers/,
    );
  });
});
