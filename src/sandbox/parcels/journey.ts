import { movedTo } from '../orders/index.ts';
import type { OrderRecord, SandboxStore } from '../store/index.ts';
import type { Webhooks } from './webhooks.ts';

/** How parcels move by themselves. */
export interface Journey {
  /** The states after the order was placed. */
  states: readonly string[];
  /** Milliseconds in each state. */
  every: number;
}

/** The next state of an order that is due, and when it was. */
function nextStep(order: OrderRecord, { states, every }: Journey, now: Date): { status: string; at: Date } | undefined {
  const entered = order.document.courier.history?.at(-1) as { updated_at?: string } | undefined;
  const at = new Date(Date.parse(entered?.updated_at ?? '') + every);
  const index = states.indexOf(order.status);
  const isPlaced = order.status === 'confirmed' || order.status === 'scheduled';
  const status = isPlaced ? states[0] : index < 0 ? undefined : states[index + 1];
  return status !== undefined && at <= now ? { status, at } : undefined;
}

/** Moves all orders that are due, as far as they are. Returns the number of steps. */
export async function moveParcels(
  store: SandboxStore,
  journey: Journey,
  now: Date,
  webhooks: Webhooks,
): Promise<number> {
  let steps = 0;
  for (const listed of (await store.list('order')).reverse()) {
    let order = listed;
    for (let step = nextStep(order, journey, now); step; step = nextStep(order, journey, now)) {
      const moved = movedTo(order, step.status, step.at);
      // Someone else has changed it, for example cancelled it.
      if (!(await store.replace(moved, order.status))) break;
      webhooks.send(moved);
      order = moved;
      steps += 1;
    }
  }
  return steps;
}
