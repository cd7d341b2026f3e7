import { keys } from '../../demo/server/shop.ts';
import { signCart, verifyCart } from '../../src/tokens/index.ts';
import { expect, expectReceipt, hold, type Page, painted, test } from '../support/shop-test.ts';

/** Confirms the question about the cancellation. */
async function cancelAll(page: Page): Promise<void> {
  await page.getByText('Cancel order').click();
  await page.getByRole('button', { name: 'Yes, cancel the order' }).click();
}

/** Bill and money of the receipt: what stands is what was paid and does not come back, and what is paid at the door. */
async function expectSum(page: Page): Promise<void> {
  const rows = await page
    .locator('#summary div', { hasText: 'Rp' })
    .evaluateAll((all) => all.map(({ children }) => [...children].map(({ textContent }) => textContent)));
  const sums = new Map(
    rows.map(([label = '', sum = '']) => [label, Number(`${sum.includes('−') ? '-' : ''}${sum.replace(/\D/g, '')}`)]),
  );
  const money = { Paid: 1, 'Given back': -1, 'Goes back to you': -1, 'Pay at the door': 1 };
  const left = Object.entries(money).reduce((sum, [label, sign]) => sum + sign * (sums.get(label) ?? 0), 0);
  for (const label of Object.keys(money)) sums.delete(label);
  const bill = [...sums.values()].reduce((total, sum) => total + sum, 0);
  expect(bill, JSON.stringify(rows)).toBe(left);
}

/** Moves a parcel on, the first one until its courier has it. */
async function moveOn(page: Page, address: string, until = 'in_transit', index = 0): Promise<void> {
  const parcel = page.locator('ship-tracking').nth(index);
  await expect(parcel.locator('[part=headline]')).toHaveText(/\w/);
  const token = await parcel.evaluate((element: HTMLElementTagNameMap['ship-tracking']) => element.token);
  const next = () =>
    page.request.post(`${address}desk/parcels/next`, { headers: { authorization: `Bearer ${token}` } });
  while ((await (await next()).json()).status !== until);
}

/** Orders two parcels that are paid at the door. */
async function orderAtDoor(page: Page, address: string): Promise<void> {
  await page.goto(`${address}basket.html`);
  const rates = page.locator('ship-parcels').getByRole('radio', { name: /^JNE OKE/ });
  await expect(rates).toHaveCount(2);
  for (const rate of await rates.all()) while (!(await rate.isChecked())) await rate.click();
  const atDoor = page.getByRole('switch', { name: 'Cash on delivery' });
  while (!(await atDoor.isChecked())) await atDoor.click();
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  await page.waitForURL('**/basket.html?order=*');
}

/** The receipt of two parcels, of which the first goes on. */
async function expectPart(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Part of the order is cancelled');
  await expect(page.locator('#parcels section > p:not(.days)')).toHaveText([
    /It can no longer be cancelled\./,
    /^Cancelled\.$/,
  ]);
  await expect(page.locator('ship-tracking')).toHaveCount(1);
  await expectSum(page);
}

