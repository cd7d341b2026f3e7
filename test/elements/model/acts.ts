import type { AreaReply } from './held-areas.ts';
import type { Page } from './page.ts';
import { outcomes, replies } from './service.ts';

/** One thing that can happen in a page, in each of its ways. */
interface Act<Way> {
  /** How often it happens, beside the others. */
  often: number;
  ways: readonly Way[];
  words: (way: Way) => string;
  take: (page: Page, way: Way) => unknown;
}

const act = <const Way extends string | number | boolean | null>(
  often: number,
  ways: readonly Way[],
  words: (way: Way) => string,
  take: (page: Page, way: Way) => unknown,
): Act<Way> => ({ often, ways, words, take });

const keys = ['jne/reg', 'jne/oke', 'sicepat/best'] as const;
const texts = ['coblong', 'coblon', '12250', '40111', 'sumur bandung', 'jakarta', 'nowhere', 'co'] as const;

const none = (value: string | number | null) => value || 'none';

/** What the shopper does. */
const shopper = {
  choose: act(
    10,
    [...keys, 'sicepat/forever'],
    (key) => `The shopper chooses ${key}.`,
    (page, key) => page.press(`[type=radio][value="${key}"]`),
  ),
  switch: act(
    7,
    ['insurance', 'cash-on-delivery'],
    (id) => `The shopper moves the switch of ${id}.`,
    (page, id) => page.press(`#${id}`),
  ),
  order: act(
    10,
    [1, 1, 2],
    (times) => `The shopper presses the order button${times > 1 ? ' twice' : ''}.`,
    (page, times) => page.order(times),
  ),
  'open the list': act(
    1,
    [null],
    () => 'The shopper opens or closes the whole list.',
    (page) => page.press('[part=more]'),
  ),
  'filter by courier': act(
    2,
    ['jne', 'sicepat'],
    (code) => `The shopper opens the couriers and ticks ${code}.`,
    async (page, code) => {
      if (!page.find(`[value=${code}]`)) await page.press('[part=choose]');
      await page.press(`[value=${code}]`);
    },
  ),
  'take a remedy': act(
    2,
    [0, 1],
    (nth) => `The shopper presses button ${nth + 1} beside the sentence about what the choice lacks.`,
    (page, nth) => page.press('.lack ~ button', nth),
  ),
  'try again': act(
    2,
    [null],
    () => 'The shopper presses the button below a failure.',
    (page) => page.press('.problem button'),
  ),
  tab: act(
    4,
    [0, 1, 2, 3, 5, 8, 13],
    (nth) => `The shopper moves focus to control ${nth + 1}.`,
    (page, nth) => page.focusOn(nth),
  ),
  leave: act(
    2,
    [null],
    () => 'The shopper moves focus to a button of the page.',
    (page) => page.help.focus(),
  ),
  'ask to cancel': act(
    2,
    [null],
    () => 'The shopper opens the question whether to cancel.',
    async (page) => {
      if (!page.find('details[open]')) await page.press('summary');
      await page.press('[part=cancel]');
    },
  ),
  cancel: act(
    2,
    [null],
    () => 'The shopper confirms that the order is cancelled.',
    (page) => page.press('.confirm'),
  ),
  type: act(
    7,
    texts,
    (text) => `The shopper types “${text}” into the search.`,
    (page, text) => page.type(text),
  ),
  'take an area': act(
    4,
    [0, 1],
    (nth) => `The shopper takes result ${nth + 1} of the search.`,
    (page, nth) => page.inSearch(() => page.press('[role=option]', nth)),
  ),
  key: act(
    3,
    ['Enter', 'Escape', 'ArrowDown'],
    (key) => `The shopper presses ${key} in the search.`,
    (page, key) => page.inSearch(() => page.key(key)),
  ),
  'press in the search': act(
    2,
    [null],
    () => 'The shopper presses the button in the search: clear, or change.',
    (page) => page.inSearch(() => page.press('.field button')),
  ),
  'reset the form': act(
    2,
    [null],
    () => 'The form is reset.',
    (page) => page.reset(),
  ),
  'come back': act(
    2,
    [null, ...keys],
    (key) => `The browser restores the fields: no area, and ${none(key)} as the choice.`,
    (page, key) => page.restore(key),
  ),
  pause: act(
    2,
    [null],
    () => 'The shopper pauses.',
    (page) => page.pause(),
  ),
};

