import { createShippingClient, type ShippingClient, type Store } from '../../../src/client/index.ts';
import { type Ask, asks } from './asks.ts';
import type { Caller } from './promised.ts';
import type { Abort, Call, Settings } from './steps.ts';

/** How a call has ended. */
export type Observed = { value: object } | { thrown: unknown };

type Method = (request: object, options: { signal?: AbortSignal | undefined; fresh?: boolean }) => Promise<object>;

export const isWrite = ({ operation }: Pick<Ask, 'operation'>) => /^create|^cancel/.test(operation);

/** Those who call a client, and how their calls have ended. */
export class Callers {
  readonly all: Caller[] = [];
  readonly ends = new Map<Caller, Observed>();
  /** Also after their call has ended: that must change nothing. */
  readonly #mayLeave: Caller[] = [];
  readonly #client: ShippingClient;

  constructor({ cache, retries, stored }: Settings, fetch: typeof globalThis.fetch) {
    const retry = { times: retries, delay: 0 };
    const store = stored ? new Shelf() : undefined;
    this.#client = createShippingClient({ baseUrl: 'https://shop.test', fetch, retry, cache, ...(store && { store }) });
  }

  /** Calls, and spoils what was handed over and what is handed back: nobody else may notice. */
  call({ ask: name, caller: who, fresh }: Call): Caller {
    const number = this.all.length;
    const ask = asks[name] as Ask;
    const page = who === 'stays' ? undefined : new AbortController();
    const caller: Caller = { ask, key: ask.same ?? `${name} ${number}`, fresh, reason: { abortOf: number }, page };
    this.all.push(caller);
    if (who === 'may leave') this.#mayLeave.push(caller);
    if (who === 'is gone') page?.abort(caller.reason);
    const request = structuredClone(ask.request);
    const call = (this.#client[ask.operation] as Method)(request, { signal: page?.signal, fresh });
    spoil(request);
    call.then(
      (value) => {
        this.ends.set(caller, { value: structuredClone(value) });
        spoil(value);
      },
      (thrown) => this.ends.set(caller, { thrown }),
    );
    return caller;
  }

  /** @returns who left; nobody where all who may have left */
  abort({ back }: Abort): Caller | undefined {
    const [caller] = this.#mayLeave.splice(-1 - back, 1);
    caller?.page?.abort(caller.reason);
    return caller;
  }
}

function spoil(thing: unknown): void {
  if (typeof thing !== 'object' || thing === null) return;
  for (const part of Object.values(thing)) spoil(part);
  if (Array.isArray(thing)) thing.push('spoilt');
  else Object.assign(thing, { object: 'spoilt', reference_id: 'spoilt', couriers: 'spoilt', id: 'spoilt' });
}

/** As good as `sessionStorage`. */
class Shelf implements Store {
  readonly #items = new Map<string, string>();
  getItem = (key: string) => this.#items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#items.set(key, value);
  removeItem = (key: string) => void this.#items.delete(key);
}
