import type { ShippingClient, Store as Storage } from '../../../src/client/index.ts';
import type { OrderRequest, Rate, RatesRequest } from '../../../src/contract/index.ts';
import { clientOf } from '../../support/clients.ts';
import { json, rate } from '../../support/fixtures.ts';

/** What the service does with a question about rates. */
export const replies = ['rates', 'removed', 'no COD', 'refused', 'network'] as const;
export type Reply = (typeof replies)[number];

/**
 * What the service does with a write, and what its sender hears. With `done`, `lost` and `broken` it has happened. With `cut`, `busy` and
 * `refused` it has not.
 */
export const outcomes = ['done', 'lost', 'broken', 'cut', 'busy', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

/** An order that the service has stored. */
export interface Stored {
  id: string;
  body: OrderRequest;
  cancelled: boolean;
  /** A page has told the shopper. */
  told: boolean;
}

export interface Ask {
  reply(how: Reply): void;
}

export interface Write {
  operation: 'order' | 'cancel';
  body: OrderRequest;
  settle(outcome: Outcome): void;
}

/** What each service costs for a place and these extras: a stale price gives itself away. */
export function priceOf(key: string, place: number, insured: boolean, collected: boolean): number {
  const carriage = { 'jne/reg': 15_000, 'jne/oke': 12_000, 'sicepat/best': 16_000 }[key] ?? 0;
  const insurance = insured && key !== 'sicepat/best' ? 500 : 0;
  return carriage + (place % 1_000) + insurance + (collected && key !== 'jne/oke' ? 3_000 : 0);
}

function rowsFor(
  { destination_postal_code, courier_insurance, destination_cash_on_delivery, couriers }: RatesRequest,
  how: Reply,
): Rate[] {
  const place = Number(destination_postal_code);
  const [insured, collected] = [courier_insurance !== undefined, destination_cash_on_delivery !== undefined];
  const keys = ['jne/reg', 'jne/oke', 'sicepat/best'].filter((key) => how !== 'removed' || key !== 'jne/reg');
  return keys.flatMap((key) => {
    const [courier_code = '', courier_service_code = ''] = key.split('/');
    if (!couriers?.split(',').includes(courier_code)) return [];
    const price = priceOf(key, place, insured, collected);
    const insurance_fee = price - priceOf(key, place, false, collected);
    const cash_on_delivery_fee = price - priceOf(key, place, insured, false);
    return rate({
      ...{ courier_code, courier_service_code, price, insurance_fee, cash_on_delivery_fee },
      shipping_fee: price - insurance_fee - cash_on_delivery_fee,
      available_for_cash_on_delivery: key !== 'jne/oke',
      available_for_insurance: key !== 'sicepat/best',
    });
  });
}

const refusal = (code: number, more: object = {}) =>
  json({ success: false, error: 'Refused', code, ...more }, { status: 400 });

/** The service and the storage of the browser, over all pages of a shop. The sequence says when and how it answers. */
export class Service {
  readonly orders: Stored[] = [];
  readonly asks: Ask[] = [];
  readonly writes: Write[] = [];
  readonly #kept = new Map<string, string>();
  readonly #onWrite: (write: Write) => void;

  /** @param onWrite is called with each write that arrives */
  constructor(onWrite: (write: Write) => void) {
    this.#onWrite = onWrite;
  }

  /** The client of a page. A page that is gone neither stores nor hears anything. */
  clientOf(page: { gone: boolean }): ShippingClient {
    const storage: Storage = {
      getItem: (key) => this.#kept.get(key) ?? null,
      setItem: (key, value) => void (page.gone || this.#kept.set(key, value)),
      removeItem: (key) => void (page.gone || this.#kept.delete(key)),
    };
    return clientOf(async (request, signal) => {
      const { pathname } = new URL(request.url);
      if (request.method === 'GET') return json({ success: true, couriers: [] });
      const body = await request.json();
      if (pathname.endsWith('/rates/couriers')) return this.#ask(body, signal);
      const [, id = ''] = /orders\/(.+)\/cancel$/.exec(pathname) ?? [];
      return new Promise<Response>((resolve, reject) => {
        const write: Write = {
          operation: id ? 'cancel' : 'order',
          body,
          settle: (outcome) => {
            this.writes.splice(this.writes.indexOf(write), 1);
            const happens = ['done', 'lost', 'broken'].includes(outcome);
            const answer = happens ? this.#perform(id, body) : undefined;
            if (page.gone) return;
            if (outcome === 'done') resolve(answer as Response);
            else if (outcome === 'broken') resolve(new Response('', { status: 500 }));
            else if (outcome === 'busy') resolve(json({}, { status: 429 }));
            else if (outcome === 'refused') resolve(refusal(40_000_001));
            else reject(new TypeError('Failed to fetch'));
          },
        };
        this.writes.push(write);
        this.#onWrite(write);
      });
    }, storage);
  }

  #ask(body: RatesRequest, signal: AbortSignal): Promise<Response> {
    return new Promise((resolve, reject) => {
      const end = () => this.asks.splice(this.asks.indexOf(ask), 1);
      const ask: Ask = {
        reply(how) {
          end();
          const hasCod = body.destination_cash_on_delivery !== undefined;
          if (how === 'network') reject(new TypeError('Failed to fetch'));
          else if (how === 'refused') resolve(refusal(40_000_001));
          else if (how === 'no COD' && hasCod) resolve(refusal(40_002_009));
          else resolve(json({ success: true, pricing: rowsFor(body, how) }));
        },
      };
      this.asks.push(ask);
      signal?.addEventListener('abort', () => {
        if (this.asks.includes(ask)) end();
        reject(signal.reason);
      });
    });
  }

  #perform(id: string, body: OrderRequest): Response {
    if (id) {
      const order = this.orders.find((stored) => stored.id === id);
      if (!order) return refusal(40_002_052);
      if (order.cancelled) return refusal(40_002_053, { error: 'Order already cancelled' });
      order.cancelled = true;
      return json({ success: true, id, status: 'cancelled' });
    }
    const known = this.orders.find((stored) => stored.body.reference_id === body.reference_id);
    const details = { order_id: known?.id, waybill_id: null, reference_id: body.reference_id };
    if (known) return refusal(40_002_060, { details });
    const order = { id: `order-${this.orders.length + 1}`, body, cancelled: false, told: false };
    this.orders.push(order);
    return json({ success: true, id: order.id, courier: { waybill_id: null }, status: 'confirmed' });
  }
}
