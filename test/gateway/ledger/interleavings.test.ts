import { expect } from 'chai';
import { storm } from './storm.ts';

/** Different in every run. `SEED=…` repeats the first simulation. */
const first = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const worlds = 1_500;

const settled = new Set(['placed', 'refused', 'cancelled']);

describe(`orders in ${worlds} simulations of faults (SEED=${first})`, () => {
  const seen = new Map<string, number>();
  let settledByHand = 0;

  it('are made once or not at all, and the ledger knows which', async () => {
    for (let seed = first; seed < first + worlds; seed++) {
      const { clicks, entries, service, inTransit, crowded, looked } = await storm(seed);
      settledByHand += looked;
      const name = `SEED=${seed}`;
      expect(inTransit, name).to.equal(0);
      expect(crowded, `${name}: sent while another send of it was waited for`).to.equal(0);
      for (const entry of entries) {
        seen.set(entry.state, (seen.get(entry.state) ?? 0) + 1);
        const there = service.get(entry.reference);
        expect(settled.has(entry.state), `${name}: ${entry.reference} is left ${entry.state}`).to.equal(true);
        if (entry.state === 'refused') expect(there, `${name}: refused, and it is there`).to.equal(undefined);
        if (entry.state === 'placed' || entry.state === 'cancelled') {
          expect(there?.id, `${name}: placed`).to.equal(entry.order);
          expect(JSON.parse(there?.body ?? '{}').variant, name).to.equal(Number(entry.fingerprint.slice(1)));
        }
        if (entry.state === 'cancelled') expect(there?.cancelled, `${name}: cancelled`).to.equal(true);
        if (entry.state === 'placed') expect(there?.cancelled, `${name}: placed, and cancelled there`).to.equal(false);
        expect(entry.body, `${name}: body`).to.equal(null);
      }
      for (const reference of service.keys())
        expect(
          entries.some((entry) => entry.reference === reference),
          `${name}: ${reference} is forgotten`,
        ).to.equal(true);
      for (const { intent, told } of clicks) {
        const there = service.get(intent.reference);
        if (told?.id) expect(told.id, `${name}: told of another order`).to.equal(there?.id);
        if (told?.id) expect(there?.body, `${name}: told of another body`).to.equal(intent.body);
      }
    }
  }).timeout(120_000);

  it('end in every final state', () => {
    for (const state of settled) expect(seen.get(state), state).to.be.above(0);
    expect(settledByHand, 'settled by the merchant').to.be.above(100);
  });
});
