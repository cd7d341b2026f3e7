import { type Task, TaskStatus } from '@lit/task';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Ends a read when its element leaves the page and asks again when it comes back: Task does neither by itself. */
export class AbortOnDisconnect implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #task: Task<readonly unknown[], unknown>;
  #abandoned = false;

  constructor(host: ReactiveControllerHost, task: Task<readonly unknown[], unknown>) {
    this.#host = host;
    this.#task = task;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#abandoned) void this.#task.run();
    this.#abandoned = false;
    // What was set meanwhile is asked about now.
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#abandoned = this.#task.status === TaskStatus.PENDING;
    if (this.#abandoned) this.#task.abort();
  }
}
