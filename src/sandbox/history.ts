import { inForce, rules } from '../contract/index.ts';

/**
 * Fields that came with a day: before it they are unknown keys, and unknown keys are ignored (contract/README.md §5).
 */
const datedFields = [
  {
    since: rules.customRatesInsuranceAndCashOnDelivery.since,
    fields: ['custom_rates', 'courier_insurance', 'destination_cash_on_delivery', 'destination_cash_on_delivery_type'],
  },
];

const datedItemFields = [{ since: rules.productCategory.since, fields: ['category'] }];

/** A request as the service of that day read it. Integrations still send `later`, today's `scheduled` (contract/README.md §2.3). */
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
