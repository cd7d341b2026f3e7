/** Hears that something has changed, and what has happened where a page has to be told of it. */
export type Listener<Happening> = (happening?: Happening) => void;

/** A plain object that others follow: the elements that show it, and the one that owns it. */
export abstract class Observable<Happening> {
  readonly #listeners = new Set<Listener<Happening>>();

  /** @returns ends the subscription */
  subscribe(listener: Listener<Happening>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected notify(happening?: Happening): void {
    for (const listener of [...this.#listeners]) listener(happening);
  }
}
