import { randomReference } from '../../client/index.ts';

/** The `reference_id` of the order at hand: the same one for all tries of it. */
export class References {
  /** Of the order at hand, once one was sent, and the shop's own that it stands for. */
  #sent: { reference: string; of: string } | undefined;
  #random = '';
  /** How many orders are done with, by the shop's own reference. */
  readonly #ended = new Map<string, number>();

  /**
   * @param given the shop's own; another one than before is for another order
   * @param spent references of orders that are done with: they stay used, and ordering again needs a further number
   */
  current(given: string | number | null | undefined, spent: ReadonlySet<string>): string {
    const of = String(given ?? '');
    if (this.#sent && this.#sent.of === of) return this.#sent.reference;
    if (!of) {
      this.#random ||= randomReference();
      return this.#random;
    }
    let number = (this.#ended.get(of) ?? 0) + 1;
    const reference = () => (number > 1 ? `${of}-${number}` : of);
    while (spent.has(reference())) number += 1;
    return reference();
  }

  /** Of the order at hand, once it was sent. */
  get sent(): string | undefined {
    return this.#sent?.reference;
  }

  /** Whether the shop has given another reference than the one of its own that the order at hand has. */
  isOther(given: string | number | null | undefined): boolean {
    return Boolean(given && this.#sent?.of && this.#sent.of !== String(given));
  }

  take(reference: string, of: string): void {
    this.#sent = { reference, of };
  }

  /** The order at hand turns out to be another one. */
  drop(): void {
    this.#sent = undefined;
    this.#random = '';
  }

  /** The order at hand is done with: the next one goes out under another reference. */
  end(): void {
    const of = this.#sent?.of ?? '';
    this.#ended.set(of, (this.#ended.get(of) ?? 0) + 1);
    this.drop();
  }
}
