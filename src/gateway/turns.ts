import type { Clock } from '../client/index.ts';
import type { GatewayStore } from './store/interfaces.ts';

/** Requests of one shop that are worked on at the same time, while other shops use the same process: each of their statements waits for one. */
const most = 1;

/** Milliseconds after which a request of another shop is forgotten. A process of one shop has no limit: its requests share each sync of the disk. */
const othersFor = 10_000;

/**
 * Milliseconds that a request counts, because a Worker may be stopped in the middle of one, and after which one that waits goes on although
 * no turn has ended. All of them at once would be the flood again.
 */
const [heldFor, longestWait] = [10_000, 2_000];

/** The requests of one shop. */
class Queue {
  readonly #clock: Clock;
  /** Until when each one that is worked on counts, in milliseconds of the process, the earliest first. */
  readonly #held: number[] = [];
  readonly #waiting: (() => void)[] = [];
  #cancel = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return !this.#held.length && !this.#waiting.length;
  }

  /** @param isBegun it goes before those that wait for their first turn */
  async enter(isMany: boolean, isBegun: boolean): Promise<void> {
    const isFree = this.#busy() < most && (isBegun || !this.#waiting.length);
    if (!isMany || isFree) return this.#hold();
    await new Promise<void>((go) => {
      if (isBegun) this.#waiting.unshift(go);
      else this.#waiting.push(go);
      this.#watch();
    });
  }

  leave(): void {
    // The newest: one that was stopped in the middle, the oldest, ends by its time.
    this.#held.pop();
    if (this.#busy() < most) this.#next();
    this.#watch();
  }

  #busy(): number {
    const now = this.#clock.elapsed();
    while ((this.#held[0] ?? now) < now) this.#held.shift();
    return this.#held.length;
  }

  #hold(): void {
    this.#held.push(this.#clock.elapsed() + heldFor);
  }

  #next(): void {
    const go = this.#waiting.shift();
    if (!go) return;
    this.#hold();
    go();
  }

  /** Lets one go on whenever no turn has ended for so long. */
  #watch(): void {
    this.#cancel();
    if (!this.#waiting.length) return;
    this.#cancel = this.#clock.after(longestWait, () => {
      this.#next();
      this.#watch();
    });
  }
}

/** The shops of a process that share a store. */
class Shops {
  readonly #queues = new Map<string, Queue>();
  #last: string | undefined;
  #othersUntil = Number.NEGATIVE_INFINITY;

  async enter(account: string, clock: Clock, isBegun: boolean): Promise<void> {
    const now = clock.elapsed();
    if (this.#last !== undefined && this.#last !== account) this.#othersUntil = now + othersFor;
    this.#last = account;
    const queue = this.#queues.get(account) ?? new Queue(clock);
    this.#queues.set(account, queue);
    await queue.enter(now < this.#othersUntil, isBegun);
  }

  leave(account: string): void {
    const queue = this.#queues.get(account);
    queue?.leave();
    if (queue?.isEmpty) this.#queues.delete(account);
  }
}

const shopsOf = new WeakMap<GatewayStore, Shops>();

/**
 * A fair turn for each shop of a process. However many requests one shop sends at once, they are worked on one after another, so that
 * those of the others are answered in between. What waits for the service, or for another request, gives its turn away meanwhile.
 */
export class Turns {
  readonly #shops: Shops;
  readonly #account: string;
  readonly #clock: Clock;

  constructor(store: GatewayStore, account: string, clock: Clock) {
    const shops = shopsOf.get(store) ?? new Shops();
    shopsOf.set(store, shops);
    this.#shops = shops;
    this.#account = account;
    this.#clock = clock;
  }

  /** Does the work of one request when it is the shop's turn. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#shops.enter(this.#account, this.#clock, false);
    try {
      return await work();
    } finally {
      this.#shops.leave(this.#account);
    }
  }

  /** Waits for something else within the work of a request. Others of the shop have their turn meanwhile, and it has the next one. */
  async aside<T>(work: () => Promise<T>): Promise<T> {
    this.#shops.leave(this.#account);
    try {
      return await work();
    } finally {
      await this.#shops.enter(this.#account, this.#clock, true);
    }
  }
}
