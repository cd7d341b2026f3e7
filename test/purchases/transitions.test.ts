import { expect } from 'chai';
import fc from 'fast-check';
import {
  type Delivery,
  isInDoubt,
  type Money,
  moneyOf,
  type Parcel,
  type Payment,
  type Purchase,
} from '../../src/purchases/purchase.ts';
import { next, type PurchaseEvent } from '../../src/purchases/transitions.ts';
import { type Attention, attentionOf, isFailed, newsOf, stateOf, viewOf } from '../../src/purchases/view.ts';

const start = 1_795_000_000_000;

const delivery = (reference: string, payNow: number): Delivery => ({
  ...{ reference, state: 'chosen', courier: 'jne', service: 'reg' },
  ...{ switches: { insurance: false, cashOnDelivery: false }, price: 10_000, payNow, payAtDoor: 0 },
  ...{ granted: 0, since: start, next: 0, tries: 0, extra: 0 },
});

const open: Purchase = {
  ...{ reference: 'INV-1', visit: 'visit-1', number: 1, version: 1, deliveries: [], retired: [], payments: [] },
  ...{ asked: { number: 0, rupiah: 0 }, parcels: null, expires: start + 1, told: [], created: start, changed: start },
};

const accepted = (...payNow: number[]): PurchaseEvent => ({
  kind: 'accepted',
  deliveries: payNow.map((sum, at) => delivery(at ? `INV-1-${at + 1}` : 'INV-1', sum)),
  parcels: payNow.map(() => ({}) as Parcel),
  retired: [],
  expires: start + 1,
  atNewPrice: false,
});

const play = (purchase: Purchase, ...events: PurchaseEvent[]): Purchase =>
  events.reduce((before, event, at) => next(before, event, start + at) ?? before, purchase);

const money = (id: string, taken: number, back = 0, isVoid = false): PurchaseEvent => ({
  ...{ kind: 'money', number: 1 },
  payment: { id, taken, back, isVoid },
});

const references = ['INV-1', 'INV-1-2', 'INV-1-3'];
const reference = fc.constantFrom(...references);
const payment: fc.Arbitrary<Payment> = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  taken: fc.constantFrom(0, 50_000, 100_000),
  back: fc.constantFrom(0, 10_000, 100_000),
  isVoid: fc.boolean(),
});
const anyEvent: fc.Arbitrary<PurchaseEvent> = fc.oneof(
  fc.record({ kind: fc.constant('money' as const), payment, number: fc.constantFrom(1, 2) }),
  fc.record({ kind: fc.constantFrom(...(['waived', 'cancel', 'expired', 'let-go', 'unanswered'] as const)) }),
  fc.record({ kind: fc.constant('granted' as const), reference, until: fc.constant(start + 60_000) }),
  fc.record({
    ...{ kind: fc.constant('placed' as const), reference, id: fc.constant('o1'), extra: fc.constant(0) },
    arrival: fc.constant(undefined),
  }),
  fc.record({
    ...{ kind: fc.constantFrom('refused' as const, 'waits' as const), reference },
    reason: fc.constantFrom('busy', 'shipping-unavailable'),
  }),
  fc.record({ kind: fc.constantFrom('unsent' as const, 'cancelled' as const), reference }),
  fc.record({
    kind: fc.constant('retried' as const),
    refused: fc.constant(new Map(references.map((one) => [one, start]))),
    instead: fc.constantFrom(
      undefined,
      new Map([['INV-1-2', { delivery: delivery('INV-1-3', 40_000), parcel: {} as Parcel }]]),
    ),
  }),
  fc.record({ kind: fc.constant('cancel' as const), only: fc.constant('refused' as const) }),
  fc.record({ kind: fc.constant('kept' as const), reference, id: fc.constant('o1'), reason: fc.constant('late') }),
  fc.record({
    ...{ kind: fc.constant('looked' as const), reference, isInDoubt: fc.boolean(), delivered: fc.boolean() },
    ended: fc.constantFrom(undefined, 'returned', 'cancelled'),
  }),
  fc.constantFrom(accepted(100_000, 50_000), accepted(60_000, 40_000), accepted(0, 0)),
);

