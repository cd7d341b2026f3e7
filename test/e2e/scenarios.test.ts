import { expect, type Page, test } from '../support/shop-test.ts';

test.describe('the demo shop while something goes wrong', () => {
  async function openIn(page: Page, { address }: { address: string }, scenario: string): Promise<void> {
    await page.goto(`${address}shop.html#demo`);
    await page.locator('#scenario').selectOption(scenario);
  }

  const desk = async ({ address }: { address: string }) =>
    (await fetch(`${address}desk/orders`)).json() as Promise<{ orders: { id: string; status: string }[] }>;

  test('finds an order whose answer was lost, places it once, and cancels it with the shop’s tokens', async ({
    page,
    demo,
  }) => {
    const before = new Set((await desk(demo)).orders.map((order) => order.id));
    const sent: [path: string, body: Record<string, unknown>][] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/\/v1\/.*(rates|orders)/.test(pathname)) sent.push([pathname.replace(/.*\/v1/, ''), request.postDataJSON()]);
    });
    await openIn(page, demo, 'lost-answer');
    await page.getByRole('radio').first().check();
    await page.locator('ship-order-button [part=button]').click();
    await page.getByText('We are still waiting for the courier’s answer').first().waitFor();
    await page.getByRole('button', { name: 'Check again' }).click();
    const id = await page.locator('ship-order-button #id-label + dd code').textContent();
    const { orders } = await desk(demo);
    expect(orders.map((order) => order.id).filter((one) => !before.has(one))).toStrictEqual([id]);
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('button', { name: 'Yes, cancel the order' }).click();
    await page.getByText('Your order has been cancelled.').first().waitFor();
    expect((await desk(demo)).orders.find((order) => order.id === id)?.status).toBe('cancelled');

    const kinds = sent.map(([path, body]) => [path, ...['cart', 'grant', 'cancel'].filter((name) => body[name])]);
    const asked = kinds.filter(([path]) => path === '/rates/couriers');
    expect(new Set(asked.map(String))).toStrictEqual(new Set(['/rates/couriers,cart']));
    const written = kinds.filter(([path]) => path !== '/rates/couriers');
    expect(written).toStrictEqual([
      ['/orders', 'grant'],
      ...written.slice(2).map(() => ['/orders', 'grant']),
      [`/orders/${id}/cancel`, 'cancel'],
    ]);
    const bodies = sent.flatMap(([path, body]) => (path === '/orders' ? [JSON.stringify(body)] : []));
    expect(new Set(bodies).size).toBe(1);
  });

  const ways: Record<string, (page: Page, shop: { address: string }) => Promise<unknown>> = {
    'after a reload': (page) => page.reload(),
    'when Back returns to the page': async (page, { address }) => {
      await page.goto(`${address}desk.html`);
      await page.goBack();
    },
  };
  for (const [when, comeBack] of Object.entries(ways))
    test(`finds it ${when} too, and only once`, async ({ page, demo }) => {
      const before = (await desk(demo)).orders.length;
      await openIn(page, demo, 'lost-answer');
      const choose = () => page.getByRole('radio').first().check();
      await choose();
      await page.locator('ship-order-button [part=button]').click();
      await page.getByText('We are still waiting for the courier’s answer').first().waitFor();
      await comeBack(page, demo);
      await choose();
      await page.getByRole('button', { name: 'Check again' }).click();
      const id = await page.locator('ship-order-button #id-label + dd code').textContent();
      const { orders } = await desk(demo);
      expect(orders.length).toBe(before + 1);
      expect(orders.some((order) => order.id === id)).toBeTruthy();
      await comeBack(page, demo);
      await choose();
      await page
        .getByRole('button', { name: 'Save as draft' })
        .or(page.getByRole('button', { name: 'Confirm delivery' }))
        .waitFor();
      expect(await page.getByText('We are still waiting').count()).toBe(0);
    });
});
