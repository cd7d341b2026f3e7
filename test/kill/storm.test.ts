import { expect } from 'chai';
import { type Dice, diceOf } from '../sandbox/dice.ts';
import { type Database, databases, type Gateways, grantFor, openGateways, post, until } from './gateways.ts';

/** Different in every run. `SEED=…` repeats the moments and the faults of the line. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

const shoppers = [0, 1, 2, 3, 4, 5];

const pause = (milliseconds: number) => new Promise((later) => setTimeout(later, milliseconds));

/**
 * Kills gateways at random moments while shoppers order and cancel over a bad line. Resolves with what the shoppers were told.
 * @param processes gateways that run at the same time
 */
async function storm(gateways: Gateways, processes: number, kills: number) {
  const dice = diceOf(seed);
  const start = () => gateways.start({ badLine: dice.whole(1, 2 ** 30) });
  let running = await Promise.all(Array.from({ length: processes }, start));
  let isKilling = true;
  let answers = 0;

  /** Repeats a request at any gateway until its outcome is known. */
  async function ask(choice: Dice, path: string, body: object) {
    for (;;) {
      const answer = await post(choice.pick(running), path, body);
      if (answer) answers += 1;
      if (answer?.status === 200) return answer.body;
      if (answer && answer.status < 500) throw new Error(`${path}: ${JSON.stringify(answer)}`);
      if (answer?.body.reason === 'needs-attention') return {};
      await pause(20);
    }
  }

  const shopping = shoppers.map(async (shopper) => {
    const choice = diceOf(seed + shopper);
    const told: { reference: string; id?: string; isCancelled: boolean }[] = [];
    while (isKilling) {
      const reference = `shopper-${shopper}-${told.length}`;
      const { id, cancel } = await ask(choice, '/v1/orders', await grantFor(reference));
      const cancelled = cancel && choice.chance(25) && (await ask(choice, `/v1/orders/${id}/cancel`, { cancel }));
      told.push({ reference, id, isCancelled: cancelled?.status === 'cancelled' });
    }
    return told;
  });

  for (let killed = 0; killed < kills; killed++) {
    // Waits for some answers, because a busy machine is slow, and then for a random moment of the next order.
    const enough = answers + dice.whole(0, 3);
    const end = performance.now() + 1_000;
    while (answers < enough && performance.now() < end) await pause(20);
    await pause(dice.whole(0, 150));
    const [doomed, next] = [dice.pick(running), await start()];
    running = running.map((one) => (one === doomed ? next : one));
    await doomed.stop();
  }
  const calm = await gateways.start();
  const doomed = running;
  running = [calm];
  await Promise.all(doomed.map((one) => one.stop()));
  isKilling = false;
  return { told: (await Promise.all(shopping)).flat(), calm };
}

const settled = ['placed', 'cancelled', 'needs-attention'];

/** How many gateways run at the same time, and how many are killed. */
const storms: Record<Database, { processes: number; kills: number }> = {
  'a libSQL file': { processes: 1, kills: 60 },
  Postgres: { processes: 2, kills: 30 },
};

for (const database of databases)
  describe(`gateways on ${database} that are killed at random moments (SEED=${seed})`, () => {
    const { processes, kills } = storms[database];
    it(`lose no order and double none in ${kills} kills`, async () => {
      const gateways = await openGateways(database);
      const { told, calm } = await storm(gateways, processes, kills);
      const entries = await Promise.all(
        told.map(({ reference }) =>
          until(async () => {
            const found = await gateways.entry(reference);
            return found && settled.includes(found.state) ? found : undefined;
          }, `${reference} is settled`),
        ),
      );
      const placed = await gateways.placed();
      expect(told.map(({ reference }) => reference)).to.include.members(placed.map((one) => one.reference_id));
      let known = 0;
      for (const [index, entry] of entries.entries()) {
        const { reference = '', id, isCancelled } = told[index] ?? {};
        const there = placed.filter((one) => one.reference_id === reference);
        expect(there.length, `${reference} is doubled`).to.be.at.most(1);
        if (entry.state === 'needs-attention') continue;
        known += 1;
        expect(there[0]?.id, `${reference} is there`).to.equal(entry.order);
        expect(id, `${reference} is what its shopper was told`).to.equal(entry.order);
        expect(entry.body, `${reference} has no body any more`).to.equal(null);
        expect(there[0]?.status === 'cancelled', `${reference}: cancelled`).to.equal(entry.state === 'cancelled');
        if (isCancelled) expect(entry.state, reference).to.equal('cancelled');
      }
      expect(known, 'orders were placed between the kills').to.be.above(kills / 10);
      await calm.stop();
      await gateways.close();
    }).timeout(600_000);
  });
