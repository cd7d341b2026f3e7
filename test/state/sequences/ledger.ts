import type { Store } from '../../../src/client/index.ts';
import type { OrderRequest } from '../../../src/contract/index.ts';
import { clientOf } from '../../support/clients.ts';
import { json } from '../../support/fixtures.ts';

/**
 * What the service does with a write, and what its sender hears of it. Those that `happen` have happened, and an order whose
 * reference is used is refused; the others have not. `twice`: the browser sends it again by itself, and the answer is the
 * second one's. `other`: the answer is about an order of another reference.
 */
const happen = ['done', 'lost', 'broken', 'unread', 'twice', 'other'] as const;
export const answers = [...happen, 'cut', 'busy', 'removed', 'refused'] as const;
export type Answer = (typeof answers)[number];

/** An order that the service has. */
export interface Stored {
  id: string;
  draft: boolean;
  body: OrderRequest;
  cancelled: boolean;
  /** A page has told the shopper of it. */
  told: boolean;
}

/** A write that has reached the service and is not answered. */
export interface Write<Intent> {
  operation: 'order' | 'draft' | 'cancel';
  /** Of the order to cancel. */
  id: string;
  body: OrderRequest;
  /** What the shopper had clicked for when it was sent. */
  intent: Intent;
  /** Its page, or the page that has taken its place. */
  isOrphan(): boolean;
  answer(how: Answer): void;
}

/** Who writes: what the shopper wants by it, and whether there is a page to hear the answer. */
export interface Writer<Intent> {
  intent: Intent;
  gone: boolean;
}

/** The service's orders, over all pages of a shop; it answers when and as a sequence says. */
export class Ledger<Intent> {
  readonly orders: Stored[] = [];
  readonly held = new Set<Write<Intent>>();
  /** What has reached the service, in this order. */
  readonly arrived: Write<Intent>[] = [];
  readonly #store = new Map<string, string>();
  readonly #onStored: (order: Stored, write: Write<Intent>) => void;
  readonly #unheard: (() => void)[] = [];

  /** @param onStored hears of each order as the service stores it */
  constructor(onStored: (order: Stored, write: Write<Intent>) => void) {
    this.#onStored = onStored;
  }

  /** The client of a page: it writes no more into the store of the page once that is gone. */
  clientOf(page: Writer<Intent>) {
    const store: Store = {
      getItem: (key) => this.#store.get(key) ?? null,
      setItem: (key, value) => void (page.gone || this.#store.set(key, value)),
      removeItem: (key) => void (page.gone || this.#store.delete(key)),
    };
    return clientOf(async (request) => {
      const { pathname } = new URL(request.url);
      const [, id = ''] = /orders\/(.+)\/cancel$/.exec(pathname) ?? [];
      const operation = id ? 'cancel' : pathname.endsWith('draft_orders') ? 'draft' : 'order';
      const body = await request.json();
      return new Promise<Response>((resolve, reject) => {
        const answer = (how: Answer) => {
          this.held.delete(write);
          // To a page that is gone nothing is said, until nobody can hear it.
          const say = () => this.#answer(write, how).then(resolve, reject);
          if (!page.gone) void say();
          else {
            if (happens(how)) this.#perform(write);
            this.#unheard.push(() => reject(new TypeError('gone')));
          }
        };
        const write: Write<Intent> = { operation, id, body, intent: page.intent, isOrphan: () => page.gone, answer };
        this.held.add(write);
        this.arrived.push(write);
      });
    }, store);
  }

  /** Ends what nobody waits for any more, timers among it. */
  close(): void {
    for (const { answer } of [...this.held]) answer('cut');
    for (const end of this.#unheard) end();
  }

  async #answer(write: Write<Intent>, how: Answer): Promise<Response> {
    const answer = happens(how) ? this.#perform(write) : undefined;
    switch (how) {
      case 'lost':
      case 'cut':
        throw new TypeError('Failed to fetch');
      case 'broken':
        return new Response('', { status: 500 });
      case 'unread':
        return new Response('<h1>Welcome</h1>');
      case 'busy':
        return json({}, { status: 429 });
      case 'removed':
        return refusal(40002027);
      case 'refused':
        return refusal(40000001);
      case 'twice':
        return this.#perform(write);
      case 'other':
        if (!answer?.ok) return answer as Response;
        return json({ ...(await answer.json()), id: 'order-elsewhere', reference_id: 'elsewhere' });
      default:
        return answer as Response;
    }
  }

  #perform(write: Write<Intent>): Response {
    const { operation, id, body } = write;
    if (operation === 'cancel') {
      const order = this.orders.find((stored) => stored.id === id);
      if (!order) return refusal(40002052);
      if (order.cancelled) return refusal(40002053, { error: 'Order already cancelled' });
      order.cancelled = true;
      return json({ success: true, id, status: 'cancelled' });
    }
    const { reference_id } = body;
    const known = this.orders.find((stored) => stored.body.reference_id === reference_id);
    const details = { order_id: known?.id, waybill_id: null, reference_id };
    if (known) return operation === 'draft' ? refusal(42211015) : refusal(40002060, { details });
    const order = {
      id: `order-${this.orders.length + 1}`,
      draft: operation === 'draft',
      body,
      cancelled: false,
      told: false,
    };
    this.orders.push(order);
    this.#onStored(order, write);
    return json({ success: true, id: order.id, courier: { waybill_id: null }, status: 'confirmed' });
  }
}

const happens = (how: Answer) => (happen as readonly Answer[]).includes(how);

const refusal = (code: number, more: object = {}) =>
  json({ success: false, error: 'Refused', code, ...more }, { status: 400 });
