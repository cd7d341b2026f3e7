import { expect } from 'chai';
import { Ledger } from '../../../src/gateway/ledger/ledger.ts';
import {
  type Entry,
  type EntryState,
  type LedgerEvent,
  latestLease,
  next,
} from '../../../src/gateway/ledger/transitions.ts';
import { clockSkew } from '../../../src/tokens/index.ts';
import { entryOf, now } from './entry.ts';
import { memoryLedger } from './memory-ledger.ts';

const policy = { lease: 30_000, pause: 2_000, most: 4 };

const events: { [Kind in LedgerEvent['kind']]: LedgerEvent & { kind: Kind } } = {
  'take-over': { kind: 'take-over' },
  send: { kind: 'send', terms: null },
  'send-again': { kind: 'send-again' },
  placed: { kind: 'placed', order: 'o1', answer: '{}' },
  refused: { kind: 'refused', answer: '{}' },
  'no-proof': { kind: 'no-proof' },
  'not-sent': { kind: 'not-sent' },
  undecidable: { kind: 'undecidable' },
  'looked-up': { kind: 'looked-up', state: 'placed', order: 'o1', answer: '{}' },
  abandoned: { kind: 'abandoned', answer: '{}' },
  cancel: { kind: 'cancel', body: '{}' },
  cancelled: { kind: 'cancelled', answer: '{}' },
  kept: { kind: 'kept' },
  'called-off': { kind: 'called-off', answer: '{}' },
  wait: { kind: 'wait', until: now + 60_000 },
  'draft-confirmed': { kind: 'draft-confirmed', answer: '{}' },
  'draft-gone': { kind: 'draft-gone', answer: '{}' },
};

/** The state after each event. An event that is not here changes nothing. */
const changes: Record<EntryState, Partial<Record<LedgerEvent['kind'], EntryState>>> = {
  claimed: { 'take-over': 'claimed', send: 'sending', abandoned: 'refused', 'called-off': 'cancelled' },
  sending: {
    placed: 'placed',
    refused: 'refused',
    'no-proof': 'unknown',
    'not-sent': 'claimed',
    'send-again': 'sending',
    undecidable: 'needs-attention',
  },
  unknown: { placed: 'placed', 'send-again': 'sending' },
  placed: { cancel: 'cancelling' },
  refused: { 'called-off': 'cancelled' },
  'needs-attention': { placed: 'placed', 'looked-up': 'placed' },
  cancelling: {
    cancelled: 'cancelled',
    kept: 'placed',
    'no-proof': 'cancelling',
    'not-sent': 'cancelling',
    'send-again': 'cancelling',
  },
  cancelled: {},
  confirmed: {},
  erased: {},
};
const settled: (EntryState | undefined)[] = ['placed', 'refused', 'cancelled'];

describe('a lease', () => {
  it('may be ahead of a clock by as much as a token', () => {
    const longest = Math.max(policy.lease, policy.pause * 2 ** (policy.most - 1));
    expect(latestLease(now, policy) - now - longest).to.equal(1_000 * clockSkew);
  });
});

