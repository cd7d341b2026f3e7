import { createElement, type ReactElement, StrictMode, useState } from 'react';
import type { Rate } from '../../src/index.ts';
import { ShipCheckout } from '../../src/react.ts';
import { shipment } from './fixtures.ts';

/** A React page with state beside the checkout. It counts the events, and shows the price of the last one. */
function Shop(): ReactElement {
  const [{ times, rate }, setHeard] = useState<{ times: number; rate?: Rate | undefined }>({ times: 0 });
  const checkout = createElement(ShipCheckout, {
    baseUrl: '/shipping',
    insurance: true,
    shipment,
    onShipRateChange: ({ rate }) => setHeard((before) => ({ times: before.times + 1, rate })),
  });
  return createElement('main', null, checkout, createElement('output', null, `${times} ${rate?.price}`));
}

export const app = createElement(StrictMode, null, createElement(Shop));
