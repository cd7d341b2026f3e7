import { checkoutTag, scriptOfPromise, scriptWithAreaSearch, shipment } from '../support/script-shop.ts';
import { expect, test } from '../support/shop-test.ts';

test('a wrong shipment is named in the console by its field, without personal data', async ({
  page,
  openPage,
  messages,
}) => {
  const wrong = shipment.replace('12440', '"Jakarta"').replace('Batik scarf', 'For Siti Rahayu');
  await openPage(checkoutTag().replace(shipment, wrong));
  await page.locator('ship-checkout .problem').first().waitFor();
  const said = messages.join('\n');
  expect(said).toMatch(/^warning: .*origin_postal_code must be a postal code as a number of five digits/m);
  expect(said).not.toContain('Siti');
});

test('attributes, fields and values that mean nothing are named in the console, once each', async ({
  page,
  openPage,
  messages,
}) => {
  const wrong = shipment.replace('"items"', '"origin_postcode":12440,"items"');
  const attributes = `order-mod="order" api-key="k" base_url="/x" contacts="{}" preselect="cheap" couriers="jne, jnx" switches="insurance cod"
    order-mode="orders"`;
  const ofOthers = `class="x" id="a" style="color: red" data-test="1" aria-busy="false" tabindex="0" _ngcontent-ng-c12 ng-version="21"
    v-cloak x-data="{}" hx-get="/" @click="a" :key="1" slot="s" part="p" exportparts="row" onclick="" nonce="" lang="en" dir="ltr"`;
  await openPage(checkoutTag(`${attributes} ${ofOthers}`).replace(shipment, wrong).repeat(2));
  const warnings = () => messages.filter((text) => text.startsWith('warning: ')).map((text) => text.slice(9));
  await expect.poll(() => warnings().join('\n'), { timeout: 6000 }).toContain('attribute');
  await expect.poll(() => warnings().some((text) => text.includes('courier'))).toBe(true);
  // A value that is set again is the same mistake.
  await page
    .locator('ship-checkout')
    .first()
    .evaluate((checkout) => checkout.setAttribute('preselect', 'cheap'));
  await page
    .locator('ship-checkout')
    .first()
    .evaluate((checkout) => checkout.setAttribute('preselect', 'fast'));
  await expect.poll(() => warnings().some((text) => text.includes('fast'))).toBe(true);
  expect(
    warnings()
      .map((text) => text.replace(/ Known: .+/, ''))
      .sort(),
  ).toStrictEqual([
    'api-key is no attribute of <ship-checkout>. A key stays on your server!',
    'base_url is no attribute of <ship-checkout>: base-url?',
    'cheap is no preselect: cheapest?',
    'cod is no extra.',
    'contacts is no attribute of <ship-checkout>.',
    'fast is no preselect.',
    'jnx is no courier.',
    'order-mod is no attribute of <ship-checkout>: order-mode?',
    'orders is no order-mode: order?',
    'origin_postcode is no field of a shipment: origin_postal_code?',
  ]);
  expect(warnings().find((text) => text.startsWith('order-mod '))).toMatch(/Known: base-url,disabled,.*order-mode/);
});

test('a dark page without a color-scheme is told once that the widget is light in it', async ({
  page,
  openPage,
  messages,
}) => {
  const head = (scheme: string) => `<style>:root { color: #d4d4d4; background: #111; ${scheme} }</style>`;
  await openPage(checkoutTag(), { head: head('') });
  await expect.poll(() => messages).toStrictEqual([expect.stringContaining('set `color-scheme: dark` on :root')]);
  await openPage(`${checkoutTag()}<ship-courier-picker base-url="/shipping" mistake></ship-courier-picker>`, {
    head: head('color-scheme: dark'),
  });
  await page.getByRole('radio').first().waitFor();
  // Both are looked at in the same moment.
  await expect.poll(() => messages.length).toBe(2);
  expect(messages[1]).toContain('mistake is no attribute');
});

test('a checkout without a mistake leaves the console empty', async ({ page, openPage, messages }) => {
  const mistake = '<ship-courier-picker base-url="/shipping" mistake></ship-courier-picker>';
  const tag = checkoutTag('order-mode="order" preselect="recommended" couriers="jne,sicepat" rows="3"');
  await openPage(`${tag}${mistake}`);
  await page.getByRole('radio').first().waitFor();
  // Both are looked at in the same moment.
  await expect.poll(() => messages.length).toBe(1);
  expect(messages[0]).toContain(
    'mistake is no attribute of <ship-courier-picker>. Known: base-url,disabled,heading-level,contact-url,couriers',
  );
});

