import { all, textOf } from '../../../support/inside.ts';

/** The words of a page that has its own for some of what is said. */
export const ownWords = {
  ordering: 'Wait for it',
  checkAgain: 'Look again',
  insuranceFor: (amount: string) => `Safe up to ${amount}`,
};

/** In each language, and in the page's own words. */
const said = {
  ordering: ['One moment…', 'Mohon tunggu…', ownWords.ordering],
  checkAgain: ['Check again', 'Cek lagi', ownWords.checkAgain],
};

/** What a shopper sees of the order to come, and of the one that was made. */
export interface Screen {
  /** The row that is marked. */
  checked: string | null;
  /** Rupiah. */
  total: number | undefined;
  /** Rupiah that the switch says, while it is on. */
  insurance: number | undefined;
  collected: number | undefined;
  /** Nothing once the order is placed. */
  button: 'orders' | 'is ordering' | 'checks again' | undefined;
  /** What is said to be placed. */
  receipt: string | undefined;
  /** What is said to have gone wrong with the order. */
  problems: string[];
}

/** Reads what is painted, in whatever language that is. */
export function readScreen(page: Element): Screen {
  const text = (selector: string) => all(page, selector).map(textOf).at(0);
  const amount = (selector: string) => amountIn(text(selector));
  const whileOn = (id: string) =>
    all<HTMLInputElement>(page, `#${id}`).at(0)?.checked ? amount(`#${id}-hint`) : undefined;
  const label = text('[part=button]');
  const isLabelled = (name: keyof typeof said) => label !== undefined && said[name].includes(label);
  return {
    checked: all<HTMLInputElement>(page, '[part=row] [type=radio]').find(({ checked }) => checked)?.value ?? null,
    total: amount('.total dd'),
    insurance: whileOn('insurance'),
    collected: whileOn('cash-on-delivery'),
    button: isLabelled('ordering')
      ? 'is ordering'
      : isLabelled('checkAgain')
        ? 'checks again'
        : label === undefined
          ? undefined
          : 'orders',
    receipt: text('.placed'),
    problems: all(page, 'ship-order-button :is(.problem, .waiting), [part=status] :is(.problem, .waiting)').map(textOf),
  };
}

export const amountIn = (text: string | undefined) =>
  text === undefined ? undefined : Number(text.replace(/\D/g, ''));
