import { html } from 'lit';
import type { ShippingClient } from '../../../src/client/index.ts';
import type { CheckoutElement, OrderBody, OrderButtonElement } from '../../../src/elements/index.ts';
import { next, one, render, settled } from '../../support/elements.ts';
import { contacts, orderRequest, rate, shipment } from '../../support/fixtures.ts';

const { courier_company, courier_type, ...order } = orderRequest;

/** Removes what the test has rendered. Only `sessionStorage` is left for the next page. */
export const leavePage = () => render(html`<p></p>`);

/** A button of its own, with an order and `jne/reg` for 15,000 rupiah. */
export async function renderButton(client: ShippingClient, id = '') {
  const unconfirmed: string[] = [];
  const button = await render<OrderButtonElement>(html`
    <ship-order-button
      lang="en" id=${id} order-mode="order" .client=${client} .order=${order as OrderBody} .rate=${rate()}
      @ship-order-unconfirmed=${({ reference }: { reference: string }) => unconfirmed.push(reference)}
    ></ship-order-button>
  `);
  await settled(button);
  return { button, unconfirmed, click: () => one(button, '[part=button]').click() };
}

/** A checkout in a form, with `jne/reg` chosen. */
export async function renderCheckout(client: ShippingClient, { withExtras = false, reference = '' } = {}) {
  const form = await render<HTMLFormElement>(html`
    <form lang="en">
      <ship-checkout
        name="shipping" couriers="jne" value="jne/reg" order-mode="order" required reference=${reference}
        ?insurance=${withExtras} ?cash-on-delivery=${withExtras}
        .client=${client} .shipment=${structuredClone(shipment)} .contacts=${contacts}
      ></ship-checkout>
      <div></div>
    </form>
  `);
  const checkout = form.firstElementChild as CheckoutElement;
  await next(checkout, 'ship-rate-change');
  await settled(checkout);
  return {
    form,
    checkout,
    entries: () => Object.fromEntries(new FormData(form)),
    click: () => one(checkout, '[part=button]').click(),
  };
}

/** Waits until a checkout has one of these statuses. */
export async function reaches(checkout: CheckoutElement, ...statuses: string[]) {
  while (!statuses.includes(checkout.status)) await new Promise(requestAnimationFrame);
  await settled(checkout);
}
