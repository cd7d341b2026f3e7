import { signGrant, verifyOffer } from 'ship-elements/server';

/**
 * What the shopper has accepted. Charge `payNow`.
 * @param carts one for each parcel, as you have signed them: the first belongs to the checkout with `name="parcel-1"`
 */
export async function acceptedParcels(form, { carts, destination }, keys) {
  const offers = await Promise.all(
    carts.map((cart, index) => {
      const name = `parcel-${index + 1}`;
      const choice = {
        service: form[name],
        insurance: `${name}-insurance` in form,
        cashOnDelivery: `${name}-cash-on-delivery` in form,
      };
      return verifyOffer(form[`${name}-offer`], { cart, destination, ...choice }, keys);
    }),
  );
  if (offers.some(({ estimate }) => estimate)) throw new Error('Delivery prices are estimates just now.');
  return { offers, payNow: offers.reduce((sum, { payNow }) => sum + payNow, 0) };
}

/**
 * After the payment: a grant for each parcel. Each has a number of its own, INV-7-1 and INV-7-2.
 * @param contacts one for each parcel, because each may start elsewhere
 */
export const grantsFor = (offers, contacts, reference, keys) =>
  Promise.all(
    offers.map((offer, index) =>
      signGrant({ offer, contacts: contacts[index], reference: `${reference}-${index + 1}` }, keys),
    ),
  );
