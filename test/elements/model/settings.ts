import * as fc from 'fast-check';

/** What a listener of the page does in the middle of an event. */
const habits = [
  ...(['disables the checkout', 'disables the fieldset', 'begins the next order'] as const),
  ...(['gives up the choice', 'changes the cart', 'says no', 'answers later'] as const),
] as const;

const events = [
  ...(['ship-order-submit', 'ship-order-placed', 'ship-order-unconfirmed', 'ship-order-cancelled'] as const),
  ...(['ship-rate-change', 'ship-rates', 'ship-extras-change', 'ship-area-change', 'change'] as const),
] as const;

/** How a page begins, and what its listeners do. */
export interface Settings {
  /** The order button: in the checkout, elsewhere in the page, or none. */
  button: 'own' | 'elsewhere' | 'none';
  /** The search of the destination, and its postal code. 12250 lies in two districts. */
  search: 'none' | 'empty' | '40111' | '12250';
  /** The postal code of the shipment. */
  place: number | null;
  value: string | null;
  preselect: string;
  /** Rows of the short list. 0 shows the whole list. */
  rows: number;
  reference: string;
  readyAt: string;
  listens: { event: (typeof events)[number]; habit: (typeof habits)[number] }[];
}

const oneOf = fc.constantFrom;

const anySettings: fc.Arbitrary<Settings> = fc.record({
  button: oneOf('own', 'own', 'own', 'elsewhere', 'elsewhere', 'none'),
  search: oneOf('none', 'empty', 'empty', '40111', '12250'),
  place: oneOf(40_111, 40_111, 40_111, 40_222, null),
  value: oneOf(null, null, 'jne/reg', 'sicepat/best', 'tiki/sds'),
  preselect: oneOf('', '', '', 'cheapest', 'recommended'),
  rows: oneOf(0, 0, 0, 1, 2, 4),
  reference: oneOf('', '', 'cart'),
  readyAt: oneOf('', '', '2027-01-04T09:00+07:00'),
  listens: fc.array(fc.record({ event: oneOf(...events), habit: oneOf(...habits) }), { maxLength: 2 }),
});

/** A postal code of the search is the destination: the page has no other. */
export const settings: fc.Arbitrary<Settings> = anySettings.map((given) =>
  Number(given.search) ? { ...given, place: null } : given,
);

export const plain: Settings = {
  ...{ button: 'own', search: 'none', place: 40_111, value: null, preselect: '', rows: 0 },
  ...{ reference: '', readyAt: '', listens: [] },
};

/** The settings in plain words: those that are not the plain ones. */
export function settingsInWords(given: Settings): string {
  const set = Object.entries(given).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(plain[name as keyof Settings]),
  );
  return set.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ') || 'a plain page';
}
