import { shipment } from '../support/script-shop.ts';
import { expect, test } from '../support/shop-test.ts';

const page = `<!doctype html>
  <html lang="en">
    <title>Old</title>
    <script defer src="ship-elements.js"></script>
    <ship-checkout base-url="/shipping" couriers="jne" shipment='${shipment}'></ship-checkout>
  </html>`;

test.describe('a page in another encoding than UTF-8', () => {
  test('shows the words correctly, though the script is read in that encoding', async ({ page: tab, serve }) => {
    const { address } = await serve({ 'old.htm': page });
    await tab.goto(`${address}old.htm`);
    expect(await tab.evaluate(() => document.characterSet)).toBe('windows-1252');
    const arrivals = tab.locator('ship-rate-comparison .arrival');
    await arrivals.first().waitFor();
    const words = await arrivals.allInnerTexts();
    expect(
      words.some((text) => /^\d+\u2013\d+ days$/.test(text)),
      words.join(),
    ).toBeTruthy();
  });
});
