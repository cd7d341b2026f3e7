import { canonical, type Operation, type OperationName } from '../contract/index.ts';
import { type Clock, machineClock } from './clock.ts';
import { requireWritable, retried, usualTimeout } from './exchange.ts';
import type { ClientOptions, ReadOptions } from './options.ts';
import { asSent, sender } from './requests.ts';

/** A request in flight or a cached answer. */
interface Read<T> {
  /** Returns another copy at every call, so that one caller cannot change the answer of another. */
  answer: Promise<() => T>;
  controller: AbortController;
  /** How many callers still wait for it. */
  callers: number;
  /** When the answer came; undefined while in flight. */
  answered?: Moment;
}

/** Milliseconds on two clocks. */
type Moment = readonly number[];

/** The machine's time may be set back, and the time that only grows may stop while the device sleeps. The older age counts. */
const momentOf = (clock: Clock): Moment => [clock.now(), clock.elapsed()];

/** The cache key of a request. The order of keys and of items makes no difference. */
export function normalised(request: object): string {
  const { items } = request as { items?: unknown };
  return canonical(Array.isArray(items) ? { ...request, items: items.map(canonical).sort() } : request);
}

/** A page asks fewer different questions. */
const maxEntries = 50;

/**
 * Shares reads between callers: identical calls in flight are one request, and its answer is cached for a short time. The
 * merchant pays for every rates call (contract/README.md §1.10). An abort ends the request only if no other caller waits.
 */
export class Reads {
  readonly #reads = new Map<string, Read<unknown>>();
  readonly #lifetime: number;
  readonly #clock: Clock;

  /** @param lifetime milliseconds that an answer is cached; 0 shares calls in flight only */
  constructor(lifetime: number, clock: Clock = machineClock) {
    this.#lifetime = lifetime;
    this.#clock = clock;
  }

  /** @throws what `send` throws, or the reason of `signal` */
  share<T>(
    key: string,
    { signal, fresh }: { signal?: AbortSignal | undefined; fresh?: boolean | undefined },
    send: (signal: AbortSignal) => Promise<() => T>,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const known = this.#reads.get(key) as Read<T> | undefined;
    const read = known && !this.#stale(known, fresh) ? known : this.#start(key, send);
    return this.#follow(key, read, signal);
  }

  #stale({ answered }: Read<unknown>, fresh = false): boolean {
    if (fresh || !answered) return fresh;
    return momentOf(this.#clock).some((now, clock) => now - (answered[clock] ?? now) >= this.#lifetime);
  }

  #start<T>(key: string, send: (signal: AbortSignal) => Promise<() => T>): Read<T> {
    const controller = new AbortController();
    const read: Read<T> = { answer: send(controller.signal), controller, callers: 0 };
    this.#reads.delete(key);
    this.#reads.set(key, read);
    read.answer.then(
      () => {
        read.answered = momentOf(this.#clock);
        for (const oldest of this.#reads.keys()) {
          if (this.#reads.size <= maxEntries) break;
          this.#reads.delete(oldest);
        }
      },
      () => this.#forget(key, read),
    );
    return read;
  }

  #follow<T>(key: string, read: Read<T>, signal: AbortSignal | undefined): Promise<T> {
    read.callers += 1;
    // A caller without a signal cannot abort, so the request runs to its end.
    if (!signal) return read.answer.then((copy) => copy());
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        reject(signal.reason);
        read.callers -= 1;
        if (read.callers || read.answered) return;
        this.#forget(key, read);
        read.controller.abort(signal.reason);
      };
      signal.addEventListener('abort', onAbort);
      // The request may have been made already, and a page's own `fetch` may abort.
      if (signal.aborted) onAbort();
      read.answer
        .then((copy) => copy())
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  #forget(key: string, read: Read<unknown>): void {
    if (this.#reads.get(key) === read) this.#reads.delete(key);
  }
}

/** Sends reads. They share the calls in flight, the cache and the retries of one client. */
export function createReader(options: ClientOptions) {
  const { timeout = usualTimeout, retry = {}, cache = 60_000, clock } = options;
  const reads = new Reads(cache, clock);

  return async function read<Request extends object, Response>(
    operation: OperationName,
    row: Operation<Request, Response>,
    request: Request,
    readOptions: ReadOptions = {},
  ): Promise<Response> {
    requireWritable(operation, request);
    const question = asSent(row, request);
    const sent = (readOptions.fresh && row.fresh?.(question)) || question;
    const send = sender(options, timeout, operation, row, sent);
    return reads.share(`${operation} ${normalised(question)}`, readOptions, (signal) =>
      retried(retry, timeout, signal, (attemptTimeout) => send({ signal, attemptTimeout }), clock),
    );
  };
}
