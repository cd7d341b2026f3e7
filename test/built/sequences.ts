import * as fc from 'fast-check';
import { type Input, mostly, type Step as QuoteStep, type Sequence, step } from '../elements/sequences/inputs.ts';

/** What the service makes of an order, or of a cancellation. */
export const outcomes = ['done', 'lost', '500', 'removed', 'no-cod', 'no-balance', 'used', 'under way'] as const;
export type Outcome = (typeof outcomes)[number];

/** What becomes of an order: by the shopper, by the page, by the service. */
type OrderInput =
  | { act: 'order' | 'place' | 'cancel' | 'keep' | 'confirm' | 'withdraw' }
  /** What the page does the next time that it is asked about an order. */
  | { act: 'meet'; how: Meeting }
  /** What it was waited for has come, well or not. */
  | { act: 'go on'; well: boolean }
  | { act: 'answer'; how: Outcome }
  | { act: 'declare'; insured: number | undefined; collected: number | undefined }
  | { act: 'speak'; language: string }
  | { act: 'disable' | 'require' | 'expand' | 'submit' };

export type Meeting = 'nothing' | 'stop' | 'wait';

type Moment = QuoteStep['next'];
export type Step = (Input | OrderInput) & { next: Moment };

/** A page with a checkout, its own order button inside, elsewhere in the page, or none; or with a comparison alone. */
export interface Page extends Omit<Sequence, 'steps'> {
  button: 'inside' | 'elsewhere' | 'none';
  mode: 'order' | 'draft';
  steps: Step[];
}

const acts = {
  order: {},
  place: {},
  meet: { how: fc.constantFrom<Meeting>('nothing', 'stop', 'wait') },
  'go on': { well: mostly(true, fc.boolean()) },
  answer: { how: mostly<Outcome>('done', fc.constantFrom(...outcomes)) },
  cancel: {},
  keep: {},
  confirm: {},
  withdraw: {},
  declare: {
    insured: fc.constantFrom(undefined, 0, 50_000),
    collected: fc.constantFrom(undefined, 0, 50_000, 20_000_000),
  },
  speak: { language: fc.constantFrom('en', 'id', 'fr') },
  disable: {},
  require: {},
  expand: {},
  submit: {},
};

/** Out of so many inputs. */
const often: Record<keyof typeof acts, number> = {
  ...{ order: 8, place: 2, meet: 2, 'go on': 2, answer: 12, cancel: 4, keep: 1, confirm: 4, withdraw: 1 },
  ...{ declare: 1, speak: 1, disable: 1, require: 1, expand: 1, submit: 1 },
};

const orderStep = fc.oneof(
  ...Object.entries(acts).map(([act, fields]) => ({
    weight: often[act as keyof typeof acts],
    arbitrary: fc.record({
      act: fc.constant(act),
      ...fields,
      next: mostly<string>('settled', fc.constantFrom('at once', 'a microtask later')),
    }),
  })),
) as fc.Arbitrary<Step>;

const settled = (...inputs: (Input | OrderInput)[]): Step[] => inputs.map((input) => ({ ...input, next: 'settled' }));

const choosing = settled({ act: 'choose', key: 'jne/reg' });
const ordering = [...choosing, ...settled({ act: 'order' }, { act: 'reply', how: 'rates', late: 0 })];
const placing = [...ordering, ...settled({ act: 'answer', how: 'done' })];
const losing = [...ordering, ...settled({ act: 'answer', how: 'lost' })];
const cancelling = [...placing, ...settled({ act: 'cancel' }, { act: 'confirm' })];

/** Where a sequence begins: at random alone, few would come so far. */
const beginnings = [[], choosing, ordering, placing, losing, cancelling];

export const pages: fc.Arbitrary<Page> = fc.record({
  tag: mostly<Page['tag']>('ship-checkout', fc.constantFrom('ship-checkout', 'ship-rate-comparison')),
  couriers: mostly('jne', fc.constantFrom('jne,sicepat', 'jne', '')),
  preset: mostly(null, fc.constantFrom('jne/reg', 'jne/oke', 'tiki/sds')),
  quoted: mostly(true, fc.constant(false)),
  button: mostly<Page['button']>('inside', fc.constantFrom('elsewhere', 'none')),
  mode: mostly<Page['mode']>('order', fc.constant('draft')),
  steps: fc
    .tuple(
      fc.constantFrom(...beginnings),
      fc.array(fc.oneof({ weight: 1, arbitrary: step as fc.Arbitrary<Step> }, { weight: 1, arbitrary: orderStep }), {
        minLength: 1,
        maxLength: 14,
        size: 'max',
      }),
    )
    .map(([first, rest]) => [...first, ...rest]),
});

/** A sequence as a reader follows it, one input a line. */
export function story({ steps, ...page }: Page): string {
  return [JSON.stringify(page), ...steps.map((one) => JSON.stringify(one))].join('\n  ');
}
