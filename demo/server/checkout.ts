import { Hono } from 'hono';
import type { Item } from '../../src/contract/index.ts';
import {
  type Cart,
  type Destination,
  isTokenError,
  type OfferGrant,
  signCart,
  signGrant,
  type TokenKeys,
  verifyOffer,
} from '../../src/server.ts';
import { sender, warehouse } from '../places.ts';
import { itemsOf } from '../products.ts';

/** What the demo's page sends when the shopper orders: choices and texts, no price. */
interface Checkout {
  quantities: number[];
  /** `jne/reg`. */
  service: string;
  offer: string;
  insurance: boolean;
  cashOnDelivery: boolean;
  destination: Destination;
  recipient: { name: string; phone: string; address: string };
  reference: string;
  /** Whether the page places an order or a draft. */
  kind: 'order' | 'draft_order';
  /** It was sent before and has no answer. */
  again: boolean;
}

/**
 * The checkout of a shop's own server. It signs the cart by its own catalogue. When the shopper orders, it signs the whole order at the
 * price of the offer. The shopper has paid by then: a real shop asks its payment provider, and the demo believes its page.
 */
export function createCheckout(keys: TokenKeys): Hono {
  const app = new Hono();
  /** Grants by reference. A shop stores these with its orders. */
  const granted = new Map<string, { choice: string; claims: OfferGrant }>();

  app.post('/cart', async (context) => {
    const { quantities } = await context.req.json<{ quantities: number[] }>();
    const items = itemsOf(quantities);
    if (!items.length) return context.json({ error: 'The cart is empty.' }, 400);
    return context.json({ cart: await signCart(cartOf(items), keys) });
  });

  app.post('/grant', async (context) => {
    const checkout = await context.req.json<Checkout>();
    try {
      const { reference, again, offer: _offer, ...chosen } = checkout;
      const [choice, before] = [JSON.stringify(chosen), granted.get(reference)];
      // An order without an answer is granted unchanged, because its offer may have expired.
      const isSame = again && before?.choice === choice;
      const claims = isSame ? before.claims : await grantFor(checkout, keys);
      granted.set(reference, { choice, claims });
      return context.json({ grant: await signGrant(claims, keys) });
    } catch (problem) {
      if (isTokenError(problem))
        return context.json({ success: false, error: problem.message, code: 40_900_000, reason: problem.code }, 409);
      throw problem;
    }
  });

  return app;
}

const cartOf = (items: Item[]): Cart => ({
  items,
  origin: warehouse,
  subtotal: items.reduce((sum, { value, quantity }) => sum + value * quantity, 0),
  // The demo has one visit. A shop names each.
  session: 'demo',
});

async function grantFor(checkout: Checkout, keys: TokenKeys): Promise<OfferGrant> {
  const { kind, destination, recipient, reference, service, offer, insurance, cashOnDelivery } = checkout;
  const cart = cartOf(itemsOf(checkout.quantities));
  const accepted = await verifyOffer(offer, { cart, destination, service, insurance, cashOnDelivery }, keys);
  const contacts = {
    ...sender,
    destination_contact_name: recipient.name,
    destination_contact_phone: recipient.phone,
    destination_address: recipient.address,
  };
  return { kind, offer: accepted, contacts, reference };
}
