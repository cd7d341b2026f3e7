import type { Breakdown, Item, PartKind } from '../src/index.ts';
import { rupiah, word } from './words.ts';

export interface Summary {
  items: readonly Item[];
  /** Rupiah. Undefined until a rate is chosen. */
  shipping: number | undefined;
  breakdown: Breakdown | undefined;
  /** Rupiah. */
  payAtDoor: number;
  /** Rupiah. */
  paid: number;
  /** Rupiah that the shop gives back. */
  goesBack?: number | undefined;
  /** Nothing is bought. */
  isCancelled?: boolean;
}

/** A part of the price that is a line of its own. */
export type Fee = Exclude<PartKind, 'shipping' | 'discount' | 'surcharge'>;

const isFee = (kind: PartKind): kind is Fee => kind === 'insurance' || kind === 'cash-on-delivery';

/** Rupiah. */
export const goodsOf = (items: readonly Item[]): number =>
  items.reduce((sum, { value, quantity }) => sum + value * quantity, 0);

export function renderSummary(list: HTMLElement, summary: Summary): void {
  const { items, shipping, breakdown, payAtDoor, paid, goesBack, isCancelled } = summary;
  const goods = goodsOf(items);
  // The delivery is one line, as in the bill and the receipt of the widget: a discount is in it.
  const fees = breakdown?.parts.flatMap(({ kind, amount }) => (isFee(kind) ? { kind, amount } : [])) ?? [];
  const delivery = shipping && fees.reduce((rest, { amount }) => rest - amount, shipping);
  const parts: [string, string][] = [
    [word('shipping'), delivery === undefined ? '—' : rupiah(delivery)],
    ...fees.map(({ kind, amount }): [string, string] => [word(kind), rupiah(amount)]),
  ];
  const sum = goods + (shipping ?? 0);
  // As in the receipt of the widget: one line where all of it is paid now, or all of it at the door.
  const whole = paid === sum ? 'paid' : payAtDoor === sum ? 'atDoor' : 'total';
  const total: [string, string] = [word(whole), rupiah(sum)];
  const collected: [string, string][] = payAtDoor && whole !== 'atDoor' ? [[word('collected'), rupiah(payAtDoor)]] : [];
  const payment: [string, string][] = paid && (isCancelled || whole !== 'paid') ? [[word('paid'), rupiah(paid)]] : [];
  const back: [string, string][] = goesBack ? [[word('goesBack'), rupiah(goesBack)]] : [];
  const rows: [string, string][] = [
    [word('goods'), rupiah(goods)],
    ...parts,
    // So that the column adds up to what is left.
    isCancelled ? [word('calledOff'), `−${rupiah(sum)}`] : total,
    ...collected,
    ...payment,
    ...back,
  ];
  list.replaceChildren(
    ...rows.map(([label, amount]) => {
      const row = document.createElement('div');
      if (label === (isCancelled ? word('goesBack') : total[0])) row.className = 'total';
      const [term, detail] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = label;
      detail.textContent = amount;
      row.append(term, detail);
      return row;
    }),
  );
}
