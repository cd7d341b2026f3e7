import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openScriptShop } from '../support/open-script-shop.ts';
import { shipment } from '../support/script-shop.ts';

const page = `<!doctype html>
  <html lang="en">
    <title>Old</title>
    <script defer src="ship-elements.js"></script>
    <ship-checkout base-url="/shipping" couriers="jne" shipment='${shipment}'></ship-checkout>
  </html>`;

describe('a page of another encoding than UTF-8', { timeout: 60_000 }, () => {
  const open = openScriptShop({ 'old.htm': page });

  it('shows the words as they are: its script is read in the encoding of the page', async () => {
    const tab = await open.browser.newPage();
    await tab.goto(`${open.shop.address}old.htm`);
    assert.equal(await tab.evaluate(() => document.characterSet), 'windows-1252');
    const arrivals = tab.locator('ship-rate-comparison .arrival');
    await arrivals.first().waitFor();
    const words = await arrivals.allInnerTexts();
    assert.ok(
      words.some((text) => /^\d+\u2013\d+ days$/.test(text)),
      words.join(),
    );
    await tab.close();
  });
});
