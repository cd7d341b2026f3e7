import type { Store } from '../../src/client/index.ts';
import type { Rate } from '../../src/contract/index.ts';
import { type News, newsOf } from '../../src/elements/shared/news.ts';
import {
  OrderFlow,
  type OrderNotice,
  type OrderParties,
  type OrderStatus,
  type OrderTerms,
} from '../../src/elements/state/order-flow.ts';
import { refusal, serve, storage } from '../client/service.ts';
import { json, orderRequest, rate } from '../support/fixtures.ts';

const { courier_company, courier_type, ...body } = orderRequest;

/** What the service is asked, and answers as the test says. */
interface Call {
  url: string;
  body: Record<string, unknown>;
  answer(response: Response): void;
  /** It was cut off: nobody knows what became of it. */
  lose(): void;
}

interface Settings extends Partial<OrderTerms> {
  /** What a page before this one has left. */
  store?: Store;
}

/** A page with an order for `jne/reg` at 15,000 rupiah, which it agrees to and whose price stands. */
export function ordering({ store = storage().store, ...overrides }: Settings = {}) {
  const calls: Call[] = [];
  let seen = 0;
  const { client, arrived } = serve(
    async (request) => {
      const [{ pathname: url }, sent] = [new URL(request.url), await request.json()];
      return new Promise((answer, reject) =>
        calls.push({ url, body: sent, answer, lose: () => reject(new TypeError('Failed to fetch')) }),
      );
    },
    { store, baseUrl: 'https://shop.test' },
  );
  const terms: OrderTerms = {
    client,
    rate: rate(),
    switches: { insured: false, cashOnDelivery: false },
    body: structuredClone(body),
    cart: '',
    mode: 'order',
    reference: undefined,
    ready: true,
    place: 'checkout',
    ...overrides,
  };
  const page: Pick<OrderParties, 'present' | 'confirm' | 'requote'> = {
    present: () => true,
    confirm: async () => ({}),
    requote: async (_client, _body, rate) => ({ kind: 'kept', rate }),
  };
  const asked: unknown[] = [];
  const repriced: Rate[] = [];
  const flow = new OrderFlow({
    terms: () => ({ ...terms }),
    present: () => page.present(),
    confirm: (submit) => {
      asked.push(submit);
      return page.confirm(submit);
    },
    requote: (...question) => {
      asked.push(question);
      return page.requote(...question);
    },
    reprice: (now) => repriced.push(now),
  });
  const statuses: OrderStatus[] = [];
  const told: OrderNotice[] = [];
  flow.subscribe((notice) => {
    if (statuses.at(-1) !== flow.status) statuses.push(flow.status);
    if (notice) told.push(notice);
  });

  /** The next request that reaches the service. */
  async function request(): Promise<Call> {
    seen += 1;
    await arrived(seen);
    while (calls.length < seen) await new Promise(setImmediate);
    return calls[seen - 1] as Call;
  }

  return {
    flow,
    terms,
    page,
    calls,
    request,
    /** What the page and the price were asked. */
    asked,
    /** What the gateway says that the rate costs now. */
    repriced,
    /** What the flow has become since. */
    statuses,
    told,
    store,
    /** Places the order and has it answered. */
    async place(how: 'placed' | 'lost' | 'refused' = 'placed'): Promise<Call> {
      const placing = flow.place();
      const call = await request();
      if (how === 'lost') call.lose();
      else call.answer(how === 'placed' ? placed() : refusal(40002027));
      await placing;
      return call;
    },
  };
}

/** The service has placed it. */
export const placed = (id = 'order-1') => json({ success: true, id, courier: { waybill_id: 'JNE-1' } });

/** The service knows the reference. */
export const used = (reference: unknown) =>
  refusal(40002060, { order_id: 'order-1', waybill_id: 'JNE-1', reference_id: reference });

/** A promise, and who settles it. */
export function held<T>() {
  let settle: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((resolve, refuse) => {
    settle = resolve;
    reject = refuse;
  });
  return { promise, settle, reject };
}

/** The price of a rate is another one. */
export const moved = (to: Rate, previous = rate()): News =>
  newsOf({ kind: 'price-changed', rate: to, previous }, 'jne/reg') as News;

/** Its service is gone. */
export const gone = (previous = rate()): News =>
  newsOf({ kind: 'cleared', reason: 'service-unavailable', previous }, 'jne/reg') as News;
