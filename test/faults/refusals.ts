import type { GatewayReason, Reason } from '../../src/client/index.ts';
import { doubtful, type Fault, turnedAway } from './fault.ts';

/** Codes of the service by reason: at least one each, and all that are read differently. */
export const codes: Record<Exclude<Reason, GatewayReason | 'price-changed'>, readonly number[]> = {
  'no-courier': [40001010],
  location: [40001001, 40002020, 42211013],
  contact: [40002012],
  items: [40001002],
  'declared-value': [40001007, 40002072],
  'cod-unavailable': [40002009, 40002028, 40002031, 42211010],
  'cod-limit': [40002030, 42211011],
  // 40002031 with another text: test/client/errors/reasons.test.ts.
  'pickup-unavailable': [],
  'insurance-unavailable': [40002034],
  'proof-of-delivery': [40002032, 40002033],
  'service-removed': [40002026, 40002027],
  schedule: [40002013],
  'reference-used': [40002060, 42211015],
  'not-cancellable': [40002053],
  'order-not-found': [40002057],
  'merchant-balance': [40002039, 40009003],
  'merchant-account': [40000001, 40101001, 40101002, 40301001],
  other: [40002998, 40011001, 40400000],
};

/** Refusals by code, for any operation (contract/README.md §1.8, §2). */
export const refusals: readonly Fault[] = [
  ...Object.entries(codes).flatMap(([reason, numbers]) =>
    numbers.map(
      (serviceCode): Fault => ({
        name: `refused by ${serviceCode}`,
        met: { header: `error=${serviceCode}` },
        done: false,
        // The shop's own reference may be used by this send: browsers repeat a POST by themselves.
        ...(reason === 'reference-used' ? doubtful : turnedAway)({
          code: 'refused',
          reason: reason as Reason,
          serviceCode,
          // Three digits of each code are its status (contract/README.md §1.8).
          status: Number(String(serviceCode).slice(0, 3)),
        }),
      }),
    ),
  ),
  {
    name: 'refused for the balance, without a code',
    met: { header: 'error=balance' },
    done: false,
    ...turnedAway({ code: 'refused', reason: 'merchant-balance', status: 400 }),
  },
];
