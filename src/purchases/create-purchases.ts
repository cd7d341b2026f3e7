import { type Clock, idle, machineClock, within } from '../client/index.ts';
import type { Rupiah } from '../contract/index.ts';
import {
  type AcceptedOffer,
  destinationFingerprint,
  isTokenError,
  signGrant,
  signPurchase,
  signTrack,
  type TokenError,
  verifyPurchase,
} from '../tokens/index.ts';
import { choiceOf, verifier } from './accepted.ts';
import { byAnother, deliverer, isEnd, isOrderedAgain, lookAt, otherServices } from './deliver.ts';
import { type Choice, PurchaseError, placesOf, rupiah } from './form.ts';
import type { AcceptedParcel, Purchases, PurchasesOptions } from './options.ts';
import { paymentVerbs, unconfirmed } from './payments.ts';
import {
  type Delivery,
  goodsOf,
  hasEnded,
  isInDoubt,
  isOpen,
  isSameChoice,
  isUnanswered,
  missingOf,
  type Purchase,
  tellWithin,
} from './purchase.ts';
import { fromRow, toRow } from './rows.ts';
import { isSameSum, next, type PurchaseEvent } from './transitions.ts';
import { attentionOf, isDone, newsOf, type PurchaseView, referenceOf, stateOf, viewOf } from './view.ts';

/** Milliseconds that a delivery is left to a page that has its grant. */
const pagePatience = 120_000;

/** Milliseconds that a cart is kept in which nothing was accepted. */
const emptyKept = 24 * 3_600_000;

/** Milliseconds. Deliveries are looked at every six hours at least. */
const longestPause = 24 * 3_600_000;

/** Hours in a year. */
const longestWait = 366 * 24;

/** Purchases in one call of `settle`. */
const batch = 50;

/** Milliseconds that `onChange` has. A mail server that hangs must not hold up what else is paid. */
const tellPatience = 10_000;

/** Milliseconds from the end of one run to the next one. */
const interval = 5_000;

/**
 * The shop's half of a purchase: what was accepted, its money, its parcels, and what is owed.
 * @throws {TypeError} naming the option that is wrong
 */
