import type { ShippingClient } from '../../src/client/index.ts';
import { operations } from '../../src/contract/index.ts';
import { type Body, couriers, type Reply, responseTo } from '../elements/sequences/service.ts';
import { clientOf } from '../support/clients.ts';
import { json } from '../support/fixtures.ts';
import type { Outcome } from './sequences.ts';

interface Held {
  /** The method of the client that asks. */
  method: string;
  signal: AbortSignal;
  answer(how: Reply | Outcome): void;
}

/** Which of the client's methods asks for this. */
function methodOf({ method, url }: Request): string {
  const { pathname } = new URL(url);
  const [name] =
    Object.entries(operations).find(
      ([, operation]) =>
        operation.method === method && new RegExp(`^${operation.path.replace(/:\w+/, '[^/]+')}$`).test(pathname),
    ) ?? [];
  if (!name) throw new Error(`There is no ${method} ${pathname}.`);
  return name;
}

const refused = (code: number, details?: object) =>
  json({ success: false, error: 'no', code, details }, { status: 400 });

/** A service that answers when and as a sequence says, and a client of it. */
export function heldShop() {
  const held = new Set<Held>();
  const waiting = new Set<{ method: string }>();
  let orders = 0;

  const placed = () => json({ success: true, id: `order-${++orders}`, courier: { waybill_id: `JNE-${orders}` } });

  /** The service's own word, for what is asked of it. */
  function response(method: string, body: Body & { reference_id?: string }, how: Reply | Outcome): Response {
    if (how === 'lost') throw new TypeError('Failed to fetch');
    if (how === '500' || how === 'network' || method === 'quoteRates') return responseTo(body, how as Reply);
    if (method === 'listCouriers') return json(couriers);
    if (how === 'under way') return refused(40002053);
    if (how === 'removed') return refused(40002027);
    if (how === 'no-cod') return refused(40002028);
    if (how === 'no-balance') return refused(40002039);
    if (how === 'used') return refused(40002060, { order_id: 'order-0', reference_id: body.reference_id });
    return method === 'cancelOrder' ? json({ success: true, id: `order-${orders}`, status: 'cancelled' }) : placed();
  }

  const client = clientOf(async (request) => {
    const method = methodOf(request);
    const body = request.method === 'GET' ? {} : await request.json();
    return new Promise<Response>((resolve, reject) => {
      const call: Held = {
        method,
        signal: request.signal,
        answer(how) {
          held.delete(call);
          try {
            resolve(response(method, body, how));
          } catch (error) {
            reject(error);
          }
        },
      };
      held.add(call);
    });
  });

  const { unanswered, placed: placedBefore, ...operations } = client;
  const followed = Object.entries(operations).map(([method, ask]) => [
    method,
    (...question: [never]) => {
      const waiter = { method };
      waiting.add(waiter);
      const answer = (ask as (...question: [never]) => Promise<unknown>)(...question);
      answer.catch(() => {}).finally(() => waiting.delete(waiter));
      return answer;
    },
  ]);

  return {
    client: { ...Object.fromEntries(followed), unanswered, placed: placedBefore } as ShippingClient,
    held,
    /** Whether whoever waits has a request under way: an answer that came has been read to its end. */
    digested: () =>
      [...waiting].every((waiter) =>
        [...held].some(({ method, signal }) => !signal.aborted && method === waiter.method),
      ),
  };
}
