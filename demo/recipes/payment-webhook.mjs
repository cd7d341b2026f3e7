import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { signGrant } from 'ship-elements/server';

/** @param orders a table of your database, by reference: `{ offer, contacts }`, as you kept it before the payment */
export function createPaymentWebhooks({ orders, keys, gatewayUrl, midtransKey, xenditToken }) {
  const webhooks = new Hono();

  webhooks.post('/midtrans', async (context) => {
    const paid = await context.req.json();
    const signed = `${paid.order_id}${paid.status_code}${paid.gross_amount}${midtransKey}`;
    if (!same(paid.signature_key, createHash('sha512').update(signed).digest('hex'))) return context.body(null, 403);
    const isPaid =
      paid.transaction_status === 'settlement' ||
      (paid.transaction_status === 'capture' && paid.fraud_status === 'accept');
    return context.body(null, isPaid ? await ship(paid.order_id, Number(paid.gross_amount)) : 200);
  });

  webhooks.post('/xendit', async (context) => {
    if (!same(context.req.header('x-callback-token'), xenditToken)) return context.body(null, 403);
    const paid = await context.req.json();
    const isPaid = ['PAID', 'SETTLED'].includes(paid.status);
    return context.body(null, isPaid ? await ship(paid.external_id, paid.amount) : 200);
  });

  /** @returns 200 if there is nothing left to do, 503 if the provider is to call again */
  async function ship(reference, amount) {
    const order = orders.get(reference);
    if (!order || amount !== order.offer.payNow) return 200; // Paid, and not for this: look at it by hand.
    const { offer, contacts } = order;
    const answer = await fetch(`${gatewayUrl}/v1/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant: await signGrant({ offer, contacts, reference }, keys) }),
    });
    const { success, id, reason } = await answer.json();
    orders.set(reference, { ...order, shipping: success ? 'placed' : reason, id });
    // The gateway goes on with an unconfirmed order by itself. While the service is down, nothing was ordered.
    return ['service-busy', 'service-unreachable', 'service-unreadable'].includes(reason) ? 503 : 200;
  }

  return webhooks;
}

const same = (given, expected) => {
  const [one, other] = [Buffer.from(String(given)), Buffer.from(String(expected))];
  return one.length === other.length && timingSafeEqual(one, other);
};
