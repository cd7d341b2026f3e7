import { expect } from 'chai';
import fc from 'fast-check';
import { createShippingClient, type ShippingClient, type Store } from '../../src/client/index.ts';
import { type OperationName, operations } from '../../src/contract/index.ts';
import { item, orderRequest, rate, ratesRequest } from '../support/fixtures.ts';
import { longBreath } from './interleavings/breath.ts';
import { unhandledRejections } from './interleavings/unhandled.ts';
import { storage } from './service.ts';

// Random calls, aborts and replies, with a random number of microtasks between them. The engine decides
// which comes first, so the test checks only what holds either way.

/** A call that a page makes. Calls with the same `label` ask the same question, or are the same write. */
interface Ask {
  operation: OperationName;
  label: string;
  request: object;
  /** The page says that the reference is a random one. */
  random?: true;
  /** The client refuses it before it sends anything. */
  invalid?: true;
}

const lane = { ...ratesRequest, items: [item, { ...item, name: 'Spoon' }] };
const order = (reference_id: string, more = {}) => ({ ...orderRequest, reference_id, ...more });
const elsewhere = { destination_contact_phone: '081200000000' };
const reversed = (request: object) => Object.fromEntries(Object.entries(request).reverse());
const ask = (operation: OperationName, label: string, request: object, more: Partial<Ask> = {}): Ask => ({
  ...{ operation, label, request },
  ...more,
});

const asks: Ask[] = [
  ask('listCouriers', 'couriers', {}),
  ask('quoteRates', 'rates', lane),
  ask('quoteRates', 'rates', reversed(lane)),
  ask('quoteRates', 'insured rates', { ...lane, courier_insurance: 1000 }),
  ask('quoteRates', 'rates without a place', { couriers: 'jne', items: [item] }, { invalid: true }),
  ask('createOrder', 'order 1', order('shop-1')),
  ask('createOrder', 'order 1', reversed(order('shop-1'))),
  ask('createOrder', 'order 1 to another phone', order('shop-1', elsewhere)),
  ask('createOrder', 'order 2', order('shop-2')),
  ask('createOrder', 'order without a reference', orderRequest),
  ask('createOrder', 'order 3', order('shop-3'), { random: true }),
  ask('createOrder', 'order of nothing', order('shop-1', { items: [] }), { invalid: true }),
  ask('createDraftOrder', 'draft 1', order('shop-1')),
  ask('cancelOrder', 'cancellation', { id: 'a1' }),
];

const isWrite = ({ operation }: { operation: OperationName }) => /^create|^cancel/.test(operation);

/** A request that has reached the service. */
interface Arrived {
  operation: OperationName;
  label: string;
  number: number;
  body: Record<string, unknown>;
  signal: AbortSignal;
  answered: boolean;
  /** The labels of the requests under way when this one came. */
  besides: string[];
  answer(how: keyof typeof answers): void;
}

/** Stands in for a `Response`, because the time in which an engine reads a real one cannot be foreseen. */
const response = (status: number, body: object | string) =>
  ({
    status,
    headers: new Headers(),
    text: async () => (typeof body === 'string' ? body : JSON.stringify(body)),
  }) as Response;

const refusal = (code: number, more = {}) => response(400, { success: false, code, ...more });

const answers = {
  success: ({ operation, number }: Arrived) => {
    const read = operation === 'listCouriers' ? { couriers: [] } : { pricing: [rate()] };
    const content = isWrite({ operation }) ? { id: 'o-1', status: 'cancelled' } : read;
    return response(200, { success: true, object: `answer ${number}`, ...content });
  },
  'used by this order': ({ operation, body: { reference_id } }: Arrived) =>
    operation === 'cancelOrder'
      ? refusal(40002053, { error: 'Order already cancelled' })
      : refusal(40002060, { details: { order_id: 'o-1', waybill_id: 'JNE7', reference_id } }),
  'used by another order': () => refusal(40002060, { details: { order_id: 'o-2', reference_id: 'shop-99' } }),
  refused: () => refusal(40000001),
  busy: () => response(429, {}),
  broken: () => response(500, {}),
  'a page of HTML': () => response(200, '<h1>Welcome</h1>'),
  'cut off': () => {
    throw new TypeError('Failed to fetch');
  },
  'cut off halfway': () =>
    ({ status: 200, headers: new Headers(), text: () => Promise.reject(new TypeError('connection lost')) }) as Response,
};

