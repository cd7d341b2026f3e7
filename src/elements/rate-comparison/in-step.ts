/**
 * Makes the native controls say what the element holds. Not a matter for templates: a listener of the page's may have put
 * back what the shopper had just clicked, and to Lit, which writes what is other than it wrote last, nothing has changed.
 */
export function keepInStep(
  root: ParentNode,
  value: string | null,
  { insured, cashOnDelivery }: { insured: boolean; cashOnDelivery: boolean },
): void {
  for (const input of root.querySelectorAll('input')) {
    const on = input.id === 'insurance' ? insured : cashOnDelivery;
    input.checked = input.type === 'radio' ? input.value === value : on;
  }
}
