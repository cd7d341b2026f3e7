import * as fc from 'fast-check';
import { outcomes, replies } from './service.ts';

const oneOf = fc.constantFrom;
const named = <Name extends string>(name: Name) => fc.constant(name);

const reply = fc.oneof({ weight: 2, arbitrary: named('rates') }, { weight: 1, arbitrary: oneOf(...replies) });
const outcome = fc.oneof({ weight: 1, arbitrary: named('done') }, { weight: 2, arbitrary: oneOf(...outcomes) });

/** What the shopper, the page and the service do. `late` counts requests from the newest one back. */
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: named('ship to'), code: oneOf(40_111, 40_222, 40_333, null) }) },
  { weight: 4, arbitrary: fc.record({ act: named('switch'), name: oneOf('insurance', 'cashOnDelivery') }) },
  { weight: 8, arbitrary: fc.record({ act: named('choose'), key: oneOf('jne/reg', 'jne/oke', 'sicepat/best') }) },
  { weight: 2, arbitrary: fc.record({ act: named('set value'), key: oneOf('jne/reg', 'jne/oke', 'tiki/sds', null) }) },
  { weight: 1, arbitrary: fc.record({ act: named('compare'), couriers: oneOf('jne', 'jne,sicepat') }) },
  { weight: 4, arbitrary: fc.record({ act: oneOf('reset', 'refresh') }) },
  { weight: 3, arbitrary: fc.record({ act: oneOf('renew', 'sign cart', 'leave') }) },
  { weight: 3, arbitrary: fc.record({ act: named('return') }) },
  { weight: 24, arbitrary: fc.record({ act: named('reply'), how: reply, late: fc.nat(1) }) },
  {
    weight: 16,
    arbitrary: fc.record({ act: named('order'), says: oneOf('yes', 'yes', 'yes', 'later', 'no', 'fails') }),
  },
  { weight: 4, arbitrary: fc.record({ act: named('page answers'), says: oneOf('yes', 'no') }) },
  { weight: 16, arbitrary: fc.record({ act: named('service answers'), how: outcome, late: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ act: named('set contacts'), note: oneOf('ring twice', 'knock') }) },
  { weight: 4, arbitrary: fc.record({ act: oneOf('cancel', 'next order') }) },
  { weight: 6, arbitrary: fc.record({ act: named('reload'), restored: fc.boolean() }) },
);

type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

/** `atOnce`: the next step comes in the same task. */
export type Step = Act & { atOnce?: boolean };

const step: fc.Arbitrary<Step> = fc
  .tuple(act, oneOf(false, false, false, true))
  .map(([one, atOnce]) => ({ ...one, atOnce }));

/** The first steps of a sequence, so that many orders are in progress when something happens to them. */
const quoted: Step[] = [{ act: 'reply', how: 'rates', late: 0 }];
const chosen: Step[] = [...quoted, { act: 'choose', key: 'jne/reg' }];
const ordering: Step[] = [...chosen, { act: 'order', says: 'yes' }, ...quoted];
const lost: Step[] = [...ordering, { act: 'service answers', how: 'lost', late: 0 }];
const beginnings: Step[][] = [
  ...[[], quoted, chosen, [...chosen, { act: 'order', says: 'later' } as const], ordering],
  ...[[...ordering, { act: 'service answers', how: 'done', late: 0 } as const], lost],
  [...lost, { act: 'reload', restored: true }, ...quoted],
];

export interface Sequence {
  preset: string | null;
  reference: string;
  begun: Step[];
  steps: Step[];
}

export const sequences: fc.Arbitrary<Sequence> = fc.record({
  preset: oneOf(null, null, 'jne/reg', 'tiki/sds'),
  reference: oneOf('', '', 'cart'),
  begun: oneOf(...beginnings),
  steps: fc.array(step, { minLength: 1, maxLength: 24, size: 'max' }),
});
