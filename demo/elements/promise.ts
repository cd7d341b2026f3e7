import '../../src/elements/promise/define.ts';
import type { PromiseClient } from '../../src/index.ts';
import { createSandboxAreaClient } from '../site/sandbox-client.ts';
import type { State } from './state.ts';
import { showElement } from './workbench.ts';

type Shown = HTMLElementTagNameMap['ship-promise'];
type Answer = Awaited<ReturnType<PromiseClient['promise']>>;

/** A day of the wall calendar, so many days from now. */
const day = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);

const service = {
  ...{ courier_code: 'pos', courier_service_code: 'reguler', courier_name: 'Pos Indonesia' },
  ...{
    courier_service_name: 'Reguler',
    shipment_duration_range: '2 - 3',
    shipment_duration_unit: 'days',
    price: 9_000,
  },
};

/** A promise whose cut-off is tomorrow, so that the line has no time of this day. */
const dated = () => {
  const until = new Date(Date.now() + 86_400_000).toISOString();
  return {
    ...service,
    arrivals: [{ first: day(2), last: day(4), hand_over: until, cut_off: until, until, later: false }],
  };
};

const areas = createSandboxAreaClient();
const clientOf = (promise: PromiseClient['promise']): PromiseClient => ({
  promise,
  searchAreas: (request) => areas.searchAreas(request),
});

/** The gateway's answers are the page's: each state is there for as long as you look. */
const told = (shows: string, answer: () => Omit<Answer, 'success'>, properties: Partial<Shown> = {}): State<Shown> => ({
  shows,
  properties: { client: clientOf(async () => ({ success: true, ...answer() })), ...properties },
});

const coblong = { id: 'IDNP9IDNC206IDND1072IDZ40132', name: 'Coblong, Bandung, Jawa Barat. 40132', postal_code: 40132 };

showElement({
  tag: 'ship-promise',
  states: {
    'On the page of a product': {
      unknown: told('The district is not known, and nothing is asked.', () => ({ rate: dated() }), { area: null }),
      asking: {
        shows: 'The answer is on its way, for as long as you look.',
        properties: { client: clientOf(() => new Promise(() => {})) },
      },
      known: told('The dates, the least price and the district.', () => ({ rate: dated() })),
      duration: told('The shop has no calendar.', () => ({ rate: service })),
      unavailable: told('No courier delivers there, or no answer came.', () => ({ rate: null })),
    },
    'In a cart': {
      missing: told(
        'A part is missing for free delivery.',
        () => ({ rate: dated(), free_delivery: { from: 500_000, missing: 155_000 } }),
        { subtotal: 345_000 },
      ),
      free: told(
        'The delivery is free.',
        () => ({ rate: { ...dated(), price: 0 }, free_delivery: { from: 500_000, missing: 0 } }),
        { subtotal: 555_000 },
      ),
    },
  },
  properties: () => ({ items: [{ weight: 250 }], area: coblong }),
  ready: async () => {},
});
