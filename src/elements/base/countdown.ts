import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { waitOf } from '../words/sentences.ts';

/** Updates its host each second while the error on screen names the seconds until a retry. */
export class Countdown implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #errorOf: () => unknown;
  #shown: unknown;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param errorOf returns the error that the host shows */
  constructor(host: ReactiveControllerHost, errorOf: () => unknown) {
    this.#host = host;
    this.#errorOf = errorOf;
    host.addController(this);
  }

  /** Whole seconds since the error was first shown. The clock of `performance` stops while the device sleeps. */
  get elapsed(): number {
    const error = this.#errorOf();
    if (error !== this.#shown) this.#since = Date.now();
    this.#shown = error;
    return Math.floor((Date.now() - this.#since) / 1000);
  }

  hostUpdated(): void {
    this.hostDisconnected();
    if (waitOf(this.#errorOf(), this.elapsed)) this.#timer = setTimeout(() => this.#host.requestUpdate(), 1000);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }
}