/** What the page does. */
const page = {
  'ship to': act(
    6,
    [40_111, 40_222, 12_250, null, ''],
    (place) => `The page sets a shipment ${place === null ? 'without a destination' : `to “${place}”`}.`,
    (page, place) => page.shipTo(place),
  ),
  cart: act(
    3,
    [150_000, 300_000, 14_984_000, 16_000_000],
    (value) => `The page sets a cart of Rp${value}.`,
    (page, value) => page.setCart(value),
  ),
  collect: act(
    4,
    ['goods', 'total'],
    (what) => `The page sets cashOnDeliveryCollects to ${what}.`,
    (page, what) => Object.assign(page.checkout, { cashOnDeliveryCollects: what }),
  ),
  value: act(
    3,
    [...keys, 'tiki/sds', null],
    (key) => `The page sets value to ${none(key)}.`,
    (page, key) => page.setValue(key),
  ),
  preselect: act(
    1,
    ['cheapest', 'recommended', ''],
    (how) => `The page sets preselect to ${none(how)}.`,
    (page, preselect) => {
      page.maySetChoice();
      Object.assign(page.checkout, { preselect });
    },
  ),
  disable: act(
    3,
    ['checkout', 'fieldset', 'search'],
    (what) => `The page disables the ${what}.`,
    (page, what) => page.disable(what, true),
  ),
  enable: act(
    4,
    ['checkout', 'fieldset', 'search'],
    (what) => `The page enables the ${what}.`,
    (page, what) => page.disable(what, false),
  ),
  move: act(
    2,
    ['checkout', 'search', 'button'],
    (what) => `The page moves the ${what} to the end of its parent.`,
    (page, what) => page.move(what),
  ),
  remove: act(
    2,
    ['checkout', 'search', 'button'],
    (what) => `The page removes the ${what}.`,
    (page, what) => page.remove(what),
  ),
  return: act(
    4,
    [null],
    () => 'The page puts back what it has removed.',
    (page) => page.putBack(),
  ),
  'next order': act(
    4,
    [null],
    () => 'The page calls reset().',
    (page) => page.checkout.reset(),
  ),
  refresh: act(
    1,
    [null],
    () => 'The page calls refresh().',
    (page) => void page.checkout.refresh(),
  ),
  language: act(
    1,
    ['id', 'en'],
    (lang) => `The page changes its language to ${lang}.`,
    (page, lang) => Object.assign(page.form, { lang }),
  ),
  words: act(
    1,
    ['Buy now', ''],
    (order) => `The page sets its own word for the order button: ${none(order)}.`,
    (page, order) => Object.assign(page.checkout, { words: order ? { order } : {} }),
  ),
  reference: act(
    2,
    ['cart', 'other', ''],
    (reference) => `The page sets reference to ${none(reference)}.`,
    (page, reference) => Object.assign(page.button ?? page.checkout, { reference }),
  ),
  mode: act(
    1,
    ['order', 'none'],
    (orderMode) => `The page sets orderMode to ${orderMode}.`,
    (page, orderMode) => Object.assign(page.button ?? page.checkout, { orderMode }),
  ),
  couriers: act(
    1,
    ['jne', 'jne,sicepat'],
    (couriers) => `The page compares ${couriers}.`,
    (page, couriers) => Object.assign(page.checkout, { couriers }),
  ),
  rows: act(
    2,
    [0, 1, 2, 4],
    (rows) => (rows ? `The page sets rows to ${rows}.` : 'The page shows the whole list.'),
    (page, rows) => Object.assign(page.checkout, { rows, allRates: !rows }),
  ),
  'ready at': act(
    1,
    ['', '2027-01-04T09:00+07:00'],
    (readyAt) => `The page sets readyAt to ${none(readyAt)}.`,
    (page, readyAt) => Object.assign(page.checkout, { readyAt }),
  ),
  note: act(
    1,
    ['ring twice', 'knock'],
    (note) => `The page sets contacts with the note “${note}”.`,
    (page, note) => page.setNote(note),
  ),
  'postal code': act(
    3,
    ['40111', '12250', ''],
    (code) => `The page sets the search's postalCode to ${none(code)}.`,
    (page, code) => page.setPostalCode(code),
  ),
  area: act(
    2,
    [0, 1, -1],
    (nth) =>
      nth < 0 ? "The page sets the search's area to undefined." : `The page sets area ${nth + 1} in the search.`,
    (page, nth) => page.setArea(nth),
  ),
  agree: act(
    2,
    [true, true, false],
    (agrees) => `The page ${agrees ? 'agrees' : 'does not agree'} to the order, which it held back.`,
    (page, agrees) => page.answer(agrees),
  ),
};

const nth = (late: number) => (late ? `request ${late + 1} from the newest one back` : 'the newest request');

/** What the services do. A request may be answered later than a newer one. */
const services = {
  rates: act(
    9,
    ['rates', 'rates', 'rates', ...replies],
    (how) => `The service answers the newest request for rates: ${how}.`,
    (page, how) => page.answerRates(how, 0),
  ),
  'older rates': act(
    1,
    replies,
    (how) => `The service answers an older request for rates: ${how}.`,
    (page, how) => page.answerRates(how, 1),
  ),
  areas: act(
    5,
    ['found', 'found', 'found', 'none', 'fails'] satisfies AreaReply[],
    (how) => `The service answers ${nth(0)} for areas: ${how}.`,
    (page, how) => page.answerAreas(how, 0),
  ),
  'older areas': act(
    1,
    ['found', 'none', 'fails'] satisfies AreaReply[],
    (how) => `The service answers ${nth(1)} for areas: ${how}.`,
    (page, how) => page.answerAreas(how, 1),
  ),
  orders: act(
    8,
    ['done', 'done', 'done', ...outcomes],
    (how) => `The service answers the newest order or cancellation: ${how}.`,
    (page, how) => page.answerOrder(how, 0),
  ),
};

export const acts = { ...shopper, ...page, ...services };
type Acts = typeof acts;

/** What happens, in which way. `at once`: the next step comes in the same task. */
export type Step = {
  [Name in keyof Acts]: readonly [Name, Acts[Name]['ways'][number], 'at once'?];
}[keyof Acts];

type Untyped = Act<string | number | boolean | null>;
const rowOf = ([name]: Step) => acts[name] as unknown as Untyped;

export const inWords = (step: Step): string => rowOf(step).words(step[1]) + (step[2] ? ' And at once:' : '');
export const take = (page: Page, step: Step): unknown => rowOf(step).take(page, step[1]);
