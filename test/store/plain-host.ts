import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ShippingClient } from '../../src/client/index.ts';
import { OrderTask } from '../../src/elements/core/order-task.ts';
import { RatesTask } from '../../src/elements/core/rates-task.ts';
import { Store } from '../../src/elements/core/store.ts';

/** Updates its controllers as a LitElement does, and renders nothing. */
export class PlainHost implements ReactiveControllerHost {
  readonly store = new Store();
  readonly orderTarget = new EventTarget();
  readonly claimWidgetKey: () => string;
  isConnected = false;
  client: ShippingClient | undefined;
  readonly baseUrl = '';
  updateComplete = Promise.resolve(true);
  readonly #controllers: ReactiveController[] = [];
  #isPending = false;

  constructor(client?: ShippingClient, widgetKey = 'checkout') {
    this.client = client;
    this.claimWidgetKey = () => widgetKey;
    this.store.subscribe(() => this.requestUpdate());
  }

  get activeClient(): ShippingClient | undefined {
    return this.client;
  }

  addController(controller: ReactiveController): void {
    this.#controllers.push(controller);
  }

  removeController(): void {}

  requestUpdate(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    this.updateComplete = Promise.resolve().then(() => {
      for (const controller of this.#controllers) controller.hostUpdate?.();
      this.#isPending = false;
      for (const controller of this.#controllers) controller.hostUpdated?.();
      return !this.#isPending;
    });
  }

  connect(): void {
    this.isConnected = true;
    for (const controller of this.#controllers) controller.hostConnected?.();
    this.requestUpdate();
  }

  disconnect(): void {
    this.isConnected = false;
    for (const controller of this.#controllers) controller.hostDisconnected?.();
  }
}

interface Settings {
  widgetKey?: string | undefined;
  consentTimeout?: number | undefined;
}

/** A host that asks for rates and orders, as `<ship-checkout>` does. Edits are asked for at once. */
export function checkoutWithoutScreen(client: ShippingClient, { widgetKey, consentTimeout }: Settings = {}) {
  const host = new PlainHost(client, widgetKey);
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
