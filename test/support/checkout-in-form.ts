import { html } from 'lit';
import type { ShippingClient } from '../../src/client/index.ts';
import type { CheckoutElement } from '../../src/elements/index.ts';
import { next, one, render, settled } from './elements.ts';
import { contacts, shipment } from './fixtures.ts';

/** Renders a checkout in a form and waits for its rates. */
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
