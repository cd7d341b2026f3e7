import { type Clock, machineClock, randomReference } from '../../client/index.ts';

const holders = new Map<string, object>();

/**
 * The key of an element in a page. The client stores an order without an answer by this key, so that the element finds it after a
 * reload. Elements with the same id or name are numbered in the order in which they were connected.
 */
export class WidgetKey {
  readonly #holder: object;
  #idOrName: string | undefined;
  #key = '';

  constructor(holder: object) {
    this.#holder = holder;
  }

  get value(): string {
    return this.#key;
  }

  /** @param idOrName of the element. Empty if it has neither */
  claim(idOrName: string): void {
    if (holders.get(this.#key) === this.#holder && idOrName === this.#idOrName) return;
    this.leave();
    this.#idOrName = idOrName;
    let count = 1;
    do this.#key = `${idOrName}:${count++}`;
    while (holders.has(this.#key));
    holders.set(this.#key, this.#holder);
  }

  /** Frees the key for the next element with the same id or name. */
  leave(): void {
    if (holders.get(this.#key) === this.#holder) holders.delete(this.#key);
  }
}

/** @param given the shop's own reference, from which those of further orders derive. Empty if it has none: then all are its own */
export const isNumberOf = (reference: string, given: string): boolean =>
  !given || reference === given || reference.startsWith(`${given}-`);

/** Gives each order its `reference_id`: the same one for every try of one order. */
export class References {
  /** The current order after it was sent: its reference, the one that the page has heard, and the shop's own that they derive from. */
  #sent: { reference: string; heard: string; of: string } | undefined;
  #random = '';
  /** How many orders have ended, by the shop's own reference. */
  readonly #ended = new Map<string, number>();
  readonly #endedHere = new Set<string>();
  readonly #clock: Clock;

  constructor(clock: Clock = machineClock) {
    this.#clock = clock;
  }

  /**
   * @param given the shop's own reference. If it is not the one before, it is for another order
   * @param spent references of ended orders. They stay used, so the next order gets a further number
   */
  current(given: string, spent: ReadonlySet<string>): string {
    if (this.#sent && this.#sent.of === given) return this.#sent.heard;
    if (!given) {
      this.#random ||= randomReference(this.#clock);
      return this.#random;
    }
    let number = (this.#ended.get(given) ?? 0) + 1;
    const reference = () => (number > 1 ? `${given}-${number}` : given);
    while (spent.has(reference())) number += 1;
    return reference();
  }

  /** The reference of the current order after it was sent. */
  get sent(): string | undefined {
    return this.#sent?.reference;
  }

  /** Whether an order of this page has ended under this reference. */
  hasEnded(reference: string): boolean {
    return this.#endedHere.has(reference);
  }

  /**
   * Records that the order is sent under this reference.
   * @param heard the one that the page has heard, if the shop has granted a further number
   */
  use(reference: string, of: string, heard = reference): void {
    this.#sent = { reference, heard, of };
  }

  /** The current order turns out to be another one. */
  drop(): void {
    this.#sent = undefined;
    this.#random = '';
  }

  /** The current order has ended. The next one gets another reference. */
  end(): void {
    const { of, reference } = this.#sent ?? { of: '', reference: '' };
    const ended = (this.#ended.get(of) ?? 0) + 1;
    // The shop may have granted a further number.
    this.#ended.set(of, Math.max(ended, Number(reference.slice(of.length + 1)) || 0));
    if (this.#sent) this.#endedHere.add(this.#sent.reference);
    this.drop();
  }
}