/** A service that answers when the test says so. Every second request ignores its abort signal. */
class Service {
  readonly arrived: Arrived[] = [];
  readonly held: Arrived[] = [];

  readonly fetch = (url: unknown, { method, body, signal }: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = JSON.parse(String(body ?? '{}'));
      const operation = operationOf(`${method} ${new URL(String(url)).pathname}`);
      const arrived: Arrived = {
        ...{ operation, body: request, signal: signal as AbortSignal, answered: false },
        label: labelOf(operation, request),
        number: this.arrived.length,
        besides: this.held.filter((other) => !other.signal.aborted).map(({ label }) => label),
        answer: (how) => {
          arrived.answered = true;
          this.#drop(arrived);
          new Promise<Response>((answer) => answer(answers[how](arrived))).then(resolve, reject);
        },
      };
      this.arrived.push(arrived);
      this.held.push(arrived);
      if (arrived.number % 2 === 1) return;
      signal?.addEventListener('abort', () => {
        this.#drop(arrived);
        reject(signal.reason);
      });
    });

  #drop(arrived: Arrived): void {
    const index = this.held.indexOf(arrived);
    if (index >= 0) this.held.splice(index, 1);
  }
}

function operationOf(route: string): OperationName {
  const found = Object.entries(operations).find(([, { method, path }]) =>
    new RegExp(`^${method} ${path.replace(':id', '\\w+')}$`).test(route),
  );
  return found?.[0] as OperationName;
}

function labelOf(operation: OperationName, { reference_id, ...body }: Record<string, unknown>): string {
  const text = (value: object) => JSON.stringify(Object.entries(value).sort());
  if (operation === 'cancelOrder') return 'cancellation';
  const found = asks.find(({ operation: asked, request }) => {
    const { reference_id: wanted, ...wantedBody } = request as { reference_id?: string };
    const named = wanted === reference_id || (wanted === undefined && /^[\da-f]{32}$/.test(`${reference_id}`));
    return asked === operation && named && text(wantedBody) === text(body);
  });
  return found?.label ?? 'unknown';
}

type Call = { do: 'call'; ask: number; aborts: 'never' | 'maybe' | 'before'; place: string | undefined };
type Step = Call | { do: 'abort'; back: number } | { do: 'answer'; request: number; with: keyof typeof answers };

const ways = Object.keys(answers) as (keyof typeof answers)[];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      ask: fc.nat(asks.length - 1),
      aborts: fc.constantFrom('maybe' as const, 'maybe' as const, 'never' as const, 'before' as const),
      place: fc.constantFrom(undefined, 'cart', 'gift'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('abort' as const), back: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      request: fc.nat(99),
      with: fc.constantFrom(...ways, 'success' as const, 'success' as const, 'used by this order' as const),
    }),
  },
);

const sequences = fc.record({
  cache: fc.constantFrom(60_000, 0),
  retries: fc.constantFrom(2, 0),
  stored: fc.boolean(),
  steps: fc.noBias(fc.array(fc.record({ step, turns: fc.nat(12) }), { maxLength: 3000, size: 'max' })),
});

interface Caller {
  ask: Ask;
  /** No other caller aborts with this reason. */
  reason: object;
  page: AbortController;
  end?: { value: Record<string, unknown> } | { thrown: unknown };
}

const forbid = () => {
  throw new Error('forbidden');
};

/** The store of a browser that lets no page store anything. */
const forbidden: Store = { getItem: forbid, setItem: forbid, removeItem: forbid };

type Method = (request: object, options: object) => Promise<Record<string, unknown>>;

/** Changes what the caller passed in, or got back, at every depth. No other caller may notice. */
function spoil(thing: unknown): void {
  if (typeof thing !== 'object' || thing === null) return;
  for (const part of Object.values(thing)) spoil(part);
  if (Array.isArray(thing)) thing.push('spoilt');
  else Object.assign(thing, { object: 'spoilt', reference_id: 'spoilt', couriers: 'spoilt', id: 'spoilt' });
}

