import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { transformWithOxc } from 'vite';
import { chromiumArguments, findChromium } from '../support/browsers.ts';
import { type Posted, type ScriptShop, shipment, startScriptShop } from '../support/script-shop.ts';
import { visitIn } from '../support/visit.ts';

const enctypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

const tags = {
  checkout: `<ship-checkout name="shipping" required order-mode="none"`,
  comparison: `<ship-rate-comparison name="shipping" required`,
};

/** A shop's page by the name of its file: no script in it is the shop's own. */
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

const buyer = `<!doctype html><html lang="en"><title>Buyer</title><iframe title="Shop" width="600" height="900"></iframe>
  <script type="module" src="buyer.js"></script></html>`;

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

/** The fields of a body, by a parser that is not ours. */
async function fieldsOf({ type, body }: Posted): Promise<unknown[]> {
  return [...(await new Response(body, { headers: { 'content-type': type } }).formData())];
}

async function expectSent(posted: readonly Posted[]): Promise<void> {
  const types = posted.map(({ type }) => type.split(';')[0]);
  assert.deepEqual(types, [...enctypes, ...enctypes]);
  for (const post of posted) assert.deepEqual(await fieldsOf(post), sent);
  for (const { type, body } of posted) if (type === enctypes[0]) assert.equal(body, urlencoded);
}

describe('a plain form, posted with no script of the shop’s own', { timeout: 240_000 }, () => {
  let shop: ScriptShop;
  let browser: Browser;

  before(async () => {
    const source = readFileSync(new URL('../support/scripted-buyer.ts', import.meta.url), 'utf8');
    const { code } = await transformWithOxc(source, 'buyer.ts');
    shop = await startScriptShop({ ...pages, 'buyer.html': buyer, 'buyer.js': code });
    browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  });

  after(async () => {
    await browser?.close();
    await shop?.stop();
  });

  const buyers = () =>
    `${shop.address}buyer.html?${Object.keys(pages)
      .map((name) => `page=${name}`)
      .join('&')}`;

  it('carries exactly the documented fields in Chromium, by mouse and keyboard', async () => {
    const before = shop.posted.length;
    for (const name of Object.keys(pages)) {
      const tab = await browser.newPage();
      await tab.goto(shop.address + name);
      await tab.getByRole('radio').first().waitFor();
      await tab.getByRole('button', { name: 'Continue to payment' }).click();
      await tab.locator('[value="jne/reg"]').check();
      await tab.getByRole('switch').first().press(' ');
      await tab.getByRole('switch').last().click();
      await tab.getByRole('button', { name: 'Continue to payment' }).click();
      await tab.getByRole('heading', { name: 'Thank you' }).waitFor();
      await tab.close();
    }
    await expectSent(shop.posted.slice(before));
  });

  it('has choice and switches again when the shopper comes back to it', async () => {
    for (const name of Object.keys(pages)) {
      const tab = await browser.newPage();
      await tab.goto(shop.address + name);
      await tab.locator('[value="jne/yes"]').check();
      await tab.getByRole('switch').first().click();
      await tab.getByRole('button', { name: 'Continue to payment' }).click();
      await tab.getByRole('heading', { name: 'Thank you' }).waitFor();
      await tab.goBack();
      await tab.locator('[value="jne/yes"]:checked').waitFor();
      assert.deepEqual(
        await tab.getByRole('switch').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked)),
        [true, false],
      );
      await tab.getByRole('button', { name: 'Continue to payment' }).click();
      await tab.getByRole('heading', { name: 'Thank you' }).waitFor();
      const [first, second] = await Promise.all(shop.posted.slice(-2).map(fieldsOf));
      assert.deepEqual(second, first);
      await tab.close();
    }
  });

  it('marks a missing choice for style sheets, and starts again where the page began', async () => {
    for (const name of Object.keys(tags)) {
      const tab = await browser.newPage();
      await tab.goto(`${shop.address}${name}-multipart.html`);
      const row = tab.locator('label', { has: tab.locator('[value="jne/reg"]') });
      await row.waitFor();
      const looks = () => row.evaluate((label) => getComputedStyle(label).borderColor);
      const quiet = await looks();
      const marked = tab.locator('form > :state(user-invalid)');
      assert.equal(await marked.count(), 0);
      await tab.getByRole('button', { name: 'Continue to payment' }).click();
      await marked.waitFor();
      assert.notEqual(await looks(), quiet);
      await tab.locator('[value="jne/reg"]').check();
      await tab.getByRole('switch').first().click();
      assert.equal(await marked.count(), 0);
      await tab.getByRole('button', { name: 'Start again' }).click();
      await tab.locator('#insurance:not(:checked)').waitFor();
      assert.equal(await tab.locator('[type=radio]:checked').count(), 0);
      assert.deepEqual([await marked.count(), await looks()], [0, quiet]);
      await tab.close();
    }
  });

  for (const [engine, name] of [
    ['firefox', 'Firefox'],
    ['webkit', 'WebKit'],
  ] as const) {
    const visit = visitIn(engine);
    it(`carries exactly the documented fields in ${name}`, { skip: !visit && `no ${name} here` }, async () => {
      const before = shop.posted.length;
      const reported = shop.report();
      const leave = await visit?.(buyers());
      const problem = await reported;
      await leave?.();
      assert.equal(problem, '');
      await expectSent(shop.posted.slice(before));
    });
  }
});
