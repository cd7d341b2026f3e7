import { type Dice, diceOf } from '../../sandbox/dice.ts';

/** A simulated process. After it is killed, none of its waits resolves. */
export interface Process {
  killed: boolean;
  /** It was suspended for a while. */
  slept?: boolean;
}

interface Waiting {
  process: Process;
  /** The earliest time to go on, in milliseconds of the simulated clock. */
  from: number;
  go(): void;
}

/**
 * A simulation with its own clock. Each call of a process to the outside is a turn, and a random process has the next turn. Time passes
 * only when all of them wait. A process can be killed between two turns.
 */
export class World {
  now = 1_000_000;
  readonly dice: Dice;
  #waiting: Waiting[] = [];

  constructor(seed: number) {
    this.dice = diceOf(seed);
  }

  /** Resolves at a turn of this process, not before so many milliseconds. */
  turn(process: Process, milliseconds = 0): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ process, from: this.now + milliseconds, go: resolve });
    });
  }

  kill(process: Process): void {
    process.killed = true;
  }

  /** Resolves when no process waits any more. */
  async run(): Promise<void> {
    for (;;) {
      // Lets the process run to its next turn, however many microtasks that takes.
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
