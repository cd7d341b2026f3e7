import { machineClock } from '../../src/client/index.ts';
import type { PageClock } from '../../src/elements/core/page-clock.ts';

const minute = 60_000;

/** The wall clock of a page that a test moves. */
export class TestClock implements PageClock {
  isAway = false;
  readonly chance = machineClock.chance;
  readonly random = machineClock.random;
  #now: number;
  readonly #timers = new Set<{ due: number; act: () => void }>();
  readonly #wakings = new Set<() => void>();

  constructor(start = 0) {
    this.#now = start;
  }

  now = () => this.#now;
  elapsed = () => this.#now;
  isHidden = () => this.isAway;

  /** The timers that run. */
  get running(): number {
    return this.#timers.size;
  }

  after(milliseconds: number, act: () => void): () => void {
    const timer = { due: this.#now + milliseconds, act };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  onWake(act: () => void): () => void {
    this.#wakings.add(act);
    return () => this.#wakings.delete(act);
  }

  watch(act: () => void): () => void {
    let stop = () => {};
    const plan = () => {
      stop = this.after(minute - (this.#now % minute), () => {
        plan();
        act();
      });
    };
    plan();
    const stopListening = this.onWake(act);
    return () => {
      stop();
      stopListening();
    };
  }

  /** Time passes, and each timer runs when it is due. */
  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = [...this.#timers].sort((one, other) => one.due - other.due);
      if (!next || next.due > end) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.due);
      next.act();
    }
    this.#now = end;
  }

  /** Time passes while the device sleeps: no timer runs. Then the page is shown again. */
  sleep(milliseconds: number): void {
    this.#now += milliseconds;
    this.show();
  }

  show(): void {
    this.isAway = false;
    for (const act of [...this.#wakings]) act();
  }
}
