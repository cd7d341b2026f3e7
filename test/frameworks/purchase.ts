import { expect, type Page } from '@playwright/test';
import type { CheckoutElement } from '../../src/elements/index.ts';
import type { OrderResponse } from '../../src/index.ts';

/** The orders of the sandbox. */
async function ordersOf(sandbox: string): Promise<OrderResponse[]> {
  const answer = await fetch(`${sandbox}/v1/orders`);
  const { orders } = (await answer.json()) as { orders: OrderResponse[] };
  return orders;
}

const summary = (page: Page) => page.locator('#summary');

/** The price of the choice, when both the element and the page show another one than `than`. */
export async function shownPrice(page: Page, than?: number): Promise<number> {
  const checkout = page.locator('ship-checkout');
  const price = () =>
    checkout.evaluate(({ status, rate }: CheckoutElement) => (status === 'ready' ? (rate?.price ?? null) : null));
  await expect.poll(price).not.toBeNull();
  if (than !== undefined) await expect.poll(price).not.toBe(than);
  const shown = (await price()) ?? Number.NaN;
  await expect(summary(page)).toHaveText(`Delivery: IDR ${shown.toLocaleString('en')}`);
  return shown;
}

/** Chooses a service from the whole list. */
export async function choose(page: Page, service: string): Promise<number> {
  const more = page.locator('ship-checkout [part=more][aria-expanded=false]');
  if (await more.count()) await more.click();
  await page.locator(`ship-checkout input[value="${service}"]`).check();
  return shownPrice(page);
}

/** The messages of Chromium for a lost answer, and for the answer that the order exists already. */
const unanswered = /^Failed to load resource: /;

/**
 * A whole purchase: chooses, changes the cart, switches, orders, loses the answer, finds the order, cancels it. The sandbox
 * loses the first answer to each order. Fails if the page complains of anything else.
 */
export async function purchase(page: Page, sandbox: string, complaints: readonly string[]): Promise<void> {
  const checkout = page.locator('ship-checkout');
  await page.getByLabel('Your name').fill('Siti Rahayu');

  const one = await choose(page, 'jne/oke');
  await page.getByLabel('Scarves').fill('9');
  const nine = await shownPrice(page, one);
  expect(nine).toBeGreaterThan(one);

  await checkout.locator('#insurance').click();
  const insured = await shownPrice(page, nine);
  expect(insured - nine).toBe(Math.ceil(9 * 185_000 * 0.005));
  await checkout.locator('#cash-on-delivery').click();
  const promised = await shownPrice(page, insured);

  const button = checkout.locator('ship-order-button [part=button]');
  await button.click();
  await expect(button).toHaveText('Check again');
  await button.click();
  await expect(checkout.getByText('Your delivery is confirmed.')).toBeVisible();

  const [order, ...others] = await ordersOf(sandbox);
  expect(others).toEqual([]);
  await expect(summary(page)).toHaveText(`Ordered: ${order?.id}`);
  expect(order).toMatchObject({
    status: 'confirmed',
    courier: { company: 'jne', type: 'oke', insurance: { amount: 9 * 185_000 } },
    destination: { contact_name: 'Siti Rahayu', cash_on_delivery: { amount: 9 * 185_000 + promised } },
    items: [{ quantity: 9 }],
  });

  await checkout.getByRole('button', { name: 'Cancel order' }).click();
  await checkout.getByRole('button', { name: 'Yes, cancel the order' }).click();
  await expect(summary(page)).toHaveText(`Cancelled: ${order?.id}`);
  expect(await ordersOf(sandbox)).toMatchObject([{ status: 'cancelled' }]);
  expect(complaints.filter((complaint) => !unanswered.test(complaint))).toEqual([]);
}
