import { type Dice, diceOf } from '../../sandbox/dice.ts';

/** A simulated process. After it is killed, none of its waits resolves. */
export interface Process {
  killed: boolean;
}

interface Turn {
  process: Process;
  /** The earliest time to go on, in milliseconds of the simulated clock. */
  from: number;
  go(): void;
}

/**
 * Simulates a clock and the order in which processes go on. Each call of a process to the outside is a turn, and a random process has
 * the next turn. Time passes only when all of them wait. A process can be killed between two turns.
 */
export class Scheduler {
  now = 1_000_000;
  readonly dice: Dice;
  #turns: Turn[] = [];

  constructor(seed: number) {
    this.dice = diceOf(seed);
  }

  /** Resolves at a turn of this process, not before so many milliseconds. */
  turn(process: Process, milliseconds = 0): Promise<void> {
    return new Promise((go) => {
      this.#turns.push({ process, from: this.now + milliseconds, go });
    });
  }

  /** Resolves when no process waits any more. */
  async run(): Promise<void> {
    for (;;) {
      // Lets the process run to its next turn, however many microtasks that takes.
      await new Promise(setImmediate);
      this.#turns = this.#turns.filter(({ process }) => !process.killed);
      if (!this.#turns.length) return;
      this.now = Math.max(this.now, Math.min(...this.#turns.map(({ from }) => from)));
      const next = this.dice.pick(this.#turns.filter(({ from }) => from <= this.now));
      this.#turns.splice(this.#turns.indexOf(next), 1);
      next.go();
    }
  }
}
