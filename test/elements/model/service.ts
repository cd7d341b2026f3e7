import { createShippingClient, type ShippingClient, type WriteStorage as Storage } from '../../../src/client/index.ts';
import type { OrderRequest, Rate, RatesRequest } from '../../../src/contract/index.ts';
import { answerAtOnce } from '../../support/clients.ts';
import { rate } from '../../support/fixtures.ts';

/** What the service does with a question about rates. `dearer`: prices rise from now on. */
export const replies = [
  ...(['rates', 'removed', 'no COD', 'refused', 'network', 'dearer'] as const),
  ...(['fewer with COD', 'no parts', 'wrong parts', 'odd rows'] as const),
] as const;
export type Reply = (typeof replies)[number];

/** What the sender of a write hears. With `done`, `lost` and `broken` the write has happened. */
export const outcomes = ['done', 'lost', 'broken', 'cut', 'busy', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

/** An order that the service has stored. */
interface Stored {
  id: string;
  body: OrderRequest;
  cancelled: boolean;
}

/** The couriers, as the picker gets them. */
const couriers = ['jne', 'sicepat'].map((code) => ({ courier_code: code, courier_name: code.toUpperCase() }));

const keys = ['jne/reg', 'jne/oke', 'sicepat/best'];

/** Rows that a service may send by mistake. Each costs itself at most. */
const oddRows: Record<string, Partial<Rate>> = {
  'sicepat/forever': { duration: '999999999999 days', shipment_duration_range: '999999999999' },
  'sicepat/unsaid': { duration: '', shipment_duration_range: '', shipment_duration_unit: '' },
  'jne/backwards': { duration: '3 - -1 days', shipment_duration_range: '3 - -1' },
};

/** What each service costs for a place and these extras: a stale price gives itself away. */
function priceOf(key: string, place: number, insured: boolean, collected: boolean): number {
  const carriage = { 'jne/reg': 15_000, 'jne/oke': 12_000, 'sicepat/best': 16_000 }[key] ?? 21_000;
  const insurance = insured && key !== 'sicepat/best' ? 500 : 0;
  return carriage + (place % 1_000) + insurance + (collected && key !== 'jne/oke' ? 3_000 : 0);
}

function rowsFor(request: RatesRequest, how: Reply, raise: number): Rate[] {
  const place = Number(request.destination_postal_code);
  const insured = request.courier_insurance !== undefined;
  const collected = request.destination_cash_on_delivery !== undefined;
  const missing = how === 'removed' ? 'jne/reg' : how === 'fewer with COD' && collected ? 'jne/oke' : undefined;
  const listed = how === 'odd rows' ? [...keys, ...Object.keys(oddRows)] : keys;
  return listed.flatMap((key) => {
    const [courier_code = '', courier_service_code = ''] = key.split('/');
    if (key === missing || !request.couriers?.split(',').includes(courier_code)) return [];
    const carriage = priceOf(key, place, false, false) + raise;
    // A discount below 0 makes the row dearer.
    const shipping_fee_discount = key === 'sicepat/best' ? -1_500 : 0;
    const price = priceOf(key, place, insured, collected) + raise;
    const parts = {
      shipping_fee: carriage + shipping_fee_discount + (how === 'wrong parts' ? 7 : 0),
      shipping_fee_discount,
      insurance_fee: priceOf(key, place, insured, false) + raise - carriage,
      cash_on_delivery_fee: priceOf(key, place, false, collected) + raise - carriage,
    };
    return rate({
      ...{ courier_code, courier_service_code, price, ...oddRows[key] },
      ...(how === 'no parts' ? { shipping_fee: null, insurance_fee: null, cash_on_delivery_fee: null } : parts),
      available_for_cash_on_delivery: key === 'jne/oke' ? null : true,
      available_for_insurance: key !== 'sicepat/best',
    });
  });
}

const refusal = (code: number, details?: object) =>
  answerAtOnce({ success: false, error: 'Refused', code, details }, { status: 400 });

/** The service, and the storage of the browser. The sequence says when and how it answers. */
export class Service {
  readonly orders: Stored[] = [];
  /** Questions and writes that wait for an answer. */
  readonly asks: { reply(how: Reply): void }[] = [];
  readonly writes: { settle(outcome: Outcome): void }[] = [];
  readonly #kept = new Map<string, string>();
  readonly #onOrder: (body: OrderRequest) => void;
  /** Rupiah that every price has risen. */
  #raise = 0;
  /** What it has last said of each service, place and combination of the extras. */
  readonly #said = new Map<string, number>();

  /** @param onOrder is called with each order that arrives */
  constructor(onOrder: (body: OrderRequest) => void) {
    this.#onOrder = onOrder;
  }

  /** The price that it has last said. Undefined if it has said none. */
  priceSaid(key: string, place: unknown, insured: boolean, collected: boolean): number | undefined {
    return this.#said.get([key, place, insured, collected].join());
  }

  /** The client of the page. */
  get client(): ShippingClient {
    const store: Storage = {
      getItem: (key) => this.#kept.get(key) ?? null,
      setItem: (key, value) => void this.#kept.set(key, value),
      removeItem: (key) => void this.#kept.delete(key),
    };
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const { pathname } = new URL(`${url}`);
      if (init?.method === 'GET') return answerAtOnce({ success: true, couriers });
      const body = JSON.parse(`${init?.body}`);
      if (pathname.endsWith('/rates/couriers')) return this.#ask(body, init?.signal);
      const [, id] = /orders\/(.+)\/cancel$/.exec(pathname) ?? [];
      const answer = this.#write(() => (id ? this.#cancel(id) : this.#order(body)));
      if (!id) this.#onOrder(body);
      return answer;
    };
    // Milliseconds. Longer than any test, so that a held answer never times out.
    return createShippingClient({
      baseUrl: 'https://shipping.test',
      retry: { times: 0 },
      timeout: 3_600_000,
      fetch,
      store,
    });
  }

  #ask(body: RatesRequest, signal: AbortSignal | null | undefined): Promise<Response> {
    return new Promise((resolve, reject) => {
      const end = () => this.asks.splice(this.asks.indexOf(ask), 1);
      const ask = {
        reply: (how: Reply) => {
          end();
          if (how === 'network') return reject(new TypeError('Failed to fetch'));
          if (how === 'refused') return resolve(refusal(40_000_001));
          if (how === 'dearer') this.#raise += 100;
          const isWithoutCod = how === 'no COD' && body.destination_cash_on_delivery !== undefined;
          const pricing = isWithoutCod ? [] : rowsFor(body, how, this.#raise);
          this.#remember(body, pricing, how);
          resolve(isWithoutCod ? refusal(40_002_009) : answerAtOnce({ success: true, pricing }));
        },
      };
      this.asks.push(ask);
      signal?.addEventListener('abort', () => {
        if (this.asks.includes(ask)) end();
        reject(signal.reason);
      });
    });
  }

  /** A newer answer replaces an older one to the same question. */
  #remember(request: RatesRequest, rows: readonly Rate[], how: Reply): void {
    const { destination_postal_code: place, couriers = '' } = request;
    const insured = request.courier_insurance !== undefined;
    const collected = request.destination_cash_on_delivery !== undefined;
    const hasParts = how !== 'no parts' && how !== 'wrong parts';
    // A row with its parts also says what it costs without insurance.
    const answered = insured && hasParts ? [true, false] : [insured];
    for (const isInsured of answered) {
      for (const said of this.#said.keys()) {
        const [key = '', ...asked] = said.split(',');
        const isAsked = couriers.split(',').includes(key.split('/')[0] ?? '');
        if (isAsked && asked.join() === [place, isInsured, collected].join()) this.#said.delete(said);
      }
      for (const row of rows) {
        const price = row.price - (insured && !isInsured ? (row.insurance_fee ?? 0) : 0);
        this.#said.set([`${row.courier_code}/${row.courier_service_code}`, place, isInsured, collected].join(), price);
      }
    }
  }

  #write(perform: () => Response): Promise<Response> {
    return new Promise((resolve, reject) => {
      const write = {
        settle: (outcome: Outcome) => {
          this.writes.splice(this.writes.indexOf(write), 1);
          const answer = ['done', 'lost', 'broken'].includes(outcome) && perform();
          if (outcome === 'done' && answer) resolve(answer);
          else if (outcome === 'broken') resolve(answerAtOnce('', { status: 500 }));
          else if (outcome === 'busy') resolve(answerAtOnce({}, { status: 429 }));
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
    const order = { id: `order-${this.orders.length + 1}`, body, cancelled: false };
    this.orders.push(order);
    return answerAtOnce({ success: true, id: order.id, courier: { waybill_id: null }, status: 'confirmed' });
  }

  #cancel(id: string): Response {
    const order = this.orders.find((stored) => stored.id === id);
    if (!order) return refusal(40_002_052);
    if (order.cancelled) return refusal(40_002_053);
    order.cancelled = true;
    return answerAtOnce({ success: true, id, status: 'cancelled' });
  }
}
