import { type Rate, serviceKey } from '../contract/index.ts';

export { serviceKey };

/** A list may have a thousand rates, and no key is made for those of other couriers. */
export function findRate(rates: readonly Rate[], key: string | null | undefined): Rate | undefined {
  return key ? rates.find((rate) => key.startsWith(rate.courier_code) && serviceKey(rate) === key) : undefined;
}
