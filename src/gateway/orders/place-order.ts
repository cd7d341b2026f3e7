import { canonical, flatLocators, type OrderRequest } from '../../contract/index.ts';
import {
  collectingDelivery,
  findRate,
  promiseAt,
  requoteRequest,
  type ShopCalendar,
  serviceKey,
} from '../../quote/index.ts';
import { type Origin, originFields, type TokenKeys } from '../../tokens/index.ts';
import { pick } from '../http/answers.ts';
import { pickFilled } from '../http/bodies.ts';
import { type GatewayAnswer, Refusal, serviceGone } from '../http/refusal.ts';
import type { Intent } from '../ledger/ledger.ts';
import { type Entry, isErased, type Terms } from '../ledger/transitions.ts';
import { offersFor, promisedRows } from '../quote/offers.ts';
import { destinationOf } from '../quote/question.ts';
import type { RatesService } from '../quote/rates-service.ts';
import { offered, type ShopRate } from '../quote/shop-rates.ts';
import { type OrderDeps, poll, secondsLeft, sendOrder, storedAnswer } from './send.ts';

const serviceFields = [
  'courier_name',
  'courier_service_name',
  'shipment_duration_range',
  'shipment_duration_unit',
] as const;

interface PriceCheckOptions {
  ratesService: RatesService;
  rates: readonly ShopRate[];
  calendar: ShopCalendar | undefined;
  keys: TokenKeys;
  now: () => Date;
}

/**
 * Asks for the price of an order by the question that was quoted. If the courier also collects the delivery, the service's COD fee
 * may be higher, if it is no percentage of the sum. The merchant bears that.
 * @returns the terms, with the price that the shopper pays. Null for an entry without terms
 * @throws {Refusal | ServiceRefusal} `price-changed`, with the new offer, if the price is above the accepted one. For a draft, if it is
 * another one: its page says what the courier collects, which must be goods and delivery and nothing else.
 * `service-gone` if the service is not listed any more
 */
export async function priceCheck(
  { ratesService, rates, calendar, keys, now }: PriceCheckOptions,
  { kind, body, terms }: Entry,
): Promise<Terms | null> {
  if (!terms) return null;
  const order: OrderRequest = JSON.parse(body ?? '');
  const chosen = { courier_code: order.courier_company, courier_service_code: order.courier_type, price: 0 };
  const { quoted_cash_on_delivery: quoted = order.destination_cash_on_delivery } = terms;
  const request = requoteRequest({ ...order, destination_cash_on_delivery: quoted }, chosen);
  const charged = findRate(await ratesService.recentRates(request), serviceKey(chosen));
  if (!charged) throw serviceGone();
  const where = flatLocators(order);
  const destination = destinationOf(where);
  const own = offered(charged, rates, { subtotal: terms.subtotal, destination, items: order.items });
  const isMore = quoted && quoted < (order.destination_cash_on_delivery ?? 0);
  const row = isMore ? collectingDelivery(own, quoted) : own;
  const isLess = row.price < terms.price_max;
  // An order that waited for the service, or for the money, is later than promised.
  const arrival = promiseAt(terms.arrival && [terms.arrival], now().getTime());
  if (row.price === terms.price_max || (isLess && kind === 'order'))
    return { ...terms, offered: row.price, arrival, service: { ...pick(row, serviceFields), ...handoverOf(order) } };
  const cart = {
    items: order.items,
    origin: pickFilled({ ...where }, originFields) as Origin,
    subtotal: terms.subtotal,
  };
  const [offer] = await offersFor({ cart, destination, request }, promisedRows([row], calendar, now()), keys, now());
  throw new Refusal('price-changed', {
    ...(isLess && { sentence: 'The sum to collect is more than goods and delivery cost: ask the shopper again.' }),
    details: { price: row.price, accepted: terms.price_max, offer },
  });
}

/** Until the courier has the parcel, its page says who brings it. */
const handoverOf = ({ origin_collection_method: method }: OrderRequest) =>
  method === 'drop_off' ? { collection_method: method } : {};

/**
 * Makes an order, or a draft, once. The same request again gets the same answer, or waits for it.
 * @param check checks the body. Its rules may depend on the date, so an order that was sent before is not checked again
 * @param alone the order belongs to the permit that claimed it. Another one is refused, and gets neither the answer nor the wait
 * @throws {Refusal | ServiceRefusal} `order-erased` if the data of this order was erased, whether it was placed or not
 */
