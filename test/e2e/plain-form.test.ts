import { type Posted, shipment } from '../support/script-shop.ts';
import { expect, test } from '../support/shop-test.ts';

const enctypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

const tags = {
  checkout: `<ship-checkout name="shipping" required order-mode="none"`,
  comparison: `<ship-rate-comparison name="shipping" required`,
};

/** A page without a script of the shop. */
const page = (title: string, opening: string, enctype: string) => `<!doctype html>
  <html lang="en">
    <head>
      <title>${title}</title>
      <script src="ship-elements.js" defer></script>
    </head>
    <body>
      <form method="post" action="/orders" enctype="${enctype}">
        <input name="recipient" value="Ratna & Wulandari">
        ${opening} base-url="/shipping" couriers="jne" rows="50" shipment='${shipment}'></${opening.slice(1).split(' ')[0]}>
        <input name="note" value="">
        <button name="action" value="pay">Continue to payment</button>
        <button type="reset">Start again</button>
      </form>
    </body>
  </html>`;

const pages = Object.fromEntries(
  Object.entries(tags).flatMap(([name, opening]) =>
    enctypes.map((enctype) => {
      const title = `${name}-${enctype.split('/')[0]}.html`;
      return [title, page(title, opening, enctype)];
    }),
  ),
);

const sent = [
  ['recipient', 'Ratna & Wulandari'],
  ['shipping', 'jne/reg'],
  ['shipping-insured', 'on'],
  ['shipping-cash-on-delivery', 'on'],
  ['note', ''],
  ['action', 'pay'],
];

const urlencoded =
  'recipient=Ratna+%26+Wulandari&shipping=jne%2Freg&shipping-insured=on&shipping-cash-on-delivery=on&note=&action=pay';

/** Parses a body with the parser of `Response`. */
async function fieldsOf({ type, body }: Posted): Promise<unknown[]> {
  return [...(await new Response(body, { headers: { 'content-type': type } }).formData())];
}

async function expectSent(posted: readonly Posted[]): Promise<void> {
  const types = posted.map(({ type }) => type.split(';')[0]);
  expect(types).toStrictEqual([...enctypes, ...enctypes]);
  for (const post of posted) expect(await fieldsOf(post)).toStrictEqual(sent);
  for (const { type, body } of posted) if (type === enctypes[0]) expect(body).toBe(urlencoded);
}

test.describe('a plain form without a script of the shop', () => {
  test('submits exactly the documented fields, with mouse and keyboard', async ({ page: tab, serve }) => {
    const shop = await serve(pages);
    for (const name of Object.keys(pages)) {
      await tab.goto(shop.address + name);
      await tab.getByRole('radio').first().waitFor();
      await tab.getByRole('button', { name: 'Continue to payment' }).click();
      await tab.locator('[value="jne/reg"]').check();
      await tab.getByRole('switch').first().press(' ');
      await tab.getByRole('switch').last().click();
      await tab.getByRole('button', { name: 'Continue to payment' }).click();
      await tab.getByRole('heading', { name: 'Thank you' }).waitFor();
    }
    await expectSent(shop.posted);
  });

  test('restores choice and switches when the shopper comes back', async ({ page: tab, serve }) => {
    const shop = await serve(pages);
    for (const name of Object.keys(pages)) {
      await tab.goto(shop.address + name);
      await tab.locator('[value="jne/yes"]').check();
      await tab.getByRole('switch').first().click();
      await tab.getByRole('button', { name: 'Continue to payment' }).click();
      await tab.getByRole('heading', { name: 'Thank you' }).waitFor();
      await tab.goBack();
      await tab.locator('[value="jne/yes"]:checked').waitFor();
      expect(
        await tab.getByRole('switch').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked)),
      ).toStrictEqual([true, false]);
      await tab.getByRole('button', { name: 'Continue to payment' }).click();
      await tab.getByRole('heading', { name: 'Thank you' }).waitFor();
      const [first, second] = await Promise.all(shop.posted.slice(-2).map(fieldsOf));
      expect(second).toStrictEqual(first);
    }
  });
});
