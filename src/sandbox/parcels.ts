import type { DraftOrderResponse, OrderResponse, TrackingResponse } from '../contract/index.ts';
import type { Context, WebhookOptions, Webhooks } from './context.ts';
import { following, notUpdated } from './document.ts';
import { draftAnswer } from './drafts.ts';
import { refuse, SandboxRefusal } from './http.ts';
import type { OrderRecord, SandboxStore } from './order-store.ts';
import { changeOrder, findOrder, movedTo, orderAnswer } from './orders.ts';

/** Invented, so that a test can look for them where they must not be. */
const driver = {
  name: 'Budi Santoso',
  phone: '081200000001',
  driver_name: 'Budi Santoso',
  driver_phone: '081200000001',
  driver_photo_url: 'https://tracking.sandbox.invalid/driver.jpg',
  driver_plate_number: 'B 1234 XYZ',
};

const noDriver = { name: null, phone: null, driver_name: null, driver_phone: null };

/** `GET /v1/trackings/:id`: where a parcel is, with the personal data that the service also answers. */
export async function readTracking(
  { id }: { id?: unknown },
  { store }: Context,
): Promise<Omit<TrackingResponse, 'dropped'> & { messsage: string }> {
  const orders = await store.list('order');
  const order = orders.find(({ document }) => document.courier.tracking_id === id);
  if (!order) throw new SandboxRefusal(40_003_003, 'Tracking not found');
  const { courier, origin, destination } = order.document;
  const history = [...(courier.history ?? [])] as TrackingResponse['history'];
  const hasDriver = history.some(({ status }) => status === 'allocated');
  const contact = (place: unknown) => {
    const { contact_name, address }: { contact_name?: string; address?: string } = Object(place);
    return { contact_name, address };
  };
  return {
    success: true,
    // The service spells it so, published.
    messsage: 'Successfully get tracking info',
    object: 'tracking',
    id: String(id),
    waybill_id: courier.waybill_id,
    courier: { company: courier.company, ...(hasDriver ? driver : noDriver) },
    origin: contact(origin),
    destination: contact(destination),
    history,
    link: String(courier.link),
    order_id: order.id,
    status: order.status,
  };
}

/** How parcels move by themselves. */
interface Journey {
  /** The states after the order was placed. */
  states: readonly string[];
  /** Milliseconds in each state. */
  every: number;
}

/** When an order has entered its state. */
const enteredAt = ({ document: { courier } }: OrderRecord) =>
  (courier.history?.at(-1) as { updated_at?: string } | undefined)?.updated_at;

/** The next state of an order that is due, and when it was. */
function nextStep(order: OrderRecord, { states, every }: Journey, now: Date): { status: string; at: Date } | undefined {
  const at = new Date(Date.parse(enteredAt(order) ?? '') + every);
  const index = states.indexOf(order.status);
  const isPlaced = order.status === 'confirmed' || order.status === 'scheduled';
  const status = isPlaced ? states[0] : index < 0 ? undefined : states[index + 1];
  return status !== undefined && at <= now ? { status, at } : undefined;
}

/** Moves all orders that are due, as far as they are. Returns the number of steps. */
export async function moveParcels(
  store: SandboxStore,
  journey: Journey,
  now: Date,
  webhooks: Webhooks,
): Promise<number> {
  let steps = 0;
  for (const listed of (await store.list('order')).reverse()) {
    let order = listed;
    for (let step = nextStep(order, journey, now); step; step = nextStep(order, journey, now)) {
      const moved = movedTo(order, step.status, step.at);
      // Someone else has changed it, for example cancelled it.
      if (!(await store.replace(moved, order.status))) break;
      webhooks.send(moved);
      order = moved;
      steps += 1;
    }
  }
  return steps;
}

/** Milliseconds for an answer. */
const timeout = 10_000;

/** @param isDisordered sends each twice, and the one before it again in between */
export function createWebhooks(options: WebhookOptions | undefined, isDisordered: boolean): Webhooks {
  const {
    url,
    header = 'authorization',
    secret,
    times = false,
    fetch = globalThis.fetch,
  } = options ?? { url: '', secret: '' };
  let queue: Promise<unknown> = Promise.resolve();
  const before = new Map<string, object>();

  async function post(body: object): Promise<void> {
    const headers = { 'content-type': 'application/json', [header]: secret };
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(timeout) };
    await (await fetch(url, init)).body?.cancel();
  }

  return {
    send(order) {
      if (!options) return;
      const body = { ...bodyOf(order), ...(times && { updated_at: enteredAt(order) }) };
      const late = before.get(order.id);
      before.set(order.id, body);
      // A receiver that is down misses it, as a shop's server may.
      for (const one of isDisordered ? [body, ...(late ? [late] : []), body] : [body])
        queue = queue.then(() => post(one).catch(() => {}));
    },
    sent: async () => void (await queue),
  };
}

/** As recorded (contract/README.md §2.9). */
function bodyOf({ id, status, document: { courier, price } }: OrderRecord): object {
  return {
    event: 'order.status',
    order_id: id,
    order_price: price,
    courier_tracking_id: courier.tracking_id,
    courier_waybill_id: courier.waybill_id,
    courier_company: courier.company,
    courier_type: courier.type,
    courier_driver_name: driver.driver_name,
    courier_driver_phone: driver.driver_phone,
    courier_driver_plate_number: driver.driver_plate_number,
    courier_driver_photo_url: driver.driver_photo_url,
    courier_link: courier.link,
    status,
  };
}

// Not in the design document: what a shop's back office and tests need beside the five operations.

type Request = Record<string, unknown>;

interface OrderList {
  success: true;
  object: 'orders';
  orders: OrderResponse[];
  draft_orders: DraftOrderResponse[];
}

const retrieved = 'Order successfully retrieved';

/** `GET /v1/orders`: all orders and drafts, newest first. */
export async function listOrders(_request: Request, { store }: Context): Promise<OrderList> {
  const [orders, drafts] = [await store.list('order'), await store.list('draft_order')];
  return {
    success: true,
    object: 'orders',
    orders: orders.map((order) => orderAnswer(order, retrieved)),
    draft_orders: drafts.filter(({ status }) => status !== 'deleted').map((draft) => draftAnswer(draft)),
  };
}

/** `GET /v1/orders/:id`. */
export async function getOrder({ id }: Request, { store }: Context): Promise<OrderResponse> {
  return orderAnswer(await findOrder(store, String(id)), retrieved);
}

/** `POST /sandbox/orders/:id/status`: moves an order as its courier would, along `document.ts`. */
export async function setStatus({ id, status }: Request, { store, now, webhooks }: Context): Promise<OrderResponse> {
  const changed = await changeOrder(store, String(id), (order) => {
    const next = following(order.status);
    if (typeof status !== 'string' || !next.includes(status)) {
      const reason = next.length
        ? `must be one of ${next.join(', ')}: the order is ${order.status}`
        : `cannot change any more: the order is ${order.status}`;
      throw refuse({ field: 'status', code: notUpdated, reason });
    }
    return movedTo(order, status, now);
  });
  webhooks.send(changed);
  return orderAnswer(changed, 'Order status successfully changed');
}
