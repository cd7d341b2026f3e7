/** The dated rules of the service (contract/README.md §5). A rule holds from midnight of its day in Jakarta (UTC+7). */
export const rules = {
  /** Its insurance is mandatory. `items[].value` decides the amount, not `courier_insurance` (contract/README.md §3.4). */
  cargoCourier: { since: '2026-09-07', courier: 'jntcargo' },
  /** The history has service codes alone. We decided which courier each belongs to (contract/README.md §5). */
  removedServices: {
    since: '2026-09-18',
    services: [
      'anteraja/next_day',
      'sicepat/sds',
      'idexpress/smd',
      'idexpress/reg_half_kilo',
      'lion/one_pack',
      'lion/jago_pack',
      'lion/docu_pack',
      'tiki/sds',
      'tiki/t15',
      'tiki/t25',
      'tiki/t60',
      'tiki/trc',
      'sap/sds',
      'sap/reg_half_kilo',
      'jne/jtr_150',
      'jne/jtr_250',
      'jne/jtr_150_250',
    ],
  },
} as const;

/** Older rules. They are apart, so that a checkout does not load them: only the sandbox can be set to a day before them. */
export const olderRules = {
  productCategory: { since: '2024-08-30' },
  draftOrders: { since: '2024-09-19' },
  cancellation: { since: '2025-01-15' },
  customRatesInsuranceAndCashOnDelivery: { since: '2025-10-06' },
} as const;

/** On-demand couriers. They are quoted only with the coordinates of both sides (contract/README.md §3.6). */
export const calledVehicles: readonly string[] = ['gojek', 'grab', 'lalamove', 'borzo', 'rara', 'deliveree'];

/** The maximum for cash on delivery, in rupiah (contract/README.md §3.2). */
export const cashOnDeliveryLimit = 15_000_000;

/** The start of the merchant's keys, live and test. They belong on a server (contract/README.md §1.2). */
export const merchantKey = /biteship_(live|test)/i;

const jakartaOffset = 7 * 3_600_000;

/** The calendar day in Jakarta, `YYYY-MM-DD`. */
export function dayInJakarta(moment: Date): string {
  return new Date(moment.getTime() + jakartaOffset).toISOString().slice(0, 10);
}

/** Whether a rule holds on the day of `moment` in Jakarta. */
export function inForce(rule: { since: string }, moment: Date): boolean {
  return dayInJakarta(moment) >= rule.since;
}

/** The day a service was removed, `YYYY-MM-DD`; undefined for other services. */
export function removedSince(service: string): string | undefined {
  const { since, services } = rules.removedServices;
  return (services as readonly string[]).includes(service) ? since : undefined;
}

/** Whether the service is no longer sold on the day of `moment` in Jakarta. */
export function removed(service: string, moment: Date): boolean {
  return removedSince(service) !== undefined && inForce(rules.removedServices, moment);
}
