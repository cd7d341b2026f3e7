import { type Rate, serviceKey } from '../src/index.ts';

const names = [
  'ship-courier-change',
  'ship-quote',
  'ship-rate-change',
  'ship-extras-change',
  'ship-order-submit',
  'ship-order-placed',
  'ship-order-unconfirmed',
  'ship-order-cancelled',
  'ship-error',
] as const;

/** Every event that a widget dispatches, as a list that a visitor can read. */
export function logEvents(widget: HTMLElement, list: HTMLElement): void {
  for (const name of names) {
    widget.addEventListener(name, (event) => {
      const row = document.createElement('li');
      const title = document.createElement('b');
      title.textContent = name;
      row.append(title, ' ', describe(event));
      list.prepend(row);
    });
  }
}

function describe(event: Event): string {
  const told = Object.entries(event).filter(([key]) => key !== 'isTrusted');
  return told.map(([key, value]) => `${key}: ${short(value)}`).join(' · ');
}

function short(value: unknown): string {
  if (value === undefined || value === null || value === '') return '—';
  if (value instanceof Error) return value.message;
  if (Array.isArray(value)) return value.length > 4 ? `${value.length} rows` : value.map(short).join(', ');
  if (typeof value === 'number') return String(Math.round(value));
  if (typeof value !== 'object') return String(value);
  return 'courier_code' in value ? `${serviceKey(value as Rate)} ${(value as Rate).price}` : JSON.stringify(value);
}
