import { type ClientOptions, createShippingClient, type WriteStorage } from '../../src/client/index.ts';
import { json, rate } from '../support/fixtures.ts';

export const couriersAnswer = { success: true, object: 'courier', couriers: [] };
export const ratesAnswer = { success: true, object: 'courier_pricing', pricing: [] };
export const orderAnswer = { success: true, object: 'order', id: '66f0c1d2e3a4b5c6d7e8f901', status: 'confirmed' };
/** The answer to a cancellation, of the order that most tests cancel. */
export const cancelAnswer = { ...orderAnswer, id: 'a1', status: 'cancelled' };

type Answer = (request: Request, count: number) => Response | Promise<Response>;

/** As good as `sessionStorage`, and what is in it. */
export function storage(kept: Iterable<[string, string]> = []) {
  const entries = new Map(kept);
  const store: WriteStorage = {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
  return { entries, store };
}

/**
 * A client whose other side is `answer`, and which retries at once; every request that reaches it is kept. In a page it
 * would know what the tests before it have left without an answer: it has a store of its own.
 */
export function serve(answer: Answer, options: Partial<ClientOptions> = {}) {
  const requests: Request[] = [];
  const waiting: (() => void)[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    for (const go of waiting.splice(0)) go();
    return answer(request.clone(), requests.length);
  };
  const client = createShippingClient({
    baseUrl: 'https://shop.test/shipping',
    fetch,
    retry: { delay: 0 },
    store: storage().store,
    ...options,
  });
  /** Until so many requests have reached the service. */
  const arrived = async (count: number) => {
    while (requests.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { client, requests, arrived };
}

/** A service whose answers the test gives, one by one, in the order it likes. */
export function onHold(options: Partial<ClientOptions> = {}) {
  const held: ((answer: Response) => void)[] = [];
  const service = serve(() => new Promise((resolve) => held.push(resolve)), options);
  return { ...service, held };
}

/** A quote of one row. */
export const priced = (price: number) => json({ ...ratesAnswer, pricing: [rate({ price })] });

export const forever = new Promise<never>(() => {});

/** What the service says when it says no. */
export const refusal = (code: number | string | undefined, details?: object, status = 400) =>
  json({ success: false, error: 'Refused', code, details }, { status });

/** The answer to a request that arrived, but whose answer was lost on the way. */
export const cutOff = (): never => {
  throw new TypeError('Failed to fetch');
};

/** What a call throws; its fields by name, because errors are told apart by `code`. */
export async function failure(call: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  try {
    await call;
  } catch (thrown) {
    return thrown as Error & Record<string, unknown>;
  }
  throw new Error('the call did not fail');
}
