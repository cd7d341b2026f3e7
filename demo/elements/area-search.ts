import '../../src/elements/area-search/area-search-element.ts';
import type { AreaSearchElement } from '../../src/elements/area-search/area-search-element.ts';
import { held, type State } from './state.ts';
import { showElement } from './workbench.ts';

/** Types a text as a shopper does. */
const typed =
  (text: string): State<AreaSearchElement>['act'] =>
  async ({ element }) => {
    await element.updateComplete;
    const input = element.shadowRoot?.querySelector('input') as HTMLInputElement;
    // A list opens for a person who types, not for text that a browser fills in.
    input.focus({ preventScroll: true });
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };

const coblong = {
  id: 'IDNP9IDNC206IDND1068IDZ40132',
  name: 'Coblong, Bandung, Jawa Barat. 40132',
  administrative_division_level_1_name: 'Jawa Barat',
  administrative_division_level_2_name: 'Bandung',
  administrative_division_level_3_name: 'Coblong',
  postal_code: 40132,
};

showElement({
  tag: 'ship-area-search',
  states: {
    Search: {
      empty: { shows: 'Nothing is typed.' },
      found: { shows: 'Four letters are typed: cobl.', act: typed('cobl') },
      'two-districts': { shows: 'A postal code of two districts is typed: 40124.', act: typed('40124') },
      'not-found': { shows: 'What is typed is no district.', act: typed('jl dago 12') },
      searching: { shows: 'The answer is held for a minute.', faults: { every: held }, act: typed('pesang') },
      chosen: { shows: 'An area is set: area={ id, name, … }.', properties: { area: coblong } },
      'postal-code': {
        shows: 'The page knows the postal code, 40111. It lies in one district.',
        properties: { postalCode: 40111 },
      },
      required: {
        shows: 'Required, and the form was submitted.',
        properties: { required: true },
        act: ({ form }) => void form.reportValidity(),
      },
      disabled: { shows: 'Nothing can be changed.', properties: { area: coblong, disabled: true } },
    },
    'When it fails': {
      unreachable: {
        shows: 'The line breaks, and the page is online: asking again may help.',
        scenario: 'offline',
        act: typed('pesang'),
      },
      'not-served': {
        shows: 'The gateway does not serve the search.',
        answer: () => Response.json({ success: false, reason: 'no-operation' }, { status: 404 }),
        act: typed('pesang'),
      },
      offline: {
        shows:
          'Take this page off the network (developer tools, Network, Offline): it says so by itself. Online it is like unreachable.',
        scenario: 'offline',
        act: typed('pesang'),
      },
    },
  },
  properties: ({ areaClient }) => ({ client: areaClient, name: 'area' }),
  // No shopper has to act to reach these states.
  ready: async () => undefined,
});
