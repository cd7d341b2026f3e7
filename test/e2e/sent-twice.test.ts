import { createMemoryStore, createSandbox } from '../../src/sandbox/index.ts';
import { closingService } from '../support/closing-service.ts';
import { checkoutTag } from '../support/script-shop.ts';
import { cancelOrder, expect, type Page, setContacts, test } from '../support/shop-test.ts';

// If a kept connection closes without an answer, Chromium sends the POST again by itself. The service sees two requests for
// one click, and answers only the second: "used" or "already cancelled".

function createService() {
  const store = createMemoryStore();
  const { fetch: service, writes } = closingService(createSandbox({ store }).fetch);
  const states = async () => (await store.list('order')).map(({ status }) => status);
  return { service, writes, states };
}

/** The message about the order on screen. */
const message = (page: Page, sentence: string) =>
  page.locator('ship-order-button :is(.message, .placed)', { hasText: sentence });

/** Sets contacts, chooses the first rate and clicks the button once. */
async function order(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('radio').first().check();
  await setContacts(page);
  await page.getByRole('button', { name: button }).press('Enter');
}

test.describe('a kept connection that closes after the work', () => {
  test('leaves one order and one cancellation, and the shopper sees both', async ({ page, openPage }) => {
    const { service, writes, states } = createService();
    await openPage(checkoutTag('order-mode="order"'), { service });
    await order(page, /^Book delivery/);
    await expect(message(page, 'Order received')).toBeVisible();
    expect(writes).toStrictEqual(['/v1/orders', '/v1/orders']);
    expect(await states()).toStrictEqual(['confirmed']);

    await cancelOrder(page);
    await expect(message(page, 'Your order has been cancelled.')).toBeVisible();
    const cancellations = writes.slice(2);
    expect(cancellations).toHaveLength(2);
    expect(new Set(cancellations).size).toBe(1);
    expect(await states()).toStrictEqual(['cancelled']);
  });

  test('leaves one order under the shop’s own reference, whatever the shopper reloads or clicks', async ({
    page,
    openPage,
  }) => {
    const { service, writes, states } = createService();
    await openPage(checkoutTag('order-mode="order" reference="cart-1042"'), { service });
    const exists = message(page, 'An order with the number cart-1042 exists already. It may be this one.');
    await order(page, /^Book delivery/);
    await expect(exists).toBeVisible();
    expect(writes).toHaveLength(2);

    await page.getByRole('button', { name: 'Check again' }).press('Enter');
    await expect.poll(() => writes.length).toBe(3);
    await expect(exists).toBeVisible();

    await page.reload();
    await expect(message(page, 'We are still waiting for the courier’s answer')).toBeVisible();
    await order(page, 'Check again');
    await expect(exists).toBeVisible();
    expect(writes).toHaveLength(4);
    expect(await states()).toHaveLength(1);
  });
});