test.describe('a basket of two sellers in the demo shop', () => {
  test('is bought with one payment, and its receipt follows both parcels, also after a reload, until it is cancelled', async ({
    page,
    demo,
    problems,
  }) => {
    await page.goto(`${demo.address}index.html`);
    await page.getByRole('link', { name: 'Two parcels' }).click();
    const parcels = page.locator('ship-parcels');
    await expect(parcels.locator('[part=head]')).toHaveText([
      /Rumah Teduh.*Batik scarf × 1 · from Jakarta Selatan/s,
      /Kopi Senja.*Gayo.* × 2 · from Bandung/s,
    ]);
    await expect(parcels).not.toHaveJSProperty('value', null);
    await expect(page.getByText('40111').filter({ visible: true }), 'the address is said once').toHaveCount(1);
    const rate = parcels.getByRole('radio').last();
    // A press on what has just appeared does not count.
    while (!(await rate.isChecked())) await rate.click();
    const { payNow, deliveries } = await parcels.evaluate((element: HTMLElementTagNameMap['ship-parcels']) => ({
      payNow: element.payNow ?? Number.NaN,
      deliveries: element.chosen.map(({ rate }) => rate?.price ?? Number.NaN),
    }));
    const sum = 185_000 + 2 * 160_000 + deliveries.reduce((total, price) => total + price, 0);
    expect(payNow).toBe(sum);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL('**/basket.html?order=*');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order received');
    await expect(page.locator('#summary')).toContainText(
      /Deliver to\s*Sumur Bandung, Bandung 40111\s*Goods.*Delivery, 2 parcels/s,
    );
    await expectReceipt(page, /^RT-\w{8}$/);
    const paid = page.locator('#summary div', { hasText: 'Paid' }).locator('dd');
    expect(Number((await paid.textContent())?.replace(/\D/g, ''))).toBe(sum);
    await expect(page.locator('#parcels h2:not([part])')).toHaveText(['Rumah Teduh', 'Kopi Senja']);
    await expect(page.locator('ship-tracking [part=headline]')).toHaveText([/\w/, /\w/]);
    await page.getByText('Cancel order').click();
    const question = page.locator('#cancel');
    const back = new RegExp(`${sum.toLocaleString('en')} goes back to the account that you paid from, by \\w{3}\\s\\d`);
    await expect(question).toContainText(back);
    await question.getByRole('button', { name: 'Keep the order' }).click();
    await expect(question.getByRole('button').first(), 'nothing is cancelled before it is confirmed').toBeHidden();
    const way = await page.locator('ship-tracking').first().elementHandle();
    await page.route('**/checkout/basket/*', (route) => route.abort());
    await cancelAll(page);
    await expect(page.getByRole('status').filter({ hasText: 'don’t know yet' })).toBeVisible();
    expect(await way?.isVisible(), 'the ways of the parcels stay').toBe(true);
    await expect(question.getByRole('button').first(), 'what has no answer is asked again here').toBeFocused();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 }), 'the shop is out of reach').toHaveText('Your order');
    await expect(page.getByRole('link', { name: 'Order again' })).toBeHidden();
    await page.unroute('**/checkout/basket/*');
    // The console names what was not answered.
    problems.splice(0);
    await page.getByRole('link', { name: 'Try again' }).click();
    await cancelAll(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order cancelled');
    await expect(page.locator('h1')).toHaveAccessibleDescription(/goes back to the account/);
    const money = (await page.locator('#money').textContent()) ?? '';
    expect(money).toMatch(/^Nothing will be sent\. /);
    expect(money, 'the day that the question has named').toMatch(back);
    await expect(question).toBeHidden();
    await expect(page.locator('#parcels section > p:not(.days)'), 'what is not sent is said once').toHaveText([
      'Cancelled.',
      'Cancelled.',
    ]);
    await expect(page.locator('#summary')).not.toContainText('Deliver to');
    await expect(page.locator('ship-tracking')).toHaveCount(0);
    await expectSum(page);
    const sumBack = page.locator('#summary div', { hasText: 'Goes back to you' }).locator('dd');
    expect(await sumBack.textContent()).toBe(await paid.textContent());
    await page.reload();
    await expect(page.locator('#money'), 'the same day after a reload').toHaveText(money);
    await page.goto(`${demo.address}desk.html?lang=id`);
    await expect(page.locator('#orders tbody tr').first()).toContainText(
      /Dibatalkan\s*lewat toko.*(Wahana|JNE|Anteraja) [A-Z]/s,
    );
    expect(problems).toEqual([]);
  });

  test('names the field of the address that is wrong, says offline that nothing was ordered, and keeps what was typed and chosen', async ({
    page,
    context,
    demo,
  }) => {
    await page.goto(`${demo.address}basket.html`);
    const parcels = page.locator('ship-parcels');
    await expect(parcels).not.toHaveJSProperty('value', null);
    const value = await parcels.evaluate((element: HTMLElementTagNameMap['ship-parcels']) => element.value);
    const head = page.locator('#address > summary');
    await expect(head, 'as in the shop of one parcel').toHaveText(/Deliver to Sumur Bandung, Bandung 40111\s+Change/);
    await expect(page.getByLabel('Phone')).toBeHidden();
    await head.click();
    await page.getByLabel('Phone').fill('0812');
    await head.click();
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please check this field: Phone.');
    await expect(page.getByRole('alert')).toBeInViewport();
    await expect(page.getByLabel('Phone')).toBeFocused();
    await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Phone')).toHaveValue('0812');
    await expect(parcels).toHaveJSProperty('value', value);
    await page.getByLabel('Phone').fill('081234567890');
    await expect(page.getByRole('alert')).toBeEmpty();
    await expect(page.getByLabel('Phone')).not.toHaveAttribute('aria-invalid');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.getByRole('alert')).toHaveText('You are offline. Nothing was ordered.');
    await context.setOffline(false);
    const path = '**/checkout/basket';
    await page.route(path, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.getByRole('alert')).toHaveText(/nothing is ordered twice/);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.getByRole('alert'), 'it may have been ordered').toHaveText(/^No internet connection/);
    await context.setOffline(false);
    await page.unroute(path);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL('**/basket.html?order=*');
  });

  test('has in its receipt each line of the bill that was accepted', async ({ page, demo }) => {
    await page.goto(`${demo.address}basket.html`);
    const parcels = page.locator('ship-parcels');
    const rates = parcels.getByRole('radio', { name: /^JNE OKE/ });
    await expect(rates).toHaveCount(2);
    for (const rate of await rates.all()) {
      while (!(await rate.isChecked())) await rate.click();
    }
    const insurance = parcels.getByRole('switch', { name: 'Insurance' });
    while (!(await insurance.isChecked())) await insurance.click();
    const lines = parcels.locator('[part=extras] .fee');
    await expect(lines.nth(2)).toHaveText(/^\+Rp/);
    const [goods, delivery, fee] = await lines.allTextContents();
    const sum = (await parcels.locator('.due strong').textContent()) ?? '';
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL('**/basket.html?order=*');
    await expect(page.locator('#summary div')).toHaveText([
      /^Deliver to/,
      `Goods${goods}`,
      `Delivery, 2 parcels${delivery}`,
      `Insurance${fee?.slice(1)}`,
      `Paid${sum}`,
    ]);
    await expectSum(page);
  });

  test('says that a browser has no such order, and leads to the basket', async ({ page, demo }) => {
    await page.goto(`${demo.address}basket.html`);
    // What the shopper has only begun is no order yet.
    const begun = await page.locator('[name=reference][value]').inputValue();
    for (const reference of [begun, 'INV-unknown']) {
      await page.goto(`${demo.address}basket.html?order=${reference}`);
      await expect(page.getByRole('alert')).toHaveText('This browser has no such order.');
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order not found');
    for (const name of ['Cancel order', 'Save receipt']) await expect(page.getByText(name)).toBeHidden();
    await page.getByRole('link', { name: 'Order again' }).click();
    await expect(page.locator('ship-parcels [part=head]')).toHaveCount(2);
  });

  test('leads from a second tab to the order that the first one has bought', async ({ page, context, demo }) => {
    const second = await context.newPage();
    for (const tab of [page, second]) {
      await tab.goto(`${demo.address}basket.html`);
      await expect(tab.locator('ship-parcels')).not.toHaveJSProperty('value', null);
    }
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL('**/basket.html?order=*');
    const rate = second.getByRole('radio').last();
    while (!(await rate.isChecked())) await rate.click();
    await second.getByRole('button', { name: 'Pay' }).click();
    await second.waitForURL(page.url());
    await expect(second.locator('#summary')).toContainText('Paid');
  });

  test('shows what was bought after Back, and orders again by its link alone', async ({ page, demo }) => {
    await page.goto(`${demo.address}basket.html`);
    await expect(page.locator('ship-parcels')).not.toHaveJSProperty('value', null);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL('**/basket.html?order=*');
    const receipt = page.url();
    await page.goBack();
    await page.waitForURL(receipt);
    await page.getByRole('link', { name: 'Order again' }).click();
    await expect(page.locator('ship-parcels [part=head]')).toHaveCount(2);
    expect(receipt).not.toContain(await page.locator('[name=reference][value]').inputValue());
  });

  test('goes on saying that its number is copied when news of a parcel writes it again', async ({ page, demo }) => {
    const tell = await hold(page, '**/v1/tracking');
    await orderAtDoor(page, demo.address);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('#number').getByRole('button', { name: 'Copy Order number' }).click();
    const said = page.locator('#number [role=status]');
    await expect(said).toHaveText('Copied');
    tell();
    await expect(page.locator('ship-tracking [part=headline]')).toHaveText([/\w/, /\w/]);
    await painted(page);
    await expect(said).toHaveText('Copied');
  });

  test('says of a parcel on its way that it can no longer be cancelled', async ({ page, demo }) => {
    await page.goto(`${demo.address}basket.html`);
    await expect(page.locator('ship-parcels')).not.toHaveJSProperty('value', null);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL('**/basket.html?order=*');
    await moveOn(page, demo.address);
    await expect(page.locator('#cancel-money')).toHaveText(/goes on, and is still paid for\.$/);
    await cancelAll(page);
    await expectPart(page);
    const reference = new URL(page.url()).searchParams.get('order') ?? '';
    await page.goto(`${demo.address}desk.html`);
    const states = page.locator('#orders tr', { hasText: reference }).locator('[data-heading=Status]');
    await expect(states, 'as staff read it').toHaveText([/^Cancelled.*through the shop$/, 'On its way']);
    await page.getByRole('button', { name: 'Bahasa Indonesia' }).click();
    await expect(states).toHaveText([/^Dibatalkan.*lewat toko$/, 'Dalam perjalanan']);
  });

  test('promises nothing back of a parcel that its courier has, and offers no cancellation once every courier has its own', async ({
    page,
    demo,
  }) => {
    await page.goto(`${demo.address}basket.html`);
    await expect(page.locator('ship-parcels')).not.toHaveJSProperty('value', null);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL('**/basket.html?order=*');
    const reference = new URL(page.url()).searchParams.get('order');
    const { deliveries } = await (await page.request.get(`${demo.address}checkout/basket/${reference}`)).json();
    const money = page.locator('#cancel-money');
    await moveOn(page, demo.address);
    await page.reload();
    await expect(money).toContainText(`Rp ${deliveries[1].payNow.toLocaleString('en')} goes back`);
    await moveOn(page, demo.address, 'delivered');
    await page.reload();
    await expect(money).toContainText('A parcel that has arrived is not cancelled.');
    await moveOn(page, demo.address, 'delivered', 1);
    await page.reload();
    await expect(page.locator('#cancel-until')).toContainText('can no longer be cancelled');
    await expect(page.getByText('Cancel order')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order received');
  });

  test('says what is paid at the door of a parcel that goes on, in the question and in the receipt', async ({
    page,
    demo,
  }) => {
    await orderAtDoor(page, demo.address);
    await expectSum(page);
    await moveOn(page, demo.address);
    await expect(page.locator('#cancel-money')).toHaveText(
      'You have paid nothing yet. A parcel that its courier has by then goes on, and is paid at the door.',
    );
    await cancelAll(page);
    await expectPart(page);
    await expect(page.locator('#summary')).toContainText(/Cancelled−Rp\s[\d,]+Pay at the door/);
    await moveOn(page, demo.address, 'delivered');
    await page.reload();
    await expect(page.locator('#summary'), 'its courier has collected it').toContainText(/Cancelled−Rp\s[\d,]+Paid/);
    await expectSum(page);
  });

  test('says of a refused order that the shop will write, and offers its cancellation and no other order', async ({
    page,
    demo,
  }) => {
    await orderAtDoor(page, demo.address);
    await page.route('**/checkout/basket/*', async (route) => {
      const view = await (await route.fetch()).json();
      const deliveries = view.deliveries.map((delivery: object, index: number) => ({
        ...delivery,
        ...(index ? { state: 'to-ship', reason: 'other-parcel' } : { state: 'refused', reason: 'service-gone' }),
      }));
      await route.fulfill({ json: { ...view, state: 'refused', deliveries } });
    });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A parcel cannot be sent');
    await expect(page.locator('#money')).toContainText('We will contact you about another way to send it.');
    await expect(page.getByText('Cancel order')).toBeVisible();
    await expect(page.locator('#cancel-until'), 'no free cancellation until a pickup').toBeEmpty();
    await expect(page.getByRole('link', { name: 'Order again' })).toBeHidden();
  });

  test('has its carts signed anew when they have expired', async ({ page, demo }) => {
    const basket = (url: URL) => url.pathname === '/checkout/basket';
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    await page.route(
      basket,
      async (route) => {
        const answer = await (await route.fetch()).json();
        for (const parcel of answer.parcels)
          parcel.cart = await signCart(await verifyCart(parcel.cart, keys), keys, twoDaysAgo);
        await route.fulfill({ json: answer });
      },
      { times: 1 },
    );
    await page.goto(`${demo.address}basket.html`);
    await expect(page.locator('ship-parcels')).not.toHaveJSProperty('value', null);
  });

  test('knows after a cancellation what has arrived, before its way is loaded again', async ({ page, demo }) => {
    await orderAtDoor(page, demo.address);
    await moveOn(page, demo.address, 'delivered');
    await page.reload();
    await expect(page.locator('#summary')).toContainText('Paid');
    await expect(page.locator('#cancel-money')).not.toContainText('paid nothing');
    const token = await page
      .locator('ship-tracking')
      .first()
      .evaluate((element: HTMLElementTagNameMap['ship-tracking']) => element.token);
    const order = page.url().replace('basket.html?order=', 'checkout/basket/');
    // Each second signs another token.
    await expect.poll(async () => (await (await page.request.get(order)).json()).deliveries[0].track).not.toBe(token);
    await page.route('**/v1/tracking', () => {});
    await cancelAll(page);
    await expectPart(page);
    await expect(page.locator('#summary')).toContainText(/Cancelled−Rp\s[\d,]+Paid/);
  });

  test('takes no form of another site, and opens with any cookie in the place of its visit', async ({
    request,
    demo,
  }) => {
    const basket = `${demo.address}checkout/basket`;
    const foreign = await request.post(basket, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(foreign.status()).toBe(403);
    expect(foreign.headers()).not.toHaveProperty('set-cookie');
    const broken = await request.get(basket, { headers: { cookie: 'visit=a%20b' } });
    expect(broken.status()).toBe(200);
  });
});