export function createPurchases(options: PurchasesOptions, clock: Clock = machineClock): Purchases {
  const { gateway, keys, store, mostExtra = 0, payWithin = 48, reference: named = anyReference, onChange } = options;
  // biome-ignore lint/suspicious/noConsole: it is the shop's log, unless the shop has another one.
  const { log = (line) => console.warn(line), now: today = () => new Date() } = options;
  if (!store?.purchases) throw new TypeError("createPurchases needs `store`: the gateway's own store.");
  if (!gateway?.order || !keys?.account) throw new TypeError('createPurchases needs `gateway` and `keys`.');
  requireRupiah(mostExtra);
  if (!(payWithin > 0 && payWithin <= longestWait))
    throw new TypeError('payWithin must be a number of hours above 0, and a year at most.');
  const { account } = keys;
  const deliver = deliverer({ gateway, keys, today, mostExtra, apply });
  const { accepted, logMismatch, logOnce } = verifier({ keys, today, log });
  const payments = paymentVerbs({ log, logOnce, apply, done, view });
  const rows = store.purchases;
  const now = () => today().getTime();

  /** @param reference of the purchase, or of one of its deliveries, which has a further number */
  async function found(reference: string): Promise<Purchase | undefined> {
    if (typeof reference !== 'string') return undefined;
    const row = await rows.find(account, reference);
    if (row) return fromRow(row);
    const further = await rows.find(account, reference.replace(/-\d+$/, ''));
    const purchase = further && fromRow(further);
    const numbers = [...(purchase?.retired ?? []), ...(purchase?.deliveries.map((one) => one.reference) ?? [])];
    return numbers.includes(reference) ? purchase : undefined;
  }

  /** @param alsoErased money counts whether its person was erased or not */
  async function read(reference: string, alsoErased = false): Promise<Purchase> {
    const purchase = await found(reference);
    if (!purchase) throw new PurchaseError('unknown-reference', `There is no purchase ${reference}.`);
    if (purchase.erased !== undefined && !alsoErased)
      throw new PurchaseError('erased', `The data of ${reference} was erased.`);
    return purchase;
  }

  /**
   * Applies an event, however many processes write at once.
   * @returns the purchase as it stands, and whether this event has changed it
   */
  async function apply(reference: string, event: PurchaseEvent): Promise<{ purchase: Purchase; changed: boolean }> {
    for (;;) {
      const purchase = await read(reference, ['money', 'waived', 'let-go'].includes(event.kind));
      const after = next(purchase, event, now());
      if (!after) return { purchase, changed: false };
      if (await rows.replace(toRow(account, after, now()), purchase.version)) return { purchase: after, changed: true };
    }
  }

  async function view(purchase: Purchase): Promise<PurchaseView> {
    const tracks = new Map<string, string>();
    for (const { state, reference } of purchase.deliveries)
      if (state === 'placed') tracks.set(reference, await signTrack({ reference }, keys, today()));
    return viewOf(purchase, now(), tracks);
  }

  /** Applies an event, tells the shop's code, and answers what is true then. */
  async function done(reference: string, event: PurchaseEvent): Promise<PurchaseView> {
    const { purchase } = await apply(reference, event);
    return view(await tell(purchase));
  }

  /**
   * What has changed is logged if a person has to look, and told to the shop's code, by one process at a time. `settle` repeats a failed attempt a
   * minute later, and tells what has changed meanwhile.
   */
  async function tell(purchase: Purchase): Promise<Purchase> {
    const { reference } = purchase;
    if (!newsOf(purchase, now()).length) return purchase;
    if (purchase.erased !== undefined) return noted(purchase);
    const { purchase: own, changed } = await apply(reference, { kind: 'telling', until: now() + tellWithin });
    if (!changed) return own;
    const news = newsOf(own, now());
    const shown = await view(noted(own));
    try {
      await within(tellPatience, undefined, async () => onChange?.(shown, news), clock);
    } catch (problem) {
      log(
        `onChange of ${reference} failed or took longer than ten seconds, and is called again in a minute: ${(problem as Error).message}`,
      );
      return own;
    }
    return (await apply(reference, { kind: 'told', keys: news.map(({ key }) => key) })).purchase;
  }

  function noted(purchase: Purchase): Purchase {
    for (const { what, remedy } of attentionOf(purchase, now())) log(`${what}. Remedy: ${remedy}.`);
    return purchase;
  }

  async function begin(visit: string, after: string | undefined): Promise<Purchase> {
    // Another program of the same host may have set a cookie of this name, with any text.
    if (typeof visit !== 'string' || !/^[^\0]{1,512}$/s.test(visit))
      throw new PurchaseError('other-visit', 'A visit must be a text of 1 to 512 characters.');
    for (;;) {
      const row = await rows.newest(account, visit);
      const last = row && fromRow(row);
      if (last && !(last.reference === after && isDone(last))) return last;
      const moment = now();
      const begun: Purchase = {
        ...{ reference: named(), visit, number: (row?.number ?? 0) + 1, version: 1 },
        ...{ deliveries: [], retired: [], payments: [] },
        ...{ asked: { number: 0, rupiah: 0 }, parcels: null, expires: moment + emptyKept, told: [] },
        ...{ created: moment, changed: moment },
      };
      if (!/^[\x21-\x7e]{1,100}$/.test(begun.reference) || referenceOf(begun.reference) !== begun.reference)
        throw new TypeError(
          'reference() must return 1 to 100 letters, digits and signs without spaces, and no ".2" at the end.',
        );
      const taken = await found(begun.reference);
      // Another page may have begun it at the same moment.
      if (!taken && (await rows.insert(toRow(account, begun, moment)))) return begun;
      // By chance: the next one is another.
      if (taken && named === anyReference) continue;
      if (taken?.erased !== undefined)
        throw new PurchaseError(
          'erased',
          `The data of ${begun.reference} was erased: its reference is not used again.`,
        );
      // With the number of another one's parcel, that parcel would be taken for its own, and nothing would be sent.
      if (taken && (taken.visit !== visit || taken.reference !== begun.reference || isDone(taken)))
        throw new PurchaseError(
          'other-visit',
          `${begun.reference} is a number of the purchase ${taken.reference}: reference() must return a new one.`,
        );
    }
  }

  /** Numbers for parcels: none that this purchase has had, and none of another purchase. */
  function numbersOf({ reference, deliveries, retired }: Purchase): () => Promise<string> {
    const used = new Set([...retired, ...deliveries.map((one) => one.reference)]);
    return async () => {
      for (let number = 1; ; number += 1) {
        const name = number === 1 ? reference : `${reference}-${number}`;
        if (used.has(name) || (number > 1 && (await rows.find(account, name)))) continue;
        used.add(name);
        return name;
      }
    };
  }

  /** A visit that has begun nothing is a new one: the shop has made it because its cookie did not come with the form. */
  async function otherVisit(visit: string): Promise<PurchaseError> {
    if (await rows.newest(account, visit))
      return new PurchaseError('other-visit', 'Your cart has changed in another page.');
    const cause = new Error(
      'The form came without the cookie of its visit. On http, a browser may not keep a cookie with `secure`. Another host name, such as localhost for 127.0.0.1, has cookies of its own. Or the server asked itself while it wrote the page, and sent no cookie on.',
    );
    return new PurchaseError('other-visit', 'Your browser has not kept the cookie of this shop. Please try again.', {
      cause,
    });
  }

  async function accept(
    key: { visit: string; reference: string },
    given: readonly AcceptedParcel[],
    atNewPrice: boolean,
  ): Promise<PurchaseView> {
    const begun = await read(key.reference);
    const { reference } = begun;
    if (begun.visit !== key.visit) throw await otherVisit(key.visit);
    const chooseAgain = (cause?: TokenError) => {
      const why = cause?.code === 'other-cart' ? 'Your cart has changed. ' : '';
      return new PurchaseError('choice', `${why}Please choose the delivery again.`, { cause });
    };
    if (!given.length) throw chooseAgain();
    const before = await looked(begun);
    const isSame = ({ deliveries }: Purchase) =>
      deliveries.length === given.length &&
      deliveries.every((delivery, at) => isSameChoice(delivery, choiceOf((given[at] as AcceptedParcel).choice)));
    // What goes on as it was accepted goes to whom, and where, it was accepted for.
    const isWhole = async (one: Purchase) => {
      const arePlaces = given.map(({ choice }, at) => isPlaceOf(choice, one.parcels?.[at]?.offer));
      const isTo = contactsIn(given) === contactsIn(one.parcels ?? []);
      return isSame(one) && isTo && !(await Promise.all(arePlaces)).includes(false);
    };
    const isGranted = before.deliveries.some(({ granted }) => granted > 0);
    const isRefused = before.deliveries.every(({ state }) => state === 'refused');
    // Whoever clicks twice, or goes Back to an old form, reads how it stands.
    const isBegun = isGranted || before.deliveries.some(({ state }) => state !== 'chosen');
    if (isBegun && !isRefused && !atNewPrice && isSame(before)) return view(before);
    // A page that orders by itself orders the same again under its number. It may choose otherwise while the service has nothing of it.
    const isOtherwise = atNewPrice ? !isSame(before) && before.deliveries.every(isOpen) : isRefused;
    const earlier = isGranted && isOtherwise ? before.deliveries : [];
    const unused = numbersOf(before);
    const names: string[] = [];
    for (const at of given.keys())
      names.push((earlier.length ? undefined : before.deliveries[at]?.reference) ?? (await unused()));
    let parcels: Awaited<ReturnType<typeof accepted>>[];
    try {
      parcels = await Promise.all(given.map((one, at) => accepted(one, names[at] as string)));
    } catch (problem) {
      if (!isTokenError(problem) || problem.code === 'keys') throw problem;
      if (problem.code === 'expired' && (await isWhole(before))) return view(before);
      logMismatch(problem);
      throw chooseAgain(problem);
    }
    const chosen = parcels.map(({ delivery }) => delivery);
    /** The same again is asked for as it was, also at another price. What else costs another sum waits: the first sum may be taken already. */
    const goesOn = async (one: Purchase) => {
      if (!isUnanswered(one) || isSameSum(one, chosen)) return false;
      const isOf = (delivery: Delivery, at: number) => goodsOf(delivery) === goodsOf(chosen[at] as Delivery);
      if (one.deliveries.every(isOf) && (await isWhole(one))) return true;
      throw unconfirmed(one.deliveries, one.asked.rupiah);
    };
    if (await goesOn(before)) return view(before);
    if (isRefused && atNewPrice && isSame(before)) await reopen(before);
    const retired = await retire(earlier);
    const { purchase, changed } = await apply(reference, {
      kind: 'accepted',
      deliveries: chosen,
      parcels: parcels.map(({ parcel }) => parcel),
      retired,
      expires: now() + payWithin * 3_600_000,
      atNewPrice,
    });
    if (!changed && !(await goesOn(purchase)) && !isSame(purchase))
      throw new PurchaseError('begun-otherwise', 'This order was begun with another choice: cancel it first.');
    return view(await tell(purchase));
  }

  /** Lets what was refused be ordered again. Clocks of two servers differ, so the refusal is known by its own time. */
  async function reopen(
    { reference, deliveries }: Purchase,
    how: Pick<Extract<PurchaseEvent, { kind: 'retried' }>, 'bears' | 'instead'> = {},
  ): Promise<void> {
    const refused = new Map<string, number | undefined>();
    for (const { reference: one } of deliveries) refused.set(one, (await gateway.find(one))?.changed);
    await apply(reference, { kind: 'retried', refused, ...how });
  }

  /**
   * Has those that were refused themselves, or that their couriers have ended, ordered under new numbers, and those that were held back as they are.
   * @param service that of each, if there is none
   */
  async function reopenBy(service: string | undefined, purchase: Purchase, bears: Rupiah): Promise<void> {
    const instead = await byAnother({ gateway, keys, today }, purchase, service, bears, numbersOf(purchase));
    if (!instead.size)
      throw new PurchaseError(
        'not-now',
        `Nothing of ${purchase.reference} can be ordered again: it is ${stateOf(purchase)}.`,
      );
    // Of what its courier has ended, nothing comes any more.
    const taken = purchase.deliveries.filter(({ reference }) => instead.has(reference));
    const ended = await retire(taken.filter((one) => !hasEnded(one)));
    // What has lost its number is ordered, whatever becomes of the rest.
    const isGone = (one: Delivery) => hasEnded(one) || ended.includes(one.reference);
    const gone = new Set(taken.filter(isGone).map(({ reference }) => reference));
    const going = new Map([...instead].filter(([reference]) => gone.has(reference)));
    const deliveries = purchase.deliveries.filter(({ reference }) => !instead.has(reference) || going.has(reference));
    if (going.size) await reopen({ ...purchase, deliveries }, { bears, instead: going });
    if (!going.size || going.size < instead.size)
      throw new PurchaseError(
        'not-now',
        `${going.size} of ${instead.size} parcels of ${purchase.reference} can go by another service now.`,
      );
  }

  /**
   * Ends the references of an earlier choice, because its grants are valid for minutes.
   * @returns those with which nothing was ordered, and nothing can be ordered any more
   */
  async function retire(deliveries: readonly Delivery[]): Promise<string[]> {
    const ended: string[] = [];
    for (const { reference } of deliveries) {
      const isEnded = await gateway.cancel({ reference, unsent: true }).catch(() => undefined);
      if (!isEnded) return ended;
      ended.push(reference);
    }
    return ended;
  }

  /** A later moment than any pause was stored before the clock was set back. */
  const isDue = (moment: number) => moment <= now() || moment > now() + longestPause;

  /** Tells the shop's code, and does all that is due of one purchase, or at once all that is left to be done. */
  async function workOn(reference: string, { atOnce = true } = {}): Promise<Purchase> {
    const { deliveries } = await read(reference);
    for (const { reference: one } of deliveries) {
      const purchase = await read(reference);
      const delivery = purchase.deliveries.find((other) => other.reference === one);
      if (delivery && delivery.next > 0 && (atOnce || isDue(delivery.next))) {
        const event = await deliver(delivery, purchase);
        if (event) await apply(reference, event);
      }
    }
    return tell(await read(reference));
  }

  async function settleOne(reference: string): Promise<void> {
    const purchase = await read(reference);
    if (now() >= purchase.expires && !purchase.deliveries.length && !purchase.payments.length) {
      await rows.remove(toRow(account, purchase, now()));
      return;
    }
    await apply(reference, { kind: 'expired' });
    await workOn(reference, { atOnce: false });
  }

  async function settle(signal?: AbortSignal): Promise<number> {
    const due = await rows.due(account, now(), batch);
    for (const { reference } of due) {
      if (signal?.aborted) break;
      // One that cannot be read or ordered does not stop the others.
      await settleOne(reference).catch((problem: Error) => log(`${reference} waits: ${problem.message}`));
    }
    return due.length;
  }

  /** Reads what the page or the courier has done. */
  async function looked({ reference, deliveries }: Purchase): Promise<Purchase> {
    for (const delivery of deliveries) {
      const { state, granted } = delivery;
      if (state === 'cancelled' || state === 'cancelling' || (state !== 'placed' && !granted)) continue;
      const event = await lookAt(gateway, delivery);
      const isNews =
        event.kind === 'looked'
          ? event.ended !== delivery.ended ||
            event.delivered !== (delivery.delivered ?? false) ||
            event.isInDoubt !== isInDoubt(delivery)
          : isEnd(event);
      if (isNews) await apply(reference, event);
    }
    return tell(await read(reference));
  }

  const shown = async (purchase: Purchase) => view(await looked(purchase));

  return {
    async begin(visit, { after, ...others } = {}) {
      for (const name of Object.keys(others))
        throw new TypeError(`begin knows no option ${name}: name the purchase that the next one follows in \`after\`.`);
      return view(await begin(visit, after));
    },
    accept: (key, parcels, { atNewPrice = false } = {}) => accept(key, [parcels].flat(), atNewPrice),
    async grant(reference, at = 0) {
      const delivery = (await read(reference)).deliveries[at];
      if (delivery?.state === 'to-ship')
        await apply(reference, { kind: 'granted', reference: delivery.reference, until: now() + pagePatience });
      const after = await read(reference);
      const [stands, parcel] = [after.deliveries[at], after.parcels?.[at]];
      const isPossible =
        stands && parcel && (stands.state === 'placed' || (stands.state === 'to-ship' && stands.granted));
      if (!isPossible) throw new PurchaseError('not-now', `${reference} cannot be ordered: it is ${stateOf(after)}.`);
      return signGrant({ ...parcel, reference: stands.reference }, keys, today());
    },
    ...payments,
    ship: async (reference) => view(await workOn(reference)),
    async retry(reference, { mostExtra: bears = mostExtra, service } = {}) {
      requireRupiah(bears);
      const purchase = await looked(await read(reference));
      const isEnded = purchase.deliveries.some((one) => isOrderedAgain(one, purchase) && hasEnded(one));
      await (service === undefined && !isEnded ? reopen(purchase, { bears }) : reopenBy(service, purchase, bears));
      return view(await workOn(reference));
    },
    async services(reference, { mostExtra: most = mostExtra } = {}) {
      requireRupiah(most);
      return otherServices({ gateway, keys, today }, await read(reference), most);
    },
    async waive(reference, missing) {
      if (missing !== undefined) rupiah(missing, 'missing');
      const after = await done(reference, { kind: 'waived', missing });
      const still = missingOf(after.money);
      if (missing !== undefined && still > 0)
        throw new PurchaseError('not-now', `Rp ${still} of ${reference} are missing by now: look again.`);
      return after;
    },
    letGo: (reference) => done(reference, { kind: 'let-go' }),
    async cancel(reference, { visit, only } = {}) {
      const purchase = await read(reference);
      if (only !== undefined && only !== 'refused') throw new TypeError('only must be "refused", or left out.');
      if (visit !== undefined && visit !== purchase.visit)
        throw new PurchaseError('other-visit', 'Only the browser that has bought it can cancel it.');
      await apply(reference, { kind: 'cancel', only });
      return view(await workOn(reference));
    },
    async find(key) {
      const reference = 'token' in key ? (await verifyPurchase(key.token, keys, today())).reference : key.reference;
      const purchase = await found(reference);
      if (!purchase || purchase.erased !== undefined || ('visit' in key && key.visit !== purchase.visit))
        return undefined;
      return shown(purchase);
    },
    link: async (page, reference) => `${page}#p=${await signPurchase({ reference }, keys, today())}`,
    async attention() {
      return Promise.all((await rows.attention(account, 200)).map((row) => view(fromRow(row))));
    },
    async hear(reference) {
      const purchase = await found(reference);
      if (purchase && purchase.erased === undefined) await shown(purchase);
    },
    settle: ({ signal } = {}) => settle(signal),
    async start({ signal } = {}) {
      while (!signal?.aborted) {
        await settle(signal).catch((problem: Error) => log(`Purchases wait: ${problem.message}`));
        await idle(interval, signal);
      }
    },
  };
}

/** @throws {TypeError} */
function requireRupiah(mostExtra: Rupiah): void {
  if (!Number.isSafeInteger(mostExtra) || mostExtra < 0)
    throw new TypeError('mostExtra must be a whole number of rupiah.');
}

const contactsIn = (parcels: readonly Pick<AcceptedParcel, 'contacts'>[]) =>
  JSON.stringify(parcels.map(({ contacts }) => contacts));

/** The page may name the district, the postal code or both: the offer is for one of them. */
async function isPlaceOf({ destination = {} }: Choice, offer: AcceptedOffer | undefined): Promise<boolean> {
  const places = await Promise.all(placesOf(destination).map(destinationFingerprint));
  return offer !== undefined && places.includes(await destinationFingerprint(offer.destination));
}

/** A shopper reads a number out: none of them looks like another one, and they make no words. */
const letters = 'CDFHJKMNPRTVWXY34679';

function anyReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `INV-${Array.from(bytes, (byte) => letters[byte % letters.length]).join('')}`;
}