export async function placeOrder(
  deps: OrderDeps,
  intent: Intent,
  check: () => void,
  alone = false,
): Promise<GatewayAnswer> {
  let last: Entry | undefined;
  const answer = await poll(deps, async () => {
    last = await deps.ledger.find(intent);
    if (last && isErased(last)) throw new Refusal('order-erased');
    const claimed = await claim(deps, intent, last, check, alone);
    if (claimed) return carryOut(deps, claimed);
    if (alone) {
      // Another process may have claimed it since.
      last = await deps.ledger.find(intent);
      if (last && last.state !== 'refused' && last.permit !== intent.permit) throw new Refusal('reference-used');
    }
    return last && answerOf(deps, intent, last);
  });
  if (answer) return answer;
  throw unconfirmedOrder(deps, last);
}

/** Returns the entry if this request has claimed it. */
async function claim(
  { ledger }: OrderDeps,
  intent: Intent,
  entry: Entry | undefined,
  check: () => void,
  alone: boolean,
): Promise<Entry | undefined> {
  if (!entry) {
    check();
    return ledger.claim(intent);
  }
  const claimAgain = () => {
    check();
    return ledger.claimAnew(intent, entry);
  };
  const permitted = entry.permit === intent.permit;
  const same = entry.fingerprint === intent.fingerprint;
  if (entry.state === 'claimed' && ledger.over(entry)) {
    // The shopper may have accepted another price since.
    const unchanged = same && canonical(entry.terms) === canonical(intent.terms);
    return unchanged && (permitted || !alone) ? ledger.begin(entry, { kind: 'take-over' }) : claimAgain();
  }
  // A refused order does not exist. The shop may allow it again, or another order under the same reference.
  const isAnswered = same && permitted && !alone;
  return entry.state === 'refused' && !isAnswered ? claimAgain() : undefined;
}

/**
 * Returns the answer for an entry of another request. Sends the order again if the lease has ended. Undefined while the other request
 * works on it.
 * @throws {Refusal} `reference-used`, `needs-attention` or `unconfirmed`
 */
async function answerOf(deps: OrderDeps, intent: Intent, entry: Entry): Promise<GatewayAnswer | undefined> {
  if (entry.fingerprint !== intent.fingerprint) {
    if (entry.state === 'claimed' || entry.state === 'refused') return undefined;
    throw new Refusal('reference-used');
  }
  // It was called off before it was sent: whoever still has its grant hears of no order.
  if (entry.state === 'cancelled' && entry.order === null) throw new Refusal('reference-used');
  if (entry.answer !== null) return storedAnswer(entry);
  if (entry.state === 'needs-attention') throw new Refusal('needs-attention');
  if (entry.state === 'claimed' || !deps.ledger.over(entry)) return undefined;
  const sending = await deps.ledger.begin(entry, { kind: 'send-again' });
  if (!sending) return undefined;
  return answerAfter(deps, sending.state === 'sending' ? await sendOrder(deps, sending) : sending);
}

/** Checks the price and sends the order. Undefined if another request has taken the claim over. */
async function carryOut(deps: OrderDeps, claimed: Entry): Promise<GatewayAnswer | undefined> {
  let terms: Terms | null;
  try {
    terms = await deps.check(claimed);
  } catch (problem) {
    // Nothing was sent and the caller gets the reason, so the claim is deleted. If another process has taken it over, its result counts.
    if (await deps.ledger.release(claimed)) throw problem;
    return undefined;
  }
  const sending = await deps.ledger.begin(claimed, { kind: 'send', terms });
  return sending && answerAfter(deps, await sendOrder(deps, sending));
}

function answerAfter(deps: OrderDeps, entry: Entry): GatewayAnswer {
  if (entry.answer !== null) return storedAnswer(entry);
  throw unconfirmedOrder(deps, entry);
}

function unconfirmedOrder(deps: OrderDeps, entry: Entry | undefined): Refusal {
  if (entry?.state === 'needs-attention') return new Refusal('needs-attention');
  return new Refusal('unconfirmed', entry ? { retryAfter: secondsLeft(deps, entry) } : {});
}
