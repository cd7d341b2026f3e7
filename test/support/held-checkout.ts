import { html } from 'lit';
import type { CheckoutElement } from '../../src/elements/index.ts';
import { clientOf, one, render, settled } from './elements.ts';
import { contacts, shipment } from './fixtures.ts';
import { fiveRates, serviceOf } from './rates.ts';

/** Renders a checkout over a service of five rates. The test can change, break or delay it; the first rates are delayed. */
export async function renderHeldCheckout() {
  const service = { rates: fiveRates, held: Promise.resolve(), broken: false, lost: false, refusal: 0 };
  const client = clientOf(async (request) => {
    if (request.url.endsWith('/v1/rates/couriers')) await service.held;
    const isLost = service.lost && request.url.endsWith('/v1/orders');
    if (service.broken || isLost) throw new TypeError('cut off');
    if (service.refusal && request.url.endsWith('/v1/orders')) {
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
    <ship-checkout lang="en" view="list" picker="open" order-mode="order" .shipment=${shipment} .order=${contacts} .client=${client}></ship-checkout>
  `);
  await settled(checkout);
  const click = (selector: string) => one(checkout, selector).click();
  return { checkout, service, hold, letGo, click };
}
