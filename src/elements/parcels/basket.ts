import type { InvalidField } from '../../client/index.ts';
import { absent, extraNames, perExtra, type Rate, type Rupiah, wholeRupiah } from '../../contract/index.ts';
import { type ExtraName, isAvailable, lockOf, type Switches } from '../../extras/index.ts';
import { type ArrivalSpan, carriage, type Shipment, serviceKey } from '../../quote/index.ts';
import type { ChosenParcel } from '../core/events.ts';
import * as prices from '../core/prices.ts';
import type { State } from '../core/state.ts';
import { copyOf } from '../core/submission.ts';
import * as views from '../core/views.ts';

/** A parcel of a basket, as the page gives it. */
export interface Parcel {
  /** Says to the shopper and to your server which one it is: `From Bandung`. No two have the same. */
  name: string;
  /** Its goods and where it starts. What is missing is taken from the element's own `shipment`, such as the destination. */
  shipment?: Partial<Shipment> | undefined;
  /** The cart of this parcel alone, as the shop's server has signed it (`signCart`). */
  cart?: string | undefined;
  /** What is in it, in one line. The names and quantities of its items by default. */
  contents?: string | undefined;
  /** The URL of a picture beside its name. */
  picture?: string | undefined;
  /** The couriers to compare for it: codes, comma-separated. Those of the element by default. */
  couriers?: string | undefined;
  /** The service that is chosen at first, `jne/reg`. */
  value?: string | undefined;
  /** When it is handed over, as `ready-at` of a checkout. That of the element by default. */
  readyAt?: string | Date | undefined;
  /** Rupiah to insure. The value of its items by default. */
  insuranceAmount?: Rupiah | undefined;
  /** Rupiah that its goods cost. The subtotal of a signed `cart` comes first. */
  cashOnDeliveryAmount?: Rupiah | undefined;
}

/** More are two purchases: each is a question that is charged, and a courier at the door. */
export const mostParcels = 20;

/** Reads what a page has set. `problems` names each part that is wrong. */
export function readParcels(given: unknown): { parcels: Parcel[]; problems: InvalidField[] } {
  if (absent(given)) return { parcels: [], problems: [] };
  const refuse = (path: string, remedy: string) => ({ parcels: [], problems: [{ path, remedy }] });
  if (!Array.isArray(given)) return refuse('parcels', 'must be a list of parcels');
  const { length } = given;
  if (length > mostParcels)
    return refuse(
      'parcels',
      `has ${length} parcels, and at most ${mostParcels} are bought at once: make two purchases`,
    );
  const parcels = given.map((parcel) => ({
    ...copyOf(Object(parcel)),
    name: String(Object(parcel).name ?? '').trim(),
  }));
  const names = parcels.map(({ name }) => name);
  const problems = names.flatMap((name, index) => {
    const path = `parcels.${index}.name`;
    const first = names.indexOf(name);
    if (!name) return length > 1 ? { path, remedy: 'is missing: it says to the shopper which parcel it is' } : [];
    return first < index
      ? { path, remedy: `is ${name}, as that of parcels.${first}: give each a name of its own` }
      : [];
  });
  return { parcels, problems };
}

/** What a parcel is made of, in one line. */
export const contentsOf = ({ contents, shipment }: Parcel): string =>
  contents ??
  (Array.isArray(shipment?.items) ? shipment.items : [])
    .map((item) => (item?.name ? `${item.name} × ${item.quantity ?? 1}` : ''))
    .filter(Boolean)
    .join(', ');

/** A parcel on screen. */
export interface Part {
  readonly name: string;
  readonly state: State;
}

export function chosenOf({ name, state }: Part): ChosenParcel {
  const rate = views.rate(state);
  const { payNow, payAtDoor } = views.payments(state) ?? {};
  return { name, rate, arrival: prices.promised(state, rate), payNow, payAtDoor, ...views.switches(state) };
}

/** Whether no courier delivers it. */
const isUndeliverable = ({ state }: Part): boolean => prices.status(state) === 'empty';

/** The parcels that are bought: those that somebody delivers, if there are any and the page allows it. Otherwise all. */
export function boughtOf(parts: readonly Part[], partial: boolean): readonly Part[] {
  const delivered = parts.filter((part) => !isUndeliverable(part));
  return partial && delivered.length ? delivered : parts;
}

/** The parcels without a choice that can be ordered as it stands. */
export const waitingOf = (bought: readonly Part[]): readonly Part[] =>
  bought.filter(({ state }) => !views.submittable(state) || !views.value(state));

/** Whether all of them lack the same, such as a postal code. */
export function lackAlike(parts: readonly Part[]): boolean {
  const lacks = parts.map(({ state }) => prices.status(state) === 'incomplete' && `${prices.missing(state)}`);
  return parts.length > 1 && Boolean(lacks[0]) && new Set(lacks).size === 1;
}

/** What the form submits: a JSON list, `readParcels` of the server reads it. Null until each parcel has a choice. Never a price. */
export function submittedOf(bought: readonly Part[]): string | null {
  if (!bought.length || waitingOf(bought).length) return null;
  return JSON.stringify(
    bought.map(({ name, state }) => ({
      parcel: name,
      service: views.value(state),
      offer: views.offer(state),
      ...views.switches(state),
    })),
  );
}

/** The service of a parcel, and its switches. */
export interface KeptChoice {
  key: string;
  switches: Switches;
}

