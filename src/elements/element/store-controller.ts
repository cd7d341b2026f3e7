import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';

interface Host extends ReactiveControllerHost {
  readonly isConnected: boolean;
}

/** Has its host rendered again when the part of the state that it shows has changed. */
export class StoreController implements ReactiveController {
  readonly #host: Host;
  readonly #select: (state: State) => readonly unknown[];
  #store: Store | undefined;
  #shown: readonly unknown[] = [];
  #unsubscribe = () => {};

  /** @param select what the host shows, part by part */
  constructor(host: Host, select: (state: State) => readonly unknown[]) {
    this.#host = host;
    this.#select = select;
    host.addController(this);
  }

  /** Follows another store. */
  follow(store: Store): void {
    if (store === this.#store) return;
    this.#store = store;
    if (this.#host.isConnected) this.#subscribe();
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    this.#subscribe();
    this.#host.requestUpdate();
  }

  /** A part that was removed is not kept by its checkout's store. */
  hostDisconnected(): void {
    this.#unsubscribe();
  }

  hostUpdate(): void {
    if (this.#store) this.#shown = this.#select(this.#store.state);
  }

  #subscribe(): void {
    this.#unsubscribe();
    const store = this.#store;
    if (store) this.#unsubscribe = store.subscribe(() => this.#compare(store));
  }

  #compare({ state }: Store): void {
    const next = this.#select(state);
    if (next.every((part, index) => part === this.#shown[index])) return;
    this.#shown = next;
    this.#host.requestUpdate();
  }
}
