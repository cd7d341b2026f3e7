import { expect, type Locator, type Page } from '@playwright/test';
import type { CheckoutElement } from '../../src/elements/index.ts';
import type { OrderResponse } from '../../src/index.ts';
import { playwrightCheckout } from '../../src/testing/index.ts';
import { expectToAddUp } from '../support/receipt.ts';
import type { SignedShop } from './page-test.ts';

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
  let shown = Number.NaN;
  // While the cart is signed again, the earlier price is shown, and then none.
  await expect(async () => {
    const { status, price } = await checkout.evaluate(({ status, rate }: CheckoutElement) => ({
      status,
      price: rate?.price,
    }));
    expect(status).toBe('ready');
    expect(price).toBeDefined();
    expect(price).not.toBe(than);
    shown = price ?? shown;
  }).toPass();
  await expect(summary(page)).toHaveText(`Delivery: Rp ${shown.toLocaleString('en')}`);
  return shown;
}

/** The checkout of the page, as a shop's own tests use it. */
const kitOf = (page: Page) => playwrightCheckout(page.locator('ship-checkout'), { timeout: 30_000 });

/** Chooses a service from the whole list. */
export async function choose(page: Page, service: string): Promise<number> {
  await kitOf(page).choose(service);
  return shownPrice(page);
}

/** Presses the order button until the lost answer is found. */
async function orderUntil(page: Page, found: Locator): Promise<void> {
  const kit = kitOf(page);
  await kit.order();
  await expect.poll(() => kit.status()).toBe('unconfirmed');
  await findOrder(page, found);
}

