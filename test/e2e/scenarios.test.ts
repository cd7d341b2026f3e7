import { cancelOrder, expect, type Page, payAndOrder, test } from '../support/shop-test.ts';

test.describe('the demo shop while something goes wrong', () => {
  interface Order {
    id: string;
    status: string;
  }

  const ordersOf = async ({ address }: { address: string }): Promise<Order[]> =>
    (await (await fetch(`${address}desk/orders`)).json()).orders;

  /** Orders in the scenario that loses the answer. */
  async function orderInVain(page: Page, { address }: { address: string }): Promise<void> {
    await page.goto(`${address}shop.html#demo`);
    await page.locator('#scenario').selectOption('lost-answer');
    await page.getByRole('radio').first().check();
    await payAndOrder(page);
    await page.getByText('We are still waiting for the courier’s answer').first().waitFor();
  }

  /** Finds the order, and returns its number. */
  async function checkAgain(page: Page): Promise<string | null> {
    // A key, because a pointer's press on what has just appeared does not count.
    await page.getByRole('button', { name: 'Check again' }).press('Enter');
    return page.locator('ship-order-button #id-label + dd code').textContent();
  }

  test('finds an order whose answer was lost, places it once, and cancels it with the shop’s tokens', async ({
    page,
    demo,
  }) => {
    const before = new Set((await ordersOf(demo)).map(({ id }) => id));
    const sent: [path: string, body: Record<string, unknown>][] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/\/v1\/.*(rates|orders)/.test(pathname)) sent.push([pathname.replace(/.*\/v1/, ''), request.postDataJSON()]);
    });
    await orderInVain(page, demo);
    const id = await checkAgain(page);
    const added = (await ordersOf(demo)).filter((order) => !before.has(order.id));
    expect(added.map((order) => order.id)).toStrictEqual([id]);
    await cancelOrder(page);
    await page.getByText('Your order has been cancelled.').first().waitFor();
    expect((await ordersOf(demo)).find((order) => order.id === id)?.status).toBe('cancelled');

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

  test('promises no free cancellation while no courier delivers', async ({ page, demo }) => {
    await page.goto(`${demo.address}shop.html#demo`);
    const promised = page.getByText('Free to cancel');
    await page.getByRole('radio').first().waitFor();
    await expect(promised).toBeVisible();
    await page.locator('#scenario').selectOption('empty-lane');
    await page.getByText('No courier delivers to this address').first().waitFor();
    await expect(promised).toBeHidden();
  });

  test('finds it when Back returns to the page too, and only once', async ({ page, demo }) => {
    const comeBack = async () => {
      await page.goto(`${demo.address}desk.html`);
      await page.goBack();
    };
    const before = (await ordersOf(demo)).length;
    await orderInVain(page, demo);
    await comeBack();
    await page.getByRole('radio').first().check();
    const id = await checkAgain(page);
    const orders = await ordersOf(demo);
    expect(orders).toHaveLength(before + 1);
    expect(orders.map((order) => order.id)).toContain(id);
    await comeBack();
    await page.getByRole('button', { name: 'Order again' }).click();
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: /^(Continue|Pay)$/ }).waitFor();
    await expect(page.getByText('We are still waiting')).toHaveCount(0);
  });
});
