import type { Rate, ShipOrderSubmitEvent } from '../src/index.ts';
import { serviceKey } from '../src/quote/index.ts';
import type { Destination } from '../src/server.ts';

/** What the shopper chose and typed: what the shop's server cannot know by itself. */
export interface Choice {
  /** How many of each product, in the order of the catalogue. */
  quantities: number[];
  destination: Destination;
  recipient: { name: string; phone: string; address: string };
  kind: 'order' | 'draft_order';
}

/** The shop's own server, which has the secret: the page carries what it signs, and looks into none of it. */
export const shopServer = {
  /** The cart, by the shop's own catalogue. */
  async signCart(quantities: number[]): Promise<string> {
    const { cart } = await post<{ cart: string }>('/checkout/cart', { quantities });
    return cart;
  },

  /** The order, at the price of the offer. A shop would take the money before it signs. */
  async grant(
    { rate, reference, insured, cashOnDelivery, again }: ShipOrderSubmitEvent,
    choice: Choice,
  ): Promise<string> {
    const { offer } = rate as Rate;
    const asked = { ...choice, service: serviceKey(rate as Rate), offer, insured, cashOnDelivery, reference, again };
    const { grant } = await post<{ grant: string }>('/checkout/grant', asked);
    return grant;
  },
};

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The shop's server says no (${answer.status}).`);
  return answer.json();
}
