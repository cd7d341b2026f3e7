import { expect } from 'chai';
import { type Dice, diceOf } from './dice.ts';
import { openWorkshop } from './running-cli.ts';
import { orderBody } from './shop.ts';

/** Different in every run. `SEED=…` kills the process at the same answers again. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const rounds = 5;
const orders = 400;
const inFlight = 20;
const referenceUsed = 40002060;

const { file, start } = openWorkshop('crash');
const flags = ['--db', file('orders.db')];

interface Answer {
  id?: string;
  code?: number;
  details?: { order_id?: string; reference_id?: string };
}

interface Listed {
  id: string;
  reference_id: string;
}

async function place(address: string, reference_id: string): Promise<Answer> {
  const body = JSON.stringify({ ...orderBody, reference_id });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${address}/v1/orders`, { method: 'POST', headers, body });
  return (await response.json()) as Answer;
}

async function listed(address: string, round: string): Promise<Listed[]> {
  const body = (await (await fetch(`${address}/v1/orders`)).json()) as { orders: Listed[] };
  return body.orders.filter(({ reference_id }) => reference_id.startsWith(round));
}

/** Sends all orders, so many at a time. Returns the answers by reference, and stops at the first failure. */
async function placeAll(address: string, references: readonly string[], answered?: (count: number) => void) {
  const answers = new Map<string, Answer>();
  const waiting = [...references];
  const sender = async () => {
    for (let reference = waiting.shift(); reference; reference = waiting.shift()) {
      answers.set(reference, await place(address, reference));
      answered?.(answers.size);
    }
  };
  await Promise.allSettled(Array.from({ length: inFlight }, sender));
  return answers;
}

const log = (line: string) => process.stdout.write(`      ${line}\n`);

/** The order of an answer: placed now or before. */
function orderIn({ id, code, details }: Answer): string {
  if (id !== undefined) return id;
  expect(code).to.equal(referenceUsed);
  return details?.order_id ?? expect.fail('a used reference names its order');
}

describe(`a sandbox that is killed (SEED=${seed})`, () => {
  it(`loses no answered order and doubles none: ${rounds} times`, async () => {
    const dice = diceOf(seed);
    let running = await start(...flags);
    let recovered = 0;
    for (let round = 1; round <= rounds; round++) {
      const result = await killedWhilePlacing(running, `R${round}-`, dice);
      running = result.running;
      recovered += result.recovered;
      log(`round ${round}: ${result.acknowledged} acknowledged, ${result.recovered} placed but unanswered`);
    }
    await running.stop('SIGTERM');
    log(`${recovered} orders had been placed and not answered`);
  }).timeout(300_000);

  async function killedWhilePlacing(running: Awaited<ReturnType<typeof start>>, round: string, dice: Dice) {
    const references = Array.from({ length: orders }, (_, n) => `${round}${n}`);
    const last = dice.whole(1, orders - 10 * inFlight);
    let killed: Promise<unknown> | undefined;
    const first = await placeAll(running.address, references, (count) => {
      if (count === last) killed = running.stop('SIGKILL');
    });
    expect(await killed).to.equal(null);
    expect(first.size >= last && first.size < orders, `${first.size} were answered`).to.be.ok;

    const restarted = await start(...flags);
    const kept = new Map((await listed(restarted.address, round)).map(({ id, reference_id }) => [reference_id, id]));
    for (const [reference, answer] of first) expect(kept.get(reference), reference).to.equal(orderIn(answer));
    expect(kept.size).to.be.at.most(first.size + inFlight);

    const unanswered = references.filter((reference) => !first.has(reference));
    const again = await placeAll(restarted.address, unanswered);
    const all = await listed(restarted.address, round);
    expect(all.length).to.equal(orders);
    const ids = new Map(all.map(({ id, reference_id }) => [reference_id, id]));
    for (const [reference, answer] of [...first, ...again])
      expect(ids.get(reference), reference).to.equal(orderIn(answer));
    expect(ids.size).to.equal(orders);
    return { running: restarted, acknowledged: first.size, recovered: kept.size - first.size };
  }
});