/** What a form field submits or a page sets, by the names of parcels. Empty if it is no such text. */
export function keptIn(value: unknown): Map<string, KeptChoice> {
  try {
    const list: unknown = JSON.parse(`${value}`);
    const entries = (Array.isArray(list) ? list : []).map((one) => {
      const { parcel, service: key, ...rest } = Object(one);
      return [String(parcel), { key, switches: perExtra((name) => rest[name] === true) }] as const;
    });
    return new Map(entries.filter(([, { key }]) => typeof key === 'string'));
  } catch {
    return new Map();
  }
}

/** The status of the whole: the first of these that a parcel has. */
const ranking: readonly prices.ComparisonStatus[] = ['loading', 'stale', 'offline', 'error', 'incomplete', 'empty'];

export function statusOf(parts: readonly Part[]): prices.ComparisonStatus {
  const found = parts.map(({ state }) => prices.status(state));
  return found.length ? (ranking.find((status) => found.includes(status)) ?? 'ready') : 'incomplete';
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The bill of all parcels, in rupiah. */
export interface Sums {
  /** Undefined unless the page says it of each parcel. */
  goods: Rupiah | undefined;
  /** The deliveries without extras. */
  shipping: Rupiah;
  /** Paid before anything is sent: with the goods, if each parcel says what they cost. */
  now: Rupiah;
  atDoor: Rupiah;
  /** A part of `atDoor`: the goods of parcels with COD, while `goods` is undefined. */
  collected: Rupiah;
  isEstimate: boolean;
  /** How many parcels have a choice. */
  chosen: number;
}

export function sumsOf(parts: readonly Part[]): Sums {
  const goods = parts.map(({ state }) => prices.extrasOf(state.input).goods);
  const isWhole = parts.length > 0 && !goods.includes(undefined);
  const chosen = parts.flatMap(({ state }) => {
    const [rate, paid] = [views.rate(state), views.payments(state)];
    return rate && paid ? { state, rate, ...paid } : [];
  });
  const nowOf = ({ rate, payNow, payAtDoor }: (typeof chosen)[number]) => (payAtDoor || isWhole ? payNow : rate.price);
  const goodsOf = ({ rate, payNow, payAtDoor }: (typeof chosen)[number]) =>
    payAtDoor && !isWhole ? payNow + payAtDoor - wholeRupiah(rate.price) : 0;
  return {
    goods: isWhole ? sum(goods as number[]) : undefined,
    shipping: sum(chosen.map(({ rate }) => carriage(rate))),
    now: sum(chosen.map(nowOf)),
    atDoor: sum(chosen.map(({ payAtDoor }) => payAtDoor)),
    collected: sum(chosen.map(goodsOf)),
    isEstimate: chosen.some(({ rate }) => rate.estimate),
    chosen: chosen.length,
  };
}

/** The latest arrival of all parcels. Undefined unless each has a date. */
export function latestOf(parts: readonly Part[]): ArrivalSpan | undefined {
  const spans = parts.map(({ state }) => {
    const rate = views.rate(state);
    return rate && prices.dates(state, rate);
  });
  const known = spans.flatMap((span) => span ?? []);
  const [latest] = known.sort((one, other) => other.last - one.last);
  return known.length === parts.length ? latest : undefined;
}

/** An extra over all parcels. */
export interface JointExtra {
  /** Whether a parcel has it. */
  isOn: boolean;
  /** Parcels whose goods or chosen courier cannot have it. */
  without: readonly Part[];
  /** Undefined unless no parcel can change it. */
  lock: ReturnType<typeof lockOf>;
  /** Rupiah that it costs, or `unknown` until the service is asked. `least`: nothing is chosen for some of them. */
  fee: { fee: Rupiah; least: boolean } | 'unknown' | undefined;
  /** A parcel whose choice cannot have it, and what can. */
  instead: { part: Part; rate: Rate } | undefined;
}

export function jointExtra(parts: readonly Part[], name: ExtraName): JointExtra {
  const isWithout = ({ state }: Part) => {
    const { rate } = state.choice;
    const lock = lockOf(name, prices.extrasOf(state.input).requested);
    return Boolean(lock && !lock.on) || (rate !== undefined && !isAvailable(name, rate));
  };
  const without = parts.filter(isWithout);
  const locks = parts.map(({ state }) => lockOf(name, prices.extrasOf(state.input).requested, views.spokenOf(state)));
  const fees = parts.flatMap((part) => (without.includes(part) ? [] : (prices.feeOf(part.state, name) ?? [])));
  const known = fees.flatMap((fee) => (fee === 'unknown' ? [] : fee));
  const instead = without.flatMap((part) => {
    const rate = prices.insteadFor(part.state, name);
    return rate ? { part, rate } : [];
  });
  return {
    isOn: parts.some(({ state }) => views.switches(state)[name]),
    without,
    lock: locks.every(Boolean) ? locks[0] : undefined,
    fee:
      known.length < fees.length
        ? 'unknown'
        : fees.length
          ? { fee: sum(known.map(({ fee }) => fee)), least: known.some(({ least }) => least) }
          : undefined,
    instead: instead[0],
  };
}

/** What the last event has said of the basket, as text: the parcels with a choice, and whether each one has it. */
export const newsOf = (chosen: readonly ChosenParcel[], isWhole: boolean): string =>
  JSON.stringify([
    isWhole,
    ...chosen
      .map(
        ({ name, rate, arrival, payNow, payAtDoor, ...switches }) =>
          rate && [
            ...[name, serviceKey(rate), rate.price, payNow, payAtDoor, arrival?.last],
            ...extraNames.map((extra) => switches[extra]),
          ],
      )
      .filter(Boolean),
  ]);

/** A choice that an extra blocks, and the parcel that it is of. */
export const troubleOf = (parts: readonly Part[]): Part | undefined => parts.find(({ state }) => views.trouble(state));
