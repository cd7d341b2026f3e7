import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'libsql';
import { createShippingGateway } from 'ship-elements/gateway';
import { openLibsqlStore } from 'ship-elements/gateway/libsql';
import { createPurchases, isPurchaseError } from 'ship-elements/purchases';
import { signCart } from 'ship-elements/server';

// A shop has these in its catalogue, in its settings, and in the shopper's account.
const scarf = { name: 'Batik scarf', value: 185_000, weight: 250 };
const origin = { origin_postal_code: 12440 };
const destination = { destination_postal_code: 40111 };
const home = 'Bandung 40111';
const contactsOf = (name, address) => ({
  origin_contact_name: 'Batik House',
  origin_contact_phone: '081234567890',
  origin_address: 'Jalan Kemang Raya 12, Jakarta',
  destination_contact_name: name,
  destination_contact_phone: '081298765432',
  destination_address: address,
});

/**
 * Your payment provider takes its place: it takes the money of one number once, however often it is asked, and answers with its own number
 * of the transaction, or with `null` if it is declined. What it throws is no answer: the same number is asked for again. Its callbacks go to
 * `purchases.callback`.
 */
async function printPayment(number, rupiah) {
  process.stdout.write(`Paid for ${number}: Rp ${rupiah}\n`);
  return number;
}

const rupiah = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'IDR',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
});

/** Where a shopper reaches the shop: the only one who can cancel an order that is booked. */
const contact = 'mailto:halo@batik-house.example';

/** What the shopper reads about an order. */
const words = {
  'to-pay': 'You pay once at most. Please look again in a moment.',
  shipped: 'The courier is booked. You can still cancel until the parcel is collected: contact us.',
  delivered: 'Your parcel has arrived.',
  ended: 'The courier could not bring your parcel. We will write to you.',
  booking: 'We are booking the courier.',
  refused: 'The courier could not be booked. We will write to you.',
  cancelling: 'The order is being cancelled.',
  cancelled: 'The order was cancelled. Nothing is sent.',
};

/** What is true of it, as the heading of its page. */
const headings = {
  'to-pay': 'Your payment is being checked',
  shipped: 'Thank you',
  delivered: 'Thank you',
  ended: 'Your parcel does not arrive',
  booking: 'Thank you',
  refused: 'Your parcel is not sent yet',
  cancelling: 'Order being cancelled',
  cancelled: 'Order cancelled',
};

/** Why it is chosen again: nothing is paid. */
const reasons = {
  'to-pay': { problem: 'The payment was not taken. Please try again or pay otherwise.' },
  refused: { problem: 'The courier could not be booked. Please choose again.' },
  'cod-unavailable': {
    problem: 'This courier collects no cash for this order. Pay now, or choose another one.',
    noCash: true,
  },
};

/**
 * The shop's side of a purchase. A visit is the secret name in the shopper's cookie.
 * @param env SHIPPING_URL and SHIPPING_KEY of the service, SHIPPING_SECRET, SHOP_ORIGINS of the pages, SHOP_DATA: a folder
 */
