import '../../src/elements/parcels/parcels-element.ts';
import type { Parcel } from '../../src/index.ts';
import { handover, shipment, unfinishedShipment } from './parcel.ts';
import { next } from './state.ts';
import { showElement } from './workbench.ts';

const scarf: Parcel = {
  name: 'Rumah Teduh',
  shipment: { origin_postal_code: 12440, items: shipment.items },
  cashOnDeliveryAmount: 185_000,
};

const coffee: Parcel = {
  name: 'Kopi Senja',
  shipment: {
    origin_postal_code: 40132,
    items: [{ name: 'Kopi Gayo', category: 'food_and_drink', value: 160_000, quantity: 1, weight: 1_000 }],
  },
  cashOnDeliveryAmount: 160_000,
};

const parcels = [scarf, coffee];

showElement({
  tag: 'ship-parcels',
  states: {
    Parcels: {
      two: { shows: 'Two shops send a parcel each; the shopper has not chosen.' },
      chosen: {
        shows:
          'The cheapest of each is chosen at first: preselect="cheapest". The button submits the form: pay-button. The heading links to the address: address-url.',
        properties: { preselect: 'cheapest', payButton: true, addressUrl: '#address' },
      },
      'in-the-way': {
        shows: 'COD is on, and the chosen courier of one parcel collects no money.',
        properties: { payButton: true, cashOnDelivery: true, parcels: [{ ...scarf, value: 'wahana/normal' }, coffee] },
      },
      one: { shows: 'A basket of one parcel is a checkout.', properties: { parcels: [scarf] } },
      incomplete: {
        shows: 'No parcel has a destination yet. Nothing is asked.',
        properties: { shipment: { ...unfinishedShipment, items: undefined } },
      },
    },
  },
  properties: ({ client }) => ({
    client,
    name: 'shipping',
    shipment: { destination_postal_code: 40111 },
    parcels,
    readyAt: handover(),
  }),
  ready: async ({ element }) => {
    if (element.status === 'incomplete' && !element.shipment?.destination_postal_code) return;
    while (element.status === 'loading' || element.status === 'incomplete')
      await Promise.race([next(element, 'ship-error'), new Promise(requestAnimationFrame)]);
  },
});
