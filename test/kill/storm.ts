import { expect } from 'chai';
import type { Entry } from '../../src/gateway/index.ts';
import { type Dice, diceOf } from '../sandbox/dice.ts';
import { grantFor, type openTown, post, type Running, until } from './town.ts';

/** Different in every run. `SEED=…` repeats the moments and the faults of the line. */
export const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

const log = (line: string) => process.stdout.write(`      ${line}\n`);
const breath = () => new Promise((later) => setTimeout(later, 20));

type Town = ReturnType<typeof openTown>;

/** The last answer that a shopper got for an order. */
interface Shopper {
  reference: string;
  id?: string;
  cancelled?: true;
}

/** What the simulated shoppers share. */
interface Weather {
  gateways(): Running[];
  goOn(): boolean;
  /** Called for each answer. */
  heard(): void;
}

/** Places orders while `goOn` says so. It repeats each request at any gateway until it is answered. */
async function shop(name: string, dice: Dice, { gateways, goOn, heard }: Weather): Promise<Shopper[]> {
  const shoppers: Shopper[] = [];
  const ask = async (path: string, body: object) => {
    for (;;) {
      const told = await post(dice.pick(gateways()).address, path, body);
      if (told) heard();
      if (told?.status === 200) return told.body;
      // No answer, or an unknown outcome: try again. Every answer comes once the kills have ended.
      if (told && told.status < 500) throw new Error(`${path}: ${JSON.stringify(told)}`);
      if (told?.body.reason === 'needs-attention') return {};
      await breath();
    }
  };
  for (let n = 0; goOn(); n++) {
    const reference = `${name}-${n}`;
    const { id, cancel } = await ask('/v1/orders', { grant: await grantFor(reference) });
    const shopper: Shopper = { reference, id };
    shoppers.push(shopper);
    if (!id || !dice.chance(25) || !cancel) continue;
    const told = await ask(`/v1/orders/${id}/cancel`, { cancel });
    if (told.status === 'cancelled') shopper.cancelled = true;
  }
  return shoppers;
}

/** Kills gateways while shoppers order over a bad line, and compares ledger, service and answers afterwards. */
export async function survive(town: Town, name: string, { processes, kills }: { processes: number; kills: number }) {
  const dice = diceOf(seed);
  const start = () => town.start({ badLine: dice.whole(1, 2 ** 30) });
  let running = await Promise.all(Array.from({ length: processes }, start));
  let storm = true;
  let answers = 0;
  const weather: Weather = {
    gateways: () => running,
    goOn: () => storm,
    heard: () => {
      answers += 1;
    },
  };
  const shopping = Array.from({ length: 6 }, (_, n) => shop(`${name}${n}`, diceOf(seed + n), weather));
  // The next processes start while others still run, so that orders go on.
  const starting = [start(), start()];
  for (let killed = 0; killed < kills; killed++) {
    // Waits for some answers, because a busy machine is slow, and then for a random moment of the next order.
    const enough = answers + dice.whole(0, 3);
    const end = performance.now() + 1_000;
    while (answers < enough && performance.now() < end) await breath();
    await new Promise((later) => setTimeout(later, dice.whole(0, 150)));
    const doomed = dice.pick(running);
    const next = await (starting.shift() as Promise<Running>);
    if (killed + starting.length < kills) starting.push(start());
    running = running.map((one) => (one === doomed ? next : one));
    await doomed.kill('SIGKILL');
  }
  const calm = await town.start();
  const last = running;
  running = [calm];
  await Promise.all(last.map((one) => one.kill('SIGKILL')));
  storm = false;
  const shoppers = (await Promise.all(shopping)).flat();

  const ends = { placed: 0, cancelled: 0, undecidable: 0 };
  const settled = new Map<string, Entry>();
  for (const { reference } of shoppers) {
    const entry = await until(async () => {
      const found = await town.entry(reference);
      return ['placed', 'cancelled', 'needs-attention'].includes(found?.state ?? '') && found;
    }, `${reference} is settled`);
    settled.set(reference, entry);
  }
  const orders = await town.placed();
  for (const { reference, id, cancelled } of shoppers) {
    const entry = settled.get(reference) as Entry;
    const there = orders.get(reference) ?? [];
    if (entry.state === 'needs-attention') {
      ends.undecidable += 1;
      expect(there.length, `${reference} is doubled`).to.be.at.most(1);
      continue;
    }
    expect(there, `${reference} is there once`).to.have.lengthOf(1);
    expect(there[0]?.id, reference).to.equal(entry.order);
    expect(id, `${reference} is what its shopper was told`).to.equal(entry.order);
    expect(entry.body, `${reference} has no body any more`).to.equal(null);
    expect(there[0]?.status === 'cancelled', `${reference}: cancelled`).to.equal(entry.state === 'cancelled');
    if (cancelled) expect(entry.state, reference).to.equal('cancelled');
    ends[entry.state === 'cancelled' ? 'cancelled' : 'placed'] += 1;
  }
  const known = new Set(shoppers.map(({ reference }) => reference));
  for (const reference of orders.keys())
    if (reference.startsWith(name)) expect(known.has(reference), `no shopper ordered ${reference}`).to.equal(true);
  await calm.kill('SIGTERM');
  log(
    `${kills} kills: ${ends.placed} placed, ${ends.cancelled} cancelled, ${ends.undecidable} for the merchant to look up`,
  );
  expect(ends.placed, 'orders were placed between the kills').to.be.above(kills / 10);
}

/** Twenty clicks at once, over all these gateways. */
export async function clicks(town: Town, gateways: Running[], reference: string) {
  const grant = await grantFor(reference);
  const told = await Promise.all(
    Array.from({ length: 20 }, (_, n) => post(gateways[n % gateways.length]?.address ?? '', '/v1/orders', { grant })),
  );
  expect(told.map((one) => one?.status)).to.deep.equal(Array.from({ length: 20 }, () => 200));
  // Each answer has a new cancel token for the same order.
  const bodies = told.map((one) => JSON.stringify({ ...one?.body, cancel: undefined }));
  expect(new Set(bodies).size).to.equal(1);
  expect((await town.placed()).get(reference)).to.have.lengthOf(1);
}
