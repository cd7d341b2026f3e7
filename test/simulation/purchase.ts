import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { GatewayEvent } from '../../src/gateway/index.ts';
import { createSqlStore } from '../../src/gateway/store/sql-store.ts';
import { createMemoryStore } from '../../src/sandbox/order-store.ts';
import type { TokenKeys } from '../../src/server.ts';
import { clockSkew } from '../../src/tokens/index.ts';
import { Database } from './database.ts';
import { eraseMeanwhile, watchErasure } from './erasure.ts';
import { checkAtEnd, isSettled } from './invariants.ts';
import { type Fate, ofMessages, ofPages, ofPayments, ofPrices, ofProcesses, ofWrites, send } from './network.ts';
import { checkCancel, checkMessage, checkQuestion, checkSend, checkTaken } from './on-the-wire.ts';
import { type Click, Tab } from './page.ts';
import { Provider } from './provider.ts';
import { serviceOf } from './service.ts';
import {
  type Choice,
  calendarOf,
  fallback,
  type LookUp,
  type Orders,
  promises,
  rates,
  type Shop,
  sender,
  serverKey,
  shopOf,
  table,
} from './shop.ts';
import { playShopper } from './shopper.ts';
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

/** One process of the shop's server, and the gateway in it. */
export interface Server {
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
  /** How many parcels the shopper buys at once. */
  parcels: number;
  /** Services that staff have chosen for refused parcels, after the number of their purchase. */
  instead: Set<string>;
  /** The process that ships a basket, and between how many more statements it is killed. */
  boundary: { process: Process; left: number } | undefined;
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
  /** Questions for the price of an order: process, order and claim, and how often. */
  asked: Map<string, number>;
  /** Which process has got prices last for a question, and when. */
  answered: Map<string, { by: Process; at: number }>;
  /** The times that the service's webhooks have, by order and state. */
  moments: Map<string, number>;
  /** The clocks of two servers differ. */
  areApart: boolean;
  /** When a page has asked for prices last, and for fresh ones. */
  quotedAt: number;
  freshAt: number;
  /** When a server has confirmed the prices of a basket last. */
  confirmingAt: number;
  /** The shop says when a parcel arrives. */
  hasCalendar: boolean;
  /** When the story began, in milliseconds. */
  began: number;
  /** When the service has changed its prices last. */
  pricedAt: number;
  /** A program of the shop that knows no purchase has cancelled an order, and has heard what became of it a year later. */
  isCancelledForAYear: boolean;
}

