import { expect } from 'chai';
import { simulate } from './simulation.ts';

/** Different in every run. `SEED=…` repeats the first simulation. */
const first = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const simulations = 1_500;

/** What a merchant has to look up may be there or not. */
const ends = ['placed', 'refused', 'cancelled', 'needs-attention'];

describe(`orders in ${simulations} simulations of faults (SEED=${first})`, () => {
  const seen = new Set<string>();

  it('are made once or not at all, and the ledger knows which', async () => {
    for (let seed = first; seed < first + simulations; seed++) {
      const { clicks, entries, orders } = await simulate(seed);
      const name = `SEED=${seed}`;
      for (const { reference, state, order, fingerprint, body } of entries) {
        seen.add(state);
        const there = orders.get(reference);
        expect(ends, `${name}: ${reference} is left ${state}`).to.include(state);
        if (state === 'needs-attention') continue;
        expect(there?.id ?? null, `${name}: ${reference} is ${state}`).to.equal(order);
        expect(there?.cancelled ?? false, `${name}: ${reference} is ${state}`).to.equal(state === 'cancelled');
        if (there) expect(JSON.parse(there.body).variant, name).to.equal(Number(fingerprint));
        expect(body, `${name}: body`).to.equal(null);
      }
      const known = entries.map(({ reference }) => reference);
      expect(known, `${name}: the ledger has forgotten an order`).to.include.members([...orders.keys()]);
      for (const { intent, id } of clicks.filter((click) => click.id)) {
        const there = orders.get(intent.reference);
        expect(id, `${name}: told of another order`).to.equal(there?.id);
        expect(intent.body, `${name}: told of another body`).to.equal(there?.body);
      }
    }
  }).timeout(120_000);

  it('end in every state that is an end', () => {
    expect([...seen]).to.have.members(ends);
  });
});
