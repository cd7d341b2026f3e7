import { flatLocators, type OrderRequest } from '../../contract/index.ts';
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
import { Refusal, serviceGone } from '../http/refusal.ts';
import type { Entry, Terms } from '../ledger/transitions.ts';
import { offersFor, promisedRows } from '../quote/offers.ts';
import { destinationOf } from '../quote/question.ts';
import type { RatesService } from '../quote/rates-service.ts';
import { offered, type ShopRate } from '../quote/shop-rates.ts';

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
  { kind, body, terms }: Pick<Entry, 'kind' | 'body' | 'terms'>,
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
