import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Updates its controllers when and as a LitElement does, and shows nothing. */
export class PlainHost implements ReactiveControllerHost {
  isConnected = false;
  isUpdatePending = false;
  readonly #controllers: ReactiveController[] = [];
  readonly #willUpdate: () => void;
  readonly #updated: () => void;
  /** Until it is in a page for the first time, nothing is updated. */
  #update: Promise<unknown>;
  #begin = () => {};

  constructor(willUpdate: () => void, updated: () => void) {
    this.#willUpdate = willUpdate;
    this.#updated = updated;
    this.#update = new Promise<void>((resolve) => {
      this.#begin = resolve;
    });
    this.requestUpdate();
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
    this.#willUpdate();
    for (const controller of this.#controllers) controller.hostUpdate?.();
    this.isUpdatePending = false;
    for (const controller of this.#controllers) controller.hostUpdated?.();
    this.#updated();
  }
}
