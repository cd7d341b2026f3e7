import { type OperationName, type RatesRequest, RatesResponse } from '../contract/index.ts';
import { serviceKey } from '../quote/index.ts';
import type { Conditions } from './context.ts';

/** A request to one of the operations, for faults and scenarios. */
export interface Call {
  operation: OperationName;
  /** Not validated. Empty if the body cannot be read. */
  body: Record<string, unknown>;
}

/** What a scenario changes for a call: conditions, or a fault as in the header. */
interface Effect extends Conditions {
  fault?: string;
}

/** What the scenarios of a sandbox remember between requests. Each has keys of its own. */
export type ScenarioMemory = Map<string, string>;

/** The behaviour of a scenario. */
interface Plot {
  effectOn?(call: Call, memory: ScenarioMemory): Effect;
  /** Reads an answer for the calls that follow. */
  learn?(call: Call, answer: Response, memory: ScenarioMemory): Promise<void>;
}

const every = (fault: string): Plot => ({ effectOn: () => ({ fault }) });

const only = (faults: Partial<Record<OperationName, string>>): Plot => ({
  effectOn({ operation }) {
    const fault = faults[operation];
    return fault === undefined ? {} : { fault };
  },
});

const orders = ({ operation }: Call) => operation === 'createOrder' || operation === 'createDraftOrder';

const whenOrdered = (effect: Effect): Plot => ({ effectOn: (call) => (orders(call) ? effect : {}) });

/** @param priceLevel multiplies the shipping fee from the second quote of the same goods on, and when they are ordered */
const priceRises = (priceLevel: number): Plot => ({
  effectOn(call, memory) {
    const again = call.operation === 'quoteRates' && seen(goodsOf(call.body), memory);
    return again || orders(call) ? { priceLevel } : {};
  },
});

/** Removes the cheapest service of the first quote. Without a quote, removes the first service that is ordered. */
const serviceRemoved: Plot = {
  effectOn(call, memory) {
    if (orders(call) && !memory.has('removed'))
      memory.set('removed', `${call.body.courier_company}/${call.body.courier_type}`);
    const removed = memory.get('removed');
    return removed === undefined ? {} : { withdrawn: [removed] };
  },
  async learn({ operation }, answer, memory) {
    if (operation !== 'quoteRates' || !answer.ok || memory.has('removed')) return;
    const { pricing } = RatesResponse.parse(await answer.json());
    const cheapest = pricing.reduce((best, rate) => (rate.price < best.price ? rate : best));
    memory.set('removed', serviceKey(cheapest));
  },
};

/** Places the order and drops the answer. The next send is answered. */
const firstAnswerLost: Plot = {
  effectOn(call, memory) {
    const { reference_id = call.body } = call.body;
    const lost = orders(call) && !seen([call.operation, reference_id], memory);
    return lost ? { fault: 'drop-after' } : {};
  },
};

/** Whether the value was seen before; remembers it. */
function seen(value: unknown, memory: ScenarioMemory): boolean {
  const key = JSON.stringify(value);
  const before = memory.has(key);
  memory.set(key, '');
  return before;
}

/** The items and places of a request, without insurance and cash on delivery. */
function goodsOf(body: Partial<Record<keyof RatesRequest, unknown>>): unknown[] {
  const { items, origin_area_id, origin_postal_code, origin_latitude, origin_longitude } = body;
  const { destination_area_id, destination_postal_code, destination_latitude, destination_longitude } = body;
  // Sorted, because page and gateway send an item's fields in different orders.
  const goods = Array.isArray(items) ? items.map((item) => Object.entries(Object(item)).sort()) : items;
  return [
    goods,
    [origin_area_id, origin_postal_code, origin_latitude, origin_longitude],
    [destination_area_id, destination_postal_code, destination_latitude, destination_longitude],
  ];
}

interface ParcelPlot {
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
  normal: { shows: 'Everything goes well.' },
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
  },
  'parcel-without-transit': {
    shows: 'Parcels that move are told as on their way to the door from the pick-up on.',
    parcels: { journey: ['allocated', 'picking_up', 'picked', 'dropping_off', 'delivered'] },
  },
  'parcel-returned': {
    shows: 'Parcels that move come back to the shop.',
    parcels: { journey: [...toTheDoor, 'return_in_transit', 'returned'] },
  },
  'parcel-rejected': {
    shows: 'Parcels that move are refused at the door.',
    parcels: { journey: [...toTheDoor, 'rejected'] },
  },
  'no-driver': {
    shows: 'No courier is found for parcels that move.',
    parcels: { journey: ['courier_not_found'] },
  },
  'webhooks-disordered': {
    shows: 'Each webhook comes twice, and the one before it again in between.',
    parcels: { isDisordered: true },
  },
} satisfies Record<string, Scenario>;

/** A story that the sandbox can play. */
export type ScenarioName = keyof typeof table;

/** All scenarios by name, for the option `scenario`, the header `sandbox-scenario` and the flag `--scenario`. */
export const scenarios: Readonly<Record<ScenarioName, Scenario>> = table;

export const scenarioNames = Object.keys(table) as ScenarioName[];

export function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(table, name);
}
