import { PurchaseError, readParcels } from 'ship-elements/purchases';

/**
 * What the shopper has accepted of each parcel, for `purchases.accept`.
 * @param parcels by the names in the page, `{ 'Rumah Teduh': { cart, contacts } }`: the cart as you would sign it now, and the contacts of both ends
 */
export function acceptedParcels(form, parcels) {
  const choices = readParcels(form);
  const isWhole = choices.length === Object.keys(parcels).length;
  if (!isWhole || !choices.every(({ parcel }) => Object.hasOwn(parcels, parcel)))
    throw new PurchaseError('choice', 'Choose a delivery for each parcel.');
  return choices.map(({ parcel, ...choice }) => ({ ...parcels[parcel], choice }));
}

/** Rupiah of each parcel, for what you owe a vendor. Its delivery has the same place in the purchase as in the form. */
export const sumsOf = (form, { deliveries }) =>
  readParcels(form).map(({ parcel }, index) => {
    const { reference, price, payNow, payAtDoor } = deliveries[index];
    return { parcel, reference, goods: payNow + payAtDoor - price, delivery: price, payNow, payAtDoor };
  });
