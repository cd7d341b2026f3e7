import { readChoice } from 'ship-elements/purchases';
import { verifyOffer } from 'ship-elements/server';

/**
 * What the shopper has accepted. Charge `payNow`, and keep the whole with your order: the delivery is ordered from it.
 * @param form the fields as the browser sends them, with those of `<ship-area-search name="area">` or a field `postal-code`
 * @throws an error for which `isTokenError` is true, if the offer is not for this cart, place and choice
 */
export async function acceptedOffer(form, cart, keys) {
  const { offer: token, ...choice } = readChoice(form);
  const offer = await verifyOffer(token, { cart, ...choice }, keys);
  if (offer.estimate) throw new Error('Delivery prices are estimates just now. Please choose again in a moment.');
  return offer;
}
