import type { Page } from '@playwright/test';
import { type Telling, tellings } from '../e2e/element-states.ts';
import { moments } from './element-moments.ts';

/** The names that `reach` accepts: the states of the element's page, and its moments. */
export const statesOf = (name: string): string[] => [
  ...Object.keys(tellings[name] ?? {}),
  ...Object.keys(moments[name] ?? {}),
];

/** The elements of a checkout. What it shows in a state of its own is not looked at in each of them again. */
const inCheckout = ['rate-comparison', 'order-button'];

/** The states and moments in which an element is looked at: all of them, but for an element of a checkout those that the checkout lacks. */
export const ownStatesOf = (name: string): string[] => {
  const known = inCheckout.includes(name) ? statesOf('checkout') : [];
  return statesOf(name).filter((state, index) => index === 0 || !known.includes(state));
};

/** The elements that say that the browser is offline. */
export const offlineTellings: Record<string, Telling> = {
  'area-search': ['offline', /No internet connection/],
  checkout: ['offline', /No internet connection/],
  'courier-picker': ['error', /No internet connection/],
  'rate-comparison': ['offline', /No internet connection/],
  tracking: ['error', /No connection/],
};

/** Opens the page of an element. The window is high, because rows out of sight are not painted. */
export async function openElement(page: Page, address: string, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 2400 });
  await page.goto(`${address}elements/${name}.html`);
}

/** Waits until the element has the custom state and shows its words. */
export async function told(page: Page, name: string, [state, words]: Telling): Promise<void> {
  const tag = `ship-${name}`;
  const selector = state ? `${tag}:state(${state})` : tag;
  await page.waitForFunction((wanted) => document.querySelector(wanted), selector);
  // Prices contain a no-break space, and markup contains line breaks.
  const spaced = new RegExp(words.source.replaceAll(' ', '\\s+'));
  await page.locator(tag).getByText(spaced).first().waitFor();
}

/** Leads the page to a state or a moment, and waits until the element is complete. */
export async function reach(page: Page, name: string, state: string): Promise<void> {
  const moment = moments[name]?.[state];
  const shown = moment?.after ?? state;
  await page.mouse.move(0, 0);
  const before = await page.$('#stage > *');
  await page.evaluate(
    (hash) => {
      if (location.hash === hash) document.querySelector<HTMLElement>('#again')?.click();
      else location.hash = hash;
    },
    `#${shown.replaceAll(' ', '-')}`,
  );
  await page.waitForFunction((element) => !element?.isConnected, before);
  await told(page, name, tellings[name]?.[shown] as Telling);
  await settled(page, shown);
  if (!moment) return;
  await moment.act(page);
  // An answer that comes while axe looks would take the nodes away that it looks at.
  await settled(page, shown);
}

/** Use it last: the page reloads when it is online again. */
export async function reachOffline(page: Page, name: string): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#offline';
  });
  await page.context().setOffline(true);
  await told(page, name, offlineTellings[name] as Telling);
  await settled(page, 'offline');
}

/** Waits until no part of the element is loading. */
async function settled(page: Page, state: string): Promise<void> {
  if (state === 'loading' || state === 'searching') return;
  await page.waitForFunction((stale) => {
    const [element] = document.querySelector('#stage')?.children ?? [];
    const parts = element ? [element, ...(element.shadowRoot?.querySelectorAll('*') ?? [])] : [];
    return !parts.some((part) =>
      part.matches(stale ? ':state(loading)' : ':state(loading), :state(stale), :state(searching)'),
    );
  }, state === 'stale');
}
