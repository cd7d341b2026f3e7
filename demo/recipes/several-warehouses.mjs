import { signCart } from 'ship-elements/server';

/** By the first digit of the destination's postal code. */
const warehouses = [
  { serves: /^[1-4]/, origin: { origin_postal_code: 12440 } },
  { serves: /^[5-9]/, origin: { origin_postal_code: 60231 } },
];

/** What the page sets on its checkout for a destination: `Object.assign(shipping, await answer.json())`. */
export async function deliveryFrom(items, destination, session, keys) {
  const postalCode = String(destination.destination_postal_code);
  const { origin } = warehouses.find(({ serves }) => serves.test(postalCode)) ?? warehouses[0];
  const subtotal = items.reduce((sum, { value, quantity }) => sum + value * quantity, 0);
  const cart = { items, origin, subtotal, session };
  return { shipment: { ...origin, ...destination, items }, cart: await signCart(cart, keys) };
}
