import { verifyOffer } from 'ship-elements/server';

/**
 * What to charge for a form that came back. Keep it with your order: the delivery is ordered from it.
 * @throws an error for which `isTokenError` is true, if the offer is not for this cart, place and choice
 */
export async function chargeFor(form, { cart, destination }, keys) {
  const choice = {
    service: form.shipping,
    insured: 'shipping-insured' in form,
    cashOnDelivery: 'shipping-cash-on-delivery' in form,
  };
  const offer = await verifyOffer(form['shipping-offer'], { cart, destination, ...choice }, keys);
  if (offer.estimate) throw new Error('Delivery prices are estimates just now. Please choose again in a moment.');
  const collected = offer.cashOnDelivery?.amount ?? 0;
  return { offer, due: cart.subtotal + offer.price - collected };
}
