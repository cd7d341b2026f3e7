import * as fc from 'fast-check';
import { type Reply, replies } from './service.ts';

/** What happens to a field: by the shopper, by the page, by the service. */
export type Input =
  | { act: 'ship to'; code: number | null }
  | { act: 'pack'; quantity: number }
  | { act: 'switch'; id: 'insurance' | 'cash-on-delivery' }
  | { act: 'compare'; couriers: string }
  | { act: 'tick'; courier: string }
  | { act: 'choose'; key: string }
  | { act: 'set value'; key: string | null }
  | { act: 'reset' | 'leave' | 'return' | 'move' | 'refresh' | 'rest' }
  /** `late` counts from the latest request back, those that were given up among them. */
  | { act: 'reply'; how: Reply; late: number };

/** When the next input comes: with all of this one on screen, in the same task, or amid the updates. */
export type Then = { next: 'settled' | 'at once' | 'a microtask later' };
export type Step = Input & Then;

export interface Sequence {
  tag: 'ship-checkout' | 'ship-rate-comparison';
  couriers: string;
  preset: string | null;
  /** Whether the first answer is there before the first input. */
  quoted: boolean;
  steps: Step[];
}

export const mostly = <T>(usual: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

export const acts = {
  'ship to': { code: fc.constantFrom(40111, 40222, 40333, null) },
  pack: { quantity: fc.constantFrom(1, 2) },
  switch: { id: fc.constantFrom('insurance' as const, 'cash-on-delivery' as const) },
  compare: { couriers: fc.constantFrom('jne', 'jne,sicepat', '') },
  tick: { courier: fc.constantFrom('jne', 'sicepat') },
  choose: { key: fc.constantFrom('jne/reg', 'jne/oke', 'sicepat/reg') },
  'set value': { key: fc.constantFrom('jne/reg', 'jne/oke', 'tiki/sds', null) },
  reset: {},
  leave: {},
  return: {},
  move: {},
  refresh: {},
  rest: {},
  reply: {
    how: mostly<Reply>('rates', fc.constantFrom(...replies)),
    late: mostly(0, fc.nat(3)),
  },
};

/** Out of so many inputs; a reply comes about as often as a question. */
export const often: Record<keyof typeof acts, number> = {
  ...{ 'ship to': 5, pack: 1, switch: 4, compare: 2, tick: 1, choose: 7, 'set value': 2 },
  ...{ reset: 2, leave: 1, return: 2, move: 1, refresh: 3, rest: 2, reply: 18 },
};

/** One input of a sequence: each act with its fields, as often as it is wanted. */
export const stepOf = <Acts extends Record<string, object>>(acts: Acts, often: Record<keyof Acts, number>) =>
  fc.oneof(
    ...Object.entries(acts).map(([act, fields]) => ({
      weight: often[act as keyof Acts],
      arbitrary: fc.record({
        act: fc.constant(act),
        ...fields,
        next: mostly<string>('settled', fc.constantFrom('at once', 'a microtask later')),
      }),
    })),
  );

export const step = stepOf(acts, often) as fc.Arbitrary<Step>;

export const sequences: fc.Arbitrary<Sequence> = fc.record({
  tag: fc.constantFrom('ship-checkout', 'ship-rate-comparison'),
  couriers: fc.constantFrom('jne,sicepat', 'jne', ''),
  preset: mostly(null, fc.constantFrom('jne/reg', 'jne/oke', 'tiki/sds')),
  quoted: mostly(true, fc.constant(false)),
  steps: fc.array(step, { minLength: 1, maxLength: 14, size: 'max' }),
});

/** A sequence as a reader follows it, one input a line. */
export function story({ tag, couriers, preset, quoted, steps }: Sequence): string {
  const first = `<${tag}${preset ? ` value="${preset}"` : ''} couriers="${couriers}">${quoted ? ', quoted' : ''}`;
  return [first, ...steps.map(line)].join('\n  ');
}

export const line = ({ act, next, ...fields }: { act: string } & Then): string =>
  [act, ...Object.values(fields).map((field) => field ?? 'nothing'), next === 'settled' ? '' : `and, ${next},`]
    .filter((word) => word !== '')
    .join(' ');
