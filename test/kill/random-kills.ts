import { expect } from 'chai';
import { type Dice, diceOf } from '../sandbox/dice.ts';
import { grantFor, type Running, type Servers, until } from './servers.ts';

/** Different in every run. `SEED=…` repeats the moments and the faults of the line. */
export const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

const pause = (milliseconds: number) => new Promise((later) => setTimeout(later, milliseconds));

/** Kills gateways while shoppers order over a bad line. Compares ledger, service and answers afterwards. */
export async function killAtRandom(servers: Servers, { processes, kills }: { processes: number; kills: number }) {
  const dice = diceOf(seed);
  const start = () => servers.start({ badLine: dice.whole(1, 2 ** 30) });
  let running = await Promise.all(Array.from({ length: processes }, start));
  let killing = true;
  let answers = 0;

  /** Repeats a request at any gateway until its outcome is known. */
  async function ask(choice: Dice, path: string, body: object) {
    for (;;) {
      const answer = await choice.pick(running).post(path, body);
      if (answer) answers += 1;
      if (answer?.status === 200) return answer.body;
      if (answer && answer.status < 500) throw new Error(`${path}: ${JSON.stringify(answer)}`);
      if (answer?.body.reason === 'needs-attention') return {};
      await pause(20);
    }
  }

  /** Orders again and again, and cancels some orders. Resolves with what the shopper was told of each. */
  async function shop(name: number) {
    const choice = diceOf(seed + name);
    const orders: { reference: string; id?: string; cancelled: boolean }[] = [];
    while (killing) {
      const reference = `shopper-${name}-${orders.length}`;
      const { id, cancel } = await ask(choice, '/v1/orders', { grant: await grantFor(reference) });
      const cancelled = cancel && choice.chance(25) && (await ask(choice, `/v1/orders/${id}/cancel`, { cancel }));
      orders.push({ reference, id, cancelled: cancelled?.status === 'cancelled' });
    }
    return orders;
  }

  const shopping = [0, 1, 2, 3, 4, 5].map(shop);
  // The next processes start while others still run, so that orders go on.
  const starting = [start(), start()];
  for (let killed = 0; killed < kills; killed++) {
    // Waits for some answers, because a busy machine is slow, and then for a random moment of the next order.
    const enough = answers + dice.whole(0, 3);
    const end = performance.now() + 1_000;
    while (answers < enough && performance.now() < end) await pause(20);
    await pause(dice.whole(0, 150));
    const doomed = dice.pick(running);
    const next = await (starting.shift() as Promise<Running>);
    if (killed + starting.length < kills) starting.push(start());
    running = running.map((one) => (one === doomed ? next : one));
    await doomed.kill('SIGKILL');
  }
  const doomed = running;
  const calm = await servers.start();
  running = [calm];
  await Promise.all(doomed.map((one) => one.kill('SIGKILL')));
  killing = false;
  const orders = (await Promise.all(shopping)).flat();

  const states = ['placed', 'cancelled', 'needs-attention'];
  const settled = async (reference: string) => {
    const entry = await servers.entry(reference);
    return entry && states.includes(entry.state) ? entry : undefined;
  };
  const entries = new Map(
    await Promise.all(
      orders.map(async ({ reference }) => {
        const entry = await until(() => settled(reference), `${reference} is settled`);
        return [reference, entry] as const;
      }),
    ),
  );
  const placed = await servers.placed();
  expect([...entries.keys()], 'every order that the service has').to.include.members([...placed.keys()]);
  for (const { reference, id, cancelled } of orders) {
    const entry = entries.get(reference);
    const there = placed.get(reference) ?? [];
    expect(there.length, `${reference} is doubled`).to.be.at.most(1);
    if (entry?.state === 'needs-attention') continue;
    expect(there[0]?.id, `${reference} is there`).to.equal(entry?.order);
    expect(id, `${reference} is what its shopper was told`).to.equal(entry?.order);
    expect(entry?.body, `${reference} has no body any more`).to.equal(null);
    expect(there[0]?.status === 'cancelled', `${reference}: cancelled`).to.equal(entry?.state === 'cancelled');
    if (cancelled) expect(entry?.state, reference).to.equal('cancelled');
  }
  await calm.kill('SIGTERM');
  const known = [...entries.values()].filter(({ state }) => state !== 'needs-attention');
  expect(known.length, 'orders were placed between the kills').to.be.above(kills / 10);
}
