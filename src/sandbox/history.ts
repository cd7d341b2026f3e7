import { inForce, olderRules } from '../contract/index.ts';

const extras = [
  'custom_rates',
  'courier_insurance',
  'destination_cash_on_delivery',
  'destination_cash_on_delivery_type',
];

/**
 * Removes the fields that the service did not know on that day, because it ignores them (contract/README.md §5). Reads the older
 * `later` as `scheduled` (contract/README.md §2.3).
 */
export function asReadOn(moment: Date, request: Record<string, unknown>): Record<string, unknown> {
  const known = without(request, inForce(olderRules.customRatesInsuranceAndCashOnDelivery, moment) ? [] : extras);
  if (known.delivery_type === 'later') known.delivery_type = 'scheduled';
  if (!Array.isArray(known.items) || inForce(olderRules.productCategory, moment)) return known;
  const items = known.items.map((item) => (item && typeof item === 'object' ? without(item, ['category']) : item));
  return { ...known, items };
}

function without(record: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
}