describe('the state machine of a purchase', () => {
  it('counts the same sums of the provider’s messages, in any sequence and however often they come', () => {
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 12 }), fc.array(fc.nat(), { maxLength: 12 }), (payments, order) => {
        const purchase = play(open, accepted(100_000));
        const events = payments.map((one): PurchaseEvent => ({ kind: 'money', payment: one, number: 1 }));
        const mixed = order.flatMap((at) => events[at % Math.max(1, events.length)] ?? []);
        const [one, other] = [play(purchase, ...events), play(purchase, ...mixed, ...[...events].reverse(), ...mixed)];
        const { taken, givenBack } = moneyOf(one);
        expect(moneyOf(other)).to.include({ taken, givenBack });
      }),
    );
  });

  it('never ships without its money, never loses money, and changes nothing by an event that it does not know', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
        let purchase = play(open, accepted(100_000, 50_000));
        for (const [at, event] of events.entries()) {
          const after = next(purchase, event, start + at * 1_000);
          if (!after) continue;
          const { taken, givenBack, stands, owed } = moneyOf(after);
          expect(owed).to.equal(taken - givenBack - stands);
          const isShipping = after.deliveries.some(({ state }) => state === 'to-ship');
          if (isShipping) expect(owed, `to-ship after ${event.kind}`).to.be.at.least(0);
          // Money is in a delivery that stands, or it is owed.
          if (taken > givenBack) expect(stands + Math.max(0, owed)).to.be.at.least(taken - givenBack);
          // No page asks for Rp 0, as for what the courier collects after a refund by mistake.
          expect(viewOf(after, start).pay?.rupiah).to.not.equal(0);
          expect(after.version).to.equal(purchase.version + 1);
          if (after.deliveries.some(({ state }) => state === 'chosen' || state === 'to-ship'))
            expect(after.parcels).to.have.length(after.deliveries.length);
          purchase = after;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('needs nobody any more once staff have done what the lines of their list say, each of which ends by its last verb', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
        const later = start + 3_600_000;
        let purchase = play(open, accepted(100_000, 50_000), ...events);
        for (let step = 0; attentionOf(purchase, later).length; step += 1) {
          const { what, remedy } = attentionOf(purchase, later)[0] as Attention;
          const [, verb = '', number = 1, sum] =
            /.*"([\w-]+) INV-1(?:\.(\d+))?(?: (\d+))?(?: NUMBER)?"/.exec(remedy) ?? [];
          const id = `by-staff-${step}`;
          const noted = (taken: number, back: number): PurchaseEvent => ({
            ...{ kind: 'money', number: Number(number) },
            payment: { id, taken, back, isVoid: false },
          });
          const done: Record<string, PurchaseEvent> = {
            cancel: { kind: 'cancel' },
            'let-go': { kind: 'let-go' },
            waive: { kind: 'waived', missing: Number(sum) },
            paid: noted(Number(sum), 0),
            'given-back': noted(0, Number(sum)),
            declined: noted(0, 0),
          };
          expect(done, remedy).to.have.property(verb);
          const after = play(purchase, done[verb] as PurchaseEvent);
          // The gateway has called off what it was asked to.
          const off = after.deliveries.flatMap(({ state, reference }): PurchaseEvent[] =>
            state === 'cancelling' ? [{ kind: 'cancelled', reference }] : [],
          );
          purchase = play(after, ...off);
          expect(attentionOf(purchase, later).map((line) => line.what)).to.not.include(what);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('says of each parcel what it said before its page has tried to cancel it, once it is known that it is not cancelled', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), fc.boolean(), (events, isTwice) => {
        const kept: PurchaseEvent = { kind: 'kept', reference: 'INV-1', id: 'o1', reason: 'late' };
        const purchase = play(open, accepted(100_000, 50_000), ...events, { kind: 'cancel' }, kept);
        const looked = (isInDoubt: boolean) =>
          purchase.deliveries.map(({ reference, ended }): PurchaseEvent => {
            return { kind: 'looked', reference, ended, delivered: false, isInDoubt };
          });
        const known = play(purchase, ...looked(false));
        const again = play(known, ...looked(true), ...(isTwice ? looked(true) : []), ...looked(false));
        const said = (one: Purchase) => attentionOf(one, start).map(({ what, remedy }) => [what, remedy]);
        expect(said(again)).to.deep.equal(said(known));
      }),
      { numRuns: 500 },
    );
  });

  it('gives each change a key of its own, with which it is told once', () => {
    const granted = references.map((reference): PurchaseEvent => ({ kind: 'granted', reference, until: start }));
    const paid = play(open, accepted(100_000, 50_000), money('a', 150_000), ...granted);
    const kept = (reference: string): PurchaseEvent => ({ kind: 'kept', reference, id: 'o1', reason: 'late' });
    // Stories that go on: what may be there is asked, money comes and goes in small sums, and staff change their minds.
    const more = fc.constantFrom(0, 1, 2, 5, 10, 11, 15).map((times) => money('a', 150_000, times * 10_000));
    const staff = fc.constantFrom<PurchaseEvent>(
      ...[{ kind: 'cancel' } as const, { kind: 'let-go' } as const, { kind: 'waived' } as const],
      ...[kept('INV-1'), kept('INV-1-2')],
      { kind: 'looked', reference: 'INV-1', ended: 'cancelled', delivered: false, isInDoubt: false },
    );
    const event = fc.oneof({ weight: 2, arbitrary: anyEvent }, more, { weight: 2, arbitrary: staff });
    const ends = new Map(Object.entries({ placed: 'shipped', cancelled: 'cancelled', refused: 'refused' }));
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), fc.constantFrom(open, paid), (events, first) => {
        let purchase = first;
        /** How often each parcel was in another state, or in doubt. */
        const times = new Map<string, number>();
        /** What each key has told, and of whom. */
        const told = new Map<string, { what: string; of?: string; sum?: number }>();
        let waived = 0;
        const saidOf = ({ reason, what }: Attention, { taken, givenBack, owed }: Money) => {
          const parcel = /^(INV-\S+) by /.exec(what)?.[1];
          // Of a wait, its cause. What the service has answered meanwhile is no news.
          const cause = reason === 'waits' ? what.replace(/.*: | \(.*/g, '') : '';
          if (parcel)
            return { what: reason, of: reason === 'ended' ? what : `${parcel} ${times.get(parcel)} ${cause}` };
          if (reason === 'unanswered' || what.includes(' paid after it ')) return { what: reason, of: what };
          // What was settled of it counts, too.
          const missing = what.includes(' more went back ') ? givenBack : taken + waived - owed;
          const sum = reason === 'owed' ? owed + givenBack : missing;
          return { what: reason, of: what.replaceAll(/\d+/g, ''), sum };
        };
        for (const [at, event] of events.entries()) {
          const now = start + at * 3_600_000;
          const after = next(purchase, event, now) ?? purchase;
          for (const one of after.deliveries) {
            const before = purchase.deliveries.find(({ reference }) => reference === one.reference);
            if (before?.state !== one.state || (isInDoubt(one) && !isInDoubt(before)))
              times.set(one.reference, (times.get(one.reference) ?? 0) + 1);
          }
          const money = moneyOf(after);
          if (event.kind === 'waived') waived += moneyOf(purchase).stands - money.stands;
          const [lines, news] = [attentionOf(after, now), newsOf(after, now)];
          for (const { key, what } of news) {
            expect(told.has(key), key).to.equal(false);
            told.set(key, lines.filter((line) => line.key === key).map((line) => saidOf(line, money))[0] ?? { what });
          }
          for (const line of lines) {
            const said = saidOf(line, money);
            const known = told.get(line.key);
            expect(known, line.key).to.include({ what: said.what });
            if (known?.of) expect(known.of, line.key).to.equal(said.of);
            // The same key never means more money than it did.
            expect(said.sum ?? 0, line.key).to.be.at.most(known?.sum ?? 0);
            const same = [...told].filter(([, { what, of }]) => what === said.what && of === said.of);
            if (said.sum === undefined) expect(same, line.key).to.have.length.at.most(1);
          }
          for (const { state, reference } of after.deliveries)
            if (ends.has(state))
              expect(
                [...told].some(([key, { what }]) => what === ends.get(state) && key.startsWith(`${reference} `)),
                `${reference} ${state}`,
              ).to.equal(true);
          purchase = play(after, { kind: 'told', keys: news.map(({ key }) => key) });
        }
      }),
      { numRuns: 2_000 },
    );
  });

  const [first, second] = ['INV-1', 'INV-1-2'];
  const placed: PurchaseEvent = { kind: 'placed', reference: first, id: 'o1', extra: 0, arrival: undefined };
  const looked = (isInDoubt: boolean): PurchaseEvent => ({
    kind: 'looked',
    reference: first,
    ...{ ended: undefined, delivered: false },
    isInDoubt,
  });
  const keptOnce: PurchaseEvent = { kind: 'kept', reference: first, id: 'o1', reason: 'late' };
  const waits = (reference: string): PurchaseEvent => ({ kind: 'waits', reference, reason: 'shipping-unavailable' });
  const back = (sum: number) => money('a', 200_000, sum);
  for (const [reason, how, events] of [
    [
      ...(['owed', 'refunds of the same sum'] as const),
      [{ kind: 'refused', reference: first, reason: 'busy' }, { kind: 'cancelled', reference: first }, back(100_000)],
      [{ kind: 'cancel' }, { kind: 'cancelled', reference: second }],
    ],
    ['taken-back', 'sums of the provider', [placed, back(10_000), { kind: 'waived' }, back(20_000)], []],
    ['not-cancelled', 'cancellations', [placed, { kind: 'cancel' }, keptOnce], [{ kind: 'cancel' }, keptOnce]],
    ['waits', 'waits, for its order and for its end', [waits(first), { kind: 'cancel' }], [waits(first)]],
    ['waits', 'parcels', [waits(first), waits(second)], []],
    ['waits', 'causes', [waits(first)], [{ kind: 'waits', reference: first, reason: 'quotes-exhausted' }]],
    [
      ...(['underpaid', 'sums of what stands'] as const),
      [{ kind: 'refused', reference: second, reason: 'busy' }, back(150_000)],
      [{ kind: 'retried', refused: new Map([[second, start]]) }],
    ],
    [
      ...(['taken-back', 'sums of what stands'] as const),
      [{ kind: 'refused', reference: second, reason: 'busy' }, placed, back(200_000)],
      [{ kind: 'cancel', only: 'refused' }],
    ],
    ['waits', 'doubts', [placed, looked(true), looked(false)], [looked(true)]],
  ].map(([reason, how, one, two]) => [reason, how, [one, two].flat()] as [string, string, PurchaseEvent[]]))
    it(`gives two ${how} a key each: ${reason}`, () => {
      let purchase = play(
        ...([open, accepted(100_000, 100_000), money('a', 200_000)] as const),
        ...[first, second].map((one): PurchaseEvent => ({ kind: 'granted', reference: one, until: start })),
      );
      const keys = events.flatMap((event, at) => {
        purchase = next(purchase, event, start + (at + 1) * 1_000) ?? purchase;
        return attentionOf(purchase, start).flatMap((line) => (line.reason === reason ? line.key : []));
      });
      expect([...new Set(keys)], keys.join()).to.have.length(2);
    });

  for (const [what, sum, ...events] of [
    ['a chargeback that was won', 100_000, money('a', 100_000), money('a', 100_000, 0, true), money('a', 100_000)],
    ['a denial that was none', 100_000, money('a', 0, 0, true), money('a', 100_000)],
    ['a refund that failed', 100_000, money('a', 100_000), money('a', 100_000, 100_000), money('a', 100_000)],
    ['a smaller refund that failed', 40_000, money('a', 100_000), money('a', 100_000, 40_000), money('a', 100_000)],
  ] as [string, number, ...PurchaseEvent[]][])
    it(`tells staff of a payment that is called paid after it went back, and ships nothing of it: ${what}`, () => {
      const again = (purchase: Purchase) =>
        attentionOf(purchase, start).filter(({ what }) => what.endsWith(' calls a of INV-1 paid after it went back'));
      const purchase = play(open, accepted(100_000), ...events);
      expect(purchase.deliveries.map(({ state }) => state)).to.not.include('to-ship');
      expect(again(purchase).map(({ remedy }) => remedy)).to.match(
        new RegExp(`"paid INV-1 ${sum} NUMBER".*"let-go INV-1" ends this line, and lets couriers go on`),
      );
      expect(newsOf(purchase, start)).to.deep.include({ what: 'taken-back', key: 'INV-1 paid-again a' });
      // An expiry says nothing of it. The next word of the provider ends it, and so do staff.
      expect(again(play(purchase, money('a', 0)))).to.have.length(1);
      for (const end of [{ kind: 'let-go' } as const, money('a', 100_000, 100_000)])
        expect(again(play(purchase, end)), end.kind).to.deep.equal([]);
      // The provider calls more than once. What goes back after staff have looked is another matter.
      const repeated = events.at(-1) as PurchaseEvent;
      const compared = play(purchase, { kind: 'let-go' }, repeated, repeated);
      expect(again(compared)).to.deep.equal([]);
      if (sum < 100_000) expect(again(play(compared, money('a', 100_000, 60_000), repeated))).to.have.length(1);
    });

  it('asks for what may be taken under the same number, at the same sum and for nothing else, until a message ends it', () => {
    const unanswered: PurchaseEvent = { kind: 'unanswered' };
    const purchase = play(open, accepted(100_000), unanswered);
    const declined = money('b', 0);
    for (const other of [accepted(90_000), accepted(0), accepted(60_000, 50_000)]) {
      expect(next(purchase, other, start), 'it may be taken').to.equal(undefined);
      for (const end of [declined, money('b', 0, 0, true)])
        expect(next(play(purchase, end), other, start), 'it is not').to.not.equal(undefined);
    }
    // Its address may be corrected, since the sum and the number stay.
    const same = play(purchase, accepted(100_000), unanswered);
    expect(viewOf(same, start).pay).to.include({ id: 'INV-1', rupiah: 100_000 });
    expect(viewOf(play(same, declined), start).pay).to.include({ id: 'INV-1.2' });
    expect(stateOf(play(same, money('b', 100_000)))).to.equal('booking');
    // An earlier number has failed late.
    const second = play(open, accepted(100_000), declined, unanswered, money('c', 0));
    expect(next(second, accepted(90_000), start)).to.equal(undefined);
  });

  it('asks for what was never paid, and not for what the shop has given back, which staff waive', () => {
    const part = play(open, accepted(100_000), money('a', 90_000, 30_000));
    expect(viewOf(part, start).pay).to.include({ id: 'INV-1.2', rupiah: 10_000 });
    const whole = viewOf(play(part, money('b', 10_000)), start);
    expect(whole).to.include({ state: 'booking', isDone: true, pay: undefined });
    expect([part, play(part, money('b', 10_000))].map((one) => attentionOf(one, start)[0]?.remedy)).to.deep.equal([
      'have the shopper pay the rest, "waive INV-1 40000" or "cancel INV-1"',
      '"waive INV-1 30000" or "cancel INV-1"',
    ]);
    // Another choice costs more than was ever paid.
    const dearer = play(part, money('b', 10_000), accepted(105_000));
    expect(viewOf(dearer, start).pay).to.include({ id: 'INV-1.3', rupiah: 5_000 });
  });

  it('tells staff after ten minutes of a payment without an answer, and at once if nobody asks for it again', () => {
    const soon = start + 10 * 60_000;
    const waits = play(open, accepted(100_000), { kind: 'unanswered' });
    const purchase = play(open, accepted(100_000), { kind: 'unanswered' }, { kind: 'expired' });
    expect(stateOf(purchase)).to.equal('cancelled');
    expect(attentionOf(waits, soon)).to.deep.equal([]);
    for (const told of [attentionOf(waits, soon + 1), attentionOf(purchase, start), attentionOf(purchase, soon + 1)])
      expect(told).to.deep.equal([
        {
          reason: 'unanswered',
          key: 'INV-1 unanswered 1',
          what: 'The payment INV-1 has no answer: Rp 100000 may be taken',
          remedy:
            'look at your provider: "paid INV-1 100000 NUMBER" ends it, with the provider\'s number of it, or "declined INV-1" if nothing was taken',
        },
      ]);
    for (const end of [money('b', 0), money('b', 100_000)])
      expect(attentionOf(play(purchase, end), soon + 1).map(({ reason }) => reason)).to.not.include('unanswered');
  });

  it('gives the same sum a key of its own, if it is missing once more after the shop has waived it', () => {
    const granted = [first, second].map((one): PurchaseEvent => ({ kind: 'granted', reference: one, until: start }));
    let purchase = play(open, accepted(100_000, 50_000), money('a', 150_000), ...granted);
    const events: PurchaseEvent[] = [
      ...([{ kind: 'refused', reference: second, reason: 'busy' }, money('a', 150_000, 100_000)] as const),
      ...([{ kind: 'waived' }, { kind: 'cancel', only: 'refused' }] as const),
    ];
    const lines = events.flatMap((event, at) => {
      purchase = next(purchase, event, start + (at + 1) * 1_000) ?? purchase;
      return attentionOf(purchase, start).filter(({ reason }) => reason === 'underpaid');
    });
    expect(lines.map(({ what }) => what)).to.deep.equal([lines[0]?.what, lines[0]?.what]);
    expect(new Set(lines.map(({ key }) => key))).to.have.property('size', 2);
  });

  it('lets a process tell what is new, and nothing if another one has told it', () => {
    const telling: PurchaseEvent = { kind: 'telling', until: start + 1 };
    const cancelled = play(open, accepted(100_000), money('a', 100_000), { kind: 'cancel' });
    expect(next(cancelled, telling, start)).to.include({ telling: start + 1 });
    const told = play(cancelled, { kind: 'told', keys: newsOf(cancelled, start).map(({ key }) => key) });
    expect(next(told, telling, start)).to.equal(undefined);
  });

  it('asks under a number of its own for each sum, also if the same sum is missing again', () => {
    const paid = play(open, accepted(100_000), money('a', 90_000));
    expect(viewOf(paid, start).pay).to.include({ id: 'INV-1.2', rupiah: 10_000 });
    const more = play(paid, money('b', 5_000), accepted(105_000));
    expect(viewOf(more, start).pay).to.include({ id: 'INV-1.4', rupiah: 10_000 });
    // Nothing was taken under it.
    const refused: PurchaseEvent = { kind: 'refused', reference: 'INV-1', reason: 'service-gone' };
    const waived = play(paid, { kind: 'waived' }, refused, accepted(100_000));
    expect(viewOf(waived, start).pay).to.include({ id: 'INV-1.2', rupiah: 10_000 });
  });

  it('gives a delivery back in full that is refused, while the others of the purchase are shipped', () => {
    const paid = play(open, accepted(100_000, 50_000), money('a', 150_000));
    const refused = play(
      paid,
      { kind: 'granted', reference: 'INV-1-2', until: start },
      { kind: 'refused', reference: 'INV-1-2', reason: 'no-courier' },
      { kind: 'placed', reference: 'INV-1', id: 'o1', extra: 0, arrival: undefined },
    );
    expect(moneyOf(refused)).to.deep.equal({ taken: 150_000, givenBack: 0, stands: 100_000, owed: 50_000 });
    expect(refused.deliveries.map(({ state }) => state)).to.deep.equal(['placed', 'refused']);
  });

  it('calls off what may be on its way, and cancels at once what was never granted', () => {
    const granted: PurchaseEvent = { kind: 'granted', reference: 'INV-1', until: start };
    const paid = play(open, accepted(100_000), money('a', 100_000));
    expect(stateOf(play(paid, { kind: 'cancel' }))).to.equal('cancelled');
    expect(stateOf(play(paid, granted, { kind: 'cancel' }))).to.equal('cancelling');
    expect(stateOf(play(paid, granted, money('a', 100_000, 0, true)))).to.equal('cancelling');
    // The cancellation was first, so nothing is granted any more.
    expect(play(paid, { kind: 'cancel' }, granted).deliveries[0]).to.include({ state: 'cancelled', granted: 0 });
  });

  it('keeps the sums of the earlier price if its grant is used before the difference was paid', () => {
    const dearer = { ...accepted(105_000), atNewPrice: true } as Extract<PurchaseEvent, { kind: 'accepted' }>;
    const risen = { ...dearer, deliveries: dearer.deliveries.map((one) => ({ ...one, price: 15_000 })) };
    const paid = play(open, accepted(100_000), money('a', 100_000), {
      kind: 'granted',
      reference: 'INV-1',
      until: start,
    });
    const asked = play(paid, risen);
    expect(moneyOf(asked).owed).to.equal(-5_000);
    const placed = play(asked, { kind: 'placed', reference: 'INV-1', id: 'o1', extra: 0, arrival: undefined });
    expect(moneyOf(placed).owed).to.equal(0);
    expect(placed.deliveries[0]).to.include({ state: 'placed', price: 10_000, payNow: 100_000 });
  });

  it('lets staff send again what its courier has ended, but not what was to be cancelled', () => {
    const placed = play(open, accepted(100_000), money('a', 100_000), {
      ...{ kind: 'placed', reference: 'INV-1', id: 'o1', extra: 0, arrival: undefined },
    });
    const remedyOf = (...events: PurchaseEvent[]) => {
      const looked = { kind: 'looked', reference: 'INV-1', delivered: false, isInDoubt: false } as const;
      const ended: PurchaseEvent = { ...looked, ended: 'returned' };
      return attentionOf(play(placed, ...events, ended), start).find(({ reason }) => reason === 'ended')?.remedy;
    };
    expect(remedyOf()).to.include('"retry INV-1"');
    const kept: PurchaseEvent = { kind: 'kept', reference: 'INV-1', id: 'o1', reason: 'late' };
    expect(remedyOf({ kind: 'cancel' }, kept)).to.equal('"cancel INV-1", and give the money back');
    const back = [money('a', 100_000, 100_000), { kind: 'waived' }] as const;
    expect(remedyOf(...back), 'nobody pays for it').to.equal('"cancel INV-1", and sell it again');
    const atDoor = { ...placed, deliveries: placed.deliveries.map((one) => ({ ...one, payAtDoor: 50_000 })) };
    const ended = {
      kind: 'looked',
      reference: 'INV-1',
      delivered: false,
      isInDoubt: false,
      ended: 'returned',
    } as const;
    expect(attentionOf(play(atDoor, ...back, ended), start)[0]?.remedy).to.include('"retry INV-1"');
  });

  it('tells staff the words of the service as they are, also those that every object has', () => {
    for (const word of ['constructor', 'toString', '__proto__']) {
      const waiting: Delivery = { ...delivery('INV-1', 100_000), state: 'to-ship', reason: word };
      const [first] = attentionOf({ ...open, deliveries: [waiting] }, start + 3_600_000);
      expect(first?.what).to.include(`the service has not answered (${word})`);
      expect(isFailed(word)).to.equal(false);
    }
  });
});
