const owners = new Map<string, object>();

/**
 * A place in a page that no other element of it has. An order without an answer is remembered by it, and found again by the
 * element that stands there in the next page: elements that look alike are told apart by the order in which they came.
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

  /** @param looks what tells the element from others: its id, or its name */
  claim(looks: string): void {
    if (owners.get(this.#name) === this.#owner && looks === this.#looks) return;
    this.leave();
    this.#looks = looks;
    let count = 1;
    do this.#name = `${looks}:${count++}`;
    while (owners.has(this.#name));
    owners.set(this.#name, this.#owner);
  }

  /** To the next that looks alike. */
  leave(): void {
    if (owners.get(this.#name) === this.#owner) owners.delete(this.#name);
  }
}
