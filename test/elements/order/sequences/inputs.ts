import * as fc from 'fast-check';
import { type Answer, answers } from '../../../state/sequences/ledger.ts';
import { line, mostly, type Then } from '../../sequences/inputs.ts';
import { type Reply, replies } from '../../sequences/service.ts';

/** What a page says when it is asked whether to order. */
export type Says = 'yes' | 'no' | 'fails';

/** What a page does to its checkout, at any time. */
export type Change =
  /** A new object, the same behind a Proxy as frameworks hand it over, or the old one changed in place, told or untold. */
  | { act: 'ship'; to: number | null; quantity: number; value: number; how: 'anew' | 'proxy' | 'in place' | 'untold' }
  | { act: 'set value'; key: string | null }
  | { act: 'set switches'; insured: boolean; paid: boolean }
  | { act: 'set amounts'; insured: number | undefined; paid: number | undefined }
  | { act: 'set contacts'; note: string | null; how: 'anew' | 'proxy' | 'in place' }
  | { act: 'set reference'; reference: string }
  | { act: 'set mode'; mode: Mode }
  | { act: 'set id'; id: string }
  | { act: 'set words'; own: boolean }
  | { act: 'set lang'; lang: 'en' | 'id' }
  | { act: 'compare'; couriers: string }
  | { act: 'reset' | 'refresh' | 'leave' | 'return' | 'move' };

export type Mode = 'order' | 'draft' | 'none';

export type Input =
  | Change
  | { act: 'choose'; key: string }
  | { act: 'switch'; id: 'insurance' | 'cash-on-delivery' }
  /** A double click on the order button. The page is asked, does `within` in its listener, and says so, or later. */
  | { act: 'order'; says: Says | 'later'; within: Change | null }
  | { act: 'page answers'; says: Says }
  | { act: 'cancel' | 'rest' }
  /** The next page is made with its attributes, or gets them once it is shown. */
  | { act: 'reload'; late: boolean }
  /** `late` counts from the latest request back. */
  | { act: 'reply'; how: Reply; late: number }
  | { act: 'service answers'; how: Answer; late: number };

export type Step = Input & Then;

const chosen: readonly (Input | 'rates')[] = ['rates', { act: 'choose', key: 'jne/reg' }];
const order = (says: Says | 'later'): Input => ({ act: 'order', says, within: null });
const ordering: typeof chosen = [...chosen, order('yes'), 'rates'];
const answer = (how: Answer): Input => ({ act: 'service answers', how, late: 0 });

/** How far shopper, page and service can be; `rates` is the service's answer to whatever rates it is asked for. */
export const beginnings = {
  'not yet': [],
  chosen,
  switched: [
    ...chosen,
    { act: 'switch', id: 'insurance' },
    'rates',
    { act: 'switch', id: 'cash-on-delivery' },
    'rates',
  ],
  asked: [...chosen, order('later')],
  'asked, with other contacts': [...chosen, order('later'), { act: 'set contacts', note: 'knock', how: 'proxy' }],
  quoting: ordering.slice(0, -1),
  ordering,
  placed: [...ordering, answer('done')],
  cancelled: [...ordering, answer('done'), { act: 'cancel' }, answer('done')],
  lost: [...ordering, answer('lost')],
  left: [...ordering, answer('lost'), { act: 'reload', late: false }, 'rates'],
} satisfies Record<string, readonly (Input | 'rates')[]>;

export interface Sequence {
  /** Where the button stands. */
  button: 'inside' | 'elsewhere';
  mode: 'order' | 'draft';
  reference: string;
  begun: keyof typeof beginnings;
  steps: Step[];
}

