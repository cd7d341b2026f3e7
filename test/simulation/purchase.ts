import type { CustomRate } from '../../src/contract/index.ts';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { GatewayEvent } from '../../src/gateway/index.ts';
import { createSqlStore } from '../../src/gateway/store/sql-store.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { createMemoryStore } from '../../src/sandbox/order-store.ts';
import type { TokenKeys } from '../../src/server.ts';
import { clockSkew } from '../../src/tokens/index.ts';
import { Database } from './database.ts';
import {
  checkAtEnd,
  checkCancel,
  checkMessage,
  checkSend,
  checkTaken,
  comeBack,
  isSettled,
  purchaseOf,
} from './invariants.ts';
import { type Fate, send } from './network.ts';
import { type Click, Tab } from './page.ts';
import { Provider } from './provider.ts';
import {
  type Choice,
  couriers,
  type LookUp,
  type Orders,
  type Shop,
  sender,
  serverKey,
  shopOf,
  table,
} from './shop.ts';
import { checkStrangers } from './strangers.ts';
import { Process, type Script, World } from './world.ts';

const key = 'merchant-key-that-stays-here';
const keys: TokenKeys = {
  account: 'shop',
  current: { kid: 'now', secret: 'a-secret-of-the-shop-and-its-gateway-only' },
};
const webhookSecret = 'a-secret-of-the-webhooks';
const notify = { url: 'https://shop.test/news', secret: 'whsec_c2ltdWxhdGlvbi1zaW11bGF0aW9uLXNpbXVsYXRpb24=' };

const minute = 60_000;

/** Percentages of what goes wrong on each wire. */
const ofPages: Partial<Record<Fate, number>> = {
  late: 2,
  lost: 3,
  'answer lost': 4,
  twice: 2,
  repeated: 2,
  busy: 2,
  html: 1,
};
const ofPrices: Partial<Record<Fate, number>> = { late: 2, lost: 3, busy: 2, html: 1 };
const ofWrites: Partial<Record<Fate, number>> = {
  late: 6,
  lost: 8,
  'answer lost': 10,
  twice: 4,
  repeated: 4,
  busy: 5,
  html: 3,
  refused: 6,
};
const ofMessages: Partial<Record<Fate, number>> = { late: 10, lost: 8, 'answer lost': 8, twice: 10, busy: 5 };
const ofPayments: Partial<Record<Fate, number>> = { lost: 3, 'answer lost': 4 };
/** At each of the two turns of a statement. */
const ofProcesses = { killed: 0.25, asleep: 0.12, 'set back': 0.06 };

/** One process of the shop's server, and the gateway in it. */
interface Server {
  process: Process;
  gateway: ReturnType<typeof createGateway>;
  shop: Shop;
}

/** Everything of one run that the invariants look at. */
export interface Purchase {
  world: World;
  database: Database;
  service: ReturnType<typeof createMemoryStore>;
  provider: Provider;
  /** Rupiah that staff have waived, by reference and by what they saw. */
  waived: Map<string, Map<string, number>>;
  /** Numbers of purchases that were drawn. */
  numbered: number;
  /** Carts that were begun on purpose. */
  carts: number;
  orders: Orders;
  clicks: Click[];
  tabs: Tab[];
  events: GatewayEvent[];
  /** What the shop has heard of the gateway. */
  news: { id: string; type: string; reference: string; status: string | undefined; text: string }[];
  /** What a gateway has accepted of the service. */
  webhooks: { order: string; status: string }[];
  /** Sends of orders and cancellations: process, order and attempt. */
  sends: Set<string>;
  /** When the story began, in milliseconds. */
  began: number;
  /** When the service has changed its prices last. */
  pricedAt: number;
}

