import { canonical } from './fingerprint.ts';

/** One request under way or lately answered, and how many callers still want it. */
interface Read<T> {
  answer: Promise<T>;
  controller: AbortController;
  callers: number;
  /** The moment, by each clock; undefined while under way. */
  answered?: Moment;
}

/** Milliseconds by several clocks. */
type Moment = readonly number[];

/** One may be set back, the other stands still in some engines while the device sleeps: an answer is as old as the older says. */
const bothClocks = (): Moment => [Date.now(), performance.now()];

/** An answer of each caller's own: what one does to it, another must not see. */
const copy = <T>(answer: T): T => structuredClone(answer);

/** Two questions that read the same get the same answer: neither the order of keys nor that of items matters. */
export function normalised(request: object): string {
  const { items } = request as { items?: unknown };
  return canonical(Array.isArray(items) ? { ...request, items: items.map(canonical).sort() } : request);
}

/** So many different questions are remembered; one page asks fewer. */
const most = 50;

/**
 * Reads that several callers share: identical calls under way are one request, and its answer serves the next caller
 * for a short time, because every rates call is charged (contract/README.md §1.10). One caller's abort does not end the
 * request while another still waits for it.
 */
export class Reads {
  readonly #reads = new Map<string, Read<unknown>>();
  readonly #lifetime: number;
  readonly #now: () => Moment;

  /** @param lifetime milliseconds that an answer is good for; 0 shares calls under way only. */
  constructor(lifetime: number, now = bothClocks) {
    this.#lifetime = lifetime;
    this.#now = now;
  }

  /** @throws what `send` throws, or the reason of `signal` */
  share<T>(
    key: string,
    { signal, fresh }: { signal?: AbortSignal | undefined; fresh?: boolean | undefined },
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const known = this.#reads.get(key) as Read<T> | undefined;
    const read = known && !this.#stale(known, fresh) ? known : this.#start(key, send);
    return this.#follow(key, read, signal);
  }

  #stale({ answered }: Read<unknown>, fresh = false): boolean {
    if (fresh || !answered) return fresh;
    return this.#now().some((now, clock) => now - (answered[clock] ?? now) >= this.#lifetime);
  }

  #start<T>(key: string, send: (signal: AbortSignal) => Promise<T>): Read<T> {
    const controller = new AbortController();
    const read: Read<T> = { answer: send(controller.signal), controller, callers: 0 };
    this.#reads.delete(key);
    this.#reads.set(key, read);
    read.answer.then(
      () => {
        read.answered = this.#now();
        for (const oldest of this.#reads.keys()) {
          if (this.#reads.size <= most) break;
          this.#reads.delete(oldest);
        }
      },
      () => this.#forget(key, read),
    );
    return read;
  }

  #follow<T>(key: string, read: Read<T>, signal: AbortSignal | undefined): Promise<T> {
    read.callers += 1;
    // Without a signal nobody can take this caller's interest back: the request runs to its end.
    if (!signal) return read.answer.then(copy);
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        read.callers -= 1;
        if (read.callers > 0 || read.answered !== undefined) return;
        this.#forget(key, read);
        read.controller.abort(signal.reason);
      };
      signal.addEventListener('abort', leave);
      read.answer
        .then(copy)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', leave));
    });
  }

  #forget(key: string, read: Read<unknown>): void {
    if (this.#reads.get(key) === read) this.#reads.delete(key);
  }
}
