import type { Rate } from '../../src/contract/index.ts';
import { sentenceBetween } from '../../src/elements/element/announcements.ts';
import { eventsBetween } from '../../src/elements/element/events-between.ts';
import type { Action } from '../../src/elements/store/actions.ts';
import type { Input, Question } from '../../src/elements/store/state.ts';
import { Store } from '../../src/elements/store/store.ts';
import * as views from '../../src/elements/store/views.ts';
import { english } from '../../src/elements/words/words-en.ts';
import { serviceKey } from '../../src/quote/index.ts';
import { rate, shipment } from '../support/fixtures.ts';

export const voice = { words: english, formatRupiah: (amount: number) => `Rp ${amount}` };

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
    const insurance_fee = isCargo || (extras.insured && row.available_for_insurance) ? 500 : 0;
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
export function widget(input: Partial<Input> = { shipment }) {
  const store = new Store();
  const events: Event[] = [];
  const sentences: (string | undefined)[] = [];
  store.subscribe((action, before) => {
    events.push(...eventsBetween(before, store.state, action));
    sentences.push(sentenceBetween(before, store.state, action, voice));
  });
  if (Object.keys(input).length) store.dispatch({ type: 'set', input });

  /** Answers the question that the store has now. */
  function answer(...rows: Rate[]): void {
    const question = views.question(store.state);
    if (!question) throw new Error('The store asks nothing.');
    const rates = answerTo(rows, question);
    const { refresh } = question;
    store.dispatch({ type: 'answered', question, couriers: question.couriers, rates, duration: 7, refresh });
  }

  return {
    store,
    answer,
    dispatch: (action: Action) => store.dispatch(action),
    get state() {
      return store.state;
    },
    /** The question that has to be asked now. */
    get question() {
      return views.question(store.state);
    },
    get status() {
      return views.status(store.state);
    },
    /** `jne/oke 12000`, cheapest first. */
    get rows() {
      return views.rates(store.state).map((row) => `${serviceKey(row)} ${row.price}`);
    },
    get value() {
      return views.value(store.state);
    },
    get price() {
      return views.rate(store.state)?.price;
    },
    get news() {
      return store.state.choice.news;
    },
    get submittable() {
      return views.submittable(store.state);
    },
    fail(error = new Error('no answer'), offline = false): Error {
      const question = views.question(store.state);
      if (!question) throw new Error('The store asks nothing.');
      store.dispatch({ type: 'quote-failed', question, error, offline });
      return error;
    },
    choose: (key: string) => store.dispatch({ type: 'choose', key }),
    set: (more: Partial<Input>) => store.dispatch({ type: 'set', input: more }),
    setValue: (key: string | null) => store.dispatch({ type: 'set-value', key }),
    turn: (name: 'insured' | 'cashOnDelivery', on: boolean) => store.dispatch({ type: 'switch', name, on }),
    /** What the page has been told since this was asked last. */
    told: () => events.splice(0).map(inWords),
    events,
    /** What a screen reader says after the last action. */
    get said() {
      return sentences.at(-1);
    },
  };
}

/** The same, with rates. */
export function quoted(...rows: Rate[]) {
  const made = widget();
  made.answer(...(rows.length ? rows : [reg, oke, best]));
  made.told();
  return made;
}

/** The same, with a rate that the shopper has chosen: `jne/reg` by default. */
export function chosen(key = 'jne/reg', ...rows: Rate[]) {
  const made = quoted(...rows);
  made.choose(key);
  made.told();
  return made;
}