describe('next', () => {
  for (const state of Object.keys(changes) as EntryState[])
    for (const event of Object.values(events)) {
      const to = changes[state][event.kind];
      it(`${state}, ${event.kind}: ${to ?? 'nothing'}`, () => {
        const changed = next(entryOf({ state }), event, now, policy);
        expect(changed?.state).to.equal(to);
        if (!changed) return;
        expect(changed).to.include({ version: 8, changed: now });
        expect(changed.body === null, 'the body is erased once the order is settled').to.equal(settled.includes(to));
      });
    }

  const { 'send-again': sendAgain, 'no-proof': noProof, 'take-over': takeOver } = events;
  const needsAttention = { state: 'needs-attention' } as const;
  const refusedByHand = { ...events['looked-up'], state: 'refused', order: null } as const;
  const draft = { state: 'placed', kind: 'draft_order', order: 'd1' } as const;
  const cancelledByHand = { ...events['looked-up'], state: 'cancelled' } as const;
  const cases: [string, Partial<Entry>, LedgerEvent, Partial<Entry> | undefined][] = [
    ['leases a first send', {}, events.send, { attempts: 1, lease: now + 30_000 }],
    ['sends nothing again under a lease', { state: 'sending', lease: now + 1 }, sendAgain, undefined],
    ['sends nothing again during a pause', { state: 'unknown', lease: now + 1 }, sendAgain, undefined],
    ['cancels nothing again under a lease', { state: 'cancelling', lease: now + 1 }, sendAgain, undefined],
    ['takes over no claim under a lease', { lease: now + 30_000 }, takeOver, undefined],
    ['calls off no claim under a lease', { lease: now + 30_000 }, events['called-off'], undefined],
    ['ignores a lease from before the clock was set back', { lease: now + 3_600_000 }, takeOver, { state: 'claimed' }],
    ['pauses after the first send', { state: 'sending' }, noProof, { state: 'unknown', lease: now + 2_000 }],
    [
      'pauses longer after the third',
      { state: 'sending', attempts: 3 },
      noProof,
      { state: 'unknown', lease: now + 8_000 },
    ],
    [
      'pauses longer after the third cancellation',
      { state: 'cancelling', attempts: 3 },
      noProof,
      { lease: now + 8_000 },
    ],
    [
      'is as before its first send, which did not reach the service',
      { state: 'sending', lease: now + 1 },
      events['not-sent'],
      { state: 'claimed', attempts: 0, lease: now + 30_000 },
    ],
    [
      'stays unknown if a later send did not reach the service',
      { state: 'sending', attempts: 3 },
      events['not-sent'],
      { state: 'unknown', attempts: 3, lease: now + 8_000 },
    ],
    [
      'sends for the fourth and last time',
      { state: 'unknown', attempts: 3 },
      sendAgain,
      { attempts: 4, lease: now + 30_000 },
    ],
    ['needs attention after the last send', { state: 'sending', attempts: 4 }, noProof, needsAttention],
    ['needs attention after the last cancellation', { state: 'cancelling', attempts: 4 }, noProof, needsAttention],
    ['makes no fifth send', { state: 'unknown', attempts: 4 }, sendAgain, needsAttention],
    ['makes no fifth send for a process that has ended', { state: 'sending', attempts: 4 }, sendAgain, needsAttention],
    ['makes no fifth cancellation', { state: 'cancelling', attempts: 4 }, sendAgain, needsAttention],
    ['takes no refusal of a later send', { state: 'sending', attempts: 2 }, events.refused, undefined],
    [
      'takes no proof of an order for one of its cancellation',
      { ...needsAttention, order: 'o1' },
      events.placed,
      undefined,
    ],
    ['is refused by the merchant', needsAttention, refusedByHand, { state: 'refused', body: null, order: null }],
    ['is cancelled by the merchant', needsAttention, cancelledByHand, { state: 'cancelled', body: null, order: 'o1' }],
    ['waits with a draft', draft, events.wait, { state: 'placed', lease: now + 60_000 }],
    ['ends a draft that was confirmed', draft, events['draft-confirmed'], { state: 'confirmed', order: 'd1' }],
    ['ends a draft that is gone', draft, events['draft-gone'], { state: 'cancelled', order: 'd1' }],
    [
      'is not refused by the merchant after it was placed',
      { ...needsAttention, order: 'o1' },
      refusedByHand,
      undefined,
    ],
  ];
  for (const [title, before, event, after] of cases)
    it(title, () => {
      const changed = next(entryOf(before), event, now, policy);
      if (after) expect(changed).to.include(after);
      else expect(changed).to.equal(undefined);
    });
});

describe('Ledger', () => {
  const first = entryOf({ state: 'sending', lease: now + 30_000 });

  /** A ledger in which another process has written since `first` was read. */
  async function openWith(entry: Entry) {
    const { store } = memoryLedger();
    await store.insert(entry);
    return new Ledger({ store, policy, now: () => now });
  }

  for (const [what, since] of [
    ['send', { attempts: 2 }],
    ['claim', { created: now }],
  ] as const)
    for (const [kind, state] of [
      ['refused', 'sending'],
      ['no-proof', 'sending'],
      ['not-sent', 'sending'],
      ['undecidable', 'sending'],
      ['placed', 'placed'],
    ] as const)
      it(`is ${state} when an earlier send is ${kind} during a later ${what}`, async () => {
        const ledger = await openWith({ ...first, version: 9, ...since });
        expect((await ledger.record(first, events[kind])).state).to.equal(state);
      });

  it('takes no refusal of an earlier cancellation for one of the later', async () => {
    const cancelling = { ...first, state: 'cancelling', order: 'o1' } as const;
    const ledger = await openWith({ ...cancelling, version: 9, attempts: 2 });
    expect((await ledger.record(cancelling, events.kept)).state).to.equal('cancelling');
    expect((await ledger.record(cancelling, events.cancelled)).state).to.equal('cancelled');
  });

  it('lets no process with a released claim send the next claim', async () => {
    const ledger = new Ledger({ store: memoryLedger().store, policy, now: () => now });
    const intent = { ...entryOf(), body: '{}' };
    const released = (await ledger.claim(intent)) as Entry;
    expect(await ledger.release(released)).to.equal(true);
    expect(await ledger.claim(intent)).to.not.equal(undefined);
    expect(await ledger.begin(released, events.send)).to.equal(undefined);
  });

  it('lets one of two processes claim a reference, also after a refusal', async () => {
    const intent = { ...entryOf(), body: '{}' };
    expect(await (await openWith(first)).claim(intent)).to.equal(undefined);
    const refused = entryOf({ state: 'refused' });
    expect(await (await openWith({ ...refused, version: 9 })).claimAnew(intent, refused)).to.equal(undefined);
  });

  it('releases nothing that was sent', async () => {
    const ledger = await openWith(first);
    expect(await ledger.release(first)).to.equal(false);
    expect(await ledger.find(first)).to.deep.equal(first);
  });
});
