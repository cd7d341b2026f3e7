import type { ShippingClient, WriteStorage as Storage } from '../../../src/client/index.ts';
import type { OrderRequest, Rate, RatesRequest } from '../../../src/contract/index.ts';
import { refusal } from '../../client/service.ts';
import { clientOf } from '../../support/clients.ts';
import { json, rate } from '../../support/fixtures.ts';

/** What the service does with a question about rates. */
export const replies = [
  ...(['rates', 'removed', 'no COD', 'refused', 'network'] as const),
  ...(['fewer with COD', 'no parts', 'wrong parts'] as const),
] as const;
export type Reply = (typeof replies)[number];

/** What the sender of a write hears. With `done`, `lost` and `broken` the write has happened. */
export const outcomes = ['done', 'lost', 'broken', 'cut', 'busy', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

/** An order that the service has stored. `told`: a page has told the shopper. */
interface Stored {
  id: string;
  body: OrderRequest;
  cancelled: boolean;
  told: boolean;
}

const keys = ['jne/reg', 'jne/oke', 'sicepat/best'];

/** What each service costs for a place and these extras: a stale price gives itself away. */
export function priceOf(key: string, place: number, insured: boolean, collected: boolean): number {
  const carriage = { 'jne/reg': 15_000, 'jne/oke': 12_000, 'sicepat/best': 16_000 }[key] ?? 0;
  const insurance = insured && key !== 'sicepat/best' ? 500 : 0;
  return carriage + (place % 1_000) + insurance + (collected && key !== 'jne/oke' ? 3_000 : 0);
}

function rowsFor(request: RatesRequest, how: Reply): Rate[] {
  const place = Number(request.destination_postal_code);
  const insured = request.courier_insurance !== undefined;
  const collected = request.destination_cash_on_delivery !== undefined;
  const missing = how === 'removed' ? 'jne/reg' : how === 'fewer with COD' && collected ? 'jne/oke' : undefined;
  return keys.flatMap((key) => {
    const [courier_code = '', courier_service_code = ''] = key.split('/');
    if (key === missing || !request.couriers?.split(',').includes(courier_code)) return [];
    const carriage = priceOf(key, place, false, false);
    // A discount below 0 makes the row dearer.
    const shipping_fee_discount = key === 'sicepat/best' ? -1_500 : 0;
    const parts = {
      shipping_fee: carriage + shipping_fee_discount + (how === 'wrong parts' ? 7 : 0),
      shipping_fee_discount,
      insurance_fee: priceOf(key, place, insured, false) - carriage,
      cash_on_delivery_fee: priceOf(key, place, false, collected) - carriage,
    };
    return rate({
      ...{ courier_code, courier_service_code, price: priceOf(key, place, insured, collected) },
      ...(how === 'no parts' ? { shipping_fee: null, insurance_fee: null, cash_on_delivery_fee: null } : parts),
      available_for_cash_on_delivery: key === 'jne/oke' ? null : true,
      available_for_insurance: key !== 'sicepat/best',
    });
  });
}

/** The service and the storage of the browser, over all pages of a shop. The sequence says when and how it answers. */
export class Service {
  readonly orders: Stored[] = [];
  /** Questions and writes that wait for an answer. */
  readonly asks: { reply(how: Reply): void }[] = [];
  readonly writes: { settle(outcome: Outcome): void }[] = [];
  readonly #kept = new Map<string, string>();
  readonly #onOrder: (body: OrderRequest) => void;

  /** @param onOrder is called with each order that arrives */
  constructor(onOrder: (body: OrderRequest) => void) {
    this.#onOrder = onOrder;
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
      const [, id] = /orders\/(.+)\/cancel$/.exec(pathname) ?? [];
      const answer = this.#write(page, () => (id ? this.#cancel(id) : this.#order(body)));
      if (!id) this.#onOrder(body);
      return answer;
    }, storage);
  }

  #ask(body: RatesRequest, signal: AbortSignal): Promise<Response> {
    return new Promise((resolve, reject) => {
      const end = () => this.asks.splice(this.asks.indexOf(ask), 1);
      const ask = {
        reply(how: Reply) {
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
  #write(page: { gone: boolean }, perform: () => Response): Promise<Response> {
    return new Promise((resolve, reject) => {
      const write = {
        settle: (outcome: Outcome) => {
          this.writes.splice(this.writes.indexOf(write), 1);
          const answer = ['done', 'lost', 'broken'].includes(outcome) && perform();
          if (page.gone) return;
          if (outcome === 'done' && answer) resolve(answer);
          else if (outcome === 'broken') resolve(new Response('', { status: 500 }));
          else if (outcome === 'busy') resolve(json({}, { status: 429 }));
          else if (outcome === 'refused') resolve(refusal(40_000_001));
          else reject(new TypeError('Failed to fetch'));
        },
      };
      this.writes.push(write);
    });
  }

  #order(body: OrderRequest): Response {
    const known = this.orders.find((order) => order.body.reference_id === body.reference_id);
    if (known) return refusal(40_002_060, { order_id: known.id, waybill_id: null, reference_id: body.reference_id });
    const order = { id: `order-${this.orders.length + 1}`, body, cancelled: false, told: false };
    this.orders.push(order);
    return json({ success: true, id: order.id, courier: { waybill_id: null }, status: 'confirmed' });
  }

  #cancel(id: string): Response {
    const order = this.orders.find((stored) => stored.id === id);
    if (!order) return refusal(40_002_052);
    if (order.cancelled)
      return json({ success: false, error: 'Order already cancelled', code: 40_002_053 }, { status: 400 });
    order.cancelled = true;
    return json({ success: true, id, status: 'cancelled' });
  }
}
