import { type OrderButtonElement, randomReference } from '../../src/index.ts';
import { orderRequest } from '../../src/quote/index.ts';
import { contacts } from '../site/delivery.ts';
import { orderStates } from './order-states.ts';
import { shipment } from './parcel.ts';
import type { Trial } from './state.ts';
import { showElement } from './workbench.ts';

/** A shop that uses the button alone has quoted by itself: the cheapest rate of one courier, and the order for it. */
async function quote({ element, service }: Trial<OrderButtonElement>): Promise<void> {
  const { pricing } = await service.client.quoteRates({ ...shipment, couriers: 'jne' });
  const [rate] = pricing.sort((a, b) => a.price - b.price);
  if (!rate) return;
  element.rate = rate;
  element.order = orderRequest(shipment, contacts, rate, { insurance: false, cashOnDelivery: false });
  await element.updateComplete;
}

showElement({
  tag: 'ship-order-button',
  states: {
    'Before it': {
      ready: { shows: 'A rate and the order are set; the next click orders.' },
      'no-rate': {
        shows: 'There is no rate to order yet: the button says what it waits for.',
        act({ element }) {
          element.rate = undefined;
        },
      },
      disabled: { shows: 'It cannot be clicked.', properties: { disabled: true } },
    },
    'The order': {
      ...orderStates,
      'service-gone': {
        shows: 'The service is gone when its price is asked once more: nothing is ordered.',
        scenario: 'service-removed',
        act: ({ element }) => element.placeOrder(),
      },
    },
  },
  properties: ({ client }) => ({
    client,
    orderMode: 'order' as const,
    // Of its own each time: the state before may have left an order without an answer, which is remembered by it.
    reference: `RT-${randomReference().slice(0, 8)}`,
  }),
  ready: quote,
});
