import { type ScriptShop, shipment } from '../support/script-shop.ts';
import { expect, type Page, test } from '../support/shop-test.ts';

/** Resets and themes that style every button, field and list of a page. */
const hostile = `
  * { box-sizing: content-box; float: none; }
  button, select { all: unset; }
  input, label, legend, dl { display: none; }
  fieldset, p, dl, dt, dd { margin: 3rem; padding: 2rem; border: 4px dashed; }
  [role=status], .hidden, .row, .price, .message { position: static; visibility: hidden; inline-size: 40rem; }
  span, b, s, code { display: block; text-transform: uppercase; }
  #insurance, #hint, #reason { opacity: 0; pointer-events: none; }`;

const page = (style: string) => `<!doctype html>
  <html lang="en">
    <head><title>Shop</title><style>${style}</style><script defer src="ship-elements.js"></script></head>
    <body>
      <ship-checkout base-url="/shipping" picker="open" view="list" insured order-mode="order" shipment='${shipment}'></ship-checkout>
    </body>
  </html>`;

test.describe('the widget on a page that styles every element', () => {
  const pages = { 'plain.html': page(''), 'hostile.html': page(hostile) };

  test.use({ viewport: { width: 900, height: 900 } });

  async function open(tab: Page, { address }: ScriptShop, name: string): Promise<void> {
    await tab.goto(address + name);
    await tab.getByRole('radio').first().check();
    await tab.getByRole('button', { name: /^Confirm delivery Rp/ }).waitFor();
  }

  /** The place and the style of each part of the widget. */
  const looks = (tab: Page) =>
    tab.locator('ship-checkout *').evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { display, visibility, opacity, boxSizing, textTransform } = getComputedStyle(element);
        const style = { display, visibility, opacity, boxSizing, textTransform };
        return { tag: `${element.localName}.${element.className}`, place: [x, y, width, height], ...style };
      }),
    );

  test('looks the same, to the pixel, as on a page without styles', async ({ page: tab, serve }) => {
    const shop = await serve(pages);
    await open(tab, shop, 'plain.html');
    const plain = await looks(tab);
    await open(tab, shop, 'hostile.html');
    const disturbed = await looks(tab);
    expect(plain.length).toBeGreaterThan(50);
    expect(disturbed).toStrictEqual(plain);
  });

  test('works as on any other page', async ({ page: tab, serve }) => {
    await open(tab, await serve(pages), 'hostile.html');
    await tab.getByRole('switch', { name: 'Cash on delivery' }).check();
    await tab.locator('ship-courier-picker').getByRole('checkbox').first().check();
    await tab.waitForFunction(() => {
      return document.querySelector('ship-checkout')?.status === 'ready';
    });
    expect(await tab.getByRole('switch', { name: 'Cash on delivery' }).isChecked()).toBeTruthy();
  });
});
