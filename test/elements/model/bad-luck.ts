import type { Step } from './acts.ts';
import type { Sequence } from './play.ts';
import { plain } from './settings.ts';

const chosen: Step[] = [
  ['rates', 'rates'],
  ['choose', 'jne/reg'],
];
const placed: Step[] = [...chosen, ['order', 1], ['rates', 'rates'], ['orders', 'done']];
const areaTaken: Step[] = [
  ['type', 'coblong'],
  ['areas', 'found'],
  ['take an area', 0],
];

/** Sequences that once broke a promise, by what went wrong. */
export const badLuck: Record<string, Sequence> = {
  'The page froze when it disabled the checkout after an order.': {
    ...{ ...plain, listens: [{ event: 'ship-order-placed', habit: 'disables the checkout' }] },
    steps: placed,
  },
  'The page froze when it disabled the fieldset after a press.': {
    ...{ ...plain, listens: [{ event: 'ship-order-submit', habit: 'disables the fieldset' }] },
    steps: placed,
  },
  'The page froze when it disabled the checkout while an order had no answer.': {
    ...plain,
    steps: [...chosen, ['order', 1], ['rates', 'rates'], ['orders', 'lost'], ['disable', 'checkout']],
  },
  'The sum stayed when the page changed who pays what.': {
    ...plain,
    steps: [...chosen, ['switch', 'cash-on-delivery'], ['rates', 'rates'], ['collect', 'goods']],
  },
  'A search without an area deleted the destination when the form was reset.': {
    ...{ ...plain, search: 'empty' },
    steps: [['reset the form', null]],
  },
  'A search without an area deleted the destination when the browser restored it.': {
    ...{ ...plain, search: 'empty' },
    steps: [['come back', null]],
  },
  'A typed text was replaced by a postal code of the page.': {
    ...{ ...plain, search: 'empty' },
    steps: [...areaTaken, ['ship to', 40_222], ['type', 'jakarta'], ['cart', 300_000]],
  },
  'A typed text was replaced when the page set a reference.': {
    ...{ ...plain, search: '40111', place: null },
    steps: [
      ['type', 'jakarta'],
      ['reference', 'other'],
    ],
  },
  'A postal code of two districts did not reach the checkout.': {
    ...{ ...plain, search: '12250', place: null },
    steps: [['areas', 'found']],
  },
  'A postal code that was set while the search was away was not asked.': {
    ...{ ...plain, search: 'empty' },
    steps: [
      ['remove', 'search'],
      ['postal code', '12250'],
      ['return', null],
    ],
  },
  'The next order was chosen by itself: the value of the page.': {
    ...{ ...plain, value: 'jne/reg' },
    steps: [['rates', 'rates'], ...placed.slice(2), ['next order', null]],
  },
  'The next order was chosen by itself: preselected.': {
    ...{ ...plain, preselect: 'cheapest' },
    steps: [['rates', 'rates'], ...placed.slice(2), ['reference', 'other']],
  },
  'A row with a duration of 999999999999 days broke the list.': {
    ...{ ...plain, readyAt: '2027-01-04T09:00+07:00' },
    steps: [['rates', 'odd rows']],
  },
  'A value was submitted that was not on screen: the list had one row.': {
    ...{ ...plain, rows: 1, value: 'jne/reg' },
    steps: [['rates', 'rates']],
  },
  'Focus fell to the body when the button of the search went.': {
    ...{ ...plain, search: '40111', place: null },
    steps: [
      ['tab', 1],
      ['come back', null],
    ],
  },
};
