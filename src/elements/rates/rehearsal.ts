import { nothing, render } from 'lit';
import { extraNames, RatesResponse } from '../../contract/index.ts';
import { badges, shortList } from '../../quote/index.ts';
import { sentenceBetween } from '../core/announcements.ts';
import { renderBar } from '../core/bar.ts';
import { eventsBetween } from '../core/events-between.ts';
import type { Action, State } from '../core/state.ts';
import { Store } from '../core/store.ts';
import * as views from '../core/views.ts';
import { languages } from '../words/languages.ts';
import type { Voice } from '../words/sentences.ts';
import { renderExtras, renderRow } from './row.ts';

/** Safari has no idle callbacks. */
const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

/** As many rates as a cheap phone reads in 10 ms. */
const count = 100;

let isDone = false;

/**
 * Plays an answer, a choice and the switches out of sight, while the first rates are on their way. The page is idle then, and the first
 * use of code and templates takes a cheap phone tens of milliseconds. It takes short steps, so that a tap does not wait for all of them.
 */
export function rehearse({ input }: State, { formatRupiah }: Pick<Voice, 'formatRupiah'>): void {
  if (isDone) return;
  isDone = true;
  const store = new Store();
  // The page's own words are not called: they may not expect such rates.
  const voice = { words: languages.en, formatRupiah };
  const page = document.createDocumentFragment();
  const play = (action: Action) => {
    const before = store.state;
    store.dispatch(action);
    eventsBetween(before, store.state, action);
    sentenceBetween(before, store.state, action, voice);
  };
  const draw = () => {
    const { state } = store;
    const recommended = views.recommended(state);
    const rates = shortList(views.bare(state), recommended, 2);
    const best = badges(views.rates(state), recommended);
    const row = { ...voice, language: 'en', logo: undefined, lacks: undefined, readyAt: undefined, promise: undefined };
    const handlers = { handleSwitch() {}, handleLocked() {}, handleRemedy() {} };
    render(
      [
        rates.map((rate) => renderRow({ ...row, rate, badge: best.get(rate) })),
        renderExtras({ state, voice, disabled: false, ...handlers }),
        renderBar({ state, voice, disabled: false, button: nothing, ...handlers }),
      ],
      page,
    );
  };
  const answer = () => {
    const question = views.question(store.state);
    const pricing = Array.from({ length: count }, (_nothing, index) => ({
      company: 'x',
      type: `${index}`,
      price: 3,
      shipping_fee: 2,
      insurance_fee: 1,
      shipment_duration_range: `1 - ${index}`,
      shipment_duration_unit: 'days',
      available_for_cash_on_delivery: true,
    }));
    const { pricing: rates } = RatesResponse.parse({ success: true, pricing });
    if (question) play({ type: 'answered', question, couriers: [], rates, duration: 0, refresh: 0 });
  };
  const steps = [
    () => store.dispatch({ type: 'set', input }),
    answer,
    draw,
    () => play({ type: 'choose', key: 'x/0' }),
    ...extraNames.flatMap((name) => [draw, () => play({ type: 'switch', name, on: true }), answer]),
    draw,
  ];
  const next = () => {
    steps.shift()?.();
    if (steps.length) whenIdle(next);
  };
  whenIdle(next);
}
