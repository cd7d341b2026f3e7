import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import Database from 'libsql';
import { createShippingGateway } from 'ship-elements/gateway';
import { openLibsqlStore } from 'ship-elements/gateway/libsql';
import { isTokenError, orderOutcome, signCart, signGrant, signTrack, verifyOffer } from 'ship-elements/server';

// A shop has these in its catalogue, in its settings, and in the shopper's account.
const scarf = { name: 'Batik scarf', value: 185_000, weight: 250 };
const origin = { origin_postal_code: 12440 };
const destination = { destination_postal_code: 40111 };
const contactsOf = (name) => ({
  origin_contact_name: 'Batik House',
  origin_contact_phone: '081234567890',
  origin_address: 'Jalan Kemang Raya 12, Jakarta',
  destination_contact_name: name,
  destination_contact_phone: '081298765432',
  destination_address: 'Jalan Braga 8, Bandung',
});

/**
 * Your payment provider takes its place: it takes the money of one key once, however often it is asked. If it can decline, set `due`
 * back to `paid` and ask with another key.
 */
const printPayment = async (key, rupiah) => process.stdout.write(`Paid for ${key}: Rp ${rupiah}\n`);

/** Milliseconds after which no grant is valid: ten minutes, and twice the five that two clocks may differ by. */
const grantsEnd = 20 * 60_000;

/** What the shopper reads. */
class Refusal extends Error {}

/** What the shopper reads about a paid order without a courier. */
const unplaced = {
  waiting: 'We are booking the courier.',
  refused: 'The courier could not be booked. We will write to you.',
  cancelled: 'The delivery was cancelled. We will write to you.',
};

/**
 * The shop's side of a purchase. A visit is the secret name in the shopper's cookie, and has one open order at a time.
 * @param env SHIPPING_URL and SHIPPING_KEY of the service, SHIPPING_SECRET, SHOP_ORIGINS of the pages, SHOP_DATA: a folder
 */
