import { type CheckoutElement, randomReference } from '../../src/index.ts';
import { contacts } from '../site/delivery.ts';
import { orderStates } from './order-states.ts';
import { handover, shipment } from './parcel.ts';
import { quoted, quoteStates } from './quote-states.ts';
import type { State } from './state.ts';
import { showElement } from './workbench.ts';

/** In a checkout there is a rate to order once the shopper has chosen. */
const ordered = Object.entries(orderStates).map(([name, state]): [string, State<CheckoutElement>] => [
  name,
  { ...state, properties: { value: 'jne/reg', ...state.properties } },
]);

showElement({
  tag: 'ship-checkout',
  states: { ...quoteStates, 'The order': Object.fromEntries(ordered) },
  properties: ({ client }) => ({
    client,
    shipment,
    readyAt: handover(),
    contacts,
    orderMode: 'order' as const,
    name: 'shipping',
    // Of its own each time: the state before may have left an order without an answer, which is remembered by it.
    reference: `RT-${randomReference().slice(0, 8)}`,
  }),
  ready: quoted,
});
