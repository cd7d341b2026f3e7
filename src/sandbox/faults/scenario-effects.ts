import { type OperationName, type RatesRequest, RatesResponse } from '../../contract/index.ts';
import { serviceKey } from '../../quote/index.ts';
import type { Conditions } from '../context.ts';
import type { Call } from './call.ts';

/** What a scenario changes for a call: conditions, or a fault as in the header. */
export interface Effect extends Conditions {
  fault?: string;
}

/** What the scenarios of a sandbox remember between requests. Each has keys of its own. */
export type ScenarioMemory = Map<string, string>;

/** The behaviour of a scenario. */
export interface Plot {
  effectOn(call: Call, memory: ScenarioMemory): Effect;
  /** Reads an answer for the calls that follow. */
  learn?(call: Call, answer: Response, memory: ScenarioMemory): Promise<void>;
}

export const every = (fault: string): Plot => ({ effectOn: () => ({ fault }) });

export const only = (faults: Partial<Record<OperationName, string>>): Plot => ({
  effectOn({ operation }) {
    const fault = faults[operation];
    return fault === undefined ? {} : { fault };
  },
});

const orders = ({ operation }: Call) => operation === 'createOrder' || operation === 'createDraftOrder';

export const whenOrdered = (effect: Effect): Plot => ({ effectOn: (call) => (orders(call) ? effect : {}) });

/** @param priceLevel multiplies the shipping fee from the second quote of the same goods on, and when they are ordered */
export const priceRises = (priceLevel: number): Plot => ({
  effectOn(call, memory) {
    const again = call.operation === 'quoteRates' && seen(goodsOf(call.body), memory);
    return again || orders(call) ? { priceLevel } : {};
  },
});

/** Removes the cheapest service of the first quote. Without a quote, removes the first service that is ordered. */
export const serviceRemoved: Plot = {
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
export const firstAnswerLost: Plot = {
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
