import type { Clock } from '../client/index.ts';
import type { GatewayStore } from './store/interfaces.ts';

/** Requests of one shop that are worked on at the same time, while other shops use the same process. */
const most = 2;

/** Milliseconds after which a request of another shop is forgotten. A process of one shop has no limit: its requests share each sync of the disk. */
const othersFor = 10_000;

/** Milliseconds that a request counts, and that another one waits for its turn. A Worker may be stopped in the middle of a request. */
const [heldFor, longestWait] = [1_000, 2_000];

interface Queue {
  /** Until when each request that is worked on counts, in milliseconds of the process. */
  held: number[];
  waiting: (() => void)[];
}

/** The shops of a process that share a store. */
class Shops {
  readonly #queues = new Map<string, Queue>();
  #last: string | undefined;
  #othersUntil = Number.NEGATIVE_INFINITY;

  queueOf(account: string): Queue {
    const queue = this.#queues.get(account) ?? { held: [], waiting: [] };
    this.#queues.set(account, queue);
    return queue;
  }

  /** Whether other shops have asked, too. */
  areMany(account: string, now: number): boolean {
    if (this.#last !== undefined && this.#last !== account) this.#othersUntil = now + othersFor;
    this.#last = account;
    return now < this.#othersUntil;
  }

  leave(account: string, now: number): void {
    const queue = this.queueOf(account);
    queue.held.shift();
    queue.held = queue.held.filter((until) => until > now);
    if (queue.held.length < most) queue.waiting.shift()?.();
    if (!queue.held.length && !queue.waiting.length) this.#queues.delete(account);
  }
}

const shopsOf = new WeakMap<GatewayStore, Shops>();

/**
 * A fair turn for each shop of a process. However many requests one shop sends at once, few of them are worked on at the same time, so
 * that those of the others are answered in between. What waits for the service, or for another request, gives its turn away meanwhile.
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
    const queue = this.#shops.queueOf(this.#account);
    const isMany = this.#shops.areMany(this.#account, this.#clock.elapsed());
    if (isMany && (queue.waiting.length || queue.held.length >= most)) await this.#wait(queue);
    this.#enter();
    try {
      return await work();
    } finally {
      this.#shops.leave(this.#account, this.#clock.elapsed());
    }
  }

  /** Waits for something else within the work of a request. Others of the shop have their turn meanwhile. */
  async aside<T>(work: () => Promise<T>): Promise<T> {
    this.#shops.leave(this.#account, this.#clock.elapsed());
    try {
      return await work();
    } finally {
      // It does not wait for a second turn: those that have it may wait for this work.
      this.#enter();
    }
  }

  #enter(): void {
    this.#shops.queueOf(this.#account).held.push(this.#clock.elapsed() + heldFor);
  }

  async #wait(queue: Queue): Promise<void> {
    await new Promise<void>((go) => {
      const cancel = this.#clock.after(longestWait, () => {
        queue.waiting = queue.waiting.filter((other) => other !== next);
        go();
      });
      const next = () => {
        cancel();
        go();
      };
      queue.waiting.push(next);
    });
  }
}
