import type { FormField } from './rendered-field.ts';

/** What the page hears of a choice and of the switches, in words and in order. */
export function hear(field: FormField): string[] {
  const heard: string[] = [];
  for (const name of ['input', 'change'] as const) field.addEventListener(name, () => heard.push(name));
  field.addEventListener('ship-rate-change', ({ rate, reason }) =>
    heard.push(`${rate?.courier_service_code ?? 'none'}: ${reason}`),
  );
  field.addEventListener('ship-extras-change', ({ insured, cashOnDelivery }) =>
    heard.push(`${insured ? 'insured' : 'uninsured'}, ${cashOnDelivery ? 'paid on delivery' : 'paid before'}`),
  );
  return heard;
}
