import { type OperationName, type RatesRequest, RatesResponse } from '../../contract/index.ts';
import { serviceKey } from '../../quote/index.ts';
import type { Conditions } from '../context.ts';
import type { Call } from './call.ts';

/** What a scenario makes of a call: other conditions, a fault written as in the header, or nothing. */
export interface Effect extends Conditions {
  fault?: string;
}

/** What one scenario of one sandbox remembers. */
export type ScenarioMemory = Map<string, string>;

/** How a scenario goes. */
export interface Plot {
  effectOn(call: Call, memory: ScenarioMemory): Effect;
  /** What it keeps of an answer for the calls that follow. */
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

/** @param priceLevel times the usual shipping fee: from the second quote of the same goods on, and when they are ordered */
export const priceRises = (priceLevel: number): Plot => ({
  effectOn(call, memory) {
    const again = call.operation === 'quoteRates' && seen(goodsOf(call.body), memory);
    return again || orders(call) ? { priceLevel } : {};
  },
});

/** One service goes: the cheapest of the first quote, or, where none was asked for, the first that is ordered. */
export const serviceRemoved: Plot = {
  effectOn(call, memory) {
    if (orders(call) && !memory.has('gone'))
      memory.set('gone', `${call.body.courier_company}/${call.body.courier_type}`);
    return { withdrawn: [...memory.values()] };
  },
  async learn({ operation }, answer, memory) {
    if (operation !== 'quoteRates' || !answer.ok || memory.has('gone')) return;
    const { pricing } = RatesResponse.parse(await answer.json());
    const cheapest = pricing.reduce((best, rate) => (rate.price < best.price ? rate : best));
    memory.set('gone', serviceKey(cheapest));
  },
};

/** The order is placed and nobody is told; when it is sent again, the answer arrives. */
export const firstAnswerLost: Plot = {
  effectOn(call, memory) {
    const { reference_id = call.body } = call.body;
    const lost = orders(call) && !seen([call.operation, reference_id], memory);
    return lost ? { fault: 'drop-after' } : {};
  },
};

/** Whether it was seen before; from now on it was. */
function seen(what: unknown, memory: ScenarioMemory): boolean {
  const key = JSON.stringify(what);
  const before = memory.has(key);
  memory.set(key, '');
  return before;
}

/** What is sent and where: insurance and COD may be switched, and it is the same parcel. */
function goodsOf(body: Partial<Record<keyof RatesRequest, unknown>>): unknown[] {
  const { items, origin_area_id, origin_postal_code, origin_latitude, origin_longitude } = body;
  const { destination_area_id, destination_postal_code, destination_latitude, destination_longitude } = body;
  // In whatever order somebody writes what an item is: a gateway asks in its own.
  const goods = Array.isArray(items) ? items.map((item) => Object.entries(Object(item)).sort()) : items;
  return [
    goods,
    [origin_area_id, origin_postal_code, origin_latitude, origin_longitude],
    [destination_area_id, destination_postal_code, destination_latitude, destination_longitude],
  ];
}
