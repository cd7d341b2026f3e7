import { expect } from 'chai';
import { type Entry, Ledger, type LedgerEvent, next, type State } from '../../../src/gateway/ledger/index.ts';
import { memoryLedger } from './memory-ledger.ts';

const now = 1_000_000;
const policy = { lease: 30_000, pause: 2_000, most: 4 };
const states: State[] = [
  'claimed',
  'sending',
  'unknown',
  'placed',
  'refused',
  'needs-attention',
  'cancelling',
  'cancelled',
];

const entry = (changes: Partial<Entry> = {}): Entry => ({
  account: 'shop',
  kind: 'order',
  reference: 'CART-1',
  state: 'claimed',
  version: 7,
  fingerprint: 'f',
  permit: 'p',
  body: '{"destination_contact_name":"Siti"}',
  terms: { price_max: 10_000, subtotal: 50_000 },
  answer: null,
  order: null,
  attempts: 1,
  lease: now,
  created: now - 1,
  changed: now - 1,
  ...changes,
});

const events: Record<LedgerEvent['kind'], LedgerEvent> = {
  'take-over': { kind: 'take-over' },
  send: { kind: 'send', terms: null },
  'send-again': { kind: 'send-again' },
  placed: { kind: 'placed', order: 'o1', answer: '{}' },
  refused: { kind: 'refused', answer: '{}' },
  'no-proof': { kind: 'no-proof' },
  undecidable: { kind: 'undecidable' },
  'looked-up': { kind: 'looked-up', state: 'placed', order: 'o1', answer: '{}' },
  abandoned: { kind: 'abandoned', answer: '{}' },
  cancel: { kind: 'cancel', body: '{}' },
  cancelled: { kind: 'cancelled', answer: '{}' },
  kept: { kind: 'kept' },
};

/** Every way there is; what is not here changes nothing. */
const ways: Partial<Record<`${State} ${LedgerEvent['kind']}`, State>> = {
  'claimed take-over': 'claimed',
  'claimed send': 'sending',
  'claimed abandoned': 'refused',
  'sending placed': 'placed',
  'sending refused': 'refused',
  'sending no-proof': 'unknown',
  'sending send-again': 'sending',
  'sending undecidable': 'needs-attention',
  'unknown placed': 'placed',
  'unknown send-again': 'sending',
  'needs-attention placed': 'placed',
  'needs-attention looked-up': 'placed',
  'placed cancel': 'cancelling',
  'cancelling cancelled': 'cancelled',
  'cancelling kept': 'placed',
  'cancelling no-proof': 'cancelling',
  'cancelling send-again': 'cancelling',
};

describe('the states of an order', () => {
  for (const state of states)
    for (const event of Object.values(events)) {
      const to = ways[`${state} ${event.kind}`];
      it(`${state}, ${event.kind}: ${to ?? 'nothing'}`, () => {
        const changed = next(entry({ state }), event, now, policy);
        expect(changed?.state).to.equal(to);
        if (changed) expect(changed).to.include({ version: 8, changed: now });
      });
    }

  it('are left alone while a process works on it', () => {
    for (const state of states)
      for (const event of [events['take-over'], events['send-again']])
        expect(next(entry({ state, lease: now + 1 }), event, now, policy), `${state} ${event.kind}`).to.equal(
          undefined,
        );
  });

  it('do not take a refusal behind a send without an answer for the end of it', () => {
    expect(next(entry({ state: 'sending', attempts: 2 }), events.refused, now, policy)).to.equal(undefined);
  });

  it('ask for the merchant after so many sends, and not before', () => {
    for (const [attempts, to] of [
      [3, 'unknown'],
      [4, 'needs-attention'],
    ] as const)
      expect(next(entry({ state: 'sending', attempts }), events['no-proof'], now, policy)?.state).to.equal(to);
    for (const state of ['sending', 'unknown', 'cancelling'] as const) {
      expect(next(entry({ state, attempts: 3 }), events['send-again'], now, policy)?.attempts).to.equal(4);
      expect(next(entry({ state, attempts: 4 }), events['send-again'], now, policy)?.state).to.equal('needs-attention');
    }
    expect(next(entry({ state: 'cancelling', attempts: 4 }), events['no-proof'], now, policy)?.state).to.equal(
      'needs-attention',
    );
  });

  it('are settled by the merchant in each way that there is, and in no other', () => {
    const found = (state: 'placed' | 'refused' | 'cancelled', order: string | null, changes: Partial<Entry>) =>
      next(
        entry({ state: 'needs-attention', ...changes }),
        { kind: 'looked-up', state, order, answer: '{}' },
        now,
        policy,
      );
    for (const state of ['placed', 'refused', 'cancelled'] as const)
      expect(found(state, 'o1', {})).to.include({ state, body: null, order: 'o1', answer: '{}' });
    expect(found('placed', 'o1', { order: 'o1' })?.state).to.equal('placed');
    expect(found('cancelled', 'o1', { order: 'o1' })?.state).to.equal('cancelled');
    expect(found('refused', null, { order: 'o1' }), 'what was placed was not refused').to.equal(undefined);
  });

  it('do not take late proof of an order for the answer about its cancellation', () => {
    const inDoubt = entry({ state: 'needs-attention', order: 'o1' });
    expect(next(inDoubt, events.placed, now, policy)).to.equal(undefined);
  });

  it('are held by no lease that was written before the clock was set back', () => {
    for (const [state, event] of [
      ['claimed', 'take-over'],
      ['sending', 'send-again'],
      ['cancelling', 'send-again'],
    ] as const) {
      const held = (lease: number) => next(entry({ state, lease }), events[event], now, policy) === undefined;
      expect(held(now + 30_000), state).to.equal(true);
      expect(held(now + 3_600_000), state).to.equal(false);
    }
  });

  it('wait twice as long after each send', () => {
    const waits = [1, 2, 3].map(
      (attempts) => next(entry({ state: 'sending', attempts }), events['no-proof'], now, policy)?.lease,
    );
    expect(waits).to.deep.equal([now + 2_000, now + 4_000, now + 8_000]);
    expect(next(entry(), events.send, now, policy)?.lease).to.equal(now + 30_000);
  });

  it('keep the body for as long as it may have to be sent, and no longer', () => {
    for (const [way, to] of Object.entries(ways)) {
      const [state, kind] = way.split(' ') as [State, LedgerEvent['kind']];
      const changed = next(entry({ state }), events[kind], now, policy);
      const settled = to === 'placed' || to === 'refused' || to === 'cancelled';
      expect(changed?.body === null, way).to.equal(settled);
    }
  });
});

