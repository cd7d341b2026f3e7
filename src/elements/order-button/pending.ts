import { pageStore } from '../shared/clients.ts';
import type { Attempt } from './attempt.ts';

/** What is known of an order that an element, or a page, before this one has left without an answer. */
export type Trace = Pick<Attempt, 'reference' | 'print'>;

const owners = new Map<string, Element>();

/**
 * The orders whose answer is missing, in `sessionStorage`: the reference and a fingerprint alone. Elements that look alike
 * are told apart by the order in which they came.
 */
export class Pending {
  #key = '';
  readonly #element: Element;

  constructor(element: Element) {
    this.#element = element;
  }

  /** Takes a place that no other element of this page has. */
  claim(name: string): void {
    this.release();
    let count = 1;
    do this.#key = `ship-pending:${name}:${count++}`;
    while (owners.has(this.#key));
    owners.set(this.#key, this.#element);
  }

  /** Leaves the place to the next; what was remembered there can still be forgotten. */
  release(): void {
    if (owners.get(this.#key) === this.#element) owners.delete(this.#key);
  }

  recall(): Trace | undefined {
    const [, print, reference] = /^(\S+) (.+)$/.exec(pageStore.getItem(this.#key) ?? '') ?? [];
    return reference && print ? { reference, print } : undefined;
  }

  remember({ reference, print }: Trace): void {
    pageStore.setItem(this.#key, `${print} ${reference}`);
  }

  forget(): void {
    pageStore.removeItem(this.#key);
  }
}
