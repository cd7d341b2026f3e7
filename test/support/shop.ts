import type { Rate } from '../../src/contract/index.ts';
import { clientOf } from './clients.ts';
import { json, rate } from './fixtures.ts';

export const oke = rate({
  courier_service_code: 'oke',
  type: 'oke',
  courier_service_name: 'OKE',
  price: 9_000,
  shipping_fee: 9_000,
});
export const quote = (...pricing: Rate[]) => json({ success: true, pricing });

interface Sent extends Record<string, unknown> {
  reference_id: string;
}

/** A service that quotes these rows, and keeps orders with their references. The test may replace its answers. */
export function shop(...rows: Rate[]) {
  const orders: Sent[] = [];
  const placed = new Map<string, string>();
  const answers = {
    rates: (): Response | Promise<Response> => quote(...rows),
    orders: (): Response | Promise<Response> =>
      json({ success: true, object: 'order', id: `order-${orders.length}`, status: 'confirmed' }),
    /** Loses one message. */
    lost: undefined as 'the next order' | 'the next answer to an order' | undefined,
  };
  let quotes = 0;
  const handler = async (request: Request) => {
    if (request.method === 'GET') return json({ success: true, couriers: [] });
    if (request.url.includes('/rates/')) {
      quotes += 1;
      return answers.rates();
    }
    const body: Sent = await request.json();
    const { lost } = answers;
    answers.lost = undefined;
    if (lost === 'the next order') throw new TypeError('cut off');
    const known = placed.get(body.reference_id);
    if (known) {
      const details = { order_id: known, waybill_id: null, reference_id: body.reference_id };
      return json({ success: false, error: 'used', code: 40002060, details }, { status: 400 });
    }
    orders.push(body);
    const answer = await answers.orders();
    if (answer.ok) placed.set(body.reference_id, `order-${orders.length}`);
    if (lost === 'the next answer to an order') throw new TypeError('cut off');
    return answer;
  };
  /** A new client, as another page would create it. */
  const page = () => clientOf(handler);
  return { client: page(), page, orders, answers, quotes: () => quotes };
}
