import { CheckoutKit, type Driver, type KitOptions, oneOfParcels, timersSentence, waitUntil } from './checkout-kit.ts';

/** What the kit uses of Playwright's `Locator`. */
export interface PlaywrightLocator {
  // biome-ignore lint/suspicious/noExplicitAny: Playwright's own type names its element, and this one is no dependency.
  evaluate<T>(look: (element: any) => T): Promise<T>;
  locator(selector: string): PlaywrightLocator;
  first(): PlaywrightLocator;
  count(): Promise<number>;
  press(key: string): Promise<unknown>;
}

/**
 * The checkout of a page in Playwright.
 * @example
 * const checkout = playwrightCheckout(page.locator('ship-checkout'));
 * await checkout.choose('jne/reg');
 */
export function playwrightCheckout(checkout: PlaywrightLocator, options?: KitOptions): CheckoutKit {
  const driver: Driver = {
    read: (look) => checkout.evaluate(look),
    has: async (selector) => (await checkout.locator(selector).count()) > 0,
    press: async (selector, key) => void (await checkout.locator(selector).first().press(key)),
  };
  return new CheckoutKit(driver, options);
}

/**
 * The checkout of a document in this process: with Testing Library or without, in jsdom, happy-dom or a browser.
 * @param checkout the element itself, or a container that has it
 */
export function domCheckout(checkout: Element, options: KitOptions = {}): CheckoutKit {
  const { timeout = 10_000 } = options;
  const isElement = /^ship-/i.test(checkout.tagName);
  /** A framework may render the element later, or another one. */
  const element = () => {
    const found = isElement ? checkout : checkout.querySelector('ship-checkout, ship-rate-comparison');
    if (!found) throw new Error(`There is no ship-checkout and no ship-rate-comparison in it. ${oneOfParcels}`);
    return found;
  };
  const driver: Driver = {
    read: async (look) => {
      await rendered(element());
      return look(element() as Parameters<typeof look>[0]);
    },
    has: async (selector) => {
      await rendered(element());
      return all(element(), selector).length > 0;
    },
    async press(selector) {
      if (!(await waitUntil(timeout, () => driver.has(selector))))
        throw new Error(`Waited in vain for ${selector}.${timersSentence()}`);
      // Without focus(): happy-dom 21 breaks on a focused control in a shadow root.
      all(element(), selector)[0]?.click();
      return rendered(element());
    },
  };
  return new CheckoutKit(driver, options);
}

/** All matches inside an element, through shadow roots. */
function all(root: Element, selector: string): HTMLElement[] {
  const inside = root.shadowRoot ?? root;
  const nested = [...inside.querySelectorAll('*')].filter(({ shadowRoot }) => shadowRoot);
  return [...inside.querySelectorAll<HTMLElement>(selector), ...nested.flatMap((element) => all(element, selector))];
}

/** Waits until the element and its parts have rendered. */
async function rendered(element: Element): Promise<void> {
  for (const part of [element, ...all(element, '*')])
    await (part as { updateComplete?: Promise<unknown> }).updateComplete;
}
