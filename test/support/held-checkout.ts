import { html } from 'lit';
import type { CheckoutElement } from '../../src/elements/index.ts';
import { clientOf, next, press, render, requoted, settled } from './elements.ts';
import { contacts, shipment } from './fixtures.ts';
import { fiveRates, serviceOf } from './rates.ts';

/** Renders a checkout over a service of five rates. The test can change, break or delay it; the first rates are delayed. */
export async function renderHeldCheckout() {
  const service = { rates: fiveRates, held: Promise.resolve(), broken: false, lost: false, refusal: 0 };
  const client = clientOf(async (request) => {
    if (request.url.endsWith('/v1/rates/couriers')) await service.held;
    const isOrder = request.url.includes('/v1/orders');
    if (service.broken || (service.lost && isOrder)) throw new TypeError('cut off');
    if (service.refusal && isOrder) {
      return Response.json({ success: false, error: 'no', code: service.refusal }, { status: 400 });
    }
    return serviceOf(service.rates)(request);
  });
  /** Delays the next rates until the returned function is called. */
  const hold = () => {
    let letGo = () => {};
    service.held = new Promise((resolve) => {
      letGo = resolve;
    });
    return letGo;
  };
  const letGo = hold();
  const checkout = await render<CheckoutElement>(html`
    <ship-checkout lang="en" all-rates picker-open order-mode="order" .shipment=${shipment} .contacts=${contacts} .client=${client}></ship-checkout>
  `);
  await settled(checkout);
  /** Returns what `look` finds while new rates are on their way, and what it finds once they are shown. */
  const watchRequote = async <Found>(act: () => void, look: () => Promise<Found>) => {
    const answer = hold();
    act();
    const loading = await look();
    await requoted(checkout, answer);
    return [loading, await look()];
  };
  return {
    checkout,
    service,
    hold,
    watchRequote,
    press: (selector: string) => press(checkout, selector),
    quoted: () => requoted(checkout, letGo),
  };
}

/** The same, with its first rates shown. */
export async function renderQuotedCheckout() {
  const held = await renderHeldCheckout();
  await held.quoted();
  return held;
}

/** The same, with `jne/reg` ordered. */
export async function renderPlacedCheckout() {
  const held = await renderQuotedCheckout();
  await held.press('input[value="jne/reg"]');
  const placed = next(held.checkout, 'ship-order-placed');
  await held.press('[part=button]');
  await placed;
  return held;
}
