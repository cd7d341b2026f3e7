import type { WriteStorage } from '../../src/client/index.ts';
import type { Rate } from '../../src/contract/index.ts';
import type { ShipOrderSubmitEvent } from '../../src/elements/core/events.ts';
import { eventsBetween } from '../../src/elements/core/events-between.ts';
import type { Input, OrderStatus } from '../../src/elements/core/state.ts';
import { refusal, serve, storage } from '../client/service.ts';
import { contacts, json, rate, shipment } from '../support/fixtures.ts';
import { checkoutWithoutScreen, settled, until } from './plain-host.ts';

/** A write that the service has received. */
export interface Call {
  url: string;
  body: Record<string, unknown>;
  answer(response: Response): void;
  /** The connection breaks: the page does not know what became of it. */
  lose(): void;
}

export interface Settings extends Partial<Input> {
  /** What earlier pages have stored. */
  storage?: WriteStorage;
  widgetKey?: string;
  consentTimeout?: number;
  /** What the service lists. */
  rows?: readonly Rate[];
  /** The page's listener for `ship-order-submit`. */
  onSubmit?: (event: ShipOrderSubmitEvent) => void;
}

/** A page whose shopper has chosen `jne/reg` for 15,000 rupiah. Writes are answered by the test. */
export async function ordering({
  storage: kept = storage().store,
  widgetKey,
  consentTimeout,
  rows = [rate()],
  onSubmit = () => {},
  ...input
}: Settings = {}) {
  const calls: Call[] = [];
  const statuses: OrderStatus[] = [];
  const heard: Event[] = [];
  let known = 0;
  const submits: ShipOrderSubmitEvent[] = [];
  let seen = 0;
  /** What the service lists, and how often it was asked. */
  const service = { rows, asked: 0 };
  const { client } = serve(
    async (request) => {
      const [{ pathname: url }, body] = [new URL(request.url), await request.json()];
      if (url.endsWith('/rates/couriers')) {
        service.asked += 1;
        return json({ success: true, pricing: service.rows });
      }
      return new Promise((answer, reject) => {
        calls.push({ url, body, answer, lose: () => reject(new TypeError('Failed to fetch')) });
      });
    },
    { store: kept, baseUrl: 'https://shop.test', retry: { times: 0 } },
  );
  const { host, orders } = checkoutWithoutScreen(client, { widgetKey, consentTimeout });
  const { store } = host;
  store.subscribe((action, before) => {
    heard.push(...eventsBetween(before, store.state, action));
    const { status } = store.state.order.phase;
    if (statuses.at(-1) !== status && status !== before.order.phase.status) statuses.push(status);
  });
  host.orderTarget.addEventListener('ship-order-submit', (event) => {
    submits.push(event as ShipOrderSubmitEvent);
    page.onSubmit(event as ShipOrderSubmitEvent);
  });

  /** The next write that reaches the service. */
  async function request(): Promise<Call> {
    await until(() => calls.length > seen);
    seen += 1;
    return calls[seen - 1] as Call;
  }

  async function answered(work: Promise<void>, answer: Response | 'lost'): Promise<Call> {
    const call = await request();
    if (answer === 'lost') call.lose();
    else call.answer(answer);
    await work;
    await settled(20);
    return call;
  }

  const page = {
    ...{ host, store, orders, onSubmit, calls, submits, statuses, heard, request, service, client, storage: kept },
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
    set: (more: Partial<Input>) => store.dispatch({ type: 'set', input: more }),
    /** The events since this was called last. */
    events() {
      const notice = heard.slice(known);
      known = heard.length;
      return notice.map(({ type }) => type);
    },
    /** Places the order and has it answered. */
    place: (answer: Response | 'lost' = placed()) => answered(orders.place(), answer),
    /** The shopper begins another order, and chooses once more. */
    again: async () => {
      store.dispatch({ type: 'next-order' });
      await settled(20);
      store.dispatch({ type: 'choose', key: 'jne/reg' });
    },
    cancel: (answer: Response | 'lost' = cancelled()) => answered(orders.cancel(), answer),
  };

  store.dispatch({ type: 'set', input: { couriers: 'jne', shipment, contacts, orderMode: 'order', ...input } });
  host.connect();
  await settled(20);
  store.dispatch({ type: 'choose', key: 'jne/reg' });
  await settled();
  page.events();
  return page;
}

export const placed = (more: object = {}) =>
  json({ success: true, id: 'order-1', courier: { waybill_id: 'JNE-1' }, ...more });

const cancelled = () => json({ success: true, id: 'order-1', status: 'cancelled' });

/** A refusal for a reason that has the rates asked again: the courier has removed the service. */
export const refused = () => refusal(40002027);

/** The service knows the reference. */
export const used = (reference: unknown) =>
  refusal(40002060, { order_id: 'order-1', waybill_id: 'JNE-1', reference_id: reference });