async function findOrder(page: Page, found: Locator): Promise<void> {
  const kit = kitOf(page);
  await expect(async () => {
    if (await page.locator('ship-checkout').getByText('Check again').isVisible()) await kit.order();
    await expect(found).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** The messages of Chromium for a lost answer, and for the answer that the order exists already; and ours, which says what may be wrong. */
const unanswered = /^Failed to load resource: |NetworkError: createOrder got no answer: /;

/**
 * A whole purchase: chooses, changes the cart, switches, orders, loses the answer, finds the order, cancels it. The sandbox
 * loses the first answer to each order. Fails if the page complains of anything else.
 */
export async function purchase(page: Page, sandbox: string, complaints: readonly string[]): Promise<void> {
  const checkout = page.locator('ship-checkout');
  const kit = kitOf(page);
  await page.getByLabel('Your name').fill('Siti Rahayu');

  const one = await choose(page, 'jne/oke');
  await page.getByLabel('Scarves').fill('9');
  const nine = await shownPrice(page, one);
  expect(nine).toBeGreaterThan(one);

  await kit.switch('insurance', true);
  const insurance = await shownPrice(page, nine);
  expect(insurance - nine).toBe(Math.ceil(9 * 185_000 * 0.005));
  await kit.switch('cash-on-delivery', true);
  const promised = await shownPrice(page, insurance);

  await orderUntil(page, checkout.getByText('Order received'));

  const order = await onlyOrder(sandbox);
  await expect(summary(page)).toHaveText(`Ordered: ${order?.id}`);
  expect(order?.destination).toMatchObject({ cash_on_delivery: { amount: 9 * 185_000 + promised } });

  await kit.cancel();
  await expect(summary(page)).toHaveText(`Cancelled: ${order?.id}`);
  expect(await ordersOf(sandbox)).toMatchObject([{ status: 'cancelled' }]);
  expect(complaints.filter((complaint) => !unanswered.test(complaint))).toEqual([]);
}

/** What the receipt says of an order that has a courier. */
const booked = /^The courier is booked\./;

/** The only order at the service, of nine insured scarves. */
async function onlyOrder(sandbox: string) {
  const [order, ...others] = await ordersOf(sandbox);
  expect(others).toEqual([]);
  expect(order).toMatchObject({
    status: 'confirmed',
    courier: { company: 'jne', type: 'oke', insurance: { amount: 9 * 185_000 } },
    destination: { contact_name: 'Siti Rahayu' },
    items: [{ quantity: 9 }],
  });
  return order;
}

/**
 * A signed purchase of nine insured scarves. The shop takes goods and delivery once, the service loses its first answer, and the
 * gateway finds the order. A reload changes nothing. Fails if the page complains of anything else than the lost answer.
 */
export async function signedPurchase(
  page: Page,
  { sandbox, shop, form = false }: { sandbox: string; shop: SignedShop; form?: boolean },
  complaints: readonly string[],
): Promise<void> {
  const thanks = page.getByRole('heading', { name: 'Thank you' });
  await (form ? orderByForm(page) : orderInPage(page, thanks));
  await expect(thanks).toBeVisible();
  await says(page, booked);

  const order = await onlyOrder(sandbox);
  expect(order?.destination).toMatchObject({ area_id: expect.stringMatching(/IDZ40132$/), address: 'Jalan Ganesa 10' });
  const paid = 9 * 185_000 + (order?.price ?? Number.NaN);
  expect(shop.paid()).toEqual([paid]);
  const rows = [
    'Batik scarf × 9 Rp 1,665,000',
    'Insurance Rp [\\d,]+',
    `Paid Rp ${paid.toLocaleString('en')}`,
    'To Jalan Ganesa 10, Coblong, ',
  ];
  for (const row of [`Order ${order?.reference_id}`, ...rows])
    await expect(page.locator('dl div').filter({ hasText: new RegExp(row.replaceAll(' ', '\\s*')) })).toBeVisible();

  const [terms, texts] = [await page.locator('dt').allTextContents(), await page.locator('dd').allTextContents()];
  expectToAddUp(terms.map((label, at) => [label, texts[at] ?? '']));

  if (!form) {
    // To the address of the account: the district was that of the order before.
    await page.getByRole('button', { name: 'Order again' }).click();
    await choose(page, 'jne/oke');
    await kitOf(page).order();
    await findOrder(page, thanks);
    await says(page, booked);
    expect(shop.paid()).toHaveLength(2);
  }
  const taken = [...shop.paid()];
  await page.reload();
  await expect(summary(page)).toHaveText(booked);
  if (form) await page.getByRole('link', { name: 'Track your parcel' }).click();
  await expect(page.locator('ship-tracking').getByText('JNE', { exact: false }).first()).toBeVisible();
  if (form) await page.goBack();
  await page.getByRole('button', { name: 'Order again' }).click();
  await page.locator('ship-checkout input[type=radio]').first().waitFor();
  expect(shop.paid()).toEqual(taken);
  expect(complaints.filter((complaint) => !unanswered.test(complaint))).toEqual([]);
}

/** Looks until the receipt says it: the page of a form does not reload by itself. */
async function says(page: Page, sentence: RegExp | string): Promise<void> {
  const again = page.getByRole('link', { name: 'Look again' });
  await expect(async () => {
    if (await again.isVisible()) await again.click();
    await expect(summary(page)).toHaveText(sentence, { timeout: 2_000 });
  }).toPass();
}

/** A purchase by the form alone, of what is dearer by the time it is ordered: its receipt thanks nobody, has the money that was taken, and asks for no other. */
export async function refusedPurchase(page: Page, sandbox: string, shop: SignedShop): Promise<void> {
  await typeRecipient(page);
  await page.getByRole('radio', { name: 'SiCepat Reguler' }).check();
  await page.getByRole('button', { name: 'Pay and order' }).click();
  await says(page, 'The courier could not be booked. We will write to you.');
  await expect(page.getByRole('heading')).toHaveText('Your parcel is not sent yet');
  const [paid = Number.NaN] = shop.paid();
  await expect(page.locator('dl')).toContainText(`PaidRp ${paid.toLocaleString('en')}`);
  expect(await ordersOf(sandbox)).toEqual([]);
  await expect(page.getByRole('button', { name: 'Order again' }), 'not while its money is here').toHaveCount(0);
}

/** A purchase by the form alone. Returns the sums that the order needs the shop to have taken. */
export async function purchaseWithoutScripts(page: Page, sandbox: string, hasPhone = false): Promise<number[]> {
  await typeRecipient(page);
  const pay = page.getByRole('button', { name: 'Pay and order' });
  // The list is required.
  await pay.click();
  await expect(pay).toBeVisible();
  expect(await ordersOf(sandbox)).toEqual([]);
  const rate = page.getByRole('radio', { name: 'SiCepat Reguler' });
  await rate.check();
  // A name without a visible letter is refused, and a phone that no courier takes. The choice stays.
  for (const [label, wrong] of [['Your name', '\u200b'], ...(hasPhone ? [['Your phone', '0812345']] : [])] as const) {
    await page.getByLabel(label).fill(wrong);
    await pay.click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(rate).toBeChecked();
    await typeRecipient(page);
  }
  await pay.click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(await page.locator('meta[http-equiv=refresh]').count(), 'a screen reader would begin again').toBe(0);
  await says(page, booked);
  await expect(page.locator('dl')).toContainText('ToJalan Ganesa 10, Bandung 40111');
  // Neither a form to send again nor its old problem.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  const [order, ...others] = await ordersOf(sandbox);
  expect(others).toEqual([]);
  expect(order).toMatchObject({
    status: 'confirmed',
    courier: { company: 'sicepat', type: 'reg', insurance: { amount: 0 } },
    destination: { contact_phone: hasPhone ? '081398765432' : '081298765432' },
  });
  return [185_000 + (order?.price ?? Number.NaN)];
}

async function orderInPage(page: Page, thanks: Locator): Promise<void> {
  await typeRecipient(page);
  await chooseDistrict(page);
  const one = await choose(page, 'jne/oke');
  await page.getByLabel('Scarves').fill('9');
  const nine = await shownPrice(page, one);
  await kitOf(page).switch('insurance', true);
  await shownPrice(page, nine);
  await orderUntil(page, thanks);
}

async function orderByForm(page: Page): Promise<void> {
  // A changed cart leaves what was typed.
  await typeRecipient(page);
  await chooseDistrict(page);
  await page.getByLabel('Scarves').fill('9');
  await page.getByRole('button', { name: 'Update the cart' }).click();
  await expect(page.getByLabel('Scarves')).toHaveValue('9');
  await kitOf(page).choose('jne/oke');
  await kitOf(page).switch('insurance', true);
  // Enter in a field orders, and does not update the cart.
  await page.getByLabel('Your name').press('Enter');
}

async function typeRecipient(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Siti Rahayu');
  await page.getByLabel('Your address').fill('Jalan Ganesa 10');
  // The others have it in the shopper's account.
  const phone = page.getByLabel('Your phone');
  if (await phone.isVisible()) await phone.fill('081398765432');
}

async function chooseDistrict(page: Page): Promise<void> {
  await page.getByRole('combobox').fill('coblong');
  await page.getByRole('option').filter({ hasText: '40132' }).click();
}
