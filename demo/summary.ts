import type { Breakdown, Item, PartKind } from '../src/index.ts';
import { rupiah } from './rupiah.ts';

const labels: Record<PartKind, string> = {
  shipping: 'Shipping',
  discount: 'Shipping discount',
  surcharge: 'Shipping surcharge',
  insurance: 'Insurance',
  'cash-on-delivery': 'Cash on delivery fee',
};

export interface Summary {
  items: readonly Item[];
  /** Rupiah. Undefined until a rate is chosen. */
  shipping: number | undefined;
  breakdown: Breakdown | undefined;
  /** Rupiah. */
  payAtDoor: number;
}

export function renderSummary(list: HTMLElement, { items, shipping, breakdown, payAtDoor }: Summary): void {
  const goods = items.reduce((sum, { value, quantity }) => sum + value * quantity, 0);
  const parts: [string, string][] = breakdown
    ? breakdown.parts.map(({ kind, amount }) => [labels[kind], rupiah(amount)])
    : [['Shipping', shipping === undefined ? '—' : rupiah(shipping)]];
  const total: [string, string] = ['Total', rupiah(goods + (shipping ?? 0))];
  const collected: [string, string][] = payAtDoor ? [['of which to the courier', rupiah(payAtDoor)]] : [];
  const rows: [string, string][] = [['Goods', rupiah(goods)], ...parts, total, ...collected];
  list.replaceChildren(
    ...rows.map(([label, amount]) => {
      const row = document.createElement('div');
      if (label === 'Total') row.className = 'total';
      const [term, detail] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = label;
      detail.textContent = amount;
      row.append(term, detail);
      return row;
    }),
  );
}
