import type { CheckoutElement, OrderButtonElement, RateComparisonElement } from '../../src/elements/index.ts';

export type Field = CheckoutElement | RateComparisonElement;

/** All events that a page hears of the elements. */
export const heard = [
  ...(['input', 'change', 'invalid', 'ship-courier-change', 'ship-quote', 'ship-rate-change'] as const),
  ...(['ship-extras-change', 'ship-order-submit', 'ship-order-placed', 'ship-order-unconfirmed'] as const),
  ...(['ship-order-cancelled', 'ship-error'] as const),
];

const states = [
  ...['incomplete', 'loading', 'stale', 'empty', 'error', 'offline', 'user-invalid', 'insurance-locked'],
  ...['ordering', 'unconfirmed', 'placed', 'cancelled'],
];

/** As text: a rate by its key and its price, an error by what a page reads of it. */
const written = (value: unknown): string =>
  JSON.stringify(value, (key, part) => {
    // How long something took is never the same twice.
    if (key === 'duration' || key === 'isTrusted') return undefined;
    if (part?.courier_service_code) return `${part.courier_code}/${part.courier_service_code} at ${part.price}`;
    if (!(part instanceof Error)) return part;
    const { message, code, reason } = part as Error & { code?: string; reason?: string };
    return { message, code, reason };
  });

/** Writes down what the page hears of an element. */
export function listen(element: HTMLElement, lines: string[]): void {
  for (const name of heard) {
    element.addEventListener(name, (event) => {
      if (event.target === element) lines.push(`${element.localName} tells ${name} ${written({ ...event })}`);
    });
  }
}

/** All that a page, a form, a style sheet and a reader of the screen find, a line each. */
export function lookAt(form: HTMLFormElement, field: Field, button: OrderButtonElement | undefined): string[] {
  const { value, insured, cashOnDelivery, couriers, status, rate, rates, breakdown, error } = field;
  const { valid, valueMissing, customError } = field.validity;
  return [
    `form ${written([...new FormData(form)])} ${form.matches(':valid') ? 'valid' : 'invalid'}`,
    `field ${written({ value, insured, cashOnDelivery, couriers, status, rate, rates, breakdown, error })}`,
    `validity ${written({ valid, valueMissing, customError })} ${field.validationMessage}`,
    ...(button ? [`button ${written({ status: button.status, placed: button.placed, error: button.error })}`] : []),
    ...markup(field),
    ...(button ? markup(button) : []),
  ];
}

/** What is rendered, as a reader of the screen may find it. */
function markup(node: Node, depth = 0): string[] {
  const indent = '  '.repeat(depth);
  if (node instanceof Text) return node.data.trim() ? [indent + node.data.replace(/\s+/g, ' ').trim()] : [];
  if (!(node instanceof Element)) return [];
  const attributes = [...node.attributes].map(({ name, value }) => `${name}=${JSON.stringify(value)}`).sort();
  const matching = [':checked', ':disabled', ...(node.shadowRoot ? states.map((name) => `:state(${name})`) : [])];
  const typed = node instanceof HTMLInputElement || node instanceof HTMLSelectElement ? [`holds ${node.value}`] : [];
  const line = [node.localName, ...attributes, ...matching.filter((name) => node.matches(name)), ...typed].join(' ');
  const inside = [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes];
  return [indent + line, ...inside.flatMap((child) => markup(child, depth + 1))];
}
