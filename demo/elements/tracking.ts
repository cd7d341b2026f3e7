import '../../src/elements/tracking/tracking-element.ts';
import { createParcelClient, type ParcelClient } from '../../src/index.ts';
import type { State } from './state.ts';
import { showElement } from './workbench.ts';

type Shown = HTMLElementTagNameMap['ship-tracking'];

const hour = 3_600_000;

/** An event so many hours ago. */
const ago = (hours: number, status: string, note?: string) => ({
  ...{ status, note: note ?? null },
  updated_at: new Date(Date.now() - hours * hour).toISOString(),
});

const confirmed = () => ago(64, 'confirmed', 'Courier order is confirmed. The courier has been notified to pick up.');
const way = () => [
  confirmed(),
  ago(46, 'allocated', 'Courier is allocated and ready to pick up'),
  ago(40, 'picked', 'Dijemput dari toko.'),
  ago(34, 'in_transit', 'Tiba di gudang sortir Jakarta.'),
  ago(25, 'in_transit', 'Dalam perjalanan ke Bandung.'),
];
const door = (hours: number) => [
  ...way(),
  ago(8, 'in_transit', 'Tiba di gudang sortir Bandung.'),
  ago(hours, 'dropping_off'),
];

const courier = {
  ...{ company: 'pos', type: 'reg', courier_name: 'Pos Indonesia', courier_service_name: 'Reguler' },
  ...{ shipment_duration_range: '2 - 3', shipment_duration_unit: 'days' },
};

/** What the gateway answers for a parcel with these events. */
const answerOf = (history: ReturnType<typeof door>, more: object = {}) => ({
  ...{ success: true, object: 'tracking', ended: false, courier, history },
  ...{ waybill_id: 'WYB-1956032967034', link: 'https://courier.example/WYB-1956032967034' },
  ...{ status: history.at(-1)?.status, ordered_at: history[0]?.updated_at, updated_at: history.at(-1)?.updated_at },
  ...more,
});

const clientOf = (answer: () => Response | Promise<Response>): ParcelClient =>
  createParcelClient({ baseUrl: 'https://gateway.invalid', fetch: async () => answer() });

/** The gateway's answers are the page's: no parcel of a sandbox would wait for a look. */
const told = (shows: string, answer: () => object): State<Shown> => ({
  shows,
  properties: { client: clientOf(() => Response.json(answer())) },
});

const refused = (shows: string, reason: string, status = 401): State<Shown> => ({
  shows,
  properties: { client: clientOf(() => Response.json({ success: false, reason }, { status })) },
});

const cutOff = () => Promise.reject(new TypeError('cut off'));
const problem = (history: () => ReturnType<typeof door>) => () => answerOf(history(), { ended: true });

showElement({
  tag: 'ship-tracking',
  states: {
    'On its way': {
      waiting: told('The courier has not collected it yet.', () =>
        answerOf([confirmed()], { waybill_id: null, link: null }),
      ),
      'in-transit': told('The arrival is counted from the pick-up.', () => answerOf(way())),
      'out-for-delivery': told('It arrives today, and the courier collects the money.', () =>
        // Since now: a minute ago may be yesterday.
        answerOf(door(0), { cash_on_delivery: { amount: 4_537_125 } }),
      ),
      delivered: told('It has arrived.', () =>
        answerOf([...door(0.1), ago(0, 'delivered', 'Order has been delivered')], { ended: true }),
      ),
      late: told('It takes longer than its service.', () => answerOf([ago(300, 'picked'), ago(200, 'in_transit')])),
      unknown: told('The courier has a state of its own: its note is shown.', () =>
        answerOf([...way(), ago(1, 'at_customs', 'Diperiksa bea cukai.')], { courier: { company: 'pos' } }),
      ),
      'drop-off': told('The shop brings it to the courier, and has not yet.', () =>
        answerOf([confirmed()], {
          ...{ waybill_id: null, link: null },
          courier: { ...courier, collection_method: 'drop_off' },
        }),
      ),
      'last-state': told('The gateway has heard of one state alone.', () =>
        answerOf([], { status: 'in_transit', updated_at: new Date().toISOString(), courier: { company: 'pos' } }),
      ),
    },
    'What goes wrong': {
      'on-hold': told('The courier holds it for the moment.', () =>
        answerOf([...way(), ago(3, 'on_hold', 'Tertahan di gudang sortir.')]),
      ),
      returning: told('It goes back to the shop.', () => answerOf([...way(), ago(3, 'return_in_transit')])),
      returned: told(
        'The shop has it back.',
        problem(() => [...way(), ago(20, 'return_in_transit'), ago(2, 'returned')]),
      ),
      rejected: told(
        'It cannot be delivered.',
        problem(() => [...door(0.1), ago(0, 'rejected')]),
      ),
      disposed: told(
        'The courier neither delivers nor returns it.',
        problem(() => [...way(), ago(2, 'disposed')]),
      ),
      'no-courier': told(
        'No courier has taken it.',
        problem(() => [confirmed(), ago(30, 'courier_not_found')]),
      ),
      cancelled: told(
        'The delivery was cancelled.',
        problem(() => [confirmed(), ago(63, 'cancelled')]),
      ),
    },
    'Without a state': {
      loading: {
        shows: 'The first answer is on its way, for as long as you look.',
        properties: { client: clientOf(() => new Promise(() => {})) },
      },
      expired: refused('The link is older than 90 days.', 'track-expired'),
      'not-valid': refused('The link is not valid.', 'track-invalid'),
      'not-served': refused('The gateway has no tracking.', 'no-operation', 404),
      unreachable: { shows: 'The line breaks, and the page is online.', properties: { client: clientOf(cutOff) } },
      stale: {
        shows: 'A later answer did not come: the last state stays, with its time.',
        properties: {
          client: (() => {
            let answers = 0;
            return clientOf(() => {
              answers += 1;
              return answers % 2 ? Response.json(answerOf(way())) : cutOff();
            });
          })(),
        },
        async act({ element }) {
          while (element.status === 'loading') await new Promise(requestAnimationFrame);
          await element.refresh();
        },
      },
      offline: {
        shows:
          'Take this page off the network (developer tools, Network, Offline): it says so by itself. Online it is like unreachable.',
        properties: { client: clientOf(cutOff) },
      },
    },
  },
  properties: () => ({ token: 'demo.demo.demo', contactUrl: 'mailto:halo@rumahteduh.example' }),
  // No shopper has to act to reach these states.
  ready: async () => undefined,
});
