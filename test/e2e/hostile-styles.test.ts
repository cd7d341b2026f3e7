import { checkoutTag, scriptWithAreaSearch } from '../support/script-shop.ts';
import { expect, type Page, painted, setContacts, test } from '../support/shop-test.ts';

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
    await page.getByRole('radio', { name: /JNE Reguler/ }).check();
    await page.getByRole('button', { name: /^Book delivery/ }).waitFor();
    return looks(page);
  };
  const plain = await open('');
  expect(plain.length).toBeGreaterThan(50);
  expect(await open(hostile)).toStrictEqual(plain);
});

/** What the global style sheets of frameworks and shops say of all tags, of controls, and of what a page's text column holds. */
const themes = {
  'Tailwind’s Preflight': `
    *, ::before, ::after, ::backdrop { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid }
    button, input, select { font: inherit; letter-spacing: inherit; color: inherit; border-radius: 0; background: transparent }
    h1, h2, h3, h4 { font-size: inherit; font-weight: inherit } ol, ul { list-style: none } img, svg { display: block }`,
  'Dawn of Shopify': `
    html { font-size: 62.5%; box-sizing: border-box } *, ::before, ::after { box-sizing: inherit }
    body { display: grid; grid-template-columns: 100%; grid-template-rows: auto 1fr; min-height: 100% }
    div:empty, section:empty, p:empty { display: none } fieldset { border: none; padding: 0 }
    input { min-height: 4.5rem; min-width: 17rem; padding: 1.5rem; border: 0; border-radius: 0 }
    button { min-width: 12rem; min-height: 4.5rem; padding: 0 3rem } details > * { box-sizing: border-box }`,
  'Luma of Magento': `
    html { font-size: 62.5% } label { font-weight: 700; display: inline-block } p { margin: 0 0 1rem }
    input[type], select { height: 32px; padding: 0 9px; font-size: 14px; border-radius: 1px; width: 100% }
    button { padding: 7px 15px; border: 1px solid #ccc; border-radius: 3px; font-weight: 600; line-height: 1.6rem }
    fieldset { margin: 0 0 40px; padding: 0; border: 0 } legend { display: table; font-size: 20px }`,
  Bootstrap: `
    *, ::before, ::after { box-sizing: border-box } :root { scroll-behavior: smooth }
    label { display: inline-block } button, input, select { margin: 0; font-family: inherit; line-height: inherit }
    button { border-radius: 0; text-transform: none } fieldset { min-width: 0; padding: 0; margin: 0; border: 0 }
    p, dl, ul { margin-top: 0; margin-bottom: 1rem } summary { display: list-item } [hidden] { display: none !important }`,
  WordPress: `
    .is-layout-constrained > * { max-width: 645px; margin-inline: auto !important }
    .is-layout-flow > *, .is-layout-constrained > * { margin-block-start: 24px; margin-block-end: 0 }
    input, select { padding: 15px; border: 3px solid #39414d; border-radius: 0; width: 100% }
    button { padding: 15px 30px; border: 3px solid transparent; border-radius: 0; background: #28303d; line-height: 1.5 }
    form > *, form label { margin-bottom: 20px; display: block } a, summary { text-decoration: underline }`,
  'a dark page without a color-scheme':
    'body { color: #d4d4d4; background: #111 } input, button { background: #222; color: #fff }',
};

test('frame, field, button and switch have the same measures under Preflight, Dawn, Luma, Bootstrap, WordPress and on a dark page', async ({
  page,
  openPage,
}) => {
  await page.setViewportSize({ width: 360, height: 900 });
  // The size of text is the page's, so that the measures may follow it. It is the same on each of these pages.
  const head = `<meta name="viewport" content="width=device-width"><style></style>
    <style>body { margin: 0; font: 16px/1.5 sans-serif; letter-spacing: 0 }</style>`;
  const search = '<ship-area-search for="shipping" name="area" base-url="/shipping"></ship-area-search>';
  const checkout = checkoutTag('id="shipping" order-mode="order" insurance');
  await openPage(`<form class="is-layout-constrained">${search}${checkout}</form>`, {
    head,
    script: scriptWithAreaSearch,
  });
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: /^Book delivery/ }).waitFor();
  const parts = {
    frame: 'ship-checkout, ship-area-search',
    field: 'ship-area-search input',
    button: 'ship-checkout [part=button]',
    switch: 'ship-checkout #insurance',
    row: 'ship-checkout [part=row]',
  };
  const measure = async (theme: string) => {
    await page
      .locator('style')
      .first()
      .evaluate((style, text) => {
        style.textContent = text;
      }, theme);
    await painted(page);
    const measures: Record<string, string[]> = {};
    for (const [part, selector] of Object.entries(parts))
      measures[part] = await page.locator(selector).evaluateAll((elements) =>
        elements.map((element) => {
          const { width, height } = element.getBoundingClientRect();
          const { paddingInlineStart, borderTopWidth, borderTopLeftRadius, fontSize } = getComputedStyle(element);
          return `${width} × ${height}, padding ${paddingInlineStart}, border ${borderTopWidth}, radius ${borderTopLeftRadius}, text ${fontSize}`;
        }),
      );
    return measures;
  };
  const plain = await measure('');
  expect(plain.frame).toHaveLength(2);
  for (const [name, theme] of Object.entries(themes)) expect(await measure(theme), name).toStrictEqual(plain);
});

test('a dark page prints dark text on white, with its switches (cloudscape-design/components#1204, wso2-open-operations/cs-tools#1717)', async ({
  page,
  openPage,
}) => {
  await openPage(checkoutTag('all-rates'), { head: '<style>:root { color-scheme: dark; }</style>' });
  const price = page.locator('ship-checkout [part=price]').first();
  await expect(price).toHaveCSS('color', 'rgb(230, 235, 231)');
  await page.emulateMedia({ media: 'print' });
  await expect(price).toHaveCSS('color', 'rgb(29, 36, 32)');
  await expect(page.locator('ship-checkout')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('ship-checkout [part=switch]').first()).toHaveCSS('print-color-adjust', 'exact');
});

test('a printed receipt has what the screen folds, and no button (bigcommerce/cornerstone#1253, wp-calypso#55757)', async ({
  page,
  openPage,
}) => {
  await openPage(checkoutTag('order-mode="order" value="jne/reg"'));
  await setContacts(page);
  await page.getByRole('button', { name: 'Book delivery' }).click();
  const number = page.locator('ship-order-button details code').first();
  await expect(page.locator('ship-order-button summary')).toBeVisible();
  await expect(number).toBeHidden();
  const buttons = page.locator('ship-order-button button');
  await expect(buttons.first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(number).toBeVisible();
  await expect(buttons.filter({ visible: true })).toHaveCount(0);
});
