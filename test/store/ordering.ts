import type { ShippingClient, Store as Storage } from '../../src/client/index.ts';
import type { Rate } from '../../src/contract/index.ts';
import type { ShipOrderSubmitEvent } from '../../src/elements/element/events.ts';
import { eventsBetween } from '../../src/elements/element/events-between.ts';
import type { OrderStatus } from '../../src/elements/store/order.ts';
import type { Input } from '../../src/elements/store/state.ts';
import { refusal, serve, storage } from '../client/service.ts';
import { contacts, json, rate, shipment } from '../support/fixtures.ts';
import { checkoutWithoutScreen, settled } from './plain-host.ts';

/** A write that the service has received. */
export interface Call {
  url: string;
  body: Record<string, unknown>;
  answer(response: Response): void;
  /** The connection breaks: the page does not know what became of it. */
  lose(): void;
}

interface Settings extends Partial<Input> {
  /** What earlier pages have stored. */
  storage?: Storage;
  place?: string;
  consentTimeout?: number;
  /** What the service lists. */
  rows?: readonly Rate[];
}

/** A page whose shopper has chosen `jne/reg` for 15,000 rupiah. Writes are answered by the test. */
export async function ordering({
  storage: kept = storage().store,
  place,
  consentTimeout,
  rows,
  ...input
}: Settings = {}) {
  const calls: Call[] = [];
  let asked = 0;
  let seen = 0;
  const service = { rows: rows ?? [rate()] };
  const { client } = serve(
    async (request) => {
      const [{ pathname: url }, body] = [new URL(request.url), await request.json()];
      if (url.endsWith('/rates/couriers')) {
        asked += 1;
        return json({ success: true, pricing: service.rows });
      }
      return new Promise((answer, reject) => {
        calls.push({ url, body, answer, lose: () => reject(new TypeError('Failed to fetch')) });
      });
    },
    { store: kept, baseUrl: 'https://shop.test', retry: { times: 0 } },
  );
  const { host, orders, rates } = checkoutWithoutScreen(client, { place, consentTimeout });
  const { store } = host;
  const statuses: OrderStatus[] = [];
  const events: Event[] = [];
  store.subscribe((action, before) => {
    events.push(...eventsBetween(before, store.state, action));
    const { status } = store.state.order.phase;
    if (statuses.at(-1) !== status && status !== before.order.phase.status) statuses.push(status);
  });
  const submits: ShipOrderSubmitEvent[] = [];
  const page = { onSubmit: (_event: ShipOrderSubmitEvent): void => {} };
  host.orderTarget.addEventListener('ship-order-submit', (event) => {
    submits.push(event as ShipOrderSubmitEvent);
    page.onSubmit(event as ShipOrderSubmitEvent);
  });
  store.dispatch({ type: 'set', input: { couriers: 'jne', shipment, contacts, orderMode: 'order', ...input } });
  host.connect();
  await settled(20);
  store.dispatch({ type: 'choose', key: 'jne/reg' });
  await settled();
  events.length = 0;

  /** The next write that reaches the service. */
  async function request(): Promise<Call> {
    seen += 1;
    while (calls.length < seen) await settled(1);
    return calls[seen - 1] as Call;
  }

  return {
    ...{ host, store, orders, rates, page, calls, submits, statuses, events, request, service, client, storage: kept },
    get phase() {
      return store.state.order.phase;
    },
    get status() {
      return store.state.order.phase.status;
    },
    get error() {
      const { phase } = store.state.order;
      return 'error' in phase ? phase.error : undefined;
    },
    get placed() {
      return store.state.order.placed;
    },
    /** How often rates were asked. */
    get asked() {
      return asked;
    },
    set: (more: Partial<Input>) => store.dispatch({ type: 'set', input: more }),
    told: () => events.splice(0).map(({ type }) => type),
    /** Places the order and has it answered. */
    async place(how: 'placed' | 'lost' | 'refused' = 'placed'): Promise<Call> {
      const placing = orders.place();
      const call = await request();
      if (how === 'lost') call.lose();
      else call.answer(how === 'placed' ? placed() : refusal(40002027));
      await placing;
      await settled();
      return call;
    },
    async cancel(answer = cancelled()): Promise<Call> {
      const cancelling = orders.cancel();
      const call = await request();
      call.answer(answer);
      await cancelling;
      return call;
    },
  };
}

export const placed = (id = 'order-1', more: object = {}) =>
  json({ success: true, id, courier: { waybill_id: 'JNE-1' }, ...more });

export const cancelled = () => json({ success: true, id: 'order-1', status: 'cancelled' });

/** The service knows the reference. */
export const used = (reference: unknown) =>
  refusal(40002060, { order_id: 'order-1', waybill_id: 'JNE-1', reference_id: reference });

/** A client without a memory, as a page's own may be. */
export const withoutMemory = (client: ShippingClient, more: Partial<ShippingClient>): ShippingClient =>
  ({ ...client, unanswered: undefined, placed: undefined, ...more }) as never;

/** A promise, and how to settle it. */
export function held<T>() {
  let settle: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((resolve, refuse) => {
    settle = resolve;
    reject = refuse;
  });
  return { promise, settle, reject };
}
