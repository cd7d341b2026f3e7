import { type Intent, Ledger, type LedgerStore } from '../../../src/gateway/ledger/index.ts';
import {
  cancelOrder,
  lookedUp,
  type OrderDeps,
  placeOrder,
  SettlementError,
  settle,
} from '../../../src/gateway/orders/index.ts';
import {
  isRefusal,
  Refusal,
  type Upstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '../../../src/gateway/upstream/index.ts';
import { memoryLedger } from './memory-ledger.ts';
import { type Process, World } from './world.ts';

const account = 'shop';

interface Made {
  id: string;
  body: string;
  cancelled: boolean;
}

/** The answer to one click. Undefined if its process was killed. */
export interface Click {
  intent: Intent;
  told?: { status: number; id?: string | undefined; reason?: string | undefined; status_of?: string | undefined };
}

/**
 * Simulates three processes over one ledger and one service, with clicks on few references. Answers are lost, doubled, late or
 * refused, and processes are killed or suspended between any two steps. A merchant looks up what needs attention.
 */
export async function storm(seed: number) {
  const world = new World(seed);
  const { dice } = world;
  const policy = { lease: 30_000, pause: 2_000, most: dice.whole(2, 6) };
  const { store, entries } = memoryLedger();
  const service = new Map<string, Made>();
  const outside: Process = { killed: false };
  const clicks: Click[] = [];
  let calm = false;
  /** The process that waits for an answer, by id or body. Two processes must not wait for the same one. */
  const waiting = new Map<string, Process>();
  let crowded = 0;
  /** Orders that the merchant has settled. */
  let looked = 0;
  /** Bodies that are on their way to the service. */
  let inTransit = 0;

  /** The service itself: a reference is used once. */
  function serve(operation: string, id: string | undefined, body: string): object {
    if (operation === 'cancelOrder') {
      const made = [...service.values()].find((order) => order.id === id);
      if (!made) return { success: false, error: 'no such order', code: 40002057 };
      if (made.cancelled)
        return { success: false, error: 'Cannot cancel order because order already cancelled', code: 40002053 };
      made.cancelled = true;
      return { success: true, id, status: 'cancelled' };
    }
    const { reference_id } = JSON.parse(body) as { reference_id: string };
    const known = service.get(reference_id);
    if (known) {
      const details = { order_id: known.id, waybill_id: null, reference_id };
      return { success: false, error: 'used', code: 40002060, details };
    }
    const made = { id: `order-${service.size + 1}`, body, cancelled: false };
    service.set(reference_id, made);
    return { success: true, object: 'order', id: made.id, status: 'confirmed', reference_id };
  }

  const upstreamFor =
    (process: Process): Upstream =>
    async (request) => {
      const name = request.id ?? request.body ?? '';
      const other = waiting.get(name);
      // A process that was suspended does not know that its lease has ended.
      if (other && !other.killed && !other.slept && !process.slept) crowded += 1;
      waiting.set(name, process);
      const answer = await answerTo(process, request);
      waiting.delete(name);
      if (!calm && dice.chance(3)) await asleep(process);
      return answer;
    };

  const answerTo = async (process: Process, { operation, id, body = '' }: UpstreamRequest): Promise<UpstreamAnswer> => {
    const noProof = { kind: 'no-proof', why: 'service-unreachable' } as const;
    const fate = calm ? 'well' : dice.pick(['well', 'well', 'lost', 'answer lost', 'late', 'busy', 'refused', 'twice']);
    await world.turn(process);
    if (fate === 'lost') return noProof;
    if (fate === 'busy') return { kind: 'no-proof', why: 'service-busy' };
    if (fate === 'refused')
      return {
        kind: 'refused',
        status: 400,
        refusal: { success: false, error: 'no', code: 40002031 },
        reason: 'cod-unavailable',
      };
    if (fate === 'late') {
      // It arrives after the process has stopped waiting.
      inTransit += 1;
      void world.turn(outside, dice.whole(16_000, 200_000)).then(() => {
        serve(operation, id, body);
        inTransit -= 1;
      });
      await world.turn(process, 15_000);
      return noProof;
    }
    const json = serve(operation, id, body) as { success: boolean; code?: number };
    // A proxy sends it twice and returns the second answer.
    const last = fate === 'twice' ? (serve(operation, id, body) as typeof json) : json;
    await world.turn(process);
    if (fate === 'answer lost') return noProof;
    if (last.success) return { kind: 'accepted', status: 200, json: last };
    const reason = last.code === 40002060 ? 'reference-used' : 'not-cancellable';
    return { kind: 'refused', status: 400, refusal: last, reason };
  };

  const storeFor = (process: Process): LedgerStore =>
    Object.fromEntries(
      Object.entries(store).map(([name, work]) => [
        name,
        async (...parameters: never[]) => {
          await world.turn(process);
          const result = await (work as (...all: never[]) => Promise<unknown>)(...parameters);
          await world.turn(process);
          // Sometimes the machine is suspended here.
          if (!calm && dice.chance(2)) await asleep(process);
          return result;
        },
      ]),
    ) as unknown as LedgerStore;

  const ledgerFor = (process: Process) => new Ledger({ store: storeFor(process), policy, now: () => world.now });

  const depsFor = (process: Process): OrderDeps => ({
    account,
    ledger: ledgerFor(process),
    upstream: upstreamFor(process),
    async check({ terms }) {
      await world.turn(process);
      const fate = calm ? 'well' : dice.pick(['well', 'well', 'well', 'risen', 'down']);
      if (fate === 'risen') throw new Refusal('price-changed');
      if (fate === 'down') throw new Refusal('service-unreachable');
      return terms && { ...terms, offered: terms.price_max };
    },
    timeouts: { send: 15_000, wait: 15_000 },
    now: () => world.now,
    elapsed: () => world.now,
    pause: (milliseconds) => world.turn(process, milliseconds),
  });

  async function asleep(process: Process): Promise<void> {
    process.slept = true;
    await world.turn(process, dice.whole(20_000, 2_000_000));
  }

  /** Settles by hand what needs attention, by what the service has. */
  async function merchant(process: Process): Promise<void> {
    for (const entry of await storeFor(process).list(account, ['needs-attention'], 9)) {
      const there = service.get(entry.reference);
      if (there && JSON.parse(there.body).variant !== Number(entry.fingerprint.slice(1))) continue;
      const found = there
        ? ({ found: there.cancelled ? 'cancelled' : 'placed', order: there.id } as const)
        : ({ found: 'nothing' } as const);
      await lookedUp(ledgerFor(process), entry, found, world.now).then(
        () => {
          looked += 1;
        },
        (problem) => {
          if (!(problem instanceof SettlementError)) throw problem;
        },
      );
    }
  }

  const intentOf = (reference: string, variant: number, permit: number): Intent => {
    const body = JSON.stringify({ reference_id: reference, variant });
    const terms = { price_max: 10_000, subtotal: 50_000 };
    return {
      account,
      kind: 'order',
      reference,
      fingerprint: `f${variant}`,
      permit: `p${variant}-${permit}`,
      terms,
      body,
    };
  };

  async function click(process: Process): Promise<void> {
    await world.turn(process, dice.whole(0, dice.chance(80) ? 60_000 : 3_000_000));
    // Mostly the same order, sometimes another one under the same reference.
    const intent = intentOf(`ref-${dice.whole(1, 2)}`, dice.chance(20) ? 2 : 1, dice.whole(1, 2));
    const told: Click = { intent };
    clicks.push(told);
    try {
      const { status, body } = await placeOrder(depsFor(process), intent, () => {});
      const { id, reason, status: state } = body as { id?: string; reason?: string; status?: string };
      told.told = { status, id, reason, status_of: state };
      if (id && dice.chance(15)) {
        await cancelOrder(depsFor(process), { key: intent, order: id, body: '{}' });
      }
    } catch (problem) {
      if (!isRefusal(problem)) throw problem;
      told.told ??= { status: problem.answer().status, reason: problem.answer().reason };
    }
  }

  async function sweep(process: Process): Promise<void> {
    for (let round = 0; round < 4; round++) {
      await world.turn(process, dice.whole(5_000, 60_000));
      await settle(depsFor(process));
    }
  }

  for (let n = 0; n < 3; n++) {
    const process: Process = { killed: false };
    for (let clicked = 0; clicked < 3; clicked++) void click(process);
    void sweep(process);
    if (dice.chance(60)) void world.turn(outside, dice.whole(0, 100_000)).then(() => world.kill(process));
  }
  const office: Process = { killed: false };
  const officeHours = async () => {
    for (let round = 0; round < 40; round++) {
      await world.turn(office, dice.whole(5_000, 120_000));
      await merchant(office);
    }
  };
  void officeHours();
  await world.run();

  // No more faults: one last process settles what is left.
  calm = true;
  const last: Process = { killed: false };
  const clearUp = async () => {
    for (let round = 0; round < 12; round++) {
      await world.turn(last, 100_000);
      await settle(depsFor(last));
      await merchant(last);
    }
  };
  void clearUp();
  await world.run();
  return { clicks, entries: [...entries.values()], service, inTransit, crowded, looked };
}
