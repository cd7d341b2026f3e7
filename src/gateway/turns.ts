import type { Clock } from '../client/index.ts';
import type { GatewayStore } from './store/interfaces.ts';

/**
 * Requests of one shop that are worked on at the same time. Beside other shops it is one, so each statement of theirs waits for at most one of its own.
 * A shop that has the process to itself shares each sync of the disk, and leaves the database to `settle` and to news, too.
 */
const [most, mostAlone] = [1, 32];

/**
 * Milliseconds that a turn counts. A Worker may be stopped in the middle of a request, and a database may hang: then the next request
 * goes on. All that wait at once would be the flood again.
 */
const longest = 1_000;

interface Queue {
  /** Until when each turn counts, in milliseconds of the process, the earliest first. */
  turns: number[];
  waiting: (() => void)[];
}

/** The shops of a process that share a store. */
class Shops {
  readonly #queues = new Map<string, Queue>();
  #first: string | undefined;
  #areMany = false;

  /** @param isBegun a request that has had a turn. It has the next one */
  async enter(account: string, clock: Clock, isBegun: boolean): Promise<void> {
    this.#first ??= account;
    this.#areMany ||= account !== this.#first;
    const queue = this.#queues.get(account) ?? { turns: [], waiting: [] };
    this.#queues.set(account, queue);
    await new Promise<void>((resolve) => {
      let cancel = () => {};
      let isWaiting = true;
      const goOn = () => {
        isWaiting = false;
        cancel();
        queue.turns.push(clock.elapsed() + longest);
        resolve();
      };
      if (isBegun) queue.waiting.unshift(goOn);
      else queue.waiting.push(goOn);
      // A timer of each, because a Worker drops those of a request that it has stopped.
      const look = () => {
        this.#next(queue, clock);
        if (isWaiting) cancel = clock.after(Math.max(1, Number(queue.turns[0]) - clock.elapsed()), look);
      };
      look();
    });
  }

  leave(account: string, clock: Clock): void {
    const queue = this.#queues.get(account);
    if (!queue) return;
    // The newest: that of a request that was stopped is an older one, and ends by its time.
    queue.turns.pop();
    this.#next(queue, clock);
    if (!queue.turns.length) this.#queues.delete(account);
  }

  #next({ turns, waiting }: Queue, clock: Clock): void {
    while (turns.length && Number(turns[0]) <= clock.elapsed()) turns.shift();
    const limit = this.#areMany ? most : mostAlone;
    while (turns.length < limit && waiting.length) waiting.shift()?.();
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
      this.#shops.leave(this.#account, this.#clock);
    }
  }

  /** Waits for something else within the work of a request. Others of the shop have their turn meanwhile, and it has the next one. */
  async aside<T>(work: () => Promise<T>): Promise<T> {
    this.#shops.leave(this.#account, this.#clock);
    try {
      return await work();
    } finally {
      await this.#shops.enter(this.#account, this.#clock, true);
    }
  }
}
