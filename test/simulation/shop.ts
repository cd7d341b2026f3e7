import type { Gateway } from '../../src/gateway/create-gateway.ts';
import { EraseError, type GatewayStore } from '../../src/gateway/index.ts';
import type { FallbackRate, ShopRate } from '../../src/gateway/quote/shop-rates.ts';
import type { SqlDatabase } from '../../src/gateway/store/sql-rows.ts';
import { createPurchases, isPurchaseError, midtrans, type PurchaseView } from '../../src/purchases/index.ts';
import type { ShopCalendar } from '../../src/quote/index.ts';
import { type Cart, signCart, type TokenKeys } from '../../src/server.ts';

/** A person that must be found nowhere but on the label. */
export const shopper = {
  destination_contact_name: 'Ratna Wulandari',
  destination_contact_phone: '081298765432',
  destination_address: 'Jalan Braga 99, Sumur Bandung',
};

/** The sender of the drafts that pages save. */
export const sender = {
  origin_contact_name: 'Toko Kopi Senja',
  origin_contact_phone: '+622155512345',
  origin_address: 'Jalan Fatmawati 10, Cilandak',
};

const contacts = { ...sender, ...shopper };
const origin = { origin_postal_code: 12440 };
const destination = { destination_postal_code: 40111 };
const coffee = { name: 'Coffee', value: 85_000, weight: 250 };

/** The couriers that the shop compares. */
export const couriers = 'jne,sicepat,anteraja';

/** What the gateway of a shop with rules, with a calendar and with promises is given. */
export const promises = { origin, couriers };
export const rates: readonly ShopRate[] = [
  { type: 'surcharge', amount: 1_000, courier: 'jne' },
  { type: 'discount', unit: 'percent', amount: 20, courier: 'sicepat' },
  { type: 'free', courier: 'anteraja', subtotalFrom: 250_000 },
];
const names = { courierName: 'JNE', serviceName: 'Reguler' };
export const fallback: readonly FallbackRate[] = [
  { courier: 'jne', service: 'reg', ...names, price: 20_000, days: '2 - 4' },
];
export const calendarOf = (mon: string): ShopCalendar => ({
  zone: 'WIB',
  days: { mon, tue: '15:00', wed: '15:00', thu: '15:00', fri: '11:00', sat: '12:00' },
});

/** The cart of the one visit. */
const visit = 'visit-1';

/** What is left to a shop beside the module: its carts. */
export const table =
  'CREATE TABLE IF NOT EXISTS shop_carts (reference TEXT PRIMARY KEY, quantity INTEGER NOT NULL, voucher INTEGER NOT NULL DEFAULT 0)';

export const serverKey = 'midtrans-server-key';

/** What the page submits. */
export interface Choice {
  offer: string | undefined;
  service: string | undefined;
  insurance: boolean;
  cashOnDelivery: boolean;
  reference: string;
  again: boolean;
  /** The further parcels of a basket, each with the same goods. */
  others?: readonly Pick<Choice, 'offer' | 'service' | 'insurance' | 'cashOnDelivery'>[];
}

/** What a page of the shop shows. */
export type Checkout =
  | { order: { reference: string } }
  | { order?: undefined; reference: string; cart: string; items: Cart['items']; orders: Orders };

/**
 * Who makes an order. `page`: the page orders, with a grant. `shop`: the page submits a form, the shopper pays at a provider, and the shop
 * orders after its callback. `draft`: the page saves a draft, and nobody pays.
 */
export type Orders = 'page' | 'shop' | 'draft';

/** The provider's own calls. It may be out of reach. */
export interface Payments {
  /** Takes the money of one payment, once. @returns the provider's id of the transaction. Null if it is declined */
  take(payment: string, rupiah: number): Promise<string | null>;
  /** What its dashboard says of a payment. @returns the provider's id of the transaction. Null if nothing was taken */
  find(payment: string): string | null;
  /** Gives back until so much of these transactions went back in all. @returns what went back of each */
  giveBack(ids: readonly string[], total: number): Promise<{ payment: string; id: string; rupiah: number }[]>;
}

