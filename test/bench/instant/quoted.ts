/** What the screens that stand beside the widget have in common, and do alike: they ask once, and add up the parts. */
import type { Rate } from '../../../src/contract/index.ts';

export interface Switched {
  insurance: boolean;
  cashOnDelivery: boolean;
}

export const rupiah = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'IDR',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
});

// The first price takes a formatter tens of milliseconds: it is built while the service is thinking, as the widget's is.
export async function askRates(): Promise<Rate[]> {
  const asked = fetch('/shipping/v1/rates/couriers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      origin_postal_code: 12440,
      destination_postal_code: 40111,
      couriers: 'anteraja,jne,sicepat',
      items: [{ name: 'Batik scarf', value: 185_000, quantity: 1, weight: 250 }],
      courier_insurance: 185_000,
      destination_cash_on_delivery: 185_000,
      destination_cash_on_delivery_type: '7_days',
    }),
  });
  rupiah.format(0);
  const { pricing }: { pricing: Rate[] } = await (await asked).json();
  return pricing.sort((one, other) => priceOf(one, nothing) - priceOf(other, nothing));
}

export const nothing: Switched = { insurance: false, cashOnDelivery: false };

export function priceOf(rate: Rate, { insurance, cashOnDelivery }: Switched): number {
  const { shipping_fee, insurance_fee, cash_on_delivery_fee } = rate;
  return (
    (shipping_fee ?? 0) + (insurance ? (insurance_fee ?? 0) : 0) + (cashOnDelivery ? (cash_on_delivery_fee ?? 0) : 0)
  );
}

export const arrivalOf = ({ shipment_duration_range, shipment_duration_unit }: Rate): string =>
  `${(shipment_duration_range ?? '').replace(' - ', '–')} ${shipment_duration_unit}`;

/** Hours until it arrives at the latest. */
const hours = ({ shipment_duration_range, shipment_duration_unit }: Rate): number =>
  Number((shipment_duration_range ?? '').split(' - ').at(-1)) * (shipment_duration_unit === 'hours' ? 1 : 24);

export interface Best {
  cheapest: Rate | undefined;
  fastest: Rate | undefined;
}

export function bestOf(rates: readonly Rate[], switched: Switched): Best {
  let [cheapest] = rates;
  let fastest = cheapest;
  for (const rate of rates) {
    if (cheapest && priceOf(rate, switched) < priceOf(cheapest, switched)) cheapest = rate;
    if (fastest && hours(rate) < hours(fastest)) fastest = rate;
  }
  return { cheapest, fastest };
}

/** Whether rates are divided by speed, each with its cheapest row in sight and the others behind a button. */
export const inGroups = document.body.hasAttribute('data-groups');

export interface Group {
  speed: string;
  rates: Rate[];
}

export function groupsOf(rates: readonly Rate[]): Group[] {
  const groups = new Map<string, Rate[]>();
  for (const rate of [...rates].sort((one, other) => hours(one) - hours(other))) {
    const [speed = ''] = (rate.courier_service_name ?? '').split(/ \d/);
    groups.set(speed, [...(groups.get(speed) ?? []), rate]);
  }
  return [...groups].map(([speed, rates]) => ({ speed, rates }));
}

/** Of a group, the cheapest rate and what the others begin at. */
export function leastOf({ rates }: Group, switched: Switched): { rate: Rate; others: number } {
  let [rate] = rates as [Rate];
  let others = Number.POSITIVE_INFINITY;
  for (const other of rates.slice(1)) {
    const [least, price] = [priceOf(rate, switched), priceOf(other, switched)];
    others = Math.min(others, Math.max(least, price));
    if (price < least) rate = other;
  }
  return { rate, others };
}

export const moreFrom = (count: number, price: number): string =>
  count ? `${count} more from ${rupiah.format(price)}` : '';
