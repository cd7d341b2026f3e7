import type { CheckoutElement } from '../../src/elements/index.ts';
import { shipment } from '../support/script-shop.ts';
import { expect, test } from '../support/shop-test.ts';

/** A frame that may run scripts but not submit forms, as page builders embed widgets. */
const page = `<!doctype html>
  <html lang="en">
    <title>Builder</title>
    <iframe title="Shop" width="500" height="1400" sandbox="allow-scripts allow-same-origin" src="framed.html"></iframe>
  </html>`;

const framed = `<!doctype html>
  <html lang="en">
    <title>Shop</title>
    <script defer src="ship-elements.js"></script>
    <ship-checkout base-url="/shipping" couriers="jne" order-mode="order" shipment='${shipment}'></ship-checkout>
  </html>`;

const contacts = {
  origin_contact_name: 'Toko Kopi Senja',
  origin_contact_phone: '+622155512345',
  origin_address: 'Jalan Fatmawati 10, Cilandak',
  destination_contact_name: 'Ratna Wulandari',
  destination_contact_phone: '081298765432',
  destination_address: 'Jalan Braga 99, Sumur Bandung',
};

test.describe('a frame that may not submit forms', () => {
  for (const [how, confirm] of Object.entries({
    'the mouse': 'click',
    'the Enter key': 'Enter',
    'the space bar': ' ',
  })) {
    test(`cancels an order with ${how}`, async ({ page: tab, serve, problems }) => {
      const shop = await serve({ 'index.html': page, 'framed.html': framed });
      await tab.goto(`${shop.address}index.html`);
      const frame = tab.frameLocator('iframe');
      const checkout = frame.locator('ship-checkout');
      await frame.locator('[value="jne/reg"]').check();
      await checkout.evaluate((element: CheckoutElement, order) => Object.assign(element, { order }), contacts);
      await frame.getByRole('button', { name: /^Confirm delivery/ }).click();
      await frame.getByRole('button', { name: 'Cancel order' }).press('Enter');
      const reason = frame.getByRole('combobox', { name: 'Why do you want to cancel?' });
      await expect(reason).toBeFocused();
      await reason.selectOption('pickup_delay');
      const sent = tab.waitForRequest(/cancel$/);
      const button = frame.getByRole('button', { name: 'Yes, cancel the order' });
      if (confirm === 'click') await button.click();
      else {
        await reason.press('Tab');
        await expect(button).toBeFocused();
        await button.press(confirm);
      }
      expect((await sent).postDataJSON()).toMatchObject({ cancellation_reason_code: 'pickup_delay' });
      await expect(frame.getByText('Your order has been cancelled.').first()).toBeVisible();
      expect(problems).toStrictEqual([]);
    });
  }
});
