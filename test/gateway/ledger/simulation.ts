import { machineClock } from '../../../src/client/clock.ts';
import { isRefusal, Refusal } from '../../../src/gateway/http/refusal.ts';
import type { UpstreamAnswer, UpstreamRequest } from '../../../src/gateway/http/upstream.ts';
import { type Intent, Ledger, type LedgerStore } from '../../../src/gateway/ledger/ledger.ts';
import { cancelOrder } from '../../../src/gateway/orders/cancel-order.ts';
import { placeOrder } from '../../../src/gateway/orders/place-order.ts';
import type { OrderDeps } from '../../../src/gateway/orders/send.ts';
import { settle } from '../../../src/gateway/orders/settle.ts';
import { memoryLedger } from './memory-ledger.ts';
import { type Process, Scheduler } from './scheduler.ts';

const account = 'shop';

/** One request for an order. */
export interface Click {
  intent: Intent;
  /** The order that the page got as the answer. Undefined if its process was killed, or the order was refused. */
  id?: string | undefined;
}

/** What the service has under a reference. */
interface Made {
  id: string;
  body: string;
  cancelled: boolean;
}

/** The service itself. It makes one order for each reference. */
class Service {
  readonly orders = new Map<string, Made>();

  answer({ operation, id, body = '' }: UpstreamRequest): UpstreamAnswer {
    return operation === 'cancelOrder' ? this.#cancel(id) : this.#order(body);
  }

  #order(body: string): UpstreamAnswer {
    const { reference_id } = JSON.parse(body) as { reference_id: string };
    const known = this.orders.get(reference_id);
    if (known)
      return refused(40002060, 'reference-used', 'used', { order_id: known.id, waybill_id: null, reference_id });
    const id = `order-${this.orders.size + 1}`;
    this.orders.set(reference_id, { id, body, cancelled: false });
    return accepted({ object: 'order', id, status: 'confirmed', reference_id });
  }

  #cancel(id: string | undefined): UpstreamAnswer {
    const made = [...this.orders.values()].find((order) => order.id === id);
    if (!made || made.cancelled)
      return refused(40002053, 'not-cancellable', 'Cannot cancel order because order already cancelled');
    made.cancelled = true;
    return accepted({ id, status: 'cancelled' });
  }
}

const accepted = (json: object): UpstreamAnswer => ({
  kind: 'accepted',
  status: 200,
  json: { success: true, ...json },
});
const noProof = { kind: 'no-proof', why: 'service-unreachable' } as const;
type Reason = Extract<UpstreamAnswer, { kind: 'refused' }>['reason'];
const refused = (code: number, reason: Reason, error = 'no', details = {}): UpstreamAnswer => ({
  kind: 'refused',
  status: 400,
  refusal: { success: false, error, code, details },
  reason,
});

/**
 * Simulates three processes over one ledger and one service, with clicks on few references. Answers are lost, doubled, late or
 * refused, and processes are killed or suspended between any two steps.
 */
