import {
  createShippingClient,
  type PlacedWrite,
  type ShippingClient,
  type Store,
  type UnansweredWrite,
} from '../../../src/client/index.ts';
import { storage } from '../service.ts';
import { type Ask, asks } from './asks.ts';
import type { Caller } from './promised.ts';
import type { Abort, Call, Settings } from './steps.ts';

/** How a call has ended. */
export type Observed = { value: object } | { thrown: unknown };

type Method = (
  request: object,
  options: { signal?: AbortSignal | undefined; fresh?: boolean; place?: string | undefined; random?: boolean },
) => Promise<object>;

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
    const store = stored ? storage().store : forbidden;
    this.#client = createShippingClient({ baseUrl: 'https://shop.test', fetch, retry, cache, store });
  }

  /** Calls, and spoils what was handed over and what is handed back: nobody else may notice. */
  call({ ask: name, caller: who, fresh, place }: Call): Caller {
    const number = this.all.length;
    const ask = asks[name] as Ask;
    const page = who === 'stays' ? undefined : new AbortController();
    const key = ask.same ?? `${name} ${number}`;
    const reference = ask.reference ?? key;
    const caller: Caller = { ask, key, reference, place, fresh, reason: { abortOf: number }, page };
    this.all.push(caller);
    if (who === 'may leave') this.#mayLeave.push(caller);
    if (who === 'is gone') page?.abort(caller.reason);
    const request = structuredClone(ask.request);
    const call = (this.#client[ask.operation] as Method)(request, {
      ...{ signal: page?.signal, fresh, place },
      ...(ask.random && { random: true }),
    });
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

  /** What a place has left without an answer. */
  unanswered(place: string): UnansweredWrite | undefined {
    return this.#client.unanswered(place)[0];
  }

  /** What a place has placed. */
  placed(place: string): PlacedWrite[] {
    return this.#client.placed(place);
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

const no = () => {
  throw new Error('forbidden');
};

/** A browser that lets no page store anything. */
const forbidden: Store = { getItem: no, setItem: no, removeItem: no };
