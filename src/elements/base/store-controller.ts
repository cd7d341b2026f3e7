import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';

interface Host extends ReactiveControllerHost {
  readonly isConnected: boolean;
}

/** Requests an update of its host when the state has changed. A list of the parts that a host shows would be forgotten one day. */
export class StoreController implements ReactiveController {
  readonly #host: Host;
  #store: Store | undefined;
  #shown: State | undefined;
  #unsubscribe = () => {};

  constructor(host: Host) {
    this.#host = host;
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
    this.#shown = this.#store?.state;
  }

  #subscribe(): void {
    this.#unsubscribe();
    const store = this.#store;
    if (store) this.#unsubscribe = store.subscribe(() => store.state === this.#shown || this.#host.requestUpdate());
  }
}
