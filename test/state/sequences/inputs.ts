import * as fc from 'fast-check';
import {
  type Input as FieldInput,
  acts as fieldActs,
  line,
  mostly,
  often as oftenInField,
  stepOf,
  type Then,
} from '../../elements/sequences/inputs.ts';
import { replies } from '../../elements/sequences/service.ts';
import { type Answer, answers } from './ledger.ts';

/** What a page says when it is asked whether to order. */
export type Says = 'yes' | 'no' | 'fails';

/** What happens to a checkout, beside what happens to a field. */
export type Input =
  | FieldInput
  /** A click on the order button; the page is asked and says so, or later. */
  | { act: 'order'; says: Says | 'later' }
  | { act: 'page answers'; says: Says }
  /** `late` counts from the latest write back, those of pages before this one among them. */
  | { act: 'service answers'; how: Answer; late: number }
  | { act: 'set switches'; insured: boolean; paid: boolean }
  | { act: 'set reference'; reference: string }
  | { act: 'set mode'; mode: 'order' | 'draft' | 'none' }
  | { act: 'set contacts'; note: string | null }
  /** Of the page; the browser may bring back what the field held. */
  | { act: 'reload'; restored: boolean }
  | { act: 'cancel' };

export type Step = Input & Then;

const chosen: readonly (Input | 'rates')[] = ['rates', { act: 'choose', key: 'jne/reg' }];
const ordering: typeof chosen = [...chosen, { act: 'order', says: 'yes' }, 'rates'];
const answer = (how: Answer): Input => ({ act: 'service answers', how, late: 0 });

/** How far shopper, page and service can be; `rates` is the service's answer to whatever rates it is asked for. */
export const beginnings = {
  'not yet': [],
  quoted: ['rates'],
  chosen,
  asked: [...chosen, { act: 'order', says: 'later' }],
  quoting: ordering.slice(0, -1),
  ordering,
  placed: [...ordering, answer('done')],
  cancelled: [...ordering, answer('done'), { act: 'cancel' }, answer('done')],
  lost: [...ordering, answer('lost')],
  left: [...ordering, answer('lost'), { act: 'reload', restored: true }, 'rates'],
} satisfies Record<string, readonly (Input | 'rates')[]>;

export interface Sequence {
  couriers: string;
  preset: string | null;
  mode: 'order' | 'draft';
  reference: string;
  /** How far they are before the first input. */
  begun: keyof typeof beginnings;
  steps: Step[];
}

const acts = {
  ...fieldActs,
  reply: {
    how: fc.constantFrom('rates', 'rates', 'rates', 'rates', 'rates', 'moved', 'moved', ...replies),
    late: mostly(0, fc.nat(3)),
  },
  order: { says: mostly<string>('yes', fc.constantFrom('yes', 'later', 'later', 'no', 'fails')) },
  'page answers': { says: mostly<string>('yes', fc.constantFrom('yes', 'no', 'fails')) },
  'service answers': {
    how: fc.constantFrom('done', 'done', 'done', 'done', 'lost', 'lost', ...answers),
    late: mostly(0, fc.nat(2)),
  },
  'set switches': { insured: fc.boolean(), paid: fc.boolean() },
  'set reference': { reference: fc.constantFrom('', 'cart', 'cart-2', 'gift') },
  'set mode': { mode: fc.constantFrom('order', 'order', 'draft', 'none') },
  'set contacts': { note: fc.constantFrom('ring twice', 'knock', null) },
  reload: { restored: mostly(true, fc.constant(false)) },
  cancel: {},
};

/** A write is answered about as often as one is made, and most orders are on their way when something happens to them. */
const often: Record<keyof typeof acts, number> = {
  ...oftenInField,
  ...{ order: 22, 'page answers': 5, 'service answers': 24, cancel: 5, reload: 8, reply: 22 },
  ...{ 'set switches': 2, 'set reference': 2, 'set mode': 2, 'set contacts': 2 },
};

export const sequences: fc.Arbitrary<Sequence> = fc.record({
  couriers: fc.constantFrom('jne,sicepat', 'jne', ''),
  preset: mostly(null, fc.constantFrom('jne/reg', 'jne/oke', 'tiki/sds')),
  mode: mostly<'order' | 'draft'>('order', fc.constant('draft')),
  reference: mostly('', fc.constant('cart')),
  begun: fc.constantFrom(...(Object.keys(beginnings) as Sequence['begun'][])),
  steps: fc.array(stepOf(acts, often) as fc.Arbitrary<Step>, { minLength: 1, maxLength: 24, size: 'max' }),
});

/** A sequence as a reader follows it, one input a line. */
export function story({ couriers, preset, mode, reference, begun, steps }: Sequence): string {
  const attributes = { value: preset ?? '', couriers, 'order-mode': mode, reference };
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return [`<ship-checkout${written.join('')}>, ${begun}`, ...steps.map(line)].join('\n  ');
}
