import type { Rate, ShipOrderSubmitEvent } from '../src/index.ts';
import { serviceKey } from '../src/quote/index.ts';
import type { Destination } from '../src/server.ts';

/** The shopper's own choices and texts. The shop's server knows the rest. */
export interface Choice {
  /** The quantity of each product, in the order of the catalogue. */
  quantities: number[];
  destination: Destination;
  recipient: { name: string; phone: string; address: string };
  kind: 'order' | 'draft_order';
}

/** The shop's own server. It has the secret; the page passes its tokens on unread. */
export const shopServer = {
  /** Signs the cart by the shop's own catalogue. */
  async signCart(quantities: number[]): Promise<string> {
    const { cart } = await post<{ cart: string }>('/checkout/cart', { quantities });
    return cart;
  },

  /** Signs the order at the price of the offer, once it is paid. */
  async grant(
    { rate, reference, insurance, cashOnDelivery, again }: ShipOrderSubmitEvent,
    choice: Choice,
  ): Promise<string> {
    const { offer } = rate as Rate;
    const asked = { ...choice, service: serviceKey(rate as Rate), offer, insurance, cashOnDelivery, reference, again };
    const { grant } = await post<{ grant: string }>('/checkout/grant', asked);
    return grant;
  },
};

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The shop's server refused (${answer.status}).`);
  return answer.json();
}
