import { held } from './state.ts';
import { showElement } from './workbench.ts';

showElement({
  tag: 'ship-courier-picker',
  states: {
    Couriers: {
      ready: { shows: 'All couriers are compared until the shopper chooses some.' },
      chosen: {
        shows: 'Three are chosen: couriers="jne,sicepat,wahana".',
        properties: { couriers: 'jne,sicepat,wahana' },
      },
      loading: { shows: 'The couriers are being looked up, for a minute.', faults: { every: held } },
      empty: {
        shows: 'The account has no courier. The sandbox’s always has some: this page answers in its place.',
        answer: () => Response.json({ success: true, object: 'courier', couriers: [] }),
      },
      disabled: { shows: 'Nothing can be chosen.', properties: { couriers: 'jne', disabled: true } },
    },
    'When it fails': {
      unreachable: { shows: 'The line breaks, and the page is online: asking again may help.', scenario: 'offline' },
      busy: {
        shows: 'The service is overloaded and says for how long, twice again; then the shopper is told.',
        scenario: 'busy',
      },
      unreadable: {
        shows: 'The answer breaks off in the middle: asking again would not help.',
        scenario: 'malformed',
      },
      offline: {
        shows:
          'Take this page off the network (developer tools, Network, Offline): it says so by itself. Online it is like unreachable.',
        scenario: 'offline',
      },
    },
  },
  properties: ({ client }) => ({ client }),
  // No shopper has to act to reach these states.
  ready: async () => undefined,
});
