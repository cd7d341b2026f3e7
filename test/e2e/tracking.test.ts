import { readFileSync } from 'node:fs';
import { scripts } from '../../src/package/script.ts';
import { docsPage } from '../support/docs.ts';
import { parcel } from '../support/parcels.ts';
import { checkoutTag, pageOf } from '../support/script-shop.ts';
import { expect, type Page, payAndOrder, test } from '../support/shop-test.ts';

const headline = (page: Page) => page.locator('ship-tracking h2');

/** Orders in the demo shop, and follows the link of the receipt. */
async function followReceipt(page: Page, address: string): Promise<void> {
  await page.goto(`${address}shop.html`);
  await page.locator('ship-checkout input[type=radio]').first().click();
  await payAndOrder(page);
  // A key, because a pointer's press on what has just appeared does not count.
  await page.getByRole('link', { name: 'Track parcel' }).press('Enter');
  await headline(page).getByText('Estimated arrival').waitFor();
}

test.describe('from the purchase to the door', () => {
  test('a shopper follows the parcel by the link of the receipt', async ({ page, demo, problems }) => {
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await followReceipt(page, demo.address);
    expect(page.url()).toBe(`${demo.address}tracking.html?lang=en`);
    const asked = addresses.filter((address) => address.includes('/v1/tracking'));
    expect(asked).toEqual([`${demo.address}shipping/v1/tracking`]);

    const tracking = page.locator('ship-tracking');
    await expect(tracking).toContainText('Waiting for the courier to collect the parcel from the shop.');
    const next = page.getByRole('button', { name: 'Move the parcel on' });
    for (const step of ['Confirmed', 'Confirmed', 'Picked up', 'On its way', 'On its way']) {
      const answered = page.waitForResponse(/\/v1\/tracking$/);
      await next.click();
      await answered;
      await expect(tracking.locator('[aria-current=step]')).toHaveText(step);
    }
    await expect(headline(page)).toContainText('Out for delivery');
    await next.click();
    await expect(headline(page)).toContainText(/^Delivered/);
    // Within ten minutes the gateway does not read the parcel again: webhooks tell each state.
    await expect(tracking.locator('.log b')).toHaveText([
      'Parcel delivered.',
      'On its way to your address.',
      'On its way.',
    ]);
    await tracking.getByRole('button', { name: '4 earlier updates' }).click();
    await expect(tracking.locator('.log b')).toHaveCount(7);
    // Neither the page nor its scripts get personal data.
    const { token, ...shown } = await tracking.evaluate((element: HTMLElementTagNameMap['ship-tracking']) => ({
      token: String(element.token),
      text: element.shadowRoot?.textContent,
      parcel: JSON.stringify(element.parcel),
      html: document.documentElement.outerHTML,
    }));
    for (const secret of ['Sari', 'Wulandari', '0812', 'Braga', 'Budi', 'B 1234', token])
      expect(JSON.stringify(shown)).not.toContain(secret);
    expect(addresses.filter((address) => address.includes(token))).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('a reload and Back keep the parcel, and another link replaces it', async ({ page, demo }) => {
    await followReceipt(page, demo.address);
    await page.reload();
    await expect(headline(page)).toContainText('Estimated arrival');
    await page.goto(`${demo.address}desk.html`);
    await page.goBack();
    await expect(headline(page)).toContainText('Estimated arrival');
    await page.evaluate(() => {
      location.hash = '#t=aaaa.bbbb.cccc';
    });
    await expect(headline(page)).toContainText('Link not valid');
    expect(page.url()).toBe(`${demo.address}tracking.html?lang=en`);
    await expect(page.getByRole('button', { name: 'Move the parcel on' })).toBeDisabled();
  });

  test('a page without a link says where the link is, and offers nothing that would do nothing', async ({
    page,
    demo,
  }) => {
    await page.goto(`${demo.address}tracking.html`);
    await expect(page.getByText('It is in the receipt of your order')).toBeVisible();
    await expect(page.locator('ship-tracking')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Move the parcel on' })).toBeHidden();
    await expect(page.getByRole('main').getByRole('link', { name: 'To the checkout' })).toBeVisible();
  });
});

const [file] = scripts.flatMap(({ name, file }) => (name === 'tracking' ? file : []));
const built = readFileSync(new URL(`../../dist/${file}`, import.meta.url), 'utf8');
const recipe = (name: string) => readFileSync(new URL(`../../demo/recipes/${name}`, import.meta.url), 'utf8');

/** A page with the script-tag file of tracking and recipes. @returns what the gateway was asked */
function pageWith(...recipes: string[]) {
  let status = 'delivered';
  const seen: (string | null)[] = [];
  const scripts = recipes.map((name) => `<script type="module" src="${name}"></script>`).join('');
  const files = {
    'index.html': `<!doctype html><html lang="id"><head><title>Lacak</title><script defer src="tracking.js"></script></head>
      <body><ship-tracking base-url="/shipping"></ship-tracking>${scripts}</body></html>`,
    'tracking.js': built,
    ...Object.fromEntries(recipes.map((name) => [name, recipe(name)])),
  };
  const service = async (request: Request) => {
    seen.push(new URL(request.url).pathname, request.headers.get('authorization'), request.headers.get('referer'));
    return Response.json(parcel(status));
  };
  const answer = (next: string) => {
    status = next;
  };
  return { files, service, seen, answer };
}

test('the script-tag file of tracking works under the docs’ policy, and the token leaves the address', async ({
  page,
  serve,
  messages,
}) => {
  const policy = docsPage('security').match(/^Content-Security-Policy: (.+)$/m)?.[1] ?? '';
  const { files, service, seen } = pageWith('tracking-page.js');
  const shop = await serve(files, policy, service);
  await page.goto(`${shop.address}index.html#t=aaaa.bbbb.cccc`);
  await expect(headline(page)).toContainText('Paket sudah tiba');
  expect(page.url()).toBe(`${shop.address}index.html`);
  expect(seen).toEqual(['/v1/tracking', 'Bearer aaaa.bbbb.cccc', null]);
  expect(messages).toEqual([]);
});

test('a page with the script-tag files of the checkout and of tracking works under the docs’ policy', async ({
  page,
  serve,
  messages,
}) => {
  const policy = docsPage('security').match(/^Content-Security-Policy: (.+)$/m)?.[1] ?? '';
  const body = `${checkoutTag()}<ship-tracking base-url="/shipping"></ship-tracking>`;
  const head = '<script defer src="tracking.js"></script>';
  const shop = await serve({ 'index.html': pageOf(body, { head }), 'tracking.js': built }, policy);
  await page.goto(`${shop.address}index.html`);
  await page.getByRole('radio').first().waitFor();
  await page.locator('ship-tracking').evaluate((element) => Object.assign(element, { token: '' }));
  await expect(headline(page)).toContainText('Link not valid');
  expect(messages).toEqual([]);
});

test('the state is asked again when the page is seen after a minute, until the parcel has arrived', async ({
  page,
  serve,
}) => {
  const { files, service, seen, answer } = pageWith('tracking-page.js');
  const shop = await serve(files, undefined, service);
  const asked = () => seen.filter((text) => text === '/v1/tracking').length;
  /** The page is seen. A question of the element stands before the one for this other address. */
  const look = async () => {
    await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
    await page.evaluate(async () => void (await fetch('/shipping/v1/other')));
    return asked();
  };
  await page.clock.install();
  answer('in_transit');
  await page.goto(`${shop.address}index.html#t=aaaa.bbbb.cccc`);
  await expect(headline(page)).toContainText('Perkiraan tiba');
  await page.clock.fastForward(20_000);
  expect(await look()).toBe(1);
  answer('delivered');
  await page.clock.fastForward(41_000);
  expect(await look()).toBe(2);
  await expect(headline(page)).toContainText('Paket sudah tiba');
  await page.clock.fastForward(600_000);
  expect(await look()).toBe(2);
});

test('the state is asked again after the device has slept, and after its clock was set back', async ({
  page,
  serve,
}) => {
  const { files, service, seen, answer } = pageWith('tracking-page.js');
  const shop = await serve(files, undefined, service);
  await page.clock.install({ time: '2026-11-26T10:00:00Z' });
  answer('in_transit');
  await page.goto(`${shop.address}index.html#t=aaaa.bbbb.cccc`);
  await expect(headline(page)).toContainText('Perkiraan tiba');
  for (const [asked, time] of [
    [2, '2026-11-26T18:00:00Z'],
    [3, '2026-11-26T12:00:00Z'],
  ] as const) {
    // The clock on the wall alone goes on while a device sleeps.
    await page.clock.setSystemTime(time);
    await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
    await page.evaluate(async () => void (await fetch('/shipping/v1/other')));
    expect(seen.filter((text) => text === '/v1/tracking').length).toBe(asked);
  }
});

test('the recipe for ParcelDelivery writes the parcel for search engines', async ({ page, serve, problems }) => {
  const { files, service } = pageWith('parcel-delivery.js', 'tracking-page.js');
  const shop = await serve(files, undefined, service);
  await page.goto(`${shop.address}index.html#t=aaaa.bbbb.cccc`);
  await expect(headline(page)).toContainText('Paket sudah tiba');
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(data).toMatchObject({
    '@type': 'ParcelDelivery',
    trackingNumber: 'JNE-0001',
    partOfOrder: { orderStatus: 'https://schema.org/OrderDelivered' },
  });
  expect(problems).toEqual([]);
});

for (const shop of ['vendure', 'medusa'])
  test(`the page of the ${shop} example takes the token before another script runs`, async ({
    page,
    serve,
    problems,
  }) => {
    const { files, service, seen } = pageWith();
    const index = `<!doctype html><html lang="en"><head><title>Parcel</title><script src="track.js"></script>
      <script src="analytics.js"></script><script src="tracking.js" defer></script></head>
      <body><ship-tracking base-url="/shipping"></ship-tracking></body></html>`;
    const track = readFileSync(new URL(`../../demo/shops/${shop}/public/track.js`, import.meta.url), 'utf8');
    const analytics = 'document.documentElement.dataset.seen = location.href;';
    const all = { ...files, 'index.html': index, 'track.js': track, 'analytics.js': analytics };
    const served = await serve(all, undefined, service);
    const address = `${served.address}index.html`;
    await page.goto(`${address}#t=aaaa.bbbb.cccc`);
    await expect(headline(page)).toContainText('Delivered');
    await expect(page.locator('html')).toHaveAttribute('data-seen', address);
    await page.reload();
    await expect(headline(page)).toContainText('Delivered');
    expect(seen.filter((text) => text?.startsWith('Bearer'))).toEqual(Array(2).fill('Bearer aaaa.bbbb.cccc'));
    expect(problems).toEqual([]);
  });
