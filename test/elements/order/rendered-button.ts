import { html } from 'lit';
import type { ShippingClient } from '../../../src/client/index.ts';
import type { OrderBody, OrderButtonElement, OrderMode } from '../../../src/elements/index.ts';
import { one, render, sandboxClient } from '../../support/elements.ts';
import { orderRequest, rate } from '../../support/fixtures.ts';

const { courier_company, courier_type, ...rest } = orderRequest;

/** An order without its courier. */
export const order: OrderBody = rest;

/** What the button is told when it asks for the price once more: by default that it still is 15,000 rupiah. */
export const quoting = (client: ShippingClient, rates = [rate()]): ShippingClient => ({
  ...client,
  quoteRates: async () => ({ success: true, pricing: rates, dropped: [] }),
});

/** A button of its own, with an order and `jne/reg` for 15,000 rupiah. */
export async function renderButton(service: ShippingClient = sandboxClient(), orderMode: OrderMode = 'order') {
  const client = quoting(service);
  const button = await render<OrderButtonElement>(html`
    <ship-order-button lang="en" order-mode=${orderMode} .client=${client} .order=${order} .rate=${rate()}>
    </ship-order-button>
  `);
  return { button, click: () => one(button, '[part=button]').click() };
}
