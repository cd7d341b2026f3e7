import { type Breakdown, isShippingFailure, type Rate, serviceKey } from '../src/index.ts';

const names = [
  'input',
  'change',
  'ship-area-change',
  'ship-courier-change',
  'ship-rates',
  'ship-rate-change',
  'ship-extras-change',
  'ship-order-submit',
  'ship-order-placed',
  'ship-order-unconfirmed',
  'ship-order-cancelled',
  'ship-parcel',
  'ship-error',
] as const;

const kept = 100;

/** Lists the events of a widget, newest first. The oldest are dropped. */
export function logEvents(widget: HTMLElement, list: HTMLElement, clear: HTMLElement): void {
  for (const name of names) {
    widget.addEventListener(name, (event) => {
      list.prepend(renderEvent(event));
      list.children[kept]?.remove();
    });
  }
  clear.addEventListener('click', () => list.replaceChildren());
}

function renderEvent(event: Event): HTMLElement {
  const row = document.createElement('li');
  const [what, name, time] = [
    document.createElement('span'),
    document.createElement('b'),
    document.createElement('time'),
  ];
  name.textContent = event.type;
  what.append(name, ' ', describe(event));
  time.textContent = new Date().toTimeString().slice(0, 8);
  // A screen reader says the event before its time.
  row.append(what, ' ', time);
  return row;
}

function describe(event: Event): string {
  // `input` and `change` have no fields. The widget's value is what has changed.
  const { value } = event.target as { value?: string | null };
  const fields = event.type.startsWith('ship-') ? Object.entries(event) : [['value', value] as const];
  const told = fields.filter(([key]) => key !== 'isTrusted');
  return told.map(([key, field]) => `${key}: ${short(field)}`).join(' · ');
}

function short(value: unknown): string {
  if (value === undefined || value === null || value === '') return '—';
  if (isShippingFailure(value)) return value.code === 'refused' ? `${value.code} (${value.reason})` : value.code;
  if (value instanceof Error) return value.message;
  if (Array.isArray(value)) return value.length > 4 ? `${value.length} rows` : value.map(short).join(', ') || 'none';
  if (typeof value === 'number') return String(Math.round(value));
  if (typeof value !== 'object') return String(value);
  if ('parts' in value) return (value as Breakdown).parts.map(({ kind, amount }) => `${kind} ${amount}`).join(' + ');
  return 'courier_code' in value ? `${serviceKey(value as Rate)} ${(value as Rate).price}` : JSON.stringify(value);
}