/** Who orders, and how many parcels at once. The numbers of before have one parcel. */
export function kindOf(world: World): Pick<Purchase, 'orders' | 'parcels'> {
  const orders = world.dice('the shop').chance(12) ? 'draft' : world.dice('the payment').chance(30) ? 'shop' : 'page';
  const boxes = world.dice('the boxes');
  return { orders, parcels: orders === 'shop' && !boxes.chance(65) ? boxes.whole(2, 4) : 1 };
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
      ...{ ...kindOf(world), instead: new Set(), boundary: undefined },
      numbered: 0,
      webhooks: [],
      sends: new Set(),
      ...{ quotedAt: 0, freshAt: 0, confirmingAt: 0, areApart: false },
      ...{ asked: new Map(), answered: new Map(), moments: new Map() },
      hasCalendar: world.dice('the shop has a calendar').chance(40),
      began: world.now,
      pricedAt: 0,
      isCancelledForAYear: false,
      ...{ clicks: [], tabs: [], events: [], news: [] },
    },
  };
  await database.open(table, mayFail);
  database.aroundErasure = () => watchErasure(purchase);

  const { orders, hasCalendar } = purchase;
  const hasRules = world.dice('the rules of the shop').chance(40);
  // The stories begin at nine o'clock.
  const calendar = calendarOf(world.dice('the first day').chance(30) ? '09:02' : '15:00');
  const savesDrafts = orders === 'draft';
  const kindOfOrders = savesDrafts ? 'draft_order' : 'order';
  const servers: Server[] = [];
  const isAwake = ({ process }: Server) => process.isAlive;
  const anyServer = (): Server | undefined => {
    const alive = servers.filter(isAwake);
    return alive.length ? world.dice('the load balancer').pick(alive) : undefined;
  };

  const shipping = serviceOf({
    ...{ world, store: service, key, webhookSecret },
    call({ order_id, status, updated_at }, request) {
      if (updated_at) purchase.moments.set(`${order_id} ${status}`, Date.parse(updated_at));
      void toGateway(world.outside, `The service's webhook "${status}"`, request, ofMessages).catch(() => {});
    },
  });

  /** Over the internet to one of the processes. */
  const toGateway = (from: Process, what: string, request: Request, fates: Partial<Record<Fate, number>>) => {
    return send(request, {
      ...{ world, from, what, fates },
      to: anyServer,
      async answer({ gateway, shop }, arrived) {
        const isWebhook = arrived.url.endsWith('/webhooks');
        const webhook = isWebhook && ((await arrived.clone().json()) as { order_id: string; status: string });
        if (arrived.url.endsWith('/v1/rates/couriers')) {
          purchase.quotedAt = world.now;
          const { fresh } = (await arrived.clone().json()) as { fresh?: boolean };
          if (fresh) purchase.freshAt = world.now;
        }
        const isWrite = /\/(orders|draft_orders|cancel)$/.test(arrived.url);
        if (isWrite && world.fate(`${from.name} writes`, { erased: 4 })) await eraseMeanwhile(purchase, shop);
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
        if (pathname === '/cart') await shop.changeCart(JSON.parse(text));
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
    const question = pathname.includes('/rates/') ? await request.clone().text() : '';
    if (question) checkQuestion(purchase, from, question);
    const isOfOrder = question && !(JSON.parse(question) as { couriers: string }).couriers.includes(',');
    if (isOfOrder && purchase.parcels > 1)
      purchase.boundary ??= { process: from, left: world.dice('the boundary').whole(1, 120) };
    const fate =
      isOfOrder &&
      world.fate(`${from.name} asks for the price of an order`, {
        killed: 1,
        // A server whose clock is ahead takes the claim over meanwhile.
        offline: purchase.areApart ? 20 : 4,
      });
    if (fate === 'killed') {
      world.tell('At that moment, the service answers nobody any more.');
      shipping.beBusy();
      kill(from);
    }
    if (fate === 'offline') {
      world.tell(`${from.name} reaches nobody for a minute.`);
      from.offlineUntil = world.now + minute;
    }
    if (kind) checkSend(purchase, from, kind, await request.clone().text());
    const [, cancelled] = /^\/v1\/orders\/([^/]+)\/cancel$/.exec(pathname) ?? [];
    if (cancelled) checkCancel(purchase, from, cancelled);
    const isRead = pathname.includes('/rates/') || request.method === 'GET';
    const isPrice = pathname.includes('/rates/') || pathname === '/v1/couriers';
    const said = isRead ? `asks the service for ${isPrice ? 'prices' : pathname}` : `sends the service ${pathname}`;
    const what = `${from.name} ${said}`;
    const answer = await send(request, {
      ...{ world, from, what, fates: isRead ? ofPrices : ofWrites },
      to: () => ({ process: world.outside }),
      async answer(_to, arrived, fate) {
        if (fate === 'refused')
          arrived.headers.set('sandbox-fault', pathname.endsWith('cancel') ? 'error=40002056' : 'error=40002031');
        const answer = await shipping.fetch(arrived);
        // The courier goes on while the answer is on its way back.
        if (pathname.startsWith('/v1/trackings/') && world.fate(`${from.name} reads where a parcel is`, { moved: 15 }))
          void shipping.moveParcel();
        return answer;
      },
    });
    // A gateway that has given up waiting has no prices.
    if (question && answer.ok && !request.signal.aborted) purchase.answered.set(question, { by: from, at: world.now });
    return answer;
  };

  /** The shopper takes a while, or goes away. A payment may be declined, and is asked for again then. */
  async function pay(payment: string, rupiah: number): Promise<boolean> {
    const dice = world.dice(`the shopper at ${payment}`);
    if (dice.chance(10)) return true;
    await world.turn(world.outside, dice.pick([10, 60, 600, 1_900]) * 1_000);
    return provider.take(payment, rupiah, dice.chance(10)) !== undefined;
  }

  const onItsWay = async (reference: string) => {
    const { status = 'deleted', document } = (await service.findReference(kindOfOrders, reference)) ?? {};
    if (status === 'cancelled' || status === 'deleted') return undefined;
    const { company, type } = Object(document?.courier);
    return `${company}/${type}`;
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
      promises,
      ...(hasRules && { rates, fallback }),
      ...(hasCalendar && { calendar }),
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
      break: (sentence) => world.break(sentence),
      payments: provider.paymentsOf(process),
      number: () => ++purchase.numbered,
      noteCart: () => void purchase.carts++,
      noteWaived(reference, seen, rupiah) {
        purchase.waived.set(reference, new Map(purchase.waived.get(reference)).set(seen, rupiah));
      },
      noteInstead(reference, service) {
        purchase.quotedAt = world.now;
        purchase.instead.add(`${reference} ${service}`);
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

  function kill(process: Process): void {
    const { name, behind } = process;
    const seconds = world.dice(`the machine of ${name}`).whole(1, 60);
    world.tell(`${name} is killed, and starts again after ${seconds} seconds.`);
    process.kill();
    world.after(world.outside, seconds * 1000, () => start(name, behind));
  }

  function sleep(process: Process, seconds: number): void {
    world.tell(`${process.name} sleeps for ${seconds} seconds.`);
    process.asleepUntil = world.now + seconds * 1000;
  }

  /** Between two statements. What was due may be done when whoever has read it wakes. */
  function mayFail(process: Process, hasWork: boolean): void {
    const { name, behind } = process;
    const isBoundary = purchase.boundary?.process === process && --purchase.boundary.left === 0;
    if (isBoundary && world.fate('a basket that is being sent', { killed: 80 })) {
      kill(process);
      return;
    }
    const dice = world.dice(`the machine of ${name}`);
    switch (world.fate(`${name} between two statements`, ofProcesses)) {
      case 'killed':
        kill(process);
        return;
      case 'asleep':
        sleep(process, dice.whole(20, 300));
        return;
      case 'set back':
        purchase.areApart = true;
        process.behind = Math.min(process.behind + dice.whole(1, 600) * 1000, clockSkew * 1000);
        world.tell(`The clock of ${name} is set back by ${(process.behind - behind) / 1000} seconds.`);
    }
    if (!hasWork || !world.fate(`${name} has work`, { asleep: 2 })) return;
    const seconds = dice.whole(20, 120);
    sleep(process, seconds);
    // Others do its work meanwhile, and then there is more of it.
    const courier = world.dice('the courier meanwhile');
    if (courier.chance(50))
      world.after(world.outside, courier.whole(1, seconds) * 1000, () => void shipping.moveParcel(1));
  }

  if (savesDrafts) void shipping.decideOnDrafts();

  const plan = world.dice('the plan');
  const count = plan.pick([1, 1, 2, 3]);
  // Machines that nobody has set may be minutes apart.
  purchase.areApart = plan.chance(30);
  const apart = purchase.areApart ? clockSkew : 0;
  for (let number = 1; number <= count; number++) start(`server ${number}`, plan.whole(0, apart) * 1000);
  const ask = (from: Process, what: string, request: Request) =>
    request.url.startsWith('https://shop.test/')
      ? toShop(from, what, request)
      : toGateway(from, what, request, ofPages);
  const open = () =>
    purchase.tabs.push(
      new Tab(world, `page ${purchase.tabs.length + 1}`, ask, purchase.clicks, {
        ...{ onItsWay, pay },
        parcels: purchase.parcels,
      }),
    );
  open();

  await playShopper(purchase, { open, anyServer, shipping });

  // All faults stop. Whoever sleeps wakes within minutes.
  world.isCalm = true;
  world.tell('From here on nothing fails.');
  const isAtRest = async () =>
    !servers.some(({ process }) => process.asleepUntil > world.now) && (await isSettled(purchase));
  async function rest(): Promise<void> {
    for (let round = 0; round < 30 && !world.broken.length; round++) {
      await world.run(3 * minute);
      if (await isAtRest()) break;
    }
  }
  await rest();
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
    // Somebody may have paid meanwhile.
    if (!(await isAtRest())) await rest();
  }
  if (!world.broken.length) await checkAtEnd(purchase);
  return purchase;
}
