import { Hono } from 'hono';
import { html } from 'hono/html';
import { Webhook } from 'standardwebhooks';

/** @param parcels a table of your database, by reference */
export function createTracking({ secret, parcels }) {
  const tracking = new Hono();

  // `notify` of the gateway has this address and this secret.
  tracking.post('/shipping-news', async (context) => {
    const text = await context.req.text();
    let message;
    try {
      message = new Webhook(secret).verify(text, context.req.header());
    } catch {
      return context.body(null, 403);
    }
    const { reference, ...news } = message.data;
    parcels.set(reference, { ...parcels.get(reference), status: message.type.slice('order.'.length), ...news });
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
