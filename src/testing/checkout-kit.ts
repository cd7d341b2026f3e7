import type { Rupiah } from '../contract/index.ts';

/** What the kit needs of a test tool. */
export interface Driver {
  /** Calls a function with the element. Playwright calls it in the page, so it uses nothing from outside. */
  read<T>(look: (element: Readable) => T): Promise<T>;
  /** Whether a control is there, through shadow roots. */
  has(selector: string): Promise<boolean>;
  /** Presses a control with a key, as a shopper does without a mouse. */
  press(selector: string, key: 'Space' | 'Enter'): Promise<void>;
}

/** The public properties that the kit reads. */
interface Readable extends Element {
  status: string;
  value: string | null;
  rates: readonly { courier_code: string; courier_service_code: string; price: Rupiah }[];
  breakdown?: { parts: readonly { kind: string; amount: Rupiah }[]; total: Rupiah; payNow: Rupiah; payAtDoor: Rupiah };
}

/** A rate that the element knows. */
export interface KitRate {
  /** `jne/reg`: what the form submits. */
  service: string;
  /** With the extras that are on. */
  price: Rupiah;
}

/** The bill of the delivery, in rupiah. */
export interface KitSums {
  /** `shipping`, and what is not 0: `discount`, `surcharge`, `insurance`, `cash-on-delivery`. A discount is negative. */
  parts: Record<string, Rupiah>;
  /** The price of the delivery. */
  total: Rupiah;
  /**
   * The goods and the delivery, or what is left of them before the door. The goods are the cart's `subtotal`, or what
   * `cash-on-delivery-amount` says. Without both it is what their items are worth, and the button's sum is the delivery alone.
   */
  payNow: Rupiah;
  payAtDoor: Rupiah;
}

/** What to drive in a page of several parcels. */
export const oneOfParcels =
  "Of ship-parcels, take the list of one parcel: page.locator('ship-parcels ship-rate-comparison').nth(0) in Playwright, parcels.shadowRoot.querySelectorAll('ship-rate-comparison')[0] in a document.";

/** Why the list of one parcel is not switched: the page shows one switch for all of them. */
const switchOfParcels =
  "Several parcels share one switch: set parcels.insurance or parcels.cashOnDelivery in a document, or press page.getByRole('switch', { name: 'Insurance' }) in Playwright.";

/** Whether it is a list of a `ship-parcels` with several. Its own switch is hidden there. */
const isOneOfSeveral = (element: Element): boolean => {
  const root = element.getRootNode() as ShadowRoot;
  return root.host?.localName === 'ship-parcels' && root.querySelectorAll('ship-rate-comparison').length > 1;
};

/** The options of the kit. */
export interface KitOptions {
  /** Milliseconds that each step waits at most. 10,000 by default. */
  timeout?: number;
}

/** Milliseconds between two looks. */
const pause = 20;

/** The machine's own, also if a test replaces them later. */
const { setTimeout: after } = globalThis;
const { now } = Date;

/**
 * Looks again and again until something holds.
 * @param timeout milliseconds
 * @returns whether it held in time
 */
export async function waitUntil(timeout: number, holds: () => Promise<boolean>): Promise<boolean> {
  for (const end = now() + timeout; !(await holds()); await new Promise((resolve) => after(resolve, pause)))
    if (now() >= end) return false;
  return true;
}

/** What a test that waited in vain is told of its own timers: the elements wait with them. Empty if they are the machine's. */
export const timersSentence = (): string =>
  globalThis.setTimeout === after ? '' : ' The timers of this test are fake: advance them, or use real ones.';

/**
 * Does in a test what a shopper does in a `ship-checkout` or a `ship-rate-comparison`. A test that uses it needs no knowledge of
 * the elements' shadow DOM, which may change in each version. Each step waits for the prices before it.
 *
 * Its presses always count, as keys do. An element ignores a pointer on what has appeared within half a second, so that a double tap
 * chooses nothing: after `choose`, use `switch` and `order`, and no click of your own.
 */
export class CheckoutKit {
  readonly #driver: Driver;
  readonly #timeout: number;

  constructor(driver: Driver, { timeout = 10_000 }: KitOptions = {}) {
    this.#driver = driver;
    this.#timeout = timeout;
  }

  /** The status of the rates or of the order: `ready`, `empty`, `error`, `placed`, … */
  status(): Promise<string> {
    return this.#driver.read(({ status }) => status);
  }

