import type { Page } from '@playwright/test';

/** A look that needs an action: something is open, under the pointer or focused. */
export interface Moment {
  /** The state of the element's page that it starts from. */
  after: string;
  act(page: Page): Promise<void>;
  /** Repeated at each width, because the element moves away from the pointer. */
  pointed?: true;
}

/** With the keyboard, because browsers show no focus ring after a click. */
const press = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).press('Enter');
const focusOn = (role: 'button' | 'radio' | 'checkbox' | 'switch', name: RegExp) => (page: Page) =>
  page.locator('#stage').getByRole(role, { name }).first().focus();

const pointAt = (selector: string) => (page: Page) => page.locator(selector).first().hover();

async function askWhy(page: Page): Promise<void> {
  await page.locator('#stage summary').filter({ hasText: 'Order details' }).press('Enter');
  await press(/^Cancel order$/)(page);
  await page.getByLabel('Why do you want to cancel?').waitFor();
}

const showAll = (page: Page) => page.locator('[part=more]').press('Enter');

/** Picks a courier other than that of the choice, which stays in sight. */
async function pick(page: Page): Promise<void> {
  await showAll(page);
  await press(/Choose$/)(page);
  await page.locator('#stage').getByRole('checkbox', { name: 'Anteraja' }).press(' ');
}

/** Orders with insurance and cash on delivery, so that the receipt has every line. */
async function order(page: Page): Promise<void> {
  await showAll(page);
  await page.getByRole('radio', { name: /^JNE Reguler/ }).press(' ');
  for (const name of [/^Insurance/, /^Cash on delivery/]) await page.getByRole('switch', { name }).press(' ');
  await press(/^Book delivery/)(page);
  await page.locator('[part=receipt]').waitFor();
}

async function insure(page: Page): Promise<void> {
  await page.getByRole('switch', { name: /^Insurance/ }).press(' ');
  await page.locator('#insurance:checked').waitFor();
}

export const moments: Record<string, Record<string, Moment>> = {
  checkout: {
    'courier picked': { after: 'chosen', act: pick },
    repaired: { after: 'in the way', act: press(/^Use [^+]+$/) },
    'placed with everything': { after: 'dates', act: order },
    'asked why': { after: 'placed', act: askWhy },
    'button focused': { after: 'chosen', act: focusOn('button', /^Book delivery/) },
  },
  'courier-picker': {
    expanded: { after: 'ready', act: press(/^Show all/) },
    'courier focused': { after: 'chosen', act: focusOn('checkbox', /^JNE$/) },
    'courier pointed at': { after: 'ready', act: pointAt('[part=option]'), pointed: true },
  },
  'rate-comparison': {
    expanded: { after: 'chosen', act: showAll },
    'choice focused': { after: 'chosen', act: focusOn('radio', /^JNE Reguler/) },
    'without COD': { after: 'in the way', act: showAll },
    'row pointed at': { after: 'ready', act: pointAt('[part=row]'), pointed: true },
    'more pointed at': { after: 'ready', act: pointAt('[part=more]'), pointed: true },
    'switch focused': { after: 'insurance locked', act: focusOn('switch', /^Insurance/) },
    'switched on': { after: 'chosen', act: insure },
  },
  'order-button': {
    'asked why': { after: 'placed', act: askWhy },
    focused: { after: 'ready', act: focusOn('button', /^Book delivery/) },
    'pointed at': { after: 'ready', act: pointAt('[part=button]'), pointed: true },
  },
};