/** What the service has, as staff see it in its dashboard. */
export type LookUp = (reference: string) => Promise<{ id: string; isCancelled: boolean } | undefined>;

interface Tools {
  gateway: Gateway;
  store: GatewayStore;
  database: SqlDatabase;
  keys: TokenKeys;
  payments: Payments;
  lookUp: LookUp;
  now: () => number;
  tell: (sentence: string) => void;
  break: (sentence: string) => void;
  orders: Orders;
  /** The next number of a purchase. */
  number: () => number;
  /** A cart was begun on purpose. */
  noteCart: () => void;
  /** Staff who see these sums ask for so much less. */
  noteWaived: (reference: string, seen: string, rupiah: number) => void;
  /** Staff have the parcels of a purchase ordered by this service, after they were refused. */
  noteInstead: (reference: string, service: string) => void;
  chance: (percent: number) => boolean;
}

/** One process of the shop's server, for one visit: catalogue, cart, and `ship-elements/purchases`. Its staff do what `attention` says. */
export function shopOf(tools: Tools) {
  const {
    gateway,
    store,
    database,
    keys,
    payments,
    lookUp,
    now,
    tell,
    orders,
    number,
    noteCart,
    noteWaived,
    noteInstead,
  } = tools;
  const savesDrafts = orders === 'draft';
  let ordered = 0;
  const order: Gateway['order'] = (...given) => {
    ordered += 1;
    return gateway.order(...given);
  };
  const confirm: Gateway['confirm'] = (grant) => {
    ordered += 1;
    return gateway.confirm(grant);
  };
  const purchases = createPurchases({
    ...{ gateway: { ...gateway, confirm, order }, keys, store, now: () => new Date(now()), log: () => {} },
    mostExtra: 3_000,
    reference: () => `SHOP-${number()}`,
  });
  const provider = midtrans({ serverKey });

  async function cartOf(reference: string): Promise<Cart> {
    const { rows } = await database.run('SELECT quantity, voucher FROM shop_carts WHERE reference = ?', [reference]);
    const { quantity, voucher } = { quantity: 2, voucher: 0, ...rows[0] };
    const subtotal = coffee.value * quantity - voucher;
    const items = [{ ...coffee, quantity }];
    return { ...{ items, origin, subtotal, session: reference }, ...(savesDrafts && { reference }) };
  }

  /** What shoppers read that are refused. */
  const refusing = <Answer>(work: Promise<Answer>) =>
    work.catch((problem: Error) => {
      if (!isPurchaseError(problem)) throw problem;
      return { error: problem.message };
    });

  async function accept(choice: Choice, atNewPrice: boolean): Promise<PurchaseView> {
    const { reference, others = [] } = choice;
    const cart = await cartOf(reference);
    const parcels = [choice, ...others].map(({ service = '', offer, insurance, cashOnDelivery }) => ({
      ...{ cart, contacts },
      choice: { service, offer, insurance, cashOnDelivery, destination },
    }));
    return purchases.accept({ visit, reference }, parcels, { atNewPrice });
  }

  /** The page orders: accept, pay, grant. */
  async function grant(choice: Choice): Promise<{ grant: string }> {
    const { reference, again } = choice;
    if (again) return { grant: await purchases.grant(reference) };
    await accept(choice, true);
    await purchases.take(reference, payments.take);
    return { grant: await purchases.grant(reference) };
  }

  async function next(): Promise<PurchaseView> {
    noteCart();
    return purchases.begin(visit, { after: (await purchases.begin(visit)).reference });
  }

  async function current(): Promise<PurchaseView> {
    const purchase = await purchases.begin(visit);
    if (purchase.state !== 'refused' || purchase.money.taken) return purchase;
    // Nothing was paid, so the shopper chooses again, for a purchase that the old one cannot follow.
    return (await purchases.cancel(purchase.reference)).state === 'cancelled' ? next() : purchase;
  }

  const isOpen = ({ state }: PurchaseView) => state === 'open' || (orders === 'shop' && state === 'to-pay');

  /** Staff do what the list says. */
  async function lookAfter(purchase: PurchaseView): Promise<void> {
    const { reference, attention, giveBack, money, deliveries } = purchase;
    const reasons = attention.map(({ reason }) => reason);
    // The courier goes on, so the shop bears what was taken back.
    const isKept = reasons.includes('not-cancelled');
    switch (isKept ? reasons.at(-1) : reasons[0]) {
      case 'refused':
        if (tools.chance(30)) {
          tell(`Staff have ${reference} ordered again, at any price.`);
          const before = ordered;
          const { state, deliveries: after } = await purchases.retry(reference, { mostExtra: 100_000 });
          const isErased = after.some(({ reason }) => reason?.includes('erased'));
          if (state === 'refused' && ordered === before && !isErased)
            tools.break(`${reference} is refused again, and nobody was asked.`);
          return;
        }
        if (deliveries.length > 1) return decideOnBasket(purchase);
        return cancel(reference);
      case 'waits':
        for (const delivery of deliveries) await resolve(delivery.reference);
        return;
      case 'unanswered': {
        const [, payment = '', sum] = /^The payment (\S+) has no answer: Rp (\d+)/.exec(attention[0]?.what ?? '') ?? [];
        const id = payments.find(payment);
        tell(`Staff note that ${payment} was ${id === null ? 'not ' : ''}taken.`);
        if (id === null) await purchases.declined(payment, { id: `${payment} declined` });
        else await purchases.paid(payment, { id, rupiah: Number(sum) });
        return;
      }
      case 'underpaid':
      case 'taken-back':
        if (!isKept && !reference.startsWith('erased') && tools.chance(50)) return cancel(reference);
        tell(`Staff ask for Rp ${-money.owed} less of ${reference}.`);
        noteWaived(reference, JSON.stringify(money), -money.owed);
        return void (await refusing(purchases.waive(reference, -money.owed)));
      case 'not-cancelled':
      case 'ended':
        break;
    }
    if (giveBack <= 0) return;
    const mayCome = deliveries.filter(({ state }) => state !== 'cancelled' && state !== 'refused');
    const kept = mayCome.reduce((sum, { payNow }) => sum + payNow, 0);
    if (giveBack + kept > money.taken - money.givenBack)
      tools.break(`Rp ${giveBack} of ${reference} are given back while its courier may still come.`);
    tell(`Staff give Rp ${giveBack} of ${reference} back.`);
    const ids = purchase.payments.map(({ id }) => id);
    for (const { payment, ...transaction } of await payments.giveBack(ids, money.givenBack + giveBack))
      await purchases.givenBack(payment, transaction);
  }

  /** Some parcels were refused: by another service, without them, or nothing at all. */
  async function decideOnBasket({ reference }: PurchaseView): Promise<void> {
    if (tools.chance(30)) {
      const service = tools.chance(50) ? 'jne/reg' : 'anteraja/reg';
      tell(`Staff have what was refused of ${reference} ordered by ${service}.`);
      noteInstead(reference, service);
      const retried = purchases.retry(reference, { service, mostExtra: 5_000 }).catch((problem: Error) => problem);
      const problem = await retried;
      if (!(problem instanceof Error)) return;
      if (!isPurchaseError(problem)) throw problem;
      tell(`It cannot be: ${problem.message}`);
    }
    if (tools.chance(30)) return cancel(reference);
    tell(`Staff cancel what was refused of ${reference}.`);
    await purchases.cancel(reference, { only: 'refused' });
  }

  async function cancel(reference: string): Promise<void> {
    tell(`Staff cancel ${reference}.`);
    const { state } = await purchases.cancel(reference);
    tell(`${reference} is ${state}.`);
  }

  async function resolve(reference: string): Promise<void> {
    const found = await lookUp(reference);
    const what = found
      ? ({ found: found.isCancelled ? 'cancelled' : 'placed', order: found.id } as const)
      : ({ found: 'nothing' } as const);
    // It says when it is too early.
    const state = await gateway
      .resolveOrder({ reference, kind: savesDrafts ? 'draft_order' : 'order' }, what)
      .catch(() => undefined);
    if (state) tell(`Staff look ${reference} up at the service: it is ${state}.`);
  }

  return {
    grant: (choice: Choice) => refusing(grant(choice)),
    /** A form: the answer says what is to be paid where. */
    submit: (choice: Choice) => refusing(accept(choice, false).then(({ pay }) => ({ pay }))),
    callback: (request: Request) => purchases.callback(provider, request),

    async checkout(): Promise<Checkout> {
      const purchase = await current();
      const { reference } = purchase;
      if (!isOpen(purchase)) return { order: { reference } };
      const cart = await cartOf(reference);
      return { reference, cart: await signCart(cart, keys, new Date(now())), items: cart.items, orders };
    },

    /** Changes the cart: its quantity, or rupiah that a voucher takes off. After a purchase that has ended, the next one begins. */
    async changeCart({ quantity, voucher = 0 }: { quantity: number; voucher?: number }): Promise<void> {
      const purchase = await current();
      const isOver = purchase.state === 'shipped' || purchase.state === 'cancelled';
      if (!isOpen(purchase) && !isOver) return;
      const { reference } = isOver ? await next() : purchase;
      const store = `INSERT INTO shop_carts (reference, quantity, voucher) VALUES (?, ?, ?)
        ON CONFLICT (reference) DO UPDATE SET quantity = excluded.quantity, voucher = excluded.voucher`;
      await database.run(store, [reference, quantity, voucher]);
    },

    /** In the browser that the payment app opens, which has no cookie. */
    async comeBack(reference: string): Promise<PurchaseView | undefined> {
      const [, token] = (await purchases.link('https://shop.test/order', reference)).split('#p=');
      return purchases.find({ token });
    },

    hear: (reference: string) => purchases.hear(reference),
    settle: () => purchases.settle(),

    async lookAfterAll(): Promise<void> {
      // As `npx ship-elements gateway orders` lists them: no purchase knows of a draft.
      const doubtful = savesDrafts ? await store.ledger.list(keys.account, ['needs-attention'], 20) : [];
      for (const { reference } of doubtful) await resolve(reference);
      for (const purchase of await purchases.attention())
        await lookAfter(purchase).catch((problem: Error) => {
          // Another process has looked after it, and it was erased.
          if (!isPurchaseError(problem) || problem.code !== 'erased') throw problem;
        });
    },

    cancel: async (reference: string) => {
      await refusing(cancel(reference));
    },
    /** As another program of the shop does, which knows no purchase. */
    cancelAtGateway: async (reference: string) => {
      await gateway.cancel({ reference });
    },
    cancelByShopper: async (reference: string) => {
      await refusing(purchases.cancel(reference, { visit }));
    },

    /** Staff cancel an order whose quantity is wrong, and begin another one, which the shopper pays in a page. */
    async change(quantity: number): Promise<void> {
      const { reference } = await purchases.begin(visit);
      if ((await purchases.cancel(reference)).state !== 'cancelled') return;
      tell(`Staff change the quantity of ${reference} to ${quantity}.`);
      const anew = await next();
      await database.run('INSERT INTO shop_carts (reference, quantity) VALUES (?, ?) ON CONFLICT DO NOTHING', [
        anew.reference,
        quantity,
      ]);
    },

    /** The shopper wants to be forgotten. The gateway says if that is too early. */
    async erase(reference: string): Promise<void> {
      // The visit has no purchase then, so its next page begins one.
      noteCart();
      const isErased = await gateway.erase(reference).then(
        () => true,
        (problem: unknown) => {
          if (!(problem instanceof EraseError)) throw problem;
        },
      );
      if (isErased) tell(`Staff erase ${reference}.`);
    },
  };
}

export type Shop = ReturnType<typeof shopOf>;
export const place = { ...origin, ...destination };
export { contacts };
