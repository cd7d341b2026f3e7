import { type Rate, serviceKey } from '../contract/index.ts';

export { serviceKey };

/** The rates of a list by their keys. A list is never changed, and one with a thousand rates is searched at every click. */
const indexes = new WeakMap<readonly Rate[], ReadonlyMap<string, Rate>>();

/** The first rate of a service. */
export function findRate(rates: readonly Rate[], key: string | null | undefined): Rate | undefined {
  const index = indexes.get(rates) ?? new Map([...rates].reverse().map((rate) => [serviceKey(rate), rate]));
  indexes.set(rates, index);
  return index.get(key ?? '');
}
