import {
  every,
  firstAnswerLost,
  only,
  type Plot,
  priceRises,
  serviceRemoved,
  whenOrdered,
} from './scenario-effects.ts';

export interface ParcelPlot {
  /** The states of a parcel that moves by itself. The usual ones by default. */
  journey?: readonly string[];
  /** Sends each webhook twice, and the one before it again in between. */
  isDisordered?: boolean;
}

/** A named failure, for demos and tests. */
export interface Scenario extends Plot {
  /** One sentence for `--help` and the demo. */
  shows: string;
  /** What happens to parcels after their orders. Such a scenario changes no request. */
  parcels?: ParcelPlot;
}

const toTheDoor = ['allocated', 'picking_up', 'picked', 'in_transit', 'dropping_off'];

/** The states of a parcel that arrives. */
export const usualJourney: readonly string[] = [...toTheDoor, 'delivered'];

const table = {
  normal: { shows: 'Everything goes well.', ...only({}) },
  slow: { shows: 'Every answer takes three seconds.', ...every('latency=3000') },
  'empty-lane': { shows: 'No courier serves the lane.', ...only({ quoteRates: 'error=40001010' }) },
  'price-rises': {
    shows: 'Shipping costs a tenth more when the same goods are quoted again, and when they are ordered.',
    ...priceRises(1.1),
  },
  'service-removed': {
    shows: 'The cheapest service of the first quote is gone at the next one, and refused when it is ordered.',
    ...serviceRemoved,
  },
  'merchant-balance': {
    shows: 'The shop’s account is empty: no quotes and no orders, and nothing a shopper could do about it.',
    ...only({ quoteRates: 'error=balance', createOrder: 'error=40002039' }),
  },
  'lost-answer': { shows: 'Each order is placed, and the first answer about it is lost.', ...firstAnswerLost },
  'cod-refused': {
    shows: 'Cash on delivery is quoted, and refused when it is ordered.',
    ...whenOrdered({ noCashOnDelivery: true }),
  },
  busy: { shows: 'The service is overloaded: 503, ask again in two seconds.', ...every('status=503;retry-after=2') },
  'rate-limited': { shows: 'Too many requests: 429, ask again in a second.', ...every('status=429;retry-after=1') },
  offline: { shows: 'No request arrives.', ...every('drop') },
  html: { shows: 'Something on the way answers a page, status 502.', ...every('html') },
  malformed: { shows: 'Every answer breaks off in the middle.', ...every('malformed') },
  'parcel-held': {
    shows: 'Parcels that move are held on the way, and arrive later.',
    parcels: { journey: ['allocated', 'picking_up', 'picked', 'in_transit', 'on_hold', 'dropping_off', 'delivered'] },
    ...only({}),
  },
  'parcel-returned': {
    shows: 'Parcels that move come back to the shop.',
    parcels: { journey: [...toTheDoor, 'return_in_transit', 'returned'] },
    ...only({}),
  },
  'parcel-rejected': {
    shows: 'Parcels that move are refused at the door.',
    parcels: { journey: [...toTheDoor, 'rejected'] },
    ...only({}),
  },
  'no-driver': {
    shows: 'No courier is found for parcels that move.',
    parcels: { journey: ['courier_not_found'] },
    ...only({}),
  },
  'webhooks-disordered': {
    shows: 'Each webhook comes twice, and the one before it again in between.',
    parcels: { isDisordered: true },
    ...only({}),
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof table;

/** All scenarios by name, for the option `scenario`, the header `sandbox-scenario` and the flag `--scenario`. */
export const scenarios: Readonly<Record<ScenarioName, Scenario>> = table;

export const scenarioNames = Object.keys(table) as ScenarioName[];

export function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(table, name);
}
