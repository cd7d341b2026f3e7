import { expect } from 'chai';
import { diceOf } from '../sandbox/dice.ts';
import { sandboxCommand } from '../sandbox/running-cli.ts';
import { orderBody } from '../sandbox/shop.ts';

/** Different in every run. `SEED=…` kills the process at the same answers again. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const rounds = 5;
const orders = 100;
const inFlight = 5;
const referenceUsed = 40002060;

const { file, start } = sandboxCommand('crash');

interface Answer {
  id?: string;
  code?: number;
  details?: { order_id?: string };
}

async function place(address: string, reference_id: string): Promise<Answer> {
  const body = JSON.stringify({ ...orderBody, reference_id });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${address}/v1/orders`, { method: 'POST', headers, body });
  return (await response.json()) as Answer;
}

/** Sends all orders, so many at a time. Returns the answers by reference. A failure ends its sender. */
async function placeAll(address: string, references: readonly string[], onAnswer?: (count: number) => void) {
  const answers = new Map<string, Answer>();
  const waiting = [...references];
  const sender = async () => {
    for (let reference = waiting.shift(); reference; reference = waiting.shift()) {
      answers.set(reference, await place(address, reference));
      onAnswer?.(answers.size);
    }
  };
  await Promise.allSettled(Array.from({ length: inFlight }, sender));
  return answers;
}

/** The orders that a sandbox holds: pairs of reference and id. */
async function held(address: string) {
  const body = await (await fetch(`${address}/v1/orders`)).json();
  const { orders: all } = body as { orders: { id: string; reference_id: string }[] };
  return all.map(({ id, reference_id }) => [reference_id, id] as const);
}

/** The order that an answer names: placed by it, or before. */
function orderIn({ id, code, details }: Answer): string | undefined {
  if (id !== undefined) return id;
  expect(code).to.equal(referenceUsed);
  return details?.order_id;
}

describe(`a sandbox that is killed (SEED=${seed})`, () => {
  const dice = diceOf(seed);
  for (let round = 1; round <= rounds; round++)
    it(`loses no answered order and places none twice: round ${round} of ${rounds}`, async () => {
      const references = Array.from({ length: orders }, (_, n) => `R${n}`);
      const last = dice.whole(1, orders - 10 * inFlight);
      const flags = ['--db', file(`round-${round}.db`)];
      const running = await start(...flags);
      let killed: Promise<unknown> | undefined;
      const answered = await placeAll(running.address, references, (count) => {
        if (count === last) killed = running.stop('SIGKILL');
      });
      expect(await killed).to.equal(null);
      expect(answered.size).to.be.within(last, orders - 1);

      const restarted = await start(...flags);
      const kept = new Map(await held(restarted.address));
      for (const [reference, answer] of answered) expect(kept.get(reference), reference).to.equal(orderIn(answer));

      const unanswered = references.filter((reference) => !answered.has(reference));
      const again = await placeAll(restarted.address, unanswered);
      const all = await held(restarted.address);
      expect(all).to.have.lengthOf(orders);
      const ids = new Map(all);
      expect(ids.size).to.equal(orders);
      for (const [reference, answer] of [...answered, ...again])
        expect(ids.get(reference), reference).to.equal(orderIn(answer));
      await restarted.stop('SIGTERM');
    }).timeout(120_000);
});
