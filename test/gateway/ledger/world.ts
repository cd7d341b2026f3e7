import { type Dice, diceOf } from '../../sandbox/dice.ts';

/** A process of the world: what it waits for never comes once it was killed. */
export interface Process {
  killed: boolean;
  /** It was suspended for a while, and woke. */
  slept?: boolean;
}

interface Waiting {
  process: Process;
  /** Milliseconds of the world's clock before which it does not go on. */
  from: number;
  go(): void;
}

/**
 * A world in which chance decides who goes on next, and time passes only when everybody waits for it. Whatever a process
 * does outside itself is a turn; between two turns it can be killed.
 */
export class World {
  now = 1_000_000;
  readonly dice: Dice;
  #waiting: Waiting[] = [];

  constructor(seed: number) {
    this.dice = diceOf(seed);
  }

  /** Waits for its turn, at the earliest in so many milliseconds. */
  turn(process: Process, milliseconds = 0): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ process, from: this.now + milliseconds, go: resolve });
    });
  }

  kill(process: Process): void {
    process.killed = true;
  }

  /** Until nobody waits for anything. */
  async run(): Promise<void> {
    for (;;) {
      // What the last one to go does until its next turn, however many microtasks that takes.
      await new Promise(setImmediate);
      this.#waiting = this.#waiting.filter(({ process }) => !process.killed);
      if (!this.#waiting.length) return;
      let ready = this.#waiting.filter(({ from }) => from <= this.now);
      if (!ready.length) {
        this.now = Math.min(...this.#waiting.map(({ from }) => from));
        ready = this.#waiting.filter(({ from }) => from <= this.now);
      }
      const next = this.dice.pick(ready);
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.go();
    }
  }
}
