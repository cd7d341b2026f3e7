import type { Rate, RateComparisonElement } from '../../src/index.ts';
import { handover, shipment } from './parcel.ts';
import { quoted, quoteStates } from './quote-states.ts';
import type { State } from './state.ts';
import { showElement } from './workbench.ts';

const rate = (name: string, code: string, price: number, duration: string): Rate => ({
  courier_code: code,
  courier_service_code: 'reg',
  courier_name: name,
  courier_service_name: 'Reguler',
  duration,
  price,
  shipping_fee: price,
  available_for_cash_on_delivery: true,
  available_for_insurance: true,
});

const given: State<RateComparisonElement> = {
  shows: 'Rates of the page’s own, by the property rates: nothing is asked.',
  properties: { rates: [rate('JNE', 'jne', 11_000, '2 - 3 days'), rate('SiCepat', 'sicepat', 10_700, '1 - 2 days')] },
};

showElement({
  tag: 'ship-rate-comparison',
  states: { ...quoteStates, 'Own rates': { given } },
  properties: ({ client }) => ({ client, shipment, readyAt: handover(), name: 'shipping' }),
  ready: quoted,
});
