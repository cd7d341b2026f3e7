import { inForce, rules } from '../contract/index.ts';

/** Fields with the day they were introduced. Before it the service ignores them (contract/README.md §5). */
const datedFields = [
  {
    since: rules.customRatesInsuranceAndCashOnDelivery.since,
    fields: ['custom_rates', 'courier_insurance', 'destination_cash_on_delivery', 'destination_cash_on_delivery_type'],
  },
];

const datedItemFields = [{ since: rules.productCategory.since, fields: ['category'] }];

/** Removes the fields that the service did not know on that day. Reads the older `later` as `scheduled` (contract/README.md §2.3). */
export function asReadOn(moment: Date, request: Record<string, unknown>): Record<string, unknown> {
  const known = without(request, datedFields, moment);
  if (known.delivery_type === 'later') known.delivery_type = 'scheduled';
  if (!Array.isArray(known.items)) return known;
  const items = known.items.map((item: unknown) =>
    item && typeof item === 'object' ? without({ ...item }, datedItemFields, moment) : item,
  );
  return { ...known, items };
}

function without(
  record: Record<string, unknown>,
  dated: readonly { since: string; fields: readonly string[] }[],
  moment: Date,
): Record<string, unknown> {
  const unknown = new Set(dated.filter((rule) => !inForce(rule, moment)).flatMap(({ fields }) => fields));
  return Object.fromEntries(Object.entries(record).filter(([field]) => !unknown.has(field)));
}