const changes = {
  ship: {
    to: mostly<number | null>(40222, fc.constantFrom(40111, 40333, null)),
    quantity: fc.constantFrom(1, 2),
    value: fc.constantFrom(75_000, 99_000),
    how: fc.constantFrom('anew', 'proxy', 'in place', 'untold'),
  },
  'set value': { key: fc.constantFrom('jne/reg', 'jne/oke', 'sicepat/reg', 'tiki/sds', null) },
  'set switches': { insured: fc.boolean(), paid: fc.boolean() },
  'set amounts': {
    insured: fc.constantFrom(undefined, 50_000, 123_456),
    paid: fc.constantFrom(undefined, 60_000, 234_567),
  },
  'set contacts': {
    note: fc.constantFrom('ring twice', 'knock', null),
    how: fc.constantFrom('anew', 'proxy', 'in place'),
  },
  'set reference': { reference: fc.constantFrom('', 'cart', 'cart-2', 'gift') },
  'set mode': { mode: fc.constantFrom('order', 'order', 'draft', 'none') },
  'set id': { id: fc.constantFrom('delivery', 'shipping') },
  'set words': { own: fc.boolean() },
  'set lang': { lang: fc.constantFrom('en', 'id') },
  compare: { couriers: fc.constantFrom('jne', 'jne,sicepat', '') },
  ...{ reset: {}, refresh: {}, leave: {}, return: {}, move: {} },
};

const acts = {
  ...changes,
  choose: { key: fc.constantFrom('jne/reg', 'jne/oke', 'sicepat/reg') },
  switch: { id: fc.constantFrom('insurance', 'cash-on-delivery') },
  order: {
    says: mostly<string>('yes', fc.constantFrom('yes', 'later', 'later', 'no', 'fails')),
    within: fc.option(recordOf(changes, changeOften()), { freq: 3 }),
  },
  'page answers': { says: mostly<string>('yes', fc.constantFrom('yes', 'no', 'fails')) },
  ...{ cancel: {}, rest: {} },
  reload: { late: fc.boolean() },
  reply: {
    how: fc.constantFrom('rates', 'rates', 'rates', 'rates', 'rates', 'rates', 'moved', ...replies),
    late: mostly(0, fc.nat(2)),
  },
  'service answers': {
    how: fc.constantFrom('done', 'done', 'done', 'done', 'lost', 'lost', 'twice', 'twice', ...answers),
    late: mostly(0, fc.nat(2)),
  },
};

/** Out of so many changes of a page. */
function changeOften(): Record<keyof typeof changes, number> {
  return {
    ...{ ship: 6, 'set value': 4, 'set switches': 2, 'set amounts': 2, 'set contacts': 4, 'set reference': 2 },
    ...{ 'set mode': 2, 'set id': 2, 'set words': 1, 'set lang': 1, compare: 2 },
    ...{ reset: 1, refresh: 2, leave: 1, return: 2, move: 1 },
  };
}

/** A write is answered about as often as one is made. */
const often: Record<keyof typeof acts, number> = {
  ...changeOften(),
  ...{ choose: 6, switch: 4, order: 18, 'page answers': 8, cancel: 5, reload: 6, rest: 3 },
  ...{ reply: 20, 'service answers': 20 },
};

/** One of the acts, each with its fields, as often as it is wanted. */
function recordOf<Acts extends Record<string, object>>(acts: Acts, often: Record<keyof Acts, number>, more = {}) {
  return fc.oneof(
    ...Object.entries(acts).map(([act, fields]) => ({
      weight: often[act as keyof Acts],
      arbitrary: fc.record({ act: fc.constant(act), ...fields, ...more }),
    })),
  );
}

const next = mostly<string>('settled', fc.constantFrom('at once', 'a microtask later'));

export const sequences: fc.Arbitrary<Sequence> = fc.record({
  button: mostly<Sequence['button']>('inside', fc.constant('elsewhere')),
  mode: mostly<Sequence['mode']>('order', fc.constant('draft')),
  reference: mostly('', fc.constant('cart')),
  begun: fc.constantFrom(...(Object.keys(beginnings) as Sequence['begun'][])),
  steps: fc.array(recordOf(acts, often, { next }) as fc.Arbitrary<Step>, { minLength: 1, maxLength: 20, size: 'max' }),
});

/** A sequence as a reader follows it, one input a line. */
export function story({ button, mode, reference, begun, steps }: Sequence): string {
  const first = `button ${button}, order-mode="${mode}" reference="${reference}", ${begun}`;
  const inWords = (step: Step) => {
    if (step.act !== 'order') return line(step);
    const { within, ...fields } = step;
    return line({ ...fields, ...(within && { within: `while ${line({ ...within, next: 'settled' })}` }) });
  };
  return [first, ...steps.map(inWords)].join('\n  ');
}
