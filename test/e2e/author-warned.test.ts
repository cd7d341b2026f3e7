import { shipment } from '../support/script-shop.ts';
import { expect, type Page, test } from '../support/shop-test.ts';

const page = (attributes: string) => `<!doctype html>
  <html lang="en">
    <title>To be mended</title>
    <script defer src="ship-elements.js"></script>
    <ship-checkout ${attributes}></ship-checkout>
  </html>`;

/** A town in place of the postal code, and personal data in a name. */
const texts = shipment.replace('12440', '"Jakarta"').replace('Batik scarf', 'For Siti Rahayu');

test.describe('the author of a page with a checkout', () => {
  const pages = {
    'texts.html': page(`base-url="/shipping" shipment='${texts}'`),
    'nowhere.html': page(`shipment='${shipment}'`),
  };

  /** The warnings in the console when the widget shows an error. */
  async function warningsOf(tab: Page, address: string): Promise<string[]> {
    const said: string[] = [];
    tab.on('console', (message) => message.type() === 'warning' && said.push(message.text()));
    await tab.goto(address);
    await tab.locator('ship-checkout .problem').first().waitFor();
    await tab.evaluate(() => document.querySelector('ship-checkout')?.updateComplete);
    return said;
  }

  test('reads in the console which field is wrong and what it must be, without its value', async ({
    page: tab,
    serve,
  }) => {
    const { address } = await serve(pages);
    const said = (await warningsOf(tab, `${address}texts.html`)).join('\n');
    expect(said).toMatch(/origin_postal_code must be a postal code as a number of five digits/);
    expect(said).not.toMatch(/Siti/);
  });

  test('reads in the console that base-url is missing', async ({ page: tab, serve }) => {
    const { address } = await serve(pages);
    expect((await warningsOf(tab, `${address}nowhere.html`)).join('\n')).toMatch(
      /base-url is missing: set it to where your gateway answers/,
    );
  });
});