describe('the ledger', () => {
  const intent = { ...entry(), body: '{}' };
  const open = () => {
    const { store, entries } = memoryLedger();
    return { ledger: new Ledger({ store, policy, now: () => now }), entries };
  };

  it('does not let a process with a released claim carry out the next claim', async () => {
    const { ledger } = open();
    const slept = await ledger.claim(intent);
    if (!slept) throw new Error('It was not claimed.');
    expect(await ledger.release(slept)).to.equal(true);
    expect(await ledger.claim(intent)).to.not.equal(undefined);
    expect(await ledger.begin(slept, events.send)).to.equal(undefined);
  });

  it('lets one of many claim it, and one of many send it', async () => {
    const { ledger } = open();
    const claims = await Promise.all(Array.from({ length: 20 }, () => ledger.claim(intent)));
    const [mine, ...others] = claims.filter((claim) => claim !== undefined);
    expect(others).to.deep.equal([]);
    const sends = await Promise.all(Array.from({ length: 20 }, () => ledger.begin(mine as Entry, events.send)));
    expect(sends.filter((send) => send !== undefined)).to.have.lengthOf(1);
  });

  it('takes proof from a send that was given up, and nothing else', async () => {
    const { ledger, entries } = open();
    const [key] = [JSON.stringify(['shop', 'order', 'CART-1'])];
    const first = entry({ state: 'sending', attempts: 1 });
    const later = { ...first, version: 9, lease: now + 30_000 };
    for (const since of [{ attempts: 2 }, { created: first.created + 1 }])
      for (const [event, state] of [
        [events.refused, 'sending'],
        [events['no-proof'], 'sending'],
        [events.undecidable, 'sending'],
        [events.placed, 'placed'],
      ] as const) {
        entries.set(key, { ...later, ...since });
        expect((await ledger.record(first, event)).state, `${event.kind} ${Object.keys(since)}`).to.equal(state);
      }
  });

  it('takes no late no to a cancellation for one to the send that followed', async () => {
    const { ledger, entries } = open();
    const first = entry({ state: 'cancelling', attempts: 1, order: 'o1' });
    entries.set(JSON.stringify(['shop', 'order', 'CART-1']), {
      ...first,
      version: 9,
      attempts: 2,
      lease: now + 30_000,
    });
    expect((await ledger.record(first, events.kept)).state).to.equal('cancelling');
    expect((await ledger.record(first, events.cancelled)).state, 'cancelled is cancelled').to.equal('cancelled');
  });

  it('releases nothing that was sent', async () => {
    const { ledger, entries } = open();
    const sent = entry({ state: 'sending' });
    entries.set(JSON.stringify(['shop', 'order', 'CART-1']), sent);
    expect(await ledger.release(sent)).to.equal(false);
    expect(entries.size).to.equal(1);
  });
});
