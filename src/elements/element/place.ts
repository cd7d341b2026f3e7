const owners = new Map<string, object>();

/**
 * The name of one spot in a page. An order without an answer is remembered by it, and the element that stands there in the next page
 * finds it again. Elements that look alike are numbered in the order in which they came.
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

  /** Leaves the name to the next element that looks alike. */
  leave(): void {
    if (owners.get(this.#name) === this.#owner) owners.delete(this.#name);
  }
}
