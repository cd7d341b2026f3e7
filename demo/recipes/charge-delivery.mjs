import { verifyOffer } from 'ship-elements/server';

/**
 * What the shopper has accepted. Charge `payNow`, and keep the whole with your order: the delivery is ordered from it.
 * @throws an error for which `isTokenError` is true, if the offer is not for this cart, place and choice
 */
export async function acceptedOffer(form, { cart, destination }, keys) {
  const choice = {
    service: form.shipping,
    insurance: 'shipping-insurance' in form,
    cashOnDelivery: 'shipping-cash-on-delivery' in form,
  };
  const offer = await verifyOffer(form['shipping-offer'], { cart, destination, ...choice }, keys);
  if (offer.estimate) throw new Error('Delivery prices are estimates just now. Please choose again in a moment.');
  return offer;
}
