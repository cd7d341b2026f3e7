import { checkoutTag } from '../support/script-shop.ts';
import { expect, hold, test } from '../support/shop-test.ts';

test('rates load with an animation, and without one under reduced motion', async ({ page, openPage }) => {
  await hold(page, '**/v1/rates/couriers');
  const animations = async (reducedMotion: 'reduce' | 'no-preference') => {
    await page.emulateMedia({ reducedMotion });
    await openPage(checkoutTag());
    await page.getByText('Checking rates…').waitFor();
    const parts = page.locator('ship-checkout *');
    return parts.evaluateAll((all) => all.flatMap((element) => element.getAnimations({ subtree: true })).length);
  };
  expect(await animations('no-preference')).toBeGreaterThan(0);
  expect(await animations('reduce')).toBe(0);
});

test('a switch moves at once', async ({ page, openPage }) => {
  await openPage(checkoutTag());
  // A transition would be short, so it is looked for within the click.
  const animations = await page.getByRole('switch', { name: 'Insurance' }).evaluate((input: HTMLInputElement) => {
    input.getAnimations();
    input.checked = true;
    return input.getAnimations({ subtree: true }).length;
  });
  expect(animations).toBe(0);
});
