import { PurchaseError, readParcels } from 'ship-elements/purchases';

/** Marketplace: a parcel for each vendor. @returns lines by the name of the parcel */
export function byVendor(lines) {
  const parcels = Object.create(null);
  for (const { vendor, ...item } of lines) parcels[vendor] = [...(parcels[vendor] ?? []), item];
  return parcels;
}

/** Warehouses: each piece leaves the first one that has it. @param stocks pieces by their `sku`, `{ Jakarta: { scarf: 3 }, Surabaya: { beans: 9 } }` */
export function byWarehouse(lines, stocks) {
  const parcels = Object.create(null);
  const missing = [];
  for (const line of lines) {
    let left = line.quantity;
    for (const [warehouse, stock] of Object.entries(stocks)) {
      const here = parcels[warehouse] ?? [];
      // Two lines may be of the same goods, and a stock may be below 0.
      const used = here.reduce((sum, { sku, quantity }) => (sku === line.sku ? sum + quantity : sum), 0);
      const has = Object.hasOwn(stock, line.sku) ? stock[line.sku] - used : 0;
      const quantity = Math.max(0, Math.min(left, has));
      if (quantity) parcels[warehouse] = [...here, { ...line, quantity }];
      left -= quantity;
    }
    if (left) missing.push({ ...line, quantity: left });
  }
  return { parcels, missing };
}

/**
 * What the shopper has accepted of each parcel, for `purchases.accept`.
 * @param parcels by the names in the page, `{ 'Rumah Teduh': { cart, contacts, couriers } }`: the cart as you would sign it now, the contacts of
 * both ends, and the couriers that you have given the page for it
 */
export function acceptedParcels(form, parcels) {
  const choices = new Map(readParcels(form).map(({ parcel, ...choice }) => [parcel, choice]));
  const accepted = Object.entries(parcels).map(([name, { couriers, ...parcel }]) => {
    const choice = choices.get(name);
    const [courier] = choice?.service.split('/') ?? [];
    if (!courier || (couriers && !couriers.split(/[\s,]+/).includes(courier)))
      throw new PurchaseError('choice', `Choose a delivery for ${name}.`);
    return { ...parcel, choice };
  });
  if (choices.size > accepted.length) throw new PurchaseError('choice', 'The basket has changed. Choose again.');
  return accepted;
}

/**
 * Each delivery by the name of its parcel, with what its goods cost: what you owe a vendor, whatever the shopper has paid.
 * @param goods the `subtotal` of each cart by the name of its parcel, in the order of `acceptedParcels`. Keep it with the purchase
 */
export const sumsOf = (goods, { deliveries }) =>
  Object.entries(goods).map(([parcel, subtotal], index) => ({ ...deliveries[index], parcel, goods: subtotal }));