/** Plays one visit of a shopper, from the cart to the parcel, and back to rest without faults. */
export async function play(script: Script): Promise<Purchase> {
  const world = new World(script);
  const database = new Database(world);
  const service = createMemoryStore();
  const provider = new Provider({
    ...{ world, serverKey },
    async wire(from, what, work) {
      await send(new Request('https://payments.test/', { method: 'POST', body: '{}' }), {
        ...{ world, from, what, fates: ofPayments },
        to: () => ({ process: world.outside }),
        async answer() {
          work();
          return Response.json({});
        },
      });
    },
    onTaken: (payment, rupiah) => checkTaken(purchase, payment, rupiah),
    async call(body) {
      const request = new Request('https://shop.test/paid', { method: 'POST', body });
      return (await toShop(world.outside, 'The callback of the provider', request)).status;
    },
  });
  const purchase: Purchase = {
    ...{
      world,
      database,
      service,
      provider,
      waived: new Map(),
      carts: 1,
      numbered: 0,
      orders: world.dice('the shop').chance(12) ? 'draft' : world.dice('the payment').chance(30) ? 'shop' : 'page',
      webhooks: [],
      sends: new Set(),
      began: world.now,
      pricedAt: 0,
      clicks: [],
      tabs: [],
      events: [],
      news: [],
    },
  };
  await database.open(table, (process) => mayFail(process));

  const { orders } = purchase;
  const savesDrafts = orders === 'draft';
  const kindOfOrders = savesDrafts ? 'draft_order' : 'order';
  const servers: Server[] = [];
  const isAwake = ({ process }: Server) => process.isAlive;
  const anyServer = (): Server | undefined => {
    const alive = servers.filter(isAwake);
    return alive.length ? world.dice('the load balancer').pick(alive) : undefined;
  };

  const customRates: CustomRate[] = [];
  const sandbox = createSandbox({
    key,
    customRates,
    store: service,
    now: () => new Date(world.now),
    webhooks: {
      url: 'https://gateway.test/v1/webhooks',
      secret: webhookSecret,
      async fetch(input, init) {
        const { signal: _real, ...rest } = init ?? {};
        const { status } = JSON.parse(String(rest.body)) as { status: string };
        void toGateway(
          world.outside,
          `The service's webhook "${status}"`,
          new Request(String(input), rest),
          ofMessages,
        ).catch(() => {});
        return new Response();
      },
    },
  });

  /** Over the internet to one of the processes. */
  const toGateway = (from: Process, what: string, request: Request, fates: Partial<Record<Fate, number>>) => {
    return send(request, {
      ...{ world, from, what, fates },
      to: anyServer,
      async answer({ gateway }, arrived) {
        const isWebhook = arrived.url.endsWith('/webhooks');
        const webhook = isWebhook && ((await arrived.clone().json()) as { order_id: string; status: string });
        const answer = await gateway.fetch(arrived, { address: '203.0.113.7' });
        if (webhook && answer.ok) purchase.webhooks.push({ order: webhook.order_id, status: webhook.status });
        return answer;
      },
    });
  };

  const toShop = (from: Process, what: string, request: Request) => {
    return send(request, {
      ...{ world, from, what, fates: /\/(news|paid)$/.test(request.url) ? ofMessages : ofPages },
      to: anyServer,
      async answer({ shop }, arrived) {
        const { pathname } = new URL(arrived.url);
        if (pathname === '/checkout') return Response.json(await shop.checkout());
        const text = await arrived.text();
        if (pathname === '/submit') return Response.json(await shop.submit(JSON.parse(text) as Choice));
        if (pathname === '/paid') return shop.callback(new Request(arrived.url, { method: 'POST', body: text }));
        if (pathname === '/grant') return Response.json(await shop.grant(JSON.parse(text) as Choice));
        if (pathname === '/quantity') await shop.setQuantity((JSON.parse(text) as { quantity: number }).quantity);
        if (pathname === '/news') {
          const { type, data } = JSON.parse(text) as { type: string; data: { reference: string; status?: string } };
          const { reference, status } = data;
          checkMessage(purchase, text);
          await shop.hear(reference);
          purchase.news.push({ id: arrived.headers.get('webhook-id') ?? '', type, reference, status, text });
        }
        return Response.json({});
      },
    });
  };

  /** From a gateway to the service. */
  const toService = async (from: Process, request: Request) => {
    const { pathname } = new URL(request.url);
    const kind = { '/v1/orders': 'order', '/v1/draft_orders': 'draft_order' }[pathname];
    if (kind) checkSend(purchase, from, kind, await request.clone().text());
    const [, cancelled] = /^\/v1\/orders\/([^/]+)\/cancel$/.exec(pathname) ?? [];
    if (cancelled) checkCancel(purchase, from, cancelled);
    const isRead = pathname.includes('/rates/') || request.method === 'GET';
    const isPrice = pathname.includes('/rates/') || pathname === '/v1/couriers';
    const said = isRead ? `asks the service for ${isPrice ? 'prices' : pathname}` : `sends the service ${pathname}`;
    const what = `${from.name} ${said}`;
    return send(request, {
      ...{ world, from, what, fates: isRead ? ofPrices : ofWrites },
      to: () => ({ process: world.outside }),
      async answer(_to, arrived, fate) {
        if (fate === 'refused')
          arrived.headers.set('sandbox-fault', pathname.endsWith('cancel') ? 'error=40002056' : 'error=40002031');
        return sandbox.fetch(arrived);
      },
    });
  };

  /** The shopper takes a while, or goes away. A payment may be declined, and is asked for again then. */
  async function pay(payment: string, rupiah: number): Promise<boolean> {
    const dice = world.dice(`the shopper at ${payment}`);
    if (dice.chance(10)) return true;
    await world.turn(world.outside, dice.pick([10, 60, 600, 1_900]) * 1_000);
    return provider.take(payment, rupiah, dice.chance(10)) !== undefined;
  }

  const isOnItsWay = async (reference: string) => {
    const order = await service.findReference(kindOfOrders, reference);
    return order !== undefined && !['cancelled', 'deleted'].includes(order.status);
  };

  const lookUp: LookUp = async (reference) => {
    const found = await service.findReference(kindOfOrders, reference);
    return found && { id: found.id, isCancelled: ['cancelled', 'deleted'].includes(found.status) };
  };

  let started = 0;
  function start(name: string, behind = 0): void {
    const process = new Process(name);
    process.behind = behind;
    const clock = world.clockOf(process);
    // A process that is started again is random anew.
    clock.random(new Uint8Array(started++));
    const line = database.lineOf(process);
    const store = createSqlStore({ database: line, now: clock.now });
    const gateway = createGateway({
      account: 'shop',
      upstream: 'https://service.test/',
      key,
      store,
      secrets: { current: keys.current },
      origins: ['https://shop.test'],
      ...(savesDrafts ? { orders: 'draft', sender } : { orders: 'order' }),
      areas: true,
      tracking: true,
      cancels: true,
      notify,
      webhooks: { secret: webhookSecret },
      limits: { session: 10_000, writes: 10_000, address: 10_000 },
      observe: (event) => void purchase.events.push(event),
      clock,
      fetch: (input, init) => {
        const request = new Request(input, init);
        if (request.url !== notify.url) return toService(process, request);
        const { type } = JSON.parse(String(init?.body)) as { type: string };
        return toShop(process, `The gateway's news "${type}"`, request);
      },
    });
    const staff = world.dice('the staff');
    const shop = shopOf({
      ...{ gateway, store, database: line, keys, lookUp, now: clock.now, orders },
      tell: (sentence) => world.tell(sentence),
      payments: provider.paymentsOf(process),
      number: () => ++purchase.numbered,
      noteCart: () => void purchase.carts++,
      noteWaived(reference, seen, rupiah) {
        purchase.waived.set(reference, new Map(purchase.waived.get(reference)).set(seen, rupiah));
      },
      chance: (percent) => staff.chance(percent),
    });
    servers.push({ process, gateway, shop });
    const every = async (pause: number, work: () => Promise<unknown>) => {
      for (;;) {
        await world.turn(process, world.isCalm ? 3 * pause : pause);
        await work().catch((problem: Error) => {
          if (!(problem instanceof TypeError) && problem.name !== 'GatewayError')
            world.break(`A task of ${name} fails: ${problem.message}`);
        });
      }
    };
    void every(20_000, () => gateway.settle());
    void every(20_000, () => gateway.deliverNews());
    void every(20_000, () => shop.settle());
    void every(60_000, () => shop.lookAfterAll());
  }

  /** Between two statements. */
  function mayFail(process: Process): void {
    const { name, behind } = process;
    const dice = world.dice(`the machine of ${name}`);
    switch (world.fate(`${name} between two statements`, ofProcesses)) {
      case 'killed': {
        const seconds = dice.whole(1, 60);
        world.tell(`${name} is killed between two statements, and starts again after ${seconds} seconds.`);
        process.kill();
        world.after(world.outside, seconds * 1000, () => start(name, behind));
        return;
      }
      case 'asleep': {
        const seconds = dice.whole(20, 300);
        world.tell(`${name} sleeps for ${seconds} seconds.`);
        process.asleepUntil = world.now + seconds * 1000;
        return;
      }
      case 'set back':
        process.behind = Math.min(process.behind + dice.whole(1, 600) * 1000, clockSkew * 1000);
        world.tell(`The clock of ${name} is set back by ${(process.behind - behind) / 1000} seconds.`);
    }
  }

  if (savesDrafts) void decideOnDrafts();

  /** In the service's dashboard, at any moment. */
  async function decideOnDrafts(): Promise<void> {
    const dice = world.dice('the merchant');
    while (!world.isCalm) {
      await world.turn(world.outside, dice.whole(1, 900) * 1000);
      for (const { id, status } of await service.list('draft_order')) {
        const isConfirmed = dice.chance(70);
        if (status !== 'ready' || dice.chance(40)) continue;
        world.tell(`The merchant ${isConfirmed ? 'confirms' : 'deletes'} a draft at the service.`);
        const headers = { authorization: key, 'content-type': 'application/json' };
        const path = `https://service.test/v1/draft_orders/${id}`;
        const request = isConfirmed
          ? new Request(`${path}/confirm`, { method: 'POST', headers, body: '{}' })
          : new Request(path, { method: 'DELETE', headers });
        const answer = await sandbox.fetch(request);
        if (!answer.ok) throw new Error(await answer.text());
      }
    }
  }

  const plan = world.dice('the plan');
  const count = plan.pick([1, 1, 2, 3]);
  for (let number = 1; number <= count; number++) start(`server ${number}`);
  const ask = (from: Process, what: string, request: Request) =>
    request.url.startsWith('https://shop.test/')
      ? toShop(from, what, request)
      : toGateway(from, what, request, ofPages);
  const open = () =>
    purchase.tabs.push(new Tab(world, `page ${purchase.tabs.length + 1}`, ask, purchase.clicks, { isOnItsWay, pay }));
  open();

  await playShopper(purchase, { open, anyServer, moveParcel, changePrices });

  function changePrices(): void {
    purchase.pricedAt = world.now;
    if (customRates.length) customRates.length = 0;
    else
      for (const courier_code of couriers.split(','))
        customRates.push({ courier_code, type: 'surcharge', unit: 'percent', amount: 10 });
  }

  async function moveParcel(): Promise<void> {
    // Quick ones report several steps at a time, and their webhooks overtake each other.
    for (let steps = world.dice('the courier').pick([1, 1, 2, 4]); steps > 0; steps--) await moveOnce();
  }

  async function moveOnce(): Promise<void> {
    for (const { id, status } of await service.list('order')) {
      const next = { confirmed: 'allocated', allocated: 'picking_up', picking_up: 'picked', picked: 'in_transit' }[
        status
      ];
      if (!next) continue;
      const init = {
        method: 'POST',
        headers: { authorization: key, 'content-type': 'application/json' },
        body: JSON.stringify({ status: next }),
      };
      const answer = await sandbox.fetch(new Request(`https://service.test/sandbox/orders/${id}/status`, init));
      if (!answer.ok) throw new Error(await answer.text());
    }
  }

  // All faults stop. Whoever sleeps wakes, and the shopper reloads what hangs.
  world.isCalm = true;
  world.tell('From here on nothing fails.');
  for (const { process } of servers) process.asleepUntil = 0;
  for (let round = 0; round < 30 && !world.broken.length; round++) {
    await world.run(3 * minute);
    if (await isSettled(purchase)) break;
  }
  const server = anyServer();
  if (server && !world.broken.length && script.seed % 4 === 0) {
    let isOver = false;
    void checkStrangers(purchase, server.gateway, keys)
      .catch((problem: Error) => world.break(`A stranger is not refused: ${problem.message}`))
      .finally(() => {
        isOver = true;
      });
    await world.run(10 * minute, () => isOver);
    if (!isOver) world.break('A stranger waits for ten minutes.');
  }
  if (!world.broken.length) await checkAtEnd(purchase);
  return purchase;
}

