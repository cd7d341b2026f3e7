import type { CustomRate } from '../../src/contract/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import type { SandboxStore } from '../../src/sandbox/order-store.ts';
import { couriers } from './shop.ts';
import type { World } from './world.ts';

interface ServiceOptions {
  world: World;
  store: SandboxStore;
  key: string;
  webhookSecret: string;
  /** Sends one webhook on its way. Whether it arrives is not the service's business. */
  call(webhook: { order_id: string; status: string; updated_at?: string }, request: Request): void;
}

/** The states that a courier reports. Most stories end before the last one. */
const next: Record<string, string> = {
  confirmed: 'allocated',
  allocated: 'picking_up',
  picking_up: 'picked',
  picked: 'in_transit',
  in_transit: 'dropping_off',
  dropping_off: 'delivered',
};

/** The shipping service: the sandbox, its prices, its courier, and the merchant at its dashboard. */
export function serviceOf({ world, store, key, webhookSecret, call }: ServiceOptions) {
  const customRates: CustomRate[] = [];
  let busyUntil = 0;
  const headers = { authorization: key, 'content-type': 'application/json' };
  const sandbox = createSandbox({
    ...{ key, customRates, store, now: () => new Date(world.now) },
    webhooks: {
      url: 'https://gateway.test/v1/webhooks',
      secret: webhookSecret,
      times: world.dice('the service').chance(50),
      async fetch(input, init) {
        const { signal: _real, ...rest } = init ?? {};
        call(JSON.parse(String(rest.body)), new Request(String(input), rest));
        return new Response();
      },
    },
  });

  async function ask(path: string, method: string, body?: object): Promise<void> {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await sandbox.fetch(new Request(`https://service.test${path}`, init));
    if (!answer.ok) throw new Error(await answer.text());
  }

  return {
    async fetch(request: Request): Promise<Response> {
      if (!world.isCalm && world.now < busyUntil)
        return Response.json({ success: false, error: 'busy' }, { status: 503 });
      return sandbox.fetch(request);
    },

    /** It answers nobody for some minutes. */
    beBusy(): void {
      busyUntil = world.now + world.dice('the service').whole(20, 400) * 1_000;
    },

    changePrices(): void {
      if (customRates.length) customRates.length = 0;
      else
        for (const courier_code of couriers.split(','))
          customRates.push({ courier_code, type: 'surcharge', unit: 'percent', amount: 10 });
    },

    /** Quick couriers report several steps at a time, and their webhooks overtake each other. */
    async moveParcel(most?: number): Promise<void> {
      for (let steps = most ?? world.dice('the courier').pick([1, 1, 2, 4]); steps > 0; steps--)
        for (const { id, status } of await store.list('order'))
          if (next[status]) await ask(`/sandbox/orders/${id}/status`, 'POST', { status: next[status] });
    },

    /** In the service's dashboard, at any moment. */
    async decideOnDrafts(): Promise<void> {
      const dice = world.dice('the merchant');
      while (!world.isCalm) {
        await world.turn(world.outside, dice.whole(1, 900) * 1000);
        for (const { id, status } of await store.list('draft_order')) {
          const isConfirmed = dice.chance(70);
          if (status !== 'ready' || dice.chance(40)) continue;
          world.tell(`The merchant ${isConfirmed ? 'confirms' : 'deletes'} a draft at the service.`);
          const path = `/v1/draft_orders/${id}`;
          await (isConfirmed ? ask(`${path}/confirm`, 'POST', {}) : ask(path, 'DELETE'));
        }
      }
    },
  };
}

export type Service = ReturnType<typeof serviceOf>;
