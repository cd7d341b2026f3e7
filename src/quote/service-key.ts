import { type Rate, serviceKey } from '../contract/index.ts';

export { serviceKey };

export function findRate(rates: readonly Rate[], key: string | null | undefined): Rate | undefined {
  return key ? rates.find((rate) => serviceKey(rate) === key) : undefined;
}