export async function simulate(seed: number) {
  const scheduler = new Scheduler(seed);
  const { dice } = scheduler;
  const policy = { lease: 30_000, pause: 2_000, most: dice.whole(2, 6) };
  const { store, entries } = memoryLedger();
  const service = new Service();
  const outside: Process = { killed: false };
  const clicks: Click[] = [];
  /** Whether faults may happen. */
  let faults = true;

  async function upstream(process: Process, request: UpstreamRequest): Promise<UpstreamAnswer> {
    const fate = faults ? dice.pick(['well', 'well', 'lost', 'answer lost', 'late', 'refused', 'twice']) : 'well';
    await scheduler.turn(process);
    if (fate === 'lost') return noProof;
    if (fate === 'refused') return refused(40002031, 'cod-unavailable');
    if (fate === 'late') {
      // It arrives after the process has stopped waiting.
      void scheduler.turn(outside, dice.whole(16_000, 200_000)).then(() => service.answer(request));
      await scheduler.turn(process, 15_000);
      return noProof;
    }
    // A proxy may send it twice and return the second answer.
    if (fate === 'twice') service.answer(request);
    const answer = service.answer(request);
    await scheduler.turn(process);
    await maybeSuspended(process, 3);
    return fate === 'answer lost' ? noProof : answer;
  }

  async function maybeSuspended(process: Process, percent: number): Promise<void> {
    if (faults && dice.chance(percent)) await scheduler.turn(process, dice.whole(20_000, 2_000_000));
  }

  const storeFor = (process: Process): LedgerStore =>
    Object.fromEntries(
      Object.entries(store).map(([name, work]) => [
        name,
        async (...parameters: never[]) => {
          await scheduler.turn(process);
          const result = await (work as (...all: never[]) => Promise<unknown>)(...parameters);
          await scheduler.turn(process);
          await maybeSuspended(process, 2);
          return result;
        },
      ]),
    ) as unknown as LedgerStore;

  const depsFor = (process: Process): OrderDeps => ({
    account,
    ledger: new Ledger({ store: storeFor(process), policy, now: () => scheduler.now }),
    upstream: (request) => upstream(process, request),
    async check({ terms }) {
      await scheduler.turn(process);
      const fate = faults ? dice.pick(['well', 'well', 'well', 'risen', 'down']) : 'well';
      if (fate === 'risen') throw new Refusal('price-changed');
      if (fate === 'down') throw new Refusal('service-unreachable');
      return terms && { ...terms, offered: terms.price_max };
    },
    timeouts: { send: 15_000, wait: 15_000 },
    now: () => scheduler.now,
    clock: {
      ...machineClock,
      elapsed: () => scheduler.now,
      after(milliseconds, act) {
        scheduler.turn(process, milliseconds).then(act, () => {});
        return () => {};
      },
    },
  });

  async function click(process: Process): Promise<void> {
    await scheduler.turn(process, dice.whole(0, dice.chance(80) ? 60_000 : 3_000_000));
    // Mostly the same order, sometimes another one under the same reference.
    const [reference, variant] = [`ref-${dice.whole(1, 2)}`, dice.chance(20) ? 2 : 1];
    const intent: Intent = {
      account,
      kind: 'order',
      reference,
      fingerprint: String(variant),
      permit: `${variant}-${dice.whole(1, 2)}`,
      terms: { price_max: 10_000, subtotal: 50_000 },
      body: JSON.stringify({ reference_id: reference, variant }),
    };
    const told: Click = { intent };
    clicks.push(told);
    try {
      const { body } = await placeOrder(depsFor(process), intent, () => {});
      told.id = (body as { id?: string }).id;
      if (told.id && dice.chance(15)) await cancelOrder(depsFor(process), { key: intent, order: told.id, body: '{}' });
    } catch (problem) {
      if (!isRefusal(problem)) throw problem;
    }
  }

  async function repeat(process: Process, times: number, pauses: [number, number], work: () => Promise<unknown>) {
    for (let round = 0; round < times; round++) {
      await scheduler.turn(process, dice.whole(...pauses));
      await work();
    }
  }

  for (let n = 0; n < 3; n++) {
    const process: Process = { killed: false };
    for (let clicked = 0; clicked < 3; clicked++) void click(process);
    void repeat(process, 4, [5_000, 60_000], () => settle(depsFor(process)));
    const kill = () => {
      process.killed = true;
    };
    if (dice.chance(60)) void scheduler.turn(outside, dice.whole(0, 100_000)).then(kill);
  }
  await scheduler.run();

  // One last process settles what is left.
  faults = false;
  const last: Process = { killed: false };
  void repeat(last, 12, [100_000, 100_000], () => settle(depsFor(last)));
  await scheduler.run();
  return { clicks, entries: [...entries.values()], orders: service.orders };
}
