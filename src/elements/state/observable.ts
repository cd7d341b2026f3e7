/** Is called when something has changed, with a notice where a page or a screen reader has to know of it. */
export type Listener<Notice> = (notice?: Notice) => void;

/** A plain object that others follow: the elements that show it, and the one that owns it. */
export abstract class Observable<Notice> {
  readonly #listeners = new Set<Listener<Notice>>();

  /** @returns ends the subscription */
  subscribe(listener: Listener<Notice>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected notify(notice?: Notice): void {
    for (const listener of [...this.#listeners]) listener(notice);
  }
}
