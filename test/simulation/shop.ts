import type { Gateway } from '../../src/gateway/create-gateway.ts';
import { EraseError, type GatewayError } from '../../src/gateway/index.ts';
import type { SqlDatabase, SqlValue } from '../../src/gateway/store/sql-store.ts';
import {
  type AcceptedOffer,
  type Cart,
  isTokenError,
  orderOutcome,
  signCart,
  signGrant,
  type TokenKeys,
  verifyOffer,
} from '../../src/server.ts';

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

export const table = `CREATE TABLE IF NOT EXISTS shop_orders (reference TEXT PRIMARY KEY, quantity INTEGER NOT NULL, terms TEXT,
  paid INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL DEFAULT 0, granted INTEGER NOT NULL DEFAULT 0, outcome TEXT, closed INTEGER NOT NULL DEFAULT 0, replaces TEXT)`;

export interface ShopRow {
  reference: string;
  quantity: number;
  /** What the shopper has accepted, as JSON. */
  terms: string | null;
  /** Rupiah that were taken, and that are to be taken in all. */
  paid: number;
  due: number;
  /** The last grant, in milliseconds since the epoch. */
  granted: number;
  outcome: string | null;
  /** It is granted no more: its money goes back, as far as there is any. */
  closed: number;
  /** The order that staff have changed into this one. */
  replaces: string | null;
}