test('what a gateway refuses is named in the console with its sentence', async ({ page, openPage, messages }) => {
  const body = {
    ...{ success: false, code: 40_300_000, reason: 'token-invalid', details: { token: 'cart', mismatch: 'kid' } },
    error: 'The cart is not one of this shop: its kid does not match the gateway’s.',
  };
  const service = () =>
    new Response(JSON.stringify(body), { status: 403, headers: { 'content-type': 'application/json' } });
  await openPage(checkoutTag('couriers="jne" cart="x"'), { service });
  await page.locator('ship-checkout .problem').first().waitFor();
  await expect
    .poll(() => messages.join('\n'))
    .toMatch(/quoteRates was refused .* its kid does not match the gateway’s\./);
});

test('a base URL that is the service’s own, and wants a key, is named in the console', async ({
  page,
  openPage,
  messages,
}) => {
  const body = { success: false, error: 'Authorization failed', code: 40_101_001 };
  const service = () => Response.json(body, { status: 401 });
  await openPage(checkoutTag('couriers="jne"'), { service });
  await page.locator('ship-checkout .problem').first().waitFor();
  await expect.poll(() => messages.join('\n')).toMatch(/quoteRates was refused \(merchant-account, 40101001\)/);
});

test('a base URL that answers a page of its own is named in the console', async ({ page, openPage, messages }) => {
  const service = () => new Response('<h1>Not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } });
  await openPage(checkoutTag('couriers="jne"'), { service });
  await page.locator('ship-checkout .problem').first().waitFor();
  await expect.poll(() => messages.join('\n')).toMatch(/quoteRates was answered \(404\) .* check the base URL/);
});

test('a base URL that the browser may not reach is explained in the console, where the browser names CORS, TLS or a host alone', async ({
  page,
  openPage,
  messages,
}) => {
  await page.route('**/v1/promise', (route) => route.abort('namenotresolved'));
  const area = JSON.stringify({ id: 'IDNP9IDNC206IDND1068IDZ40132', name: 'Coblong' });
  const tag = `<ship-promise base-url="/shipping" area='${area}' items='[{ "weight": 250 }]'></ship-promise>`;
  await openPage(tag.repeat(2), { script: scriptOfPromise });
  await expect(page.getByText('Delivery is priced at checkout')).toHaveCount(2);
  const warnings = messages.filter((text) => text.startsWith('warning: '));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/got no answer: check the connection, the base URL \(host, certificate, .*CORS/);
});

test('a gateway that does not serve the search is named once, with the option that it needs', async ({
  page,
  openPage,
  messages,
}) => {
  const error = 'There is no such operation here.';
  const service = () => Response.json({ success: false, reason: 'no-operation', error }, { status: 404 });
  await openPage('<ship-area-search base-url="/shipping"></ship-area-search>', {
    service,
    script: scriptWithAreaSearch,
  });
  for (const text of ['coblong', 'tebet']) {
    const answered = page.waitForResponse((answer) => answer.request().postData() === JSON.stringify({ input: text }));
    await page.getByRole('combobox').fill(text);
    await answered;
    await page.getByText('The search isn’t available').first().waitFor();
  }
  const warnings = messages.filter((text) => text.startsWith('warning: '));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('Set `areas: true` in your gateway');
});

test('a gateway with another base path is named by its own sentence, and no option is asked for', async ({
  page,
  openPage,
  messages,
}) => {
  const error = 'There is no such operation here. The path of the request does not begin with basePath, /shop.';
  const service = () => Response.json({ success: false, reason: 'no-operation', error }, { status: 404 });
  await openPage('<ship-area-search base-url="/shipping"></ship-area-search>', {
    service,
    script: scriptWithAreaSearch,
  });
  await page.getByRole('combobox').fill('coblong');
  await page.getByText('The search isn’t available').first().waitFor();
  const warnings = messages.filter((text) => text.startsWith('warning: '));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('basePath, /shop');
  expect(warnings[0]).not.toContain('Set `areas');
});

test('a promise whose goods have no weight is named in the console, once for a whole list', async ({
  page,
  openPage,
  messages,
}) => {
  const area = JSON.stringify({ id: 'IDNP9IDNC206IDND1068IDZ40132', name: 'Coblong' });
  const tag = `<ship-promise base-url="/shipping" area='${area}' items='[{ "weight": 0 }]'></ship-promise>`;
  await openPage(tag.repeat(2), { script: scriptOfPromise });
  await expect(page.getByText('Delivery is priced at checkout')).toHaveCount(2);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatch(/^warning: .*items\.0\.weight must be grams/);
});
