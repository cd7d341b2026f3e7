const owners = new Map<string, object>();

/**
 * The key of an element in a page. The client stores an order without an answer by this key, so that the element finds it after a
 * reload. Elements with the same id or name are numbered in the order in which they were connected.
 */
export class WidgetKey {
  readonly #owner: object;
  #idOrName: string | undefined;
  #key = '';

  constructor(owner: object) {
    this.#owner = owner;
  }

  get value(): string {
    return this.#key;
  }

  /** @param idOrName of the element. Empty if it has neither */
  claim(idOrName: string): void {
    if (owners.get(this.#key) === this.#owner && idOrName === this.#idOrName) return;
    this.leave();
    this.#idOrName = idOrName;
    let count = 1;
    do this.#key = `${idOrName}:${count++}`;
    while (owners.has(this.#key));
    owners.set(this.#key, this.#owner);
  }

  /** Frees the key for the next element with the same id or name. */
  leave(): void {
    if (owners.get(this.#key) === this.#owner) owners.delete(this.#key);
  }
}
