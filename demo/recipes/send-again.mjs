import { Hono } from 'hono';
import { orderOutcome, signGrant } from 'ship-elements/server';

/**
 * The button "Send" of your admin page. Only your staff may reach it.
 * @param orders a table of your database: `find(reference)` and `update(reference, columns)`. An order has `offer`, which is what
 *   `verifyOffer` returned, and `contacts`
 */
export function createSendButton({ gateway, orders, keys }) {
  const admin = new Hono();

  admin.post('/orders/:reference/send', async (context) => {
    const reference = context.req.param('reference');
    const { offer, contacts, ...order } = await orders.find(reference);
    // The price that your staff have confirmed, if it has risen since the shopper paid. You bear the difference.
    const { price = offer.price } = await context.req.json();
    const numberOf = (parcel) => (parcel === 1 ? reference : `${reference}-${parcel}`);
    let parcel = order.parcel ?? 1;
    const known = await gateway.find(numberOf(parcel));
    // A cancelled delivery keeps its number. The next one gets another.
    if (known?.state === 'cancelled') parcel += 1;
    const send = async () =>
      gateway.order(await signGrant({ offer: { ...offer, price }, contacts, reference: numberOf(parcel) }, keys));
    try {
      // A delivery whose answer was lost may be placed by now, with the contacts of then.
      const { id, waybill, link } = known?.state === 'placed' ? known : await send();
      await orders.update(reference, { shipping: 'placed', parcel, id, waybill, link, reason: undefined });
      return context.json({ shipping: 'placed', id, waybill, link });
    } catch (problem) {
      // Without a reason nothing was sent: the message names the field that is wrong.
      const reason = problem.reason ?? problem.message;
      const answer = { shipping: orderOutcome(problem), reason, price: problem.price };
      await orders.update(reference, { ...answer, parcel, price: undefined });
      return context.json(answer, 409);
    }
  });

  return admin;
}
