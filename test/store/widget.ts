import type { Rate } from '../../src/contract/index.ts';
import { sentenceBetween } from '../../src/elements/core/announcements.ts';
import { eventsBetween } from '../../src/elements/core/events-between.ts';
import * as prices from '../../src/elements/core/prices.ts';
import type { Action, Input, Question } from '../../src/elements/core/state.ts';
import { Store } from '../../src/elements/core/store.ts';
import * as views from '../../src/elements/core/views.ts';
import { english } from '../../src/elements/words/en.ts';
import type { Extras } from '../../src/extras/index.ts';
import { serviceKey } from '../../src/quote/index.ts';
import { rate, shipment } from '../support/fixtures.ts';

export const voice = { words: english, formatRupiah: (amount: number) => `Rp ${amount}`, language: 'en' };

const named = (key: string, price: number, more: Partial<Rate> = {}): Rate => {
  const [courier_code = '', courier_service_code = ''] = key.split('/');
  return rate({
    courier_code,
    courier_service_code,
    courier_name: courier_code.toUpperCase(),
    price,
    shipping_fee: price,
    ...more,
  });
};

/** 15,000 rupiah. It has both extras. */
export const reg = named('jne/reg', 15_000);
/** 12,000 rupiah, without COD. */
export const oke = named('jne/oke', 12_000, { available_for_cash_on_delivery: false });
/** 16,000 rupiah, the next day, without insurance. */
export const best = named('sicepat/best', 16_000, { available_for_insurance: false, shipment_duration_range: '1' });
/** 20,000 rupiah. It always insures, and takes no COD. */
export const cargo = named('jntcargo/ft', 20_000, { available_for_cash_on_delivery: false });

/** A row at another price for the carriage. */
export const at = (price: number, row: Rate = reg): Rate => ({ ...row, price, shipping_fee: price });

/** A row whose parts are missing: its price is valid only for the switches that were asked. */
export const bare = (row: Rate = reg): Rate => ({ ...row, shipping_fee: undefined });

/** To Surabaya. */
export const elsewhere = { ...shipment, destination_postal_code: 60111 };

/** What a service answers: insurance costs 500 rupiah and COD 3,000 where they are asked for and available. */
export const answerTo = (rows: readonly Rate[], { extras }: Pick<Question, 'extras'>): Rate[] =>
  rows.map((row) => {
    const isCargo = row.courier_code === 'jntcargo';
    const insurance_fee = isCargo || (extras.insurance && row.available_for_insurance) ? 500 : 0;
    const cash_on_delivery_fee = extras.cashOnDelivery && row.available_for_cash_on_delivery ? 3_000 : 0;
    const price = row.price + insurance_fee + cash_on_delivery_fee;
    const fees = row.shipping_fee === undefined ? {} : { insurance_fee, cash_on_delivery_fee };
    return { ...row, price, ...fees };
  });

const inWords = (event: Event): string => {
  if (event.type !== 'ship-rate-change') return event.type;
  const { previous, rate, reason } = event as Event & { previous?: Rate; rate?: Rate; reason: string };
  const price = (row: Rate | undefined) => (row ? `${serviceKey(row)} ${row.price}` : 'none');
  return `${price(previous)} → ${price(rate)}: ${reason}`;
};

/** A store, its answers, and what it tells the page and the shopper. */
export function widget(input: Partial<Input> = { shipment }, now?: () => number) {
  const store = new Store(now);
  const heard: Event[] = [];
  let announced: string | undefined;
  store.subscribe((action, before) => {
    heard.push(...eventsBetween(before, store.state, action));
    announced = sentenceBetween(before, store.state, action, voice);
  });
  const dispatch = (action: Action) => store.dispatch(action);
  const set = (more: Partial<Input>) => dispatch({ type: 'set', input: more });
  if (Object.keys(input).length) set(input);

  /** The question that the store has now. */
  function question(): Question & { refresh: number } {
    const asked = prices.question(store.state);
    if (!asked) throw new Error('The store asks nothing.');
    return asked;
  }

  function answer(...rows: Rate[]): void {
    const asked = question();
    const { couriers, refresh } = asked;
    dispatch({ type: 'answered', question: asked, couriers, rates: answerTo(rows, asked), duration: 7, refresh });
  }

  return {
    ...{ store, heard, dispatch, set, answer },
    get state() {
      return store.state;
    },
    /** The question that has to be asked now, if there is one. */
    get question() {
      return prices.question(store.state);
    },
    get status() {
      return prices.status(store.state);
    },
    /** `jne/oke 12000`, cheapest first. */
    get rows() {
      return prices.rates(store.state).map((row) => `${serviceKey(row)} ${row.price}`);
    },
    get value() {
      return views.value(store.state);
    },
    get price() {
      return views.rate(store.state)?.price;
    },
    get notice() {
      return store.state.choice.notice;
    },
    get submittable() {
      return views.submittable(store.state);
    },
    /** What a screen reader says after the last action. */
    get announced() {
      return announced;
    },
    /** The events since this was called last. A change of the rate has its reason. */
    events: () => heard.splice(0).map(inWords),
    fail(error = new Error('no answer'), offline = false): Error {
      dispatch({ type: 'quote-failed', question: question(), error, offline });
      return error;
    },
    choose: (key: string) => dispatch({ type: 'choose', key }),
    setValue: (key: string | null) => dispatch({ type: 'set-value', key }),
    setDefault: (key: string | null) => dispatch({ type: 'set-default', key }),
    setExtras: (extras: Extras) => dispatch({ type: 'set-extras', extras }),
    insure: (on: boolean) => dispatch({ type: 'switch', name: 'insurance', on }),
    /** Switches COD on. With rows, its question is answered. */
    collect(...rows: Rate[]): void {
      dispatch({ type: 'switch', name: 'cashOnDelivery', on: true });
      if (rows.length) answer(...rows);
    },
    prepay: () => dispatch({ type: 'switch', name: 'cashOnDelivery', on: false }),
    /** Asks again, and has it answered. */
    refresh(...rows: Rate[]): void {
      dispatch({ type: 'refresh' });
      answer(...rows);
    },
  };
}

/** The same, with rates. */
export function quoted(...rows: Rate[]) {
  const page = widget();
  page.answer(...(rows.length ? rows : [reg, oke, best]));
  page.events();
  return page;
}

/** The same, with a rate that the shopper has chosen: `jne/reg` by default. */
export function chosen(key = 'jne/reg', ...rows: Rate[]) {
  const page = quoted(...rows);
  page.choose(key);
  page.events();
  return page;
}
