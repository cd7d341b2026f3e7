import { createHook } from 'node:async_hooks';
import type { Clock } from '../../src/client/clock.ts';
import { type Dice, diceOf } from '../sandbox/dice.ts';

/** What decides one run. The same one gives the same run. */
export interface Script {
  seed: number;
  /** Names of faults and steps that are left out: a story is shortened by them. */
  without: ReadonlySet<string>;
}

/** Something that runs by itself: a page, a process of the gateway, the outside world. */
export class Process {
  readonly name: string;
  isAlive = true;
  /** Until then it does nothing, as a machine that sleeps. */
  asleepUntil = 0;
  /** Until then it reaches nobody, and hears so late. */
  offlineUntil = 0;
  /** Milliseconds that its clock is behind. */
  behind = 0;
  readonly #waiting = new Set<() => void>();

  constructor(name: string) {
    this.name = name;
  }

  kill(): void {
    this.isAlive = false;
    for (const act of [...this.#waiting]) act();
    this.#waiting.clear();
  }

  /** @returns forgets it */
  whenKilled(act: () => void): () => void {
    this.#waiting.add(act);
    return () => this.#waiting.delete(act);
  }
}

interface Turn {
  at: number;
  process: Process;
  go(): void;
}

/**
 * Hashes and signatures that Node calculates in its thread pool. Everything else in a simulation runs in microtasks, so the world
 * stands still when none is left. With UV_THREADPOOL_SIZE=1 they end in the sequence in which they began.
 */
const calculating = new Set<number>();
let calculated = () => {};
createHook({
  init: (id, type) => void ((type === 'HASHREQUEST' || type === 'SIGNREQUEST') && calculating.add(id)),
  after: (id) => void (calculating.delete(id) && !calculating.size && calculated()),
}).enable();

/** Until nothing can go on without the next turn. */
async function standstill(): Promise<void> {
  for (;;) {
    await new Promise(setImmediate);
    if (!calculating.size) return;
    await new Promise<void>((go) => {
      calculated = go;
    });
  }
}

/** Monday morning in Jakarta. */
const start = Date.parse('2026-11-02T09:00:00+07:00');

/**
 * A clock that nobody waits for, and one seed that decides what happens next. Whatever waits has a turn, and turns are taken by their
 * time. No wait of a killed process ends.
 */
export class World {
  readonly script: Script;
  now = start;
  /** No faults happen any more. */
  isCalm = false;
  /** What happened, in plain words. */
  readonly story: string[] = [];
  /** Names of the faults that have happened. */
  readonly faults: string[] = [];
  /** Sentences about promises that were broken. */
  readonly broken: string[] = [];
  readonly outside = new Process('the world');
  readonly #turns: Turn[] = [];
  readonly #counts = new Map<string, number>();
  readonly #dice = new Map<string, Dice>();

  constructor(script: Script) {
    this.script = script;
  }

  /** Dice of their own for each subject, so that a fault that is left out changes little else. */
  dice(subject: string): Dice {
    const dice = this.#dice.get(subject) ?? diceOf(hash(`${this.script.seed} ${subject}`));
    this.#dice.set(subject, dice);
    return dice;
  }

  /** Whether something bad happens here: one of the fates with its percentage, or undefined. */
  fate<Fate extends string>(subject: string, fates: Partial<Record<Fate, number>>): Fate | undefined {
    const count = (this.#counts.get(subject) ?? 0) + 1;
    this.#counts.set(subject, count);
    const name = `${subject} #${count}`;
    let left = diceOf(hash(`${this.script.seed} ${name}`)).fraction() * 100;
    for (const [fate, percent] of Object.entries(fates) as [Fate, number][]) {
      left -= percent;
      if (left >= 0) continue;
      if (this.isCalm || this.script.without.has(name)) return undefined;
      this.faults.push(name);
      return fate;
    }
    return undefined;
  }

  tell(sentence: string): void {
    const seconds = Math.round((this.now - start) / 1000);
    const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
    this.story.push(`${minutes}:${String(rest).padStart(2, '0')} ${sentence}`);
  }

  break(sentence: string): void {
    if (this.broken.includes(sentence)) return;
    this.broken.push(sentence);
    this.tell(`BROKEN: ${sentence}`);
  }

  after(process: Process, milliseconds: number, go: () => void): () => void {
    const turn = { at: this.now + Math.max(0, milliseconds), process, go };
    this.#turns.push(turn);
    return () => {
      const index = this.#turns.indexOf(turn);
      if (index >= 0) this.#turns.splice(index, 1);
    };
  }

  /** Resolves at the next turn of this process, not before so many milliseconds. */
  turn(process: Process, milliseconds: number): Promise<void> {
    return new Promise((go) => {
      this.after(process, milliseconds, go);
    });
  }

  clockOf(process: Process): Clock {
    const dice = this.dice(`the chance of ${process.name}`);
    return {
      now: () => this.now - process.behind,
      elapsed: () => this.now - start,
      after: (milliseconds, act) => this.after(process, milliseconds, act),
      chance: () => dice.fraction(),
      random(bytes) {
        for (let at = 0; at < bytes.length; at++) bytes[at] = dice.whole(0, 255);
        return bytes;
      },
    };
  }

  /** Lets everybody go on until something is true, or until so many milliseconds are over. */
  async run(milliseconds: number, isOver: () => boolean = () => false): Promise<void> {
    const end = this.now + milliseconds;
    for (;;) {
      await standstill();
      if (this.broken.length || isOver()) return;
      const turn = this.#next();
      if (!turn || turn.at > end) {
        if (turn) this.#turns.push(turn);
        this.now = end;
        return;
      }
      this.now = Math.max(this.now, turn.at);
      turn.go();
    }
  }

  /** Everybody sleeps for so many milliseconds. Whoever waits goes on after them. */
  skip(milliseconds: number): void {
    const until = this.now + milliseconds;
    this.outside.asleepUntil = until;
    for (const { process } of this.#turns) process.asleepUntil = Math.max(process.asleepUntil, until);
    this.now = until;
  }

  #next(): Turn | undefined {
    for (;;) {
      let first = 0;
      for (let at = 1; at < this.#turns.length; at++)
        if ((this.#turns[at] as Turn).at < (this.#turns[first] as Turn).at) first = at;
      const [turn] = this.#turns.splice(first, 1);
      if (!turn) return undefined;
      const { isAlive, asleepUntil } = turn.process;
      if (!isAlive) continue;
      if (asleepUntil <= turn.at) return turn;
      this.#turns.push({ ...turn, at: asleepUntil });
    }
  }
}

/** FNV-1a, of 32 bits. */
function hash(text: string): number {
  let mixed = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  return mixed >>> 0;
}
