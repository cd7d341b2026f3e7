/** The service's codes, grouped by what the shopper can do (contract/README.md §2.3). */
const codesByReason = {
  'no-courier': [40001010],
  location: [40001001, 40002010, 40002011, 40002020, 40002021, 40002022, 40002023, 40002024, 40002025, 42211013],
  contact: [40002012, 40002014, 40002015, 40002016, 40002017, 40002018, 40002019],
  items: [40001002, 40002038],
  'declared-value': [40001007, 40002072],
  'cod-unavailable': [40002009, 40002028, 40002029, 40002031, 42211010, 42211012],
  'cod-limit': [40002030, 42211011],
  // The text of a refusal or a field says it, not the code.
  'pickup-unavailable': [],
  'insurance-unavailable': [40002034],
  'proof-of-delivery': [40002032, 40002033],
  'service-removed': [40002026, 40002027],
  schedule: [40002005, 40002006, 40002007, 40002013, 40002035, 40002036, 40002037, 40002061, 40002062],
  'reference-used': [40002060, 42211015],
  'not-cancellable': [40002053],
  'order-not-found': [40002057],
  'merchant-balance': [40002039, 40009003],
  'merchant-account': [40000001, 40002001, 40002002, 40002003, 40101001, 40101002, 40101003, 40301001, 40301002],
} satisfies Record<string, readonly number[]>;

const reasonsOfService = Object.keys(codesByReason) as (keyof typeof codesByReason)[];

/** Reasons of the shop's gateway (`demo/docs/gateway-wire.md`). */
const reasonsOfGateway = [
  'price-changed',
  'token-missing',
  'token-expired',
  'token-invalid',
  'origin-not-allowed',
  'not-offered',
  'shipping-unavailable',
  'quotes-exhausted',
  'needs-attention',
] as const;

/** A kind of refusal, by the codes of the service and the reasons of the gateway. */
export type Reason = keyof typeof codesByReason | (typeof reasonsOfGateway)[number] | 'other';

/** Why the service or the gateway refused a request. The screen has a sentence for each. */
export const reasons: readonly Reason[] = [...reasonsOfService, ...reasonsOfGateway, 'other'];

/** Why the gateway is unavailable, and whether a write may have happened (contract/README.md §1.14). */
const unavailabilities = {
  'service-busy': false,
  'service-unreachable': false,
  'service-unreadable': false,
  'quotes-exhausted': false,
  // Browsers repeat a POST by themselves. The gateway may have accepted the first one.
  'too-many-requests': true,
  unconfirmed: true,
  'needs-attention': true,
  'gateway-failed': true,
} as const;

/** Why the gateway could not ask, or does not know what became of a write. */
export type Unavailability = keyof typeof unavailabilities;

/** The gateway's reason for being unavailable; undefined if the answer is not the gateway's. */
export function unavailability(gatewayReason: unknown): { reason: Unavailability; mayBeDone: boolean } | undefined {
  const reason = (Object.keys(unavailabilities) as Unavailability[]).find((known) => known === gatewayReason);
  return reason && { reason, mayBeDone: unavailabilities[reason] };
}

/** The reason for an invalid field. The first pattern that matches its path decides. */
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

/** The reason for an invalid field. @param path of the field: `items.0.weight` */
export function reasonOfField(path: string): Reason {
  return reasonsByField.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
}

/** With these codes, the details of a draft name the invalid field (contract/README.md §2.4). */
const invalidField: readonly unknown[] = [40000000, 40011001];

/** Published for cash on delivery. The service also sends it if a courier does not pick up (contract/README.md §2.3). */
const courierUnable = 40002031;

/** The merchant's empty balance has no code. Without this rule the shopper would be asked to correct the address. */
export function reasonOf({ status, serviceCode, serviceMessage, details, gatewayReason }: RefusalDetails): Reason {
  if (gatewayReason === 'invalid-request') return reasonOfField(String(details?.field));
  // The service says 40002027 for what the gateway calls `service-gone`.
  if (gatewayReason === 'service-gone') return 'service-removed';
  // It may have been placed before: who reads that it was refused would buy it twice.
  if (gatewayReason === 'order-erased') return 'reference-used';
  const reason = reasons.find((known) => known === gatewayReason);
  if (reason) return reason;
  if (serviceCode === courierUnable && /pick[\s-]?up/i.test(serviceMessage ?? '')) return 'pickup-unavailable';
  const known = reasonsOfService.find((reason) => codesByReason[reason].some((code) => code === serviceCode));
  if (known) return known;
  if (invalidField.includes(serviceCode)) return reasonOfField(String(details?.field));
  if (/balance/i.test(serviceMessage ?? '')) return 'merchant-balance';
  // `Payment Required`. The reference says "request is failed" (contract/README.md §1.8).
  if (status === 402) return 'merchant-balance';
  return status === 401 || status === 403 ? 'merchant-account' : 'other';
}

/** What is known of a refusal. */
export interface RefusalDetails {
  status: number;
  /** The service's code of eight digits, if it sends one. */
  serviceCode: number | undefined;
  /** The service's text. It may quote the request, so it is not part of `message`. */
  serviceMessage: string | undefined;
  details: Record<string, unknown> | undefined;
  /** The gateway's reason. */
  gatewayReason?: string | undefined;
}
