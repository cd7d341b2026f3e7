import { type Task, TaskStatus } from '@lit/task';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Ends a read when its element leaves the page and asks again when it comes back: Task does neither by itself. */
export class AbortOnDisconnect implements ReactiveController {
  readonly #task: Task<readonly unknown[], unknown>;
  #abandoned = false;

  constructor(host: ReactiveControllerHost, task: Task<readonly unknown[], unknown>) {
    this.#task = task;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#abandoned) void this.#task.run();
    this.#abandoned = false;
  }

  hostDisconnected(): void {
    this.#abandoned = this.#task.status === TaskStatus.PENDING;
    if (this.#abandoned) this.#task.abort();
  }
}
