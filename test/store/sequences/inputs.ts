import * as fc from 'fast-check';
import { outcomes, replies } from './service.ts';

/** What the shopper, the page and the service do. */
const acts = {
  'ship to': [5, { code: fc.constantFrom(40_111, 40_222, 40_333, null) }],
  switch: [4, { name: fc.constantFrom('insured' as const, 'cashOnDelivery' as const) }],
  choose: [8, { key: fc.constantFrom('jne/reg', 'jne/oke', 'sicepat/best') }],
  'set value': [2, { key: fc.constantFrom('jne/reg', 'jne/oke', 'tiki/sds', null) }],
  compare: [1, { couriers: fc.constantFrom('jne', 'jne,sicepat') }],
  reset: [2, {}],
  refresh: [2, {}],
  renew: [1, {}],
  leave: [1, {}],
  return: [3, {}],
  // Counted from the newest question back.
  reply: [24, { how: fc.constantFrom('rates', 'rates', 'rates', 'rates', 'rates', ...replies), late: fc.nat(1) }],
  order: [16, { says: fc.constantFrom('yes', 'yes', 'yes', 'yes', 'later', 'no', 'fails') }],
  'page answers': [4, { says: fc.constantFrom('yes', 'yes', 'no', 'fails') }],
  'service answers': [16, { how: fc.constantFrom('done', 'done', 'done', 'lost', ...outcomes), late: fc.nat(1) }],
  'set contacts': [2, { note: fc.constantFrom('ring twice', 'knock') }],
  cancel: [4, {}],
  reload: [6, { restored: fc.boolean() }],
} satisfies Record<string, [number, Record<string, fc.Arbitrary<unknown>>]>;

export interface Step {
  act: keyof typeof acts;
  /** Whether the next step comes in the same task. */
  atOnce: boolean;
  [field: string]: unknown;
}

const step = fc.oneof(
  ...Object.entries(acts).map(([act, [weight, fields]]) => ({
    weight,
    arbitrary: fc.record({
      act: fc.constant(act),
      ...fields,
      atOnce: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    }),
  })),
) as fc.Arbitrary<Step>;

/** The first inputs of a sequence, so that many orders are in progress when something happens to them. */
export const beginnings: Record<string, readonly Omit<Step, 'atOnce'>[]> = {
  new: [],
  quoted: [{ act: 'reply', how: 'rates', late: 0 }],
};
const quoted = beginnings.quoted ?? [];
const choosing = [...quoted, { act: 'choose', key: 'jne/reg' }] as const;
const ordering = [...choosing, { act: 'order', says: 'yes' }, ...quoted] as const;
const answered = (how: string) => [...ordering, { act: 'service answers', how, late: 0 }] as const;
Object.assign(beginnings, {
  chosen: choosing,
  asked: [...choosing, { act: 'order', says: 'later' }],
  ordering,
  placed: answered('done'),
  lost: answered('lost'),
  reloaded: [...answered('lost'), { act: 'reload', restored: true }, ...quoted],
});

export interface Sequence {
  preset: string | null;
  reference: string;
  begun: string;
  steps: Step[];
}

export const sequences: fc.Arbitrary<Sequence> = fc.record({
  preset: fc.constantFrom(null, null, 'jne/reg', 'tiki/sds'),
  reference: fc.constantFrom('', '', 'cart'),
  begun: fc.constantFrom(...Object.keys(beginnings)),
  steps: fc.array(step, { minLength: 1, maxLength: 24, size: 'max' }),
});
