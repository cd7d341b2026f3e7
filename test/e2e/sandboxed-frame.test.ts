import type { CheckoutElement } from '../../src/elements/index.ts';
import { contacts } from '../support/fixtures.ts';
import { checkoutTag, pageOf } from '../support/script-shop.ts';
import { expect, test } from '../support/shop-test.ts';

/** As page builders embed widgets. */
const frameWithoutForms =
  '<iframe title="Shop" width="500" height="1400" sandbox="allow-scripts allow-same-origin" src="framed.html"></iframe>';

const pages = {
  'index.html': pageOf(frameWithoutForms),
  'framed.html': pageOf(checkoutTag('couriers="jne" order-mode="order"')),
};

test.describe('a frame that may not submit forms', () => {
  for (const [how, confirm] of Object.entries({
    'the mouse': 'click',
    'the Enter key': 'Enter',
    'the space bar': ' ',
  })) {
    test(`cancels an order with ${how}`, async ({ page, serve, problems }) => {
      const shop = await serve(pages);
      await page.goto(`${shop.address}index.html`);
      const frame = page.frameLocator('iframe');
      const checkout = frame.locator('ship-checkout');
      await frame.getByRole('radio').first().check();
      await checkout.evaluate((element: CheckoutElement, contacts) => Object.assign(element, { contacts }), contacts);
      // A key, because a pointer's press on a button that has just changed does not count.
      await frame.getByRole('button', { name: /^Book delivery/ }).press('Enter');
      await frame.locator('ship-order-button summary').press('Enter');
      await frame.getByRole('button', { name: 'Cancel order' }).press('Enter');
      const reason = frame.getByRole('combobox', { name: 'Why do you want to cancel?' });
      await expect(reason).toBeFocused();
      await reason.selectOption('pickup_delay');
      const sent = page.waitForRequest(/cancel$/);
      const button = frame.getByRole('button', { name: 'Yes, cancel the order' });
      const cancelled = frame.getByText('Your order has been cancelled.').first();
      // The question has just appeared: the first presses of a pointer may be too soon.
      if (confirm === 'click')
        await expect
          .poll(async () => {
            if (await button.isVisible()) await button.click();
            return cancelled.isVisible();
          })
          .toBe(true);
      else {
        await reason.press('Tab');
        await expect(button).toBeFocused();
        await button.press(confirm);
      }
      expect((await sent).postDataJSON()).toMatchObject({ cancellation_reason_code: 'pickup_delay' });
      await expect(cancelled).toBeVisible();
      expect(problems).toStrictEqual([]);
    });
  }
});
