import { createMemoryStore, createSandbox } from '../../src/sandbox/index.ts';
import { closingService } from '../support/closing-service.ts';
import { contacts } from '../support/fixtures.ts';
import { shipment } from '../support/script-shop.ts';
import { test as base, expect, type Page } from '../support/shop-test.ts';

// If a kept connection closes without an answer, Chromium sends the POST again by itself. The service sees two requests for
// one click, and answers only the second: "used" or "already cancelled".

const page = (attributes: string) => `<!doctype html>
  <html lang="en">
    <head><title>Sent twice</title><script defer src="ship-elements.js"></script></head>
    <body><ship-checkout base-url="/shipping" ${attributes} shipment='${shipment}'></ship-checkout></body>
  </html>`;

interface Shop {
  tab: Page;
  /** The paths of the writes. */
  writes: readonly string[];
  /** The states of all orders, or of all drafts. */
  stored(kind: 'order' | 'draft_order'): Promise<string[]>;
}

const test = base.extend<{ open(attributes: string): Promise<Shop> }>({
  open: async ({ page: tab, serve }, use) => {
    await use(async (attributes) => {
      const store = createMemoryStore();
      const { fetch, writes } = closingService(createSandbox({ store }).fetch);
      const { address } = await serve({ 'index.html': page(attributes) }, undefined, fetch);
      await tab.goto(`${address}index.html`);
      const stored: Shop['stored'] = async (kind) => (await store.list(kind)).map(({ status }) => status);
      return { tab, writes, stored };
    });
  },
});

/** The message about the order on screen. */
const said = ({ tab }: Shop, sentence: string) =>
  tab.locator('ship-order-button :is(.message, .placed)', { hasText: sentence });

/** Sets contacts, chooses the first rate and clicks the button once. */
async function order({ tab }: Shop, button: string | RegExp): Promise<void> {
  await tab.getByRole('radio').first().check();
  await tab.evaluate((order) => Object.assign(document.querySelector('ship-checkout') as object, { order }), contacts);
  await tab.getByRole('button', { name: button }).click();
}

test.describe('a kept connection that closes after the work', () => {
  test('leaves one order and one cancellation, and the shopper sees both', async ({ open }) => {
    const shop = await open('order-mode="order"');
    const { tab, writes, stored } = shop;
    await order(shop, /^Confirm delivery/);
    await expect(said(shop, 'Your delivery is confirmed.')).toBeVisible();
    expect(writes).toStrictEqual(['/v1/orders', '/v1/orders']);
    expect(await stored('order')).toStrictEqual(['confirmed']);

    await tab.getByRole('button', { name: 'Cancel order' }).click();
    await tab.getByRole('button', { name: 'Yes, cancel the order' }).click();
    await expect(said(shop, 'Your order has been cancelled.')).toBeVisible();
    const cancellations = writes.slice(2);
    expect(cancellations).toHaveLength(2);
    expect(new Set(cancellations).size).toBe(1);
    expect(await stored('order')).toStrictEqual(['cancelled']);
  });

  test('leaves one draft, and the shopper sees it', async ({ open }) => {
    const shop = await open('order-mode="draft"');
    await order(shop, /^Save as draft/);
    await expect(said(shop, 'Your delivery is saved as a draft.')).toBeVisible();
    expect(shop.writes).toStrictEqual(['/v1/draft_orders', '/v1/draft_orders']);
    expect(await shop.stored('draft_order')).toHaveLength(1);
  });

  test('leaves one order under the shop’s own reference, whatever the shopper reloads or clicks', async ({ open }) => {
    const shop = await open('order-mode="order" reference="cart-1042"');
    const { tab, writes, stored } = shop;
    const exists = said(shop, 'An order with the number cart-1042 exists already; it may be this one.');
    await order(shop, /^Confirm delivery/);
    await expect(exists).toBeVisible();
    expect(writes).toHaveLength(2);

    await tab.getByRole('button', { name: 'Check again' }).click();
    await expect.poll(() => writes.length).toBe(3);
    await expect(exists).toBeVisible();

    await tab.reload();
    await expect(said(shop, 'We are still waiting for the courier’s answer')).toBeVisible();
    await order(shop, 'Check again');
    await expect(exists).toBeVisible();
    expect(writes).toHaveLength(4);
    expect(await stored('order')).toHaveLength(1);
  });
});