  /** Waits until no prices are on their way. Returns the status. */
  async settled(): Promise<string> {
    // An element that a framework has only just rendered may not be defined yet.
    await this.#until('prices', async () => ![undefined, 'loading', 'stale'].includes(await this.status()));
    if (await this.#driver.read(({ rates }) => !rates)) throw new Error(`It has no list of rates. ${oneOfParcels}`);
    return this.status();
  }

  /** All rates, cheapest first, also those that are folded. */
  async rates(): Promise<KitRate[]> {
    await this.settled();
    return this.#driver.read(({ rates }) =>
      rates.map(({ courier_code, courier_service_code, price }) => ({
        service: `${courier_code}/${courier_service_code}`,
        price,
      })),
    );
  }

  /** The chosen service. Null if nothing is chosen. */
  chosen(): Promise<string | null> {
    return this.#driver.read(({ value }) => value);
  }

  /** Chooses a rate, and opens the whole list if it is folded. @throws if there is no such rate, or if COD is on and it takes none */
  async choose(service: string): Promise<void> {
    const services = (await this.rates()).map((rate) => rate.service);
    if (!services.includes(service))
      throw new Error(`There is no rate ${service}: ${services.join(', ') || `the status is ${await this.status()}`}.`);
    const radio = `input[type=radio][value="${service}"]`;
    for (const opener of ['[part=more][aria-expanded=false]', '.fold[aria-expanded=false]'])
      if (!(await this.#driver.has(radio)) && (await this.#driver.has(opener)))
        await this.#driver.press(opener, 'Enter');
    await this.#driver.press(radio, 'Space');
    const isChosen = async () => (await this.chosen()) === service;
    // COD is on, and the row has none: it is marked, and nothing is submitted.
    const isSuspended = () => this.#driver.has(`.lacking > ${radio}:checked`);
    await this.#until(`${service} to be chosen`, async () => (await isChosen()) || (await isSuspended()));
    if (!(await isChosen()))
      throw new Error(
        `${service} cannot be chosen while cash on delivery is on: switch it off, or choose another row.`,
      );
    await this.settled();
  }

  /** Switches an extra that the page offers. @throws if it is locked, or if the element is the list of one of several parcels */
  async switch(extra: 'insurance' | 'cash-on-delivery', on: boolean): Promise<void> {
    await this.settled();
    if (await this.#driver.read(isOneOfSeveral)) throw new Error(switchOfParcels);
    if ((await this.#isOn(extra)) !== on) {
      if (await this.#driver.has(`#${extra}[aria-disabled=true]`))
        throw new Error(`${extra} is locked: ${await this.text()}`);
      await this.#driver.press(`#${extra}`, 'Space');
      await this.#until(`${extra} to be ${on ? 'on' : 'off'}`, async () => (await this.#isOn(extra)) === on);
    }
    await this.settled();
  }

  /** The bill of the choice. Undefined if nothing is chosen, or if the service's own numbers do not add up. */
  async sums(): Promise<KitSums | undefined> {
    await this.settled();
    return this.#driver.read(({ breakdown }) => {
      if (!breakdown) return undefined;
      const { parts, total, payNow, payAtDoor } = breakdown;
      return { parts: Object.fromEntries(parts.map(({ kind, amount }) => [kind, amount])), total, payNow, payAtDoor };
    });
  }

  /** Presses the order button, also the one that says "Check again". What follows is up to the page: poll `status()`. */
  async order(): Promise<void> {
    await this.settled();
    await this.#driver.press('[part=button]', 'Enter');
  }

  /** Cancels the placed order. */
  async cancel(): Promise<void> {
    await this.#until('a placed order', async () => (await this.status()) === 'placed');
    for (const control of ['summary', '[part=cancel]', '.confirm']) await this.#driver.press(control, 'Enter');
    await this.#until('the cancellation', async () => (await this.status()) === 'cancelled');
  }

  /** The words of the element, through shadow roots and slots. */
  text(): Promise<string> {
    return this.#driver.read((element) => {
      const textOf = (node: Node): string => {
        if (node.nodeType === 3) return node.textContent ?? '';
        if (node.nodeName === 'STYLE') return '';
        const filled = 'assignedNodes' in node ? (node as HTMLSlotElement).assignedNodes() : [];
        const inside = filled.length ? filled : ((node as Element).shadowRoot ?? node).childNodes;
        return [...inside].map(textOf).join(node.nodeName === 'SPAN' ? '' : ' ');
      };
      return textOf(element).replace(/\s+/g, ' ').trim();
    });
  }

  /** Whether a switch is shown as on. A lock may show it otherwise than the page has set it. */
  #isOn(extra: string): Promise<boolean> {
    return this.#driver.has(`#${extra}:checked`);
  }

  async #until(what: string, holds: () => Promise<boolean>): Promise<void> {
    if (await waitUntil(this.#timeout, holds)) return;
    const words = (await this.text()).slice(0, 300);
    throw new Error(
      `Waited in vain for ${what}.${timersSentence()} The status is ${await this.status()}, and the element says: ${words}`,
    );
  }
}
