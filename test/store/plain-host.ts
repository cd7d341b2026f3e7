import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ShippingClient } from '../../src/client/index.ts';
import { OrderTask } from '../../src/elements/element/order-task.ts';
import { RatesTask } from '../../src/elements/element/rates-task.ts';
import { Store } from '../../src/elements/store/store.ts';

/** Updates its controllers as a LitElement does, and renders nothing. */
export class PlainHost implements ReactiveControllerHost {
  readonly store = new Store();
  readonly orderTarget: EventTarget = new EventTarget();
  isConnected = false;
  isUpdatePending = false;
  client: ShippingClient | undefined;
  place: string;
  readonly #controllers: ReactiveController[] = [];
  /** It is updated for the first time when it is connected. */
  #update: Promise<unknown>;
  #begin = () => {};

  constructor(client?: ShippingClient, place = 'checkout') {
    this.client = client;
    this.place = place;
    this.#update = new Promise<void>((resolve) => {
      this.#begin = resolve;
    });
    this.store.subscribe(() => this.requestUpdate());
    this.requestUpdate();
  }

  get activeClient(): ShippingClient | undefined {
    return this.client;
  }

  claimPlace(): string {
    return this.place;
  }

  get updateComplete(): Promise<boolean> {
    return this.#update.then(() => !this.isUpdatePending);
  }

  addController(controller: ReactiveController): void {
    this.#controllers.push(controller);
    if (this.isConnected) controller.hostConnected?.();
  }

  removeController(controller: ReactiveController): void {
    this.#controllers.splice(this.#controllers.indexOf(controller), 1);
  }

  requestUpdate(): void {
    if (!this.isUpdatePending) this.#update = this.#performUpdate();
  }

  connect(): void {
    this.isConnected = true;
    this.#begin();
    for (const controller of this.#controllers) controller.hostConnected?.();
  }

  disconnect(): void {
    this.isConnected = false;
    for (const controller of this.#controllers) controller.hostDisconnected?.();
  }

  async #performUpdate(): Promise<void> {
    this.isUpdatePending = true;
    await this.#update;
    for (const controller of this.#controllers) controller.hostUpdate?.();
    this.isUpdatePending = false;
    for (const controller of this.#controllers) controller.hostUpdated?.();
  }
}

interface Settings {
  place?: string | undefined;
  consentTimeout?: number | undefined;
}

/** A host that asks for rates and orders, as `<ship-checkout>` does. Edits are asked for at once. */
export function checkoutWithoutScreen(client: ShippingClient | undefined, { place, consentTimeout }: Settings = {}) {
  const host = new PlainHost(client, place);
  return { host, rates: new RatesTask(host, 0), orders: new OrderTask(host, consentTimeout) };
}

/** Until everything that is ready has happened. */
export async function settled(turns = 3): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Until something is true. A test that waits in vain fails after two seconds. */
export async function until(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + 2_000;
  while (!isTrue()) {
    if (performance.now() > end) throw new Error('It does not happen.');
    await settled(1);
  }
}
