import type { Rate } from '../contract/index.ts';

/** `jne/reg`: how DOC writes a service. Compared exactly, never by part: `jntcargo` is not `jnt` (contract.md §4). */
export function serviceKey(rate: Pick<Rate, 'courier_code' | 'courier_service_code'>): string {
  return `${rate.courier_code}/${rate.courier_service_code}`;
}

export function findRate(rates: readonly Rate[], key: string | null | undefined): Rate | undefined {
  return rates.find((rate) => serviceKey(rate) === key);
}