export async function openShop(env, takePayment = printPayment) {
  const { SHIPPING_URL, SHIPPING_KEY, SHIPPING_SECRET, SHOP_ORIGINS, SHOP_DATA = 'data' } = env;
  mkdirSync(SHOP_DATA, { recursive: true });
  const keys = { account: 'toko-senja', current: { kid: '2026-11', secret: SHIPPING_SECRET } };
  const store = await openLibsqlStore(`${SHOP_DATA}/shipping.db`);
  const gateway = createShippingGateway({
    account: keys.account,
    upstream: SHIPPING_URL,
    key: SHIPPING_KEY,
    store,
    secrets: keys,
    origins: SHOP_ORIGINS.split(','),
    trustedHops: 1, // your own proxy
    basePath: '/shipping',
    orders: 'order',
    areas: true,
    tracking: true,
  });
  const purchases = createPurchases({ gateway, keys, store });

  const carts = new Database(`${SHOP_DATA}/shop.db`, { timeout: 5000 });
  carts.exec(`CREATE TABLE IF NOT EXISTS carts (reference TEXT PRIMARY KEY, quantity INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS accepted (reference TEXT PRIMARY KEY, quantity INTEGER NOT NULL, address TEXT NOT NULL)`);
  const rowOf = (table, reference) => carts.prepare(`SELECT * FROM ${table} WHERE reference = ?`).get(reference);
  const quantityOf = (reference) => rowOf('carts', reference)?.quantity ?? 1;

  function cartOf(reference) {
    const quantity = quantityOf(reference);
    return { items: [{ ...scarf, quantity }], origin, subtotal: scarf.value * quantity, session: reference };
  }

  /** Stores what the shopper has accepted, and takes what is due. Its offer holds for one place: the district of the search, or that of the account. */
  async function accept(visit, { reference, name, address, area, ...choice }, atNewPrice) {
    const isFound = choice.destination?.destination_area_id;
    const contacts = contactsOf(name, address);
    const to = [address, isFound ? area : home].filter(Boolean).join(', ');
    const chosen = { ...choice, destination: isFound ? choice.destination : destination };
    const before = await purchases.find({ visit, reference });
    const cart = cartOf(reference);
    await purchases.accept({ visit, reference }, { cart, contacts, choice: chosen }, { atNewPrice });
    // For the receipt: `purchases` keeps no goods and no address for it, and the cart may change in another tab. What is being booked keeps its own.
    const keep = carts.prepare('REPLACE INTO accepted VALUES (?, ?, ?)');
    if (!before.isDone) keep.run(reference, cart.items[0].quantity, to);
    await purchases.take(reference, takePayment);
  }

  /** What is refused is for the shopper to read. */
  const answering = (work) =>
    work.catch((problem) => {
      if (!isPurchaseError(problem)) throw problem;
      // The cause is for you: a clock that is wrong says so here.
      if (problem.cause) console.warn(problem.cause.message);
      // Its receipt says that a payment is being checked.
      return problem.code === 'unconfirmed' ? {} : { error: problem.message };
    });

  async function grant(visit, choice) {
    // What was sent and has no answer is granted as it was.
    if (!choice.again) await accept(visit, choice, true);
    return { grant: await purchases.grant(choice.reference) };
  }

  async function buy(visit, choice) {
    await accept(visit, choice, false);
    await purchases.ship(choice.reference);
    return {};
  }

  return {
    gateway,
    purchases,
    store,
    /** The grant for a page that orders, once it is paid, or the reason why there is none. */
    grant: (visit, choice) => answering(grant(visit, choice)),
    /** For a page that does not order itself: verifies, takes the money and orders. */
    buy: (visit, choice) => answering(buy(visit, choice)),

    /** What the page shows: the signed cart, or the order. */
    async checkout(visit) {
      const { reference, pay: asked } = await purchases.begin(visit);
      // It may be taken: the same number is asked for again, and its page is the receipt.
      if (asked?.unanswered)
        await answering(purchases.take(reference, takePayment).then(() => purchases.ship(reference)));
      const purchase = await purchases.find({ visit, reference });
      const { pay, chooseAgain = purchase.state } = purchase;
      if (!purchase.isDone && !pay?.unanswered) {
        const cart = cartOf(reference);
        const shipment = { ...origin, ...destination, items: cart.items };
        const signed = await signCart(cart, keys);
        const contacts = contactsOf('', '');
        const { problem, noCash } = reasons[chooseAgain] ?? {};
        return { reference, quantity: quantityOf(reference), shipment, home, contacts, cart: signed, problem, noCash };
      }
      const { state, money, giveBack, goods, waived, payAtDoor, collected, deliveries } = purchase;
      const [{ track, price, fees, ended, delivered, ...delivery }] = deliveries;
      const accepted = rowOf('accepted', reference);
      const isCancelled = state === 'cancelled';
      // As they were accepted, with the names of the bill: the catalogue and the cart may be others by now. They add up.
      const sums = [
        [accepted ? `${scarf.name} × ${accepted.quantity}` : scarf.name, goods],
        ['Shipping', price - fees.insurance - fees.cashOnDelivery],
        ['Insurance', fees.insurance],
        ['COD fee', fees.cashOnDelivery],
        ['Waived by the shop', -waived],
        ['Cancelled', isCancelled && -delivery.payNow - delivery.payAtDoor],
        ['Not collected yet', !isCancelled && payAtDoor + collected - delivery.payAtDoor],
        ['Paid', money.taken],
        ['Given back', money.givenBack],
        ['You get back', giveBack],
        ['To pay', pay?.rupiah],
        ['Paid at the door', collected],
        ['Pay at the door', payAtDoor],
      ];
      const rows = [
        ['Order', reference],
        ...sums.filter(([, sum]) => sum).map(([label, sum]) => [label, rupiah.format(sum)]),
        ['To', accepted?.address],
      ].filter(([, text]) => text);
      const known = ended ? 'ended' : state === 'shipped' && delivered ? 'delivered' : state;
      // Not while a refused order holds its money, or one is being booked: this page is its only receipt.
      const again = ['shipped', 'cancelled'].includes(state);
      const isWaiting = ['to-pay', 'booking'].includes(state);
      const said = { reference, again, heading: headings[known], rows, summary: words[known], isWaiting, contact };
      return { order: { ...said, track: state === 'shipped' ? track : undefined } };
    },

    /**
     * The prices of a page that a server renders. None if they cannot be had soon: the page asks then.
     * @param couriers codes, as the page has them
     * @param shopper the request for the page: the gateway counts what its network spends
     */
    quote: (reference, couriers, shopper) =>
      Promise.race([
        gateway.quote({ cart: cartOf(reference), destination, couriers, insurance: true, shopper }),
        wait(1_500, []),
      ]).catch(() => []),

    /** Changes the cart. `after` is the number of the receipt whose "Order again" begins the next order. */
    async setQuantity(visit, quantity, after) {
      if (!Number.isInteger(quantity) || quantity < 1 || quantity > 99) return;
      const { reference, isDone } = await purchases.begin(visit, { after });
      // The one that follows may have a cart by now, from another tab.
      if (isDone || (after && rowOf('carts', reference))) return;
      carts.prepare('REPLACE INTO carts (reference, quantity) VALUES (?, ?)').run(reference, quantity);
    },

    /** For a process that lives long. Else a schedule calls `gateway.settle()` and `purchases.settle()`. */
    start() {
      gateway.start();
      purchases.start();
    },
  };
}
