import { Hono } from 'hono';
import { html } from 'hono/html';
import { isBehind, normalisedStatus } from 'ship-elements/contract';
import { Webhook } from 'standardwebhooks';

/** The types whose name is the state of the order. The others are the service's own messages. */
const own = new Set(['order.placed', 'order.unconfirmed', 'order.needs-attention', 'order.refused', 'order.cancelled']);

/** @param parcels a table of your database, by reference */
export function createTracking({ secret, parcels }) {
  const tracking = new Hono();

  // `notify` of the gateway has this address and this secret. A parcel of `purchases` has a number of its own, such as INV-1-2.
  tracking.post('/shipping-news', async (context) => {
    const text = await context.req.text();
    let message;
    try {
      message = new Webhook(secret).verify(text, context.req.header());
    } catch {
      return context.body(null, 403);
    }
    const { reference, status: reported, ...news } = message.data;
    const before = parcels.get(reference);
    // The service's messages come in any order, and some have no status: a parcel does not go back.
    const status = reported
      ? normalisedStatus(reported)
      : own.has(message.type)
        ? message.type.slice('order.'.length)
        : before?.status;
    parcels.set(reference, { ...before, ...news, status: isBehind(status, before?.status) ? before.status : status });
    return context.body(null, 204);
  });

  // Show this page to the shopper of that order alone.
  tracking.get('/orders/:reference', (context) => {
    const parcel = parcels.get(context.req.param('reference'));
    if (!parcel) return context.notFound();
    return context.html(html`<h1>Your parcel</h1>
      <p>Status: ${parcel.status}</p>
      <p>Tracking number: ${parcel.waybill_id ?? 'comes as soon as the courier has booked the parcel'}</p>`);
  });

  return tracking;
}
