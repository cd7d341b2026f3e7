import { html } from 'lit';
import type { ShippingClient } from '../../../src/client/index.ts';
import type { Rate } from '../../../src/contract/index.ts';
import type { CheckoutElement } from '../../../src/elements/index.ts';
import { clientOf, next, one, render, settled } from '../../support/elements.ts';
import { contacts, json, rate, shipment } from '../../support/fixtures.ts';

export const oke = rate({
  courier_service_code: 'oke',
  type: 'oke',
  courier_service_name: 'OKE',
  price: 9_000,
  shipping_fee: 9_000,
});
export const quote = (...pricing: Rate[]) => json({ success: true, pricing });

/** A service that quotes these rows until told otherwise, and keeps the orders that reach it. */
export function shop(...rows: Rate[]) {
  const orders: Record<string, unknown>[] = [];
  const answers = { rates: () => quote(...rows), orders: () => json({ success: true, id: `o${orders.length}` }) };
  let quotes = 0;
  const client = clientOf(async (request) => {
    if (request.method === 'GET') return json({ success: true, couriers: [] });
    if (request.url.includes('/rates/')) {
      quotes += 1;
      return answers.rates();
    }
    orders.push(await request.json());
    return answers.orders();
  });
  return { client, orders, answers, quotes: () => quotes };
}

export async function renderCheckout(client: ShippingClient, value: string | null = null, lang = 'en') {
  const form = await render<HTMLFormElement>(html`
    <form>
      <ship-checkout
        lang=${lang}
        name="shipping"
        couriers="jne"
        order-mode="order"
        required
        value=${value ?? ''}
        .shipment=${shipment}
        .order=${contacts}
        .client=${client}
      ></ship-checkout>
    </form>
  `);
  const checkout = form.firstElementChild as CheckoutElement;
  await next(checkout, 'ship-quote');
  await settled(checkout);
  return {
    form,
    checkout,
    entries: () => Object.fromEntries(new FormData(form)),
    choose: (key: string) => one(checkout, `input[value="${key}"]`).click(),
    order: () => one(checkout, '[part=button]').click(),
  };
}