export async function openShop(env, takePayment = printPayment) {
  const { SHIPPING_URL, SHIPPING_KEY, SHIPPING_SECRET, SHOP_ORIGINS, SHOP_DATA = 'data' } = env;
  mkdirSync(SHOP_DATA, { recursive: true });
  const keys = { account: 'batik-house', current: { kid: '2026-11', secret: SHIPPING_SECRET } };
  const gateway = createShippingGateway({
    account: keys.account,
    upstream: SHIPPING_URL,
    key: SHIPPING_KEY,
    store: await openLibsqlStore(`${SHOP_DATA}/shipping.db`),
    secrets: { current: keys.current },
    origins: SHOP_ORIGINS.split(','),
    basePath: '/shipping',
    orders: 'order',
    tracking: true,
  });

  // `terms` is what the shopper has accepted, as JSON, and `due` is what it costs now. `granted` is when, `outcome` is placed or refused.
  const database = new Database(`${SHOP_DATA}/shop.db`, { timeout: 5000 });
  database.exec(`CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, visit TEXT NOT NULL, quantity INTEGER NOT NULL,
    terms TEXT, due INTEGER NOT NULL DEFAULT 0, paid INTEGER NOT NULL DEFAULT 0, granted INTEGER, outcome TEXT)`);
  const rows = (sql, ...values) => database.prepare(sql).all(...values);
  const write = (sql, ...values) => database.prepare(sql).run(...values);

  function begin(visit, quantity) {
    const reference = `SHOP-${randomBytes(6).toString('hex').toUpperCase()}`;
    write('INSERT INTO orders (reference, visit, quantity) VALUES (?, ?, ?)', reference, visit, quantity);
    return newest(visit);
  }
  const newest = (visit) => rows('SELECT * FROM orders WHERE visit = ? ORDER BY rowid DESC LIMIT 1', visit)[0];

  /** The order of a visit, with what the gateway knows of it. Once its payment has begun, or it is sent, it stays as it is. */
  async function orderOf(visit) {
    const order = newest(visit) ?? begin(visit, 1);
    const sent = await gateway.find(order.reference);
    const isSent = sent !== undefined && sent.state !== 'refused';
    return { ...order, sent, isSent, isFixed: isSent || order.due > 0 };
  }

  const cartOf = ({ reference, quantity }) => ({
    items: [{ ...scarf, quantity }],
    origin,
    subtotal: scarf.value * quantity,
    session: reference,
  });
  const grantOf = ({ reference, terms }) => signGrant({ ...JSON.parse(terms), reference }, keys);

  /** Refuses what is no offer for this order, then takes the money, and only then returns the grant. */
  async function accept(order, { offer, service, insurance, cashOnDelivery, name }) {
    const { reference, paid } = order;
    const asked = { cart: cartOf(order), destination, service, insurance, cashOnDelivery };
    const accepted = await verifyOffer(offer, asked, keys);
    if (accepted.estimate)
      throw new Refusal('Delivery prices are estimates just now. Please choose again in a moment.');
    const due = accepted.payNow;
    // The grant of an earlier payment may still be used, so no money goes back here.
    if (due < paid) throw new Refusal(`Rp ${paid} are paid for this order. Please write to us to change it.`);
    const before = order.terms && JSON.parse(order.terms).offer;
    // What was granted may be ordered at any moment: of what is paid only the price can still change.
    const choiceOf = ({ courier, service, switches }) => JSON.stringify([courier, service, switches]);
    const isSame = before && choiceOf(accepted) === choiceOf(before);
    const mayBeOrdered = order.due > 0 ? order.outcome !== 'refused' : Date.now() - order.granted < grantsEnd;
    if (before && !isSame && (order.due > 0 || before.payAtDoor > 0) && mayBeOrdered)
      throw new Refusal('This order was begun with another choice. Please try again in a quarter of an hour.');
    const terms = JSON.stringify({ offer: accepted, contacts: contactsOf(name) });
    // Signing refuses what the service would refuse, so it comes before the money.
    const grant = await grantOf({ reference, terms });
    // So does this: whatever ends from here on, `placeWaiting` takes the money and places the order.
    const store = `UPDATE orders SET terms = ?, due = ?, granted = ?, outcome = NULL
      WHERE reference = ? AND paid = ? AND (due <= paid OR terms = ?) AND outcome IS NOT 'placed'`;
    write(store, terms, due, Date.now(), reference, paid, terms);
    const stored = rows('SELECT * FROM orders WHERE reference = ?', reference)[0];
    if (stored.terms !== terms) throw new Refusal('This order was paid in another page.');
    await pay(stored);
    return grant;
  }

  /** Takes what is due. Called again, it has the same key, so the money is taken once. */
  async function pay({ reference, terms, paid, due }) {
    if (due <= paid) return;
    await takePayment(`${reference} after ${paid}`, due - paid);
    write('UPDATE orders SET paid = ? WHERE reference = ? AND terms = ? AND paid = ?', due, reference, terms, paid);
  }

  /** The grant for an order, once it is paid, or the reason why there is none. */
  async function grant(visit, choice) {
    const order = await orderOf(visit);
    try {
      if (choice.reference !== order.reference) throw new Refusal('Your cart has changed in another page.');
      // It was sent and has no answer: it is granted as it was.
      if (choice.again && order.terms) return { grant: await grantOf(order) };
      if (order.isSent) throw new Refusal('This order is placed already.');
      return { grant: await accept(order, choice) };
    } catch (problem) {
      if (problem instanceof Refusal) return { error: problem.message };
      if (!isTokenError(problem)) throw problem;
      // It is for you: a clock that is wrong says so here.
      console.warn(problem.message);
      return { error: 'Please look at your name and your cart, and choose the delivery again.' };
    }
  }

  /** Places a paid order. The gateway orders it once, whether its page asks too or not. */
  async function place(order) {
    const { reference, terms } = order;
    const isPlaced = (await gateway.find(reference))?.state === 'placed';
    const answer = isPlaced || (await gateway.order(await grantOf(order)).catch((problem) => problem));
    const outcome = isPlaced || 'id' in answer ? 'placed' : orderOutcome(answer);
    // What is neither placed nor refused is asked again. `refused` is for your staff.
    if (outcome === 'placed' || outcome === 'refused')
      write('UPDATE orders SET outcome = ? WHERE reference = ? AND terms = ?', outcome, reference, terms);
  }

  /** Pays and places orders whose page has gone. @param patience milliseconds that a page has to place its own */
  async function placeWaiting(patience = 120_000) {
    const waiting = 'SELECT * FROM orders WHERE due > 0 AND outcome IS NULL AND granted <= ?';
    // An order that cannot be paid or placed does not stop the others.
    for (const order of rows(waiting, Date.now() - patience))
      await pay(order)
        .then(() => place(order))
        .catch((problem) => process.emitWarning(problem));
  }

  return {
    gateway,
    grant,

    /** What the page shows: the signed cart, or the order if it is paid or sent. */
    async checkout(visit) {
      const order = await orderOf(visit);
      const { reference, quantity, paid, outcome, sent, isFixed } = order;
      if (isFixed) {
        const placed = sent?.state === 'placed' && { id: sent.id, track: await signTrack({ reference }, keys) };
        const state = placed || sent?.state === 'cancelled' ? sent.state : (outcome ?? 'waiting');
        const summary = placed ? `Ordered: ${sent.id}` : unplaced[state];
        return { order: { reference, paid, summary, isWaiting: state === 'waiting', ...placed } };
      }
      const cart = cartOf(order);
      const shipment = { ...origin, ...destination, items: cart.items };
      return { reference, quantity, shipment, contacts: contactsOf(''), cart: await signCart(cart, keys) };
    },

    /** Changes the cart. After an order that was placed, the next one begins. */
    async setQuantity(visit, quantity) {
      if (!Number.isInteger(quantity) || quantity < 1 || quantity > 99) return;
      const { reference, sent, isFixed } = await orderOf(visit);
      if (!isFixed) write('UPDATE orders SET quantity = ? WHERE reference = ? AND due = 0', quantity, reference);
      else if (sent?.state === 'placed' || sent?.state === 'cancelled') begin(visit, quantity);
    },

    /** For a page that does not order itself: verifies, takes the money and orders. */
    async buy(visit, choice) {
      const { error } = await grant(visit, choice);
      if (error) return { error };
      await place(newest(visit));
      // With cash on delivery nothing is paid yet: the shopper hears that nothing is ordered.
      return (await orderOf(visit)).isFixed ? {} : { error: 'The courier could not be booked. Please choose again.' };
    },

    placeWaiting,

    /** For a process that lives long. Else a schedule calls `gateway.settle()` and `placeWaiting()`. */
    start() {
      gateway.start();
      setInterval(() => placeWaiting().catch((problem) => process.emitWarning(problem)), 10_000).unref();
    },
  };
}