interface Hands {
  open(): void;
  changePrices(): void;
  anyServer(): Server | undefined;
  moveParcel(): Promise<void>;
}

/** What the shopper, the courier and the staff do: mostly a straight purchase, with a few other steps in between. */
async function playShopper(purchase: Purchase, { open, anyServer, moveParcel, changePrices }: Hands): Promise<void> {
  const { world, tabs, provider, database } = purchase;
  const dice = world.dice('the shopper');
  const isErased = (reference: string) => purchaseOf(database, reference)?.story === '';
  const staff = (work: (shop: Shop) => Promise<void>) => {
    const server = anyServer();
    return server && work(server.shop).catch(() => {});
  };
  const tabNow = () => tabs[dice.whole(0, tabs.length - 1)] as Tab;
  const others: Record<string, () => unknown> = {
    'chooses another service': () => tabNow().page.choose(dice.whole(0, 9)),
    'switches insurance': () => tabNow().page.switch('insurance'),
    'switches cash on delivery': () => tabNow().page.switch('cashOnDelivery'),
    'reloads the page': () => tabNow().reload(),
    'opens another tab': () => tabs.length < 3 && open(),
    'changes the cart': () => tabNow().page.setQuantity(dice.whole(1, 4)),
    'asks for the prices again': () => tabNow().page.refresh(),
    'taps the button twice': () => tabNow().page.order(2),
    'cancels the order': () => tabNow().page.cancel(),
    'searches a district': () => tabNow().page.search(dice.pick(['coblong', 'cilandak', 'sumur bandung'])),
    'looks where the parcel is': () => tabNow().page.track(),
  };
  const ofOthers: Record<string, () => unknown> = {
    'The courier goes on': moveParcel,
    'The service changes its prices': changePrices,
    'Staff cancel an order': () => staff((shop) => shop.cancel('SHOP-1')),
    'Staff change the quantity of an order': () => staff((shop) => shop.change(dice.whole(1, 4))),
    'The shopper cancels with the cookie': () => staff((shop) => shop.cancelByShopper('SHOP-1')),
    'The bank takes a payment back': () => provider.takeBack(dice.pick(['chargeback', 'deny', 'cancel']), isErased),
    'A part of a payment goes back': () => provider.takeBack('partial_refund', isErased),
    'All of a payment goes back': () => provider.takeBack('refund', isErased),
    'The payment app opens another browser': () => staff((shop) => comeBack(purchase, shop)),
    'The shopper wants to be forgotten': () => staff((shop) => shop.erase(`SHOP-${dice.pick(['1', '1', '2', '1-2'])}`)),
  };

  let number = 0;
  async function step(name: string, sentence: string, work: () => unknown, seconds: [number, number]): Promise<void> {
    number += 1;
    await world.run(dice.whole(...seconds) * 1000);
    if (world.broken.length || world.script.without.has(`step ${number}`)) return;
    world.tell(`${sentence} [step ${number}]`);
    void name;
    void work();
  }
  const perhaps = async (percent: number) => {
    while (dice.chance(percent)) {
      const isShopper = dice.chance(75);
      const [name, work] = dice.pick(Object.entries(isShopper ? others : ofOthers));
      await step(name, isShopper ? `The shopper ${name}.` : `${name}.`, work, dice.chance(50) ? [0, 2] : [1, 40]);
    }
  };

  const service = dice.whole(0, 9);
  await step('choose', 'The shopper chooses a service.', () => tabNow().page.choose(service), [2, 10]);
  if (dice.chance(35))
    await step('cod', 'The shopper wants to pay at the door.', () => tabNow().page.switch('cashOnDelivery'), [1, 5]);
  await perhaps(35);
  for (let attempt = 0; attempt < 4; attempt++) {
    const tab = tabNow();
    const isRefused = tab.page.status === 'refused' && dice.chance(50);
    const chosen = isRefused ? dice.whole(0, 9) : service;
    if (isRefused || !tab.page.state.choice.rate)
      await step('choose', 'The shopper chooses a service.', () => tab.page.choose(chosen), [1, 10]);
    await step('order', 'The shopper orders.', () => tab.page.order(dice.chance(20) ? 2 : 1), [1, 20]);
    await perhaps(40);
    await world.run(dice.whole(5, 60) * 1000);
    if (['placed', 'cancelled'].includes(tab.page.status) && dice.chance(80)) break;
    await perhaps(20);
  }
  await perhaps(50);
  for (let looks = dice.whole(0, 2); looks > 0; looks--) {
    await step('courier', 'The courier goes on.', moveParcel, [10, 900]);
    await step('track', 'The shopper looks where the parcel is.', () => tabNow().page.track(), [0, 60]);
  }
  await world.run(dice.whole(1, 300) * 1000);
  await perhaps(40);
}
