/** What the pages by hand and in React share: the question to the service, which rates stand where, and the words of a row and the bar. */
import type { Rate } from '../../../src/contract/index.ts';

/** Rupiah. */
const goods = 185_000;

export const rupiah = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'IDR',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
});

export interface Extras {
  insurance: boolean;
  cashOnDelivery: boolean;
}

export async function askRates(cashOnDelivery: boolean): Promise<Rate[]> {
  const answer = await fetch('/shipping/v1/rates/couriers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      origin_postal_code: 12440,
      destination_postal_code: 40111,
      couriers: document.body.dataset.couriers,
      items: [{ name: 'Batik scarf', value: goods, quantity: 1, weight: 250 }],
      courier_insurance: goods,
      ...(cashOnDelivery && { destination_cash_on_delivery: goods, destination_cash_on_delivery_type: '7_days' }),
    }),
  });
  return ((await answer.json()) as { pricing: Rate[] }).pricing;
}

/** Rates are asked with insurance. A row without it is the same row minus its fee. */
export const priceOf = ({ price, insurance_fee }: Rate, { insurance }: Extras): number =>
  price - (insurance ? 0 : (insurance_fee ?? 0));

/** Hours until it arrives at the latest. */
const hours = ({ shipment_duration_range, shipment_duration_unit }: Rate): number =>
  Number((shipment_duration_range ?? '').split(' - ').at(-1)) * (shipment_duration_unit === 'hours' ? 1 : 24);

export const arrivalOf = ({ shipment_duration_range, shipment_duration_unit }: Rate): string =>
  `${(shipment_duration_range ?? '').replace(' - ', '–')} ${shipment_duration_unit}`;

export const spoken = (rate: Rate, price: string): string =>
  [`${rate.courier_name} ${rate.courier_service_name}`, arrivalOf(rate), price].join(', ');

const byPrice = (one: Rate, other: Rate) => one.price - other.price;

/**
 * The codes of the short list: at most four that no other beats in both price and arrival, the recommended one first. They are put
 * together once, so that no switch moves a row.
 */
export function shortList(rates: readonly Rate[]): string[] {
  const sorted = [...rates].sort(byPrice);
  const unbeaten: Rate[] = [];
  for (const rate of sorted) {
    const [faster] = unbeaten;
    if (!faster || hours(rate) < hours(faster)) unbeaten.unshift(rate);
  }
  const recommended = sorted.find((rate) => hours(rate) <= 72);
  const [first] = sorted;
  const kept = [...new Set([recommended, first, ...unbeaten])].filter((rate) => rate !== undefined).slice(0, 4);
  const others = kept.filter((rate) => rate !== recommended).sort((one, other) => hours(one) - hours(other));
  return [...(recommended ? [recommended] : []), ...others].map(({ courier_service_code }) => courier_service_code);
}

/** The whole list, cheapest first, as the first answer has it: no switch moves a row. */
export const wholeList = (rates: readonly Rate[]): Rate[] => [...rates].sort(byPrice);

/** The one badge of a row, for the prices that are shown. */
export function badgesOf(rates: readonly Rate[], short: readonly string[], extras: Extras): Map<string, string> {
  const least = (value: (rate: Rate) => number) => rates.reduce((a, b) => (value(b) < value(a) ? b : a));
  return new Map([
    [least(hours).courier_service_code, 'Fastest'],
    [least((rate) => priceOf(rate, extras)).courier_service_code, 'Cheapest'],
    [short[0] ?? '', 'Recommended'],
  ]);
}

const signed = (fee: number) => `+${rupiah.format(fee)}`;

/** What the bill says of the choice: its carriage, and what each switch costs. */
export function billOf(rate: Rate | undefined): { shipping: string; insurance: string; cashOnDelivery: string } {
  return {
    shipping: rate ? rupiah.format(rate.shipping_fee ?? 0) : '',
    insurance: rate ? signed(rate.insurance_fee ?? 0) : '',
    cashOnDelivery: rate?.cash_on_delivery_fee ? signed(rate.cash_on_delivery_fee) : '',
  };
}

/** What the shopper pays next: with COD, the goods too. */
export function sumOf(rate: Rate | undefined, extras: Extras): { label: string; amount: string } {
  if (!rate) return { label: 'Choose a delivery option.', amount: '' };
  const price = priceOf(rate, extras);
  if (rate.cash_on_delivery_fee) return { label: 'Pay at the door', amount: rupiah.format(price + goods) };
  return { label: 'Delivery total', amount: rupiah.format(price) };
}
