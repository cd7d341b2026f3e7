import type { Refusal } from './refused-error.ts';

/** Why the shop's gateway says no by itself (gateway/README.md, "The wire"). */
const reasonsOfGateway = [
  'token-missing',
  'token-expired',
  'token-invalid',
  'origin-not-allowed',
  'not-offered',
  'shipping-unavailable',
  'quotes-exhausted',
  'needs-attention',
] as const;

export type GatewayReason = (typeof reasonsOfGateway)[number];

/** Why the service, or the gateway in front of it, said no, as one word that a screen can answer. */
export const reasons = [
  'no-courier',
  'location',
  'contact',
  'items',
  'declared-value',
  'cod-unavailable',
  'cod-limit',
  'pickup-unavailable',
  'insurance-unavailable',
  'proof-of-delivery',
  'service-removed',
  'schedule',
  'reference-used',
  'price-changed',
  'not-cancellable',
  'order-not-found',
  'merchant-balance',
  'merchant-account',
  ...reasonsOfGateway,
  'other',
] as const;

export type Reason = (typeof reasons)[number];

/** The service's codes by what can be done about them (contract/README.md §2.3). */
const codesByReason: Partial<Record<Reason, readonly number[]>> = {
  'no-courier': [40001010],
  location: [40001001, 40002010, 40002011, 40002020, 40002021, 40002022, 40002023, 40002024, 40002025, 42211013],
  contact: [40002012, 40002014, 40002015, 40002016, 40002017, 40002018, 40002019],
  items: [40001002, 40002038],
  'declared-value': [40001007, 40002072],
  'cod-unavailable': [40002009, 40002028, 40002029, 40002031, 42211010, 42211012],
  'cod-limit': [40002030, 42211011],
  'insurance-unavailable': [40002034],
  'proof-of-delivery': [40002032, 40002033],
  'service-removed': [40002026, 40002027],
  schedule: [40002005, 40002006, 40002007, 40002013, 40002035, 40002036, 40002037, 40002061, 40002062],
  'reference-used': [40002060, 42211015],
  'not-cancellable': [40002053],
  'order-not-found': [40002057],
  'merchant-balance': [40002039, 40009003],
  'merchant-account': [
    ...[40000001, 40002001, 40002002, 40002003],
    ...[40101001, 40101002, 40101003, 40301001, 40301002],
  ],
};

const reasonByCode = new Map(
  Object.entries(codesByReason).flatMap(([reason, codes]) => codes.map((code) => [code, reason as Reason])),
);

/** Why the gateway could not serve, and whether a write may be done all the same (contract/README.md §1.14). */
const unavailabilities = {
  'service-busy': false,
  'service-unreachable': false,
  'service-unreadable': false,
  'quotes-exhausted': false,
  // A browser sends a POST twice by itself: the other one may have been let in.
  'too-many-requests': true,
  unconfirmed: true,
  'needs-attention': true,
  'gateway-failed': true,
} as const;

export type Unavailability = keyof typeof unavailabilities;

/** What the gateway says of itself where it could not serve; undefined where somebody else has answered. */
export function unavailability(word: unknown): { reason: Unavailability; mayBeDone: boolean } | undefined {
  if (typeof word !== 'string' || !Object.hasOwn(unavailabilities, word)) return undefined;
  const reason = word as Unavailability;
  return { reason, mayBeDone: unavailabilities[reason] };
}

/** What a field is about, by its path; the first that fits. */
const reasonsByField: readonly (readonly [RegExp, Reason])[] = [
  [/^(cart|grant|cancel)$/, 'token-missing'],
  [/^items/, 'items'],
  [/_(postal|area|lat|long|coord)/, 'location'],
  [/_cash/, 'cod-limit'],
  [/_collection/, 'pickup-unavailable'],
  [/_proof/, 'proof-of-delivery'],
  [/^(dest|orig|order$)/, 'contact'],
  [/^deliv/, 'schedule'],
  [/^courier_i/, 'insurance-unavailable'],
  [/^courier_/, 'service-removed'],
];

/** What a request is refused for, by the field that is wrong; `items.0.weight`, say. */
export function reasonOfField(path: string): Reason {
  return reasonsByField.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
}

/** A draft that is refused with one of these says in its details which field is wrong (contract/README.md §2.4). */
const wrongField: readonly unknown[] = [40000000, 40011001];

/** Published for cash on delivery. The service sends it as well when a courier does not pick up (contract/README.md §2.3). */
const courierUnable = 40002031;

/** The merchant's empty balance comes without a code; taken for anything else it would be blamed on the shopper. */
export function reasonOf({ status, serviceCode, serviceMessage, details, word }: Refusal): Reason {
  if (word === 'invalid-request') return reasonOfField(String(details?.field));
  // The gateway's own word for what the service says by 40002027.
  const said = word === 'service-gone' ? 'service-removed' : reasons.find((reason) => reason === word);
  if (said) return said;
  if (serviceCode === courierUnable && /pick[\s-]?up/i.test(serviceMessage ?? '')) return 'pickup-unavailable';
  const known = serviceCode === undefined ? undefined : reasonByCode.get(serviceCode);
  if (known) return known;
  if (wrongField.includes(serviceCode)) return reasonOfField(String(details?.field));
  if (/balance/i.test(serviceMessage ?? '')) return 'merchant-balance';
  return status === 401 || status === 403 ? 'merchant-account' : 'other';
}
