import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';

interface Host extends ReactiveControllerHost {
  readonly isConnected: boolean;
}

/** Requests an update of its host when the selected view of the state has changed. */
export class StoreController implements ReactiveController {
  readonly #host: Host;
  readonly #select: (state: State) => readonly unknown[];
  #store: Store | undefined;
  #shown: readonly unknown[] = [];
  #unsubscribe = () => {};

  /** @param select returns the parts of the state that the host shows */
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

  /** Unsubscribes, so that the store of a checkout does not keep a removed part in memory. */
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