/** What the page submits. */
export interface Choice {
  offer: string | undefined;
  service: string | undefined;
  insurance: boolean;
  cashOnDelivery: boolean;
  reference: string;
  again: boolean;
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

/** What the shopper reads. */
class Refusal extends Error {}

/** Takes and returns money, for one key once. It may be out of reach. */
export interface Payments {
  take(key: string, reference: string, rupiah: number): Promise<void>;
  /** @returns rupiah that were taken and not returned */
  balance(reference: string): Promise<number>;
  giveBack(reference: string): Promise<void>;
  /**
   * Makes the payment of one order the payment of another one, for one key once.
   * @returns false if less than that was taken for the first one, or was returned
   */
  move(key: string, from: string, to: string, rupiah: number): Promise<boolean>;
}

/** What the service has, as staff see it in its dashboard. */
export type LookUp = (reference: string) => Promise<{ id: string; isCancelled: boolean } | undefined>;

interface Tools {
  gateway: Gateway;
  database: SqlDatabase;
  keys: TokenKeys;
  payments: Payments;
  lookUp: LookUp;
  now: () => number;
  tell: (sentence: string) => void;
  orders: Orders;
  /** Staff read this price of a changed order. */
  noteChange: (reference: string, service: string, price: number, payNow: number) => void;
}

/** Milliseconds after which no grant is valid any more: ten minutes, and twice the five that two clocks may differ by. */
const grantsOver = 20 * 60_000;

/** Milliseconds after which the shop closes an order that nobody has paid. */
const unpaidOver = 30 * 60_000;

/**
 * One process of the shop's server, as `demo/frameworks/vue/shop.js` has it, for one visit: it signs the cart, takes the money and grants
 * the order. Its staff cancel, change and erase orders, look up what needs attention, and give money back.
 */
export function shopOf({ gateway, database, keys, payments, lookUp, now, tell, orders, noteChange }: Tools) {
  const savesDrafts = orders === 'draft';
  const paysElsewhere = orders === 'shop';
  const today = () => new Date(now());
  const rows = async (sql: string, ...values: SqlValue[]) =>
    (await database.run(sql, values)).rows as unknown as ShopRow[];
  const write = async (sql: string, ...values: SqlValue[]) => (await database.run(sql, values)).changes;

  const begin = (number: number, quantity: number) =>
    write(
      'INSERT INTO shop_orders (reference, quantity) VALUES (?, ?) ON CONFLICT DO NOTHING',
      `SHOP-${number}`,
      quantity,
    );

  async function newest(): Promise<ShopRow> {
    const [row] = await rows('SELECT * FROM shop_orders WHERE replaces IS NULL ORDER BY rowid DESC LIMIT 1');
    if (row) return row;
    await begin(1, 2);
    return newest();
  }

  async function orderNow() {
    const order = await newest();
    const sent = await gateway.find(order.reference);
    const isSent = sent !== undefined && sent.state !== 'refused';
    const isSubmitted = paysElsewhere && order.terms !== null;
    return { ...order, sent, isFixed: isSent || isSubmitted || order.due > 0 || order.closed > 0, isSent };
  }

  const cartOf = ({ reference, quantity }: ShopRow): Cart => ({
    items: [{ ...coffee, quantity }],
    origin,
    subtotal: coffee.value * quantity,
    session: reference,
    ...(savesDrafts && { reference }),
  });

  const grantOf = ({ reference, terms }: { reference: string; terms: string | null }) =>
    signGrant(
      { ...(JSON.parse(terms ?? '') as { offer: AcceptedOffer; contacts: typeof contacts }), reference },
      keys,
      today(),
    );

  /** Refuses what is no offer for this order, then takes the money, and only then returns the grant. */
  async function accept(order: ShopRow, { offer, service = '', insurance, cashOnDelivery }: Choice): Promise<string> {
    const { reference, paid } = order;
    const asked = { cart: cartOf(order), destination, service, insurance, cashOnDelivery };
    const accepted = await verifyOffer(offer, asked, keys, today());
    if (accepted.estimate) throw new Refusal('Delivery prices are estimates just now.');
    const due = accepted.payNow;
    if (due < paid) throw new Refusal('This order was paid. Write to us to change it.');
    const before = order.terms === null ? undefined : (JSON.parse(order.terms) as { offer: AcceptedOffer }).offer;
    // What was granted may be ordered at any moment: of what is paid only the price can still change.
    const choiceOf = ({ courier, service, switches }: AcceptedOffer) => JSON.stringify([courier, service, switches]);
    const isSame = before && choiceOf(accepted) === choiceOf(before);
    const mayBeOrdered = order.due > 0 ? order.outcome !== 'refused' : now() - order.granted < grantsOver;
    if (before && !isSame && (order.due > 0 || before.payAtDoor > 0) && mayBeOrdered)
      throw new Refusal('This order was begun with another choice.');
    const terms = JSON.stringify({ offer: accepted, contacts });
    const grant = await grantOf({ reference, terms });
    // Whatever ends from here on, the order is known to the shop before its money is taken.
    const store = `UPDATE shop_orders SET terms = ?, due = ?, granted = ?, outcome = NULL
      WHERE reference = ? AND paid = ? AND closed = 0 AND (due <= paid OR terms = ?) AND outcome IS NOT 'placed'`;
    await write(store, terms, due, now(), reference, paid, terms);
    const [stored] = await rows('SELECT * FROM shop_orders WHERE reference = ?', reference);
    if (stored?.terms !== terms || stored.closed) throw new Refusal('This order is paid in another page.');
    await pay(stored);
    return grant;
  }

  /** Takes what is due. The same call again takes it once. */
  async function pay({ reference, terms, paid, due, replaces }: ShopRow): Promise<void> {
    if (due <= paid) return;
    if (replaces && !(await payments.move(`${reference} for ${replaces}`, replaces, reference, due))) {
      // Its money went back meanwhile, as that of a cancelled order.
      await write('UPDATE shop_orders SET due = 0, closed = 1 WHERE reference = ? AND paid = 0', reference);
      return;
    }
    if (!replaces) await payments.take(`${reference} after ${paid}`, reference, due - paid);
    await write(
      'UPDATE shop_orders SET paid = ? WHERE reference = ? AND terms = ? AND paid = ?',
      due,
      reference,
      terms,
      paid,
    );
  }

  async function grant(choice: Choice): Promise<{ grant: string } | { error: string }> {
    const order = await orderNow();
    try {
      if (choice.reference !== order.reference) throw new Refusal('Your cart has changed in another page.');
      if (order.closed) throw new Refusal('This order is closed.');
      if (choice.again && order.terms) return { grant: await grantOf(order) };
      if (order.isSent) throw new Refusal('This order is placed already.');
      return { grant: await accept(order, choice) };
    } catch (problem) {
      if (problem instanceof Refusal) return { error: problem.message };
      if (!isTokenError(problem)) throw problem;
      return { error: 'Choose the delivery again.' };
    }
  }

  /** Stores what the shopper has accepted in a form. It is paid at the provider, and the same form again is the same order. */
  async function submit(choice: Choice): Promise<{ rupiah: number } | { error: string }> {
    const { offer, service = '', insurance, cashOnDelivery } = choice;
    const order = await orderNow();
    const { reference } = order;
    if (choice.reference !== reference) return { error: 'Your cart has changed in another page.' };
    const asked = { cart: cartOf(order), destination, service, insurance, cashOnDelivery };
    try {
      const accepted = await verifyOffer(offer, asked, keys, today());
      if (accepted.estimate) return { error: 'Delivery prices are estimates just now.' };
      const terms = JSON.stringify({ offer: accepted, contacts });
      const store = `UPDATE shop_orders SET terms = ?, due = ?, granted = ?
        WHERE reference = ? AND quantity = ? AND terms IS NULL AND closed = 0`;
      await write(store, terms, accepted.payNow, now(), reference, order.quantity);
    } catch (problem) {
      if (!isTokenError(problem)) throw problem;
      return { error: 'Choose the delivery again.' };
    }
    const [stored] = await rows('SELECT * FROM shop_orders WHERE reference = ?', reference);
    if (!stored?.terms || stored.closed) return { error: 'This order is closed.' };
    const before = (JSON.parse(stored.terms) as { offer: AcceptedOffer }).offer;
    const isSame =
      `${before.courier}/${before.service}` === service &&
      before.payAtDoor > 0 === cashOnDelivery &&
      stored.quantity === order.quantity;
    return isSame ? { rupiah: stored.due - stored.paid } : { error: 'This order was begun with another choice.' };
  }

  async function place(order: ShopRow): Promise<void> {
    const isPlaced = (await gateway.find(order.reference))?.state === 'placed';
    const answer: object = isPlaced || (await gateway.order(await grantOf(order)).catch((problem) => problem));
    const outcome = isPlaced || 'id' in answer ? 'placed' : orderOutcome(answer);
    if (outcome === 'placed' || outcome === 'refused')
      await write(
        'UPDATE shop_orders SET outcome = ? WHERE reference = ? AND terms = ?',
        outcome,
        order.reference,
        order.terms,
      );
  }

  async function cancel(reference: string): Promise<void> {
    const sent = await gateway.find(reference);
    if (sent?.state !== 'placed' || !sent.id) return;
    tell(`Staff cancel ${reference}.`);
    await gateway.cancel({ id: sent.id, reference }).catch((problem: GatewayError) => {
      tell(`The cancellation of ${reference} is answered: ${problem.reason ?? problem.message}.`);
    });
  }

  /** Gives the money of an order back that will never be placed, or was cancelled. */
  async function giveBack({ reference, granted, closed }: ShopRow): Promise<void> {
    if (
      !closed &&
      !(await write('UPDATE shop_orders SET closed = 1 WHERE reference = ? AND granted = ?', reference, granted))
    )
      return;
    if ((await payments.balance(reference)) > 0) {
      tell(`Staff give the money of ${reference} back.`);
      await payments.giveBack(reference);
    }
  }

  /** Staff look at an order. */
  async function lookAfter(order: ShopRow): Promise<void> {
    const { reference, granted, outcome, closed } = order;
    // It was paid after the shop had closed it.
    if (paysElsewhere && closed && outcome === null) return giveBack(order);
    const sent = await gateway.find(reference);
    const isOld = now() - granted > grantsOver;
    if (sent?.state === 'needs-attention') return resolve(reference);
    if (sent?.state === 'cancelled' || outcome === 'cancelled') return giveBack(order);
    const isOver = !sent || sent.state === 'refused' || sent.state === 'erased';
    if (isOld && outcome === 'refused' && isOver) return giveBack(order);
    // It was erased before the shop asked for it again, so only the service knows it.
    if (sent?.state === 'erased' && !outcome && !(await lookUp(reference))) return giveBack(order);
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
    grant,
    submit,

    /** The provider calls for as long as it hears no success, and once more if it has not heard it. */
    async hearPayment(reference: string, rupiah: number): Promise<void> {
      await write('UPDATE shop_orders SET paid = ? WHERE reference = ? AND paid = 0', rupiah, reference);
    },

    async checkout(): Promise<Checkout> {
      const order = await orderNow();
      const { reference, isFixed } = order;
      if (isFixed) return { order: { reference } };
      const cart = cartOf(order);
      return { reference, cart: await signCart(cart, keys, today()), items: cart.items, orders };
    },

    /** Changes the cart. After an order that has ended, the next one begins. */
    async setQuantity(quantity: number): Promise<void> {
      const { reference, sent, isFixed } = await orderNow();
      if (!isFixed)
        await write(
          `UPDATE shop_orders SET quantity = ? WHERE reference = ? AND due = 0 ${paysElsewhere ? 'AND terms IS NULL' : ''}`,
          quantity,
          reference,
        );
      else if (sent && ['placed', 'cancelled', 'erased'].includes(sent.state))
        await begin(Number(reference.replace('SHOP-', '')) + 1, quantity);
    },

    /** A message may come twice, and the second one late: an order that was cancelled stays so. */
    async hear(type: string, reference: string): Promise<void> {
      const outcome = { 'order.placed': 'placed', 'order.refused': 'refused', 'order.cancelled': 'cancelled' }[type];
      const store = "UPDATE shop_orders SET outcome = ? WHERE reference = ? AND outcome IS NOT 'cancelled'";
      if (outcome) await write(store, outcome, reference);
    },

    /** Places paid orders whose page has gone. */
    async placeWaiting(): Promise<void> {
      // A payment whose answer was lost. Of those at a provider it calls back.
      const unpaid = `SELECT * FROM shop_orders WHERE due > paid AND granted <= ? ${paysElsewhere ? 'AND replaces IS NOT NULL' : ''}`;
      for (const order of await rows(unpaid, now() - 60_000)) await pay(order);
      const isReady = paysElsewhere ? 'terms IS NOT NULL AND paid >= due' : 'paid > 0';
      const waiting = `SELECT * FROM shop_orders WHERE ${isReady} AND outcome IS NULL AND closed = 0 AND granted <= ?`;
      for (const order of await rows(waiting, now() - 120_000)) await place(order);
    },

    async lookAfterAll(): Promise<void> {
      // Of drafts staff see only those that need them.
      if (savesDrafts) for (const { reference } of await rows('SELECT * FROM shop_orders')) await resolve(reference);
      const old = 'UPDATE shop_orders SET closed = 1 WHERE due > 0 AND paid = 0 AND closed = 0 AND granted <= ?';
      if (paysElsewhere) await write(`${old} AND replaces IS NULL`, now() - unpaidOver);
      for (const order of await rows('SELECT * FROM shop_orders WHERE terms IS NOT NULL')) await lookAfter(order);
    },

    cancel,

    /** Staff cancel an order whose quantity is wrong, and begin another one, which the shopper pays in a page. */
    async change(quantity: number): Promise<void> {
      const { reference } = await newest();
      await cancel(reference);
      // Of what is not paid yet, only the shop knows.
      const close = 'UPDATE shop_orders SET closed = 1 WHERE reference = ? AND due > 0 AND paid = 0 AND closed = 0';
      const isClosed = paysElsewhere && (await write(close, reference));
      if (isClosed) tell(`Staff close ${reference}, which is not paid.`);
      if (isClosed || (await gateway.find(reference))?.state === 'cancelled')
        await begin(Number(reference.replace('SHOP-', '')) + 1, quantity);
    },

    /** Cancels a paid order, and makes it anew by a service that costs no more. The rest of the money goes back. */
    async replace(reference: string, number: number): Promise<void> {
      const [order] = await rows('SELECT * FROM shop_orders WHERE reference = ?', reference);
      const sent = await gateway.find(reference);
      if (!order?.paid || sent?.state !== 'placed' || !sent.id) return;
      const cart = cartOf(order);
      const quoted = await gateway.quote({ cart, destination, couriers: couriers.split(','), fresh: true });
      const possible = quoted.filter(({ payNow, estimate }) => payNow <= order.paid && !estimate);
      const row = possible[number % possible.length];
      if (!row) return;
      const { service, offer, price, payNow } = row;
      const accepted = { cart, destination, service, insurance: false, cashOnDelivery: false };
      const terms = JSON.stringify({ offer: await verifyOffer(offer, accepted, keys, today()), contacts });
      tell(`Staff send ${reference} by ${service} for ${price}.`);
      await gateway.cancel({ id: sent.id, reference });
      const changed = `${reference}-2`;
      noteChange(changed, service, price, payNow);
      const insert = `INSERT INTO shop_orders (reference, quantity, terms, due, granted, replaces) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING`;
      if (!(await write(insert, changed, order.quantity, terms, payNow, now(), reference))) return;
      const [stored] = await rows('SELECT * FROM shop_orders WHERE reference = ?', changed);
      if (stored) await pay(stored);
    },

    /** The shopper wants to be forgotten. The gateway says if that is too early. */
    async erase(reference: string): Promise<void> {
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
