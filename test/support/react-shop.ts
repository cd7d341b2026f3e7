import { createElement, type ReactElement, StrictMode, useState } from 'react';
import { type Rate, serviceKey } from '../../src/index.ts';
import { ShipCheckout } from '../../src/react.ts';
import { contacts, shipment } from './fixtures.ts';

/** A React page with state beside the checkout. It shows the last event. */
function Shop(): ReactElement {
  const [rate, setRate] = useState<Rate>();
  const [value, setValue] = useState<string>();
  const [times, setTimes] = useState(0);
  const [round, setRound] = useState(0);
  return createElement(
    'main',
    null,
    createElement(
      ShipCheckout,
      {
        ...{
          key: round,
          id: 'shipping',
          className: 'wide',
          'aria-label': 'Shipping',
          name: 'shipping',
          baseUrl: '/shipping',
        },
        ...{ orderMode: 'order', insured: true, shipment, order: contacts, ...(value && { value }) },
        onShipRateChange: ({ rate }) => {
          setRate(rate);
          setTimes((before) => before + 1);
          if (rate) setValue(serviceKey(rate));
        },
      },
      createElement('b', { slot: 'legend' }, 'Delivery'),
    ),
    createElement('output', { id: 'heard' }, `${times} ${rate ? rate.price : 'none'}`),
    createElement('button', { type: 'button', onClick: () => setRound(round + 1) }, 'Begin anew'),
  );
}

export const app = createElement(StrictMode, null, createElement(Shop));
