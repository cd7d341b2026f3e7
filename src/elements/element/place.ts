const owners = new Map<string, object>();

/**
 * The name of an element's position in a page. The client stores an order without an answer by this name, so that the element finds
 * it after a reload. Elements with the same id or name are numbered in the order in which they were connected.
 */
export class Place {
  readonly #owner: object;
  #looks: string | undefined;
  #name = '';

  constructor(owner: object) {
    this.#owner = owner;
  }

  get name(): string {
    return this.#name;
  }

  /** @param looks the element's id or name */
  claim(looks: string): void {
    if (owners.get(this.#name) === this.#owner && looks === this.#looks) return;
    this.leave();
    this.#looks = looks;
    let count = 1;
    do this.#name = `${looks}:${count++}`;
    while (owners.has(this.#name));
    owners.set(this.#name, this.#owner);
  }

  /** Frees the name for the next element with the same id or name. */
  leave(): void {
    if (owners.get(this.#name) === this.#owner) owners.delete(this.#name);
  }
}
