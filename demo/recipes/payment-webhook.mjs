import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { orderOutcome, signGrant } from 'ship-elements/server';

/**
 * @param orders a table of your database: `find(reference)`, `update(reference, columns)`, and `toShip()`, the references whose `shipping`
 *   is `to-ship`. Before the payment an order is `{ offer, contacts }`. If you give it up unpaid, its `shipping` is `closed`
 */
export function createPaymentWebhooks({ orders, midtransKey, xenditToken }) {
  const webhooks = new Hono();

  webhooks.post('/midtrans', async (context) => {
    const paid = await context.req.json();
    const signed = `${paid.order_id}${paid.status_code}${paid.gross_amount}${midtransKey}`;
    const signature = midtransKey && createHash('sha512').update(signed).digest('hex');
    if (!same(paid.signature_key, signature)) return context.body(null, 403);
    const isPaid =
      paid.transaction_status === 'settlement' ||
      (paid.transaction_status === 'capture' && paid.fraud_status === 'accept');
    return context.body(null, isPaid ? await keep(paid.order_id, paid.gross_amount) : 200);
  });

  webhooks.post('/xendit', async (context) => {
    if (!same(context.req.header('x-callback-token'), xenditToken)) return context.body(null, 403);
    const paid = await context.req.json();
    const isPaid = ['PAID', 'SETTLED'].includes(paid.status);
    return context.body(null, isPaid ? await keep(paid.external_id, paid.amount) : 200);
  });

  /** The provider hears 200 once the order is stored as to-ship. If your database fails, it hears 500 and calls again. */
  async function keep(reference, amount) {
    const order = await orders.find(reference);
    if (!order) return 404; // No order of yours: the provider's dashboard shows it.
    if (order.shipping && !['wrong-amount', 'closed'].includes(order.shipping)) return 200; // An earlier callback has stored it.
    // Paid, and another sum, or after you had closed the order: your staff look at it.
    const paid = Number(amount) === order.offer.payNow ? 'to-ship' : 'wrong-amount';
    await orders.update(reference, { shipping: order.shipping === 'closed' ? 'paid-late' : paid });
    return 200;
  }

  return webhooks;
}

/**
 * Orders the deliveries of paid orders, each one once. An order stays to-ship until its answer is final. Call it by a timer of your own:
 * `setInterval(() => shipPaidOrders({ orders, keys, gatewayUrl }).catch(console.error), 10_000)`
 * @param signal aborts before the next order, when your server ends. The orders that are left stay to-ship
 */
export async function shipPaidOrders({ orders, keys, gatewayUrl, signal }) {
  for (const reference of await orders.toShip()) {
    if (signal?.aborted) return;
    // An order that cannot be read or stored does not stop the others.
    const shipped = ship(reference, orders, keys, gatewayUrl);
    await shipped.catch(({ message }) => process.emitWarning(`${reference} waits: ${message}`));
  }
}

async function ship(reference, orders, keys, gatewayUrl) {
  const order = await orders.find(reference);
  const answer = await ask(reference, order, keys, gatewayUrl).catch(({ message }) => ({ reason: message }));
  // Another run of the timer may have been quicker: its answer is final.
  if ((await orders.find(reference)).shipping !== 'to-ship') return;
  const outcome = orderOutcome(answer);
  const { id, reason, details } = answer;
  // For your staff: why it was refused, or why it waits, and the price if it has changed.
  const isFinal = outcome === 'placed' || outcome === 'refused';
  await orders.update(reference, { ...(isFinal && { shipping: outcome }), id, reason, price: details?.price });
}

async function ask(reference, { offer, contacts }, keys, gatewayUrl) {
  const answer = await fetch(`${gatewayUrl}/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant: await signGrant({ offer, contacts, reference }, keys) }),
    signal: AbortSignal.timeout(60_000),
  });
  return answer.json();
}

/** False if nothing is expected: a provider that you do not use has no secret. */
const same = (given, expected) => {
  const [one, other] = [Buffer.from(String(given)), Buffer.from(String(expected))];
  return Boolean(expected) && one.length === other.length && timingSafeEqual(one, other);
};