function call(client: ShippingClient, { ask: index, aborts, place }: Call): Caller {
  const asked = asks[index] as Ask;
  const caller: Caller = { ask: asked, reason: {}, page: new AbortController() };
  if (aborts === 'before') caller.page.abort(caller.reason);
  const request = structuredClone(asked.request);
  const { signal } = caller.page;
  const options = { signal: aborts === 'never' ? undefined : signal, place, ...(asked.random && { random: true }) };
  (client[asked.operation] as Method)(request, options).then(
    (value) => {
      caller.end = { value: structuredClone(value) };
      spoil(value);
    },
    (thrown) => {
      caller.end = { thrown };
    },
  );
  spoil(request);
  return caller;
}

/** Each call ends with an answer to its own question, a failure of its own operation, or its own abort. */
function expectOwnEnd({ ask: asked, page, reason, end }: Caller, sends: Arrived[]): void {
  if (end && 'value' in end) {
    const { object, recovered } = end.value;
    if (object) expect(sends.map(({ number }) => `answer ${number}`)).to.include(object);
    // A recovered order was sent before. Nobody else can have used a random reference.
    else if (recovered && !asked.random && 'reference_id' in asked.request)
      expect(sends, `sends of ${asked.label}`).to.have.lengthOf.at.least(2);
  } else if (end?.thrown === reason) expect(page.signal.aborted).to.equal(true);
  else expect(end?.thrown).to.include({ operation: asked.operation }).and.have.property('code');
}

/** A write goes out once for each call that was not aborted. A read never goes out beside the same read. */
function expectSends(callers: Caller[], arrived: Arrived[]): void {
  for (const label of new Set(asks.map((asked) => asked.label))) {
    const those = callers.filter(({ ask: asked }) => asked.label === label);
    const sends = arrived.filter((request) => request.label === label);
    for (const caller of those) expectOwnEnd(caller, sends);
    const [first] = those;
    if (!first) continue;
    const stayed = those.filter(({ end, reason }) => !(end && 'thrown' in end && end.thrown === reason));
    if (first.ask.invalid) expect(sends, label).to.deep.equal([]);
    else if (isWrite(first.ask)) expect(sends.length, label).to.be.within(stayed.length, those.length);
    else for (const { besides } of sends) expect(besides).to.not.include(label);
  }
}

describe('any interleaving of calls, aborts and replies', () => {
  const unhandled = unhandledRejections();

  it('ends every call with its own answer, and leaves nothing behind', async () => {
    let longest = 0;
    const property = fc.asyncProperty(sequences, async ({ cache, retries, stored, steps }) => {
      const service = new Service();
      const client = createShippingClient({
        ...{ baseUrl: 'https://shop.test', fetch: service.fetch, cache },
        retry: { times: retries, delay: 0 },
        store: stored ? storage().store : forbidden,
      });
      const callers: Caller[] = [];
      const mayAbort: Caller[] = [];
      for (const { step: next, turns } of steps) {
        if (next.do === 'call') {
          const caller = call(client, next);
          callers.push(caller);
          if (next.aborts === 'maybe') mayAbort.push(caller);
        } else if (next.do === 'abort') {
          const [caller] = mayAbort.splice(-1 - next.back, 1);
          caller?.page.abort(caller.reason);
        } else service.held[next.request % service.held.length]?.answer(next.with);
        for (let turn = 0; turn < turns; turn += 1) await undefined;
      }
      for (let round = 0; callers.some(({ end }) => !end) && round < 1000; round += 1) {
        for (const request of [...service.held]) request.answer(ways[round % ways.length] as 'success');
        await longBreath();
      }
      expect(callers.filter(({ end }) => !end).length, 'calls that never end').to.equal(0);
      for (const { answered, signal } of service.arrived) expect(answered || signal.aborted).to.equal(true);
      expectSends(callers, service.arrived);
      expect(unhandled).to.deep.equal([]);
      longest = Math.max(longest, steps.length);
    });
    await fc.assert(property, { seed: 1, numRuns: 5, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true });
    expect(longest).to.be.at.least(1000);
  }).timeout(120_000);
});
