import { Hono } from 'hono';
import { midtrans, xendit } from 'ship-elements/purchases';

/**
 * Answers the callbacks of the payment providers that you use.
 * @param purchases of `createPurchases`. Its `start()` ships what they say is paid
 */
export function createPaymentWebhooks({ purchases, midtransKey, xenditToken }) {
  const webhooks = new Hono();
  const answer =
    (provider) =>
    ({ req }) =>
      purchases.callback(provider, req.raw);
  if (midtransKey) webhooks.post('/midtrans', answer(midtrans({ serverKey: midtransKey })));
  if (xenditToken) webhooks.post('/xendit', answer(xendit({ callbackToken: xenditToken })));
  return webhooks;
}
