import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { type ScriptShop, shipment, startScriptShop } from '../support/script-shop.ts';

/** What resets and themes of shops do to every button, field and list of a page. */
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
      <ship-checkout base-url="/shipping" insured order-mode="order" shipment='${shipment}'></ship-checkout>
    </body>
  </html>`;

describe('the widget on a page whose styles mean everything in it', () => {
  let shop: ScriptShop;
  let browser: Browser;

  before(async () => {
    shop = await startScriptShop({ 'plain.html': page(''), 'hostile.html': page(hostile) });
    browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  });

  after(async () => {
    await browser?.close();
    await shop?.stop();
  });

  async function open(name: string): Promise<Page> {
    const tab = await browser.newPage({ viewport: { width: 900, height: 900 } });
    await tab.goto(shop.address + name);
    await tab.getByRole('radio').first().check();
    await tab.getByRole('button', { name: /^Order delivery Rp/ }).waitFor();
    return tab;
  }

  /** Everything in the widget: where it stands, and what it looks like. */
  const looks = (tab: Page) =>
    tab.locator('ship-checkout *').evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { display, visibility, opacity, boxSizing, textTransform } = getComputedStyle(element);
        const style = { display, visibility, opacity, boxSizing, textTransform };
        return { tag: `${element.localName}.${element.className}`, place: [x, y, width, height], ...style };
      }),
    );

  it('stands and looks to the pixel as on a page without any', async () => {
    const [plain, disturbed] = [await looks(await open('plain.html')), await looks(await open('hostile.html'))];
    assert.ok(plain.length > 50);
    assert.deepEqual(disturbed, plain);
  });

  it('is used as on any other page', async () => {
    const tab = await open('hostile.html');
    await tab.getByRole('switch', { name: 'Cash on delivery' }).check();
    await tab.locator('ship-courier-picker').getByRole('checkbox').first().check();
    await tab.waitForFunction(() => {
      const { couriers, rates, status } = document.querySelector('ship-checkout') ?? {};
      return couriers && status === 'ready' && rates?.every(({ courier_code }) => courier_code === couriers);
    });
    assert.ok(await tab.getByRole('switch', { name: 'Cash on delivery' }).isChecked());
  });
});
