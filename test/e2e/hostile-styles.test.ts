import { checkoutTag } from '../support/script-shop.ts';
import { expect, type Page, test } from '../support/shop-test.ts';

/** Resets and themes that style every button, field and list of a page. */
const hostile = `
  * { box-sizing: content-box; float: none; }
  :not(html, body), ::before, ::after { margin: 0; padding: 0; border: 0 solid; }
  button, select { all: unset; }
  input, label, legend, dl { display: none; }
  fieldset, p, dl, dt, dd { margin: 3rem; padding: 2rem; border: 4px dashed; }
  [role=status], .hidden, .row, .price, .message { position: static; visibility: hidden; inline-size: 40rem; }
  span, b, s, code { display: block; text-transform: uppercase; }
  #insurance, #hint, #reason { opacity: 0; pointer-events: none; }`;

/** The place and the style of each part of the widget. */
const looks = (page: Page) =>
  page.locator('ship-checkout *').evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { display, visibility, opacity, boxSizing, textTransform, pointerEvents } = getComputedStyle(element);
      const style = { display, visibility, opacity, boxSizing, textTransform, pointerEvents };
      return { tag: `${element.localName}.${element.className}`, place: [x, y, width, height], ...style };
    }),
  );

test('a page that styles every element changes no pixel of the widget', async ({ page, openPage }) => {
  await page.setViewportSize({ width: 900, height: 900 });
  const open = async (style: string) => {
    await openPage(checkoutTag('picker-open all-rates insurance order-mode="order"'), {
      head: `<style>${style}</style>`,
    });
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: /^Book delivery/ }).waitFor();
    return looks(page);
  };
  const plain = await open('');
  expect(plain.length).toBeGreaterThan(50);
  expect(await open(hostile)).toStrictEqual(plain);
});

test('a dark page prints dark text, because browsers print no background (cloudscape-design/components#1204)', async ({
  page,
  openPage,
}) => {
  await openPage(checkoutTag('all-rates'), { head: '<style>:root { color-scheme: dark; }</style>' });
  const price = page.locator('ship-checkout [part=price]').first();
  await expect(price).toHaveCSS('color', 'rgb(230, 235, 231)');
  await page.emulateMedia({ media: 'print' });
  await expect(price).toHaveCSS('color', 'rgb(29, 36, 32)');
});
