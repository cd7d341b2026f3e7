import type { OrderRecord } from '../store/index.ts';

/** Where the sandbox sends webhooks to. */
export interface WebhookOptions {
  url: string;
  /** The header with the secret. `authorization` by default. */
  header?: string;
  secret: string;
  /** `globalThis.fetch` by default. */
  fetch?: typeof globalThis.fetch;
}

/** Sends webhooks, one after another. Each is sent once: whether the service repeats one that fails is not known. */
export interface Webhooks {
  /** The order has entered its state. */
  send(order: OrderRecord): void;
  /** Resolves when all of them are answered, or have failed. */
  sent(): Promise<void>;
}

/** Milliseconds for an answer. */
const timeout = 10_000;

/** @param isDisordered sends each twice, and the one before it again in between */
export function createWebhooks(options: WebhookOptions | undefined, isDisordered: boolean): Webhooks {
  const { url, header = 'authorization', secret, fetch = globalThis.fetch } = options ?? { url: '', secret: '' };
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
      const body = bodyOf(order);
      const late = before.get(order.id);
      before.set(order.id, body);
      // A receiver that is down misses it, as a shop's server may.
      for (const one of isDisordered ? [body, ...(late ? [late] : []), body] : [body])
        queue = queue.then(() => post(one).catch(() => {}));
    },
    sent: async () => void (await queue),
  };
}

/** As recorded (contract/README.md §2.9). Most have no time. The driver is invented. */
function bodyOf({ id, status, document: { courier, price } }: OrderRecord): object {
  return {
    event: 'order.status',
    order_id: id,
    order_price: price,
    courier_tracking_id: courier.tracking_id,
    courier_waybill_id: courier.waybill_id,
    courier_company: courier.company,
    courier_type: courier.type,
    courier_driver_name: 'Budi Santoso',
    courier_driver_phone: '081200000001',
    courier_driver_plate_number: 'B 1234 XYZ',
    courier_driver_photo_url: 'https://tracking.sandbox.invalid/driver.jpg',
    courier_link: courier.link,
    status,
  };
}
