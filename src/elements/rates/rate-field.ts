import type { ReactiveControllerHost } from 'lit';
import { InvalidRequestError, requireWritable, type ShippingClient } from '../../client/index.ts';
import {
  type ExtraWord,
  extraNames,
  extraTable,
  perExtra,
  RatesRequest,
  type Rupiah,
  rupiahOf,
} from '../../contract/index.ts';
import type { Extras, Shipment, Switches } from '../../quote/index.ts';
import type { FieldContent, FormParticipation } from '../core/form-field.ts';
import { differs, isOn, momentOf, setInput, warnUnknown } from '../core/given.ts';
import { OfferRenewal } from '../core/offer-renewal.ts';
import { AheadTask, RatesTask, watchSight } from '../core/rates-task.ts';
import type { Action, Input, State } from '../core/state.ts';
import { asError, type Store } from '../core/store.ts';
import { copyOf } from '../core/submission.ts';
import { upcoming } from '../core/update.ts';
import * as views from '../core/views.ts';
import { missingSentence, type Voice } from '../words/sentences.ts';

/** React 18, and 19 before the element is defined, write `[object Object]`. */
const objectAsText = 'came as text of an object: use ship-elements/react';

const extraWords: readonly ExtraWord[] = extraNames.map((name) => extraTable[name].word);

interface Host extends ReactiveControllerHost, HTMLElement {
  readonly store: Store;
  readonly activeClient: ShippingClient | undefined;
  readonly voice: Voice;
  readonly field: FormParticipation;
  name: string;
  required: boolean;
  preselect: string;
  recommended: string | undefined;
  /** The root that lists the rates. None before the first update. */
  readonly ratesRoot: ParentNode | null | undefined;
}

/** What the properties of `RateMembers` do: they are checked here, and dispatched to the store. */
export class RateField {
  readonly #host: Host;
  #rates: RatesTask | undefined;
  #given: Partial<Shipment> | null | undefined;
  /** Why properties cannot be used, by their names. Nothing is asked until each is corrected. */
  readonly #problems = new Map<string, Error>();

  constructor(host: Host) {
    this.#host = host;
    Object.assign(host, { name: '', required: false, rows: 4, allRates: false, preselect: '' });
  }

  /** The host owns its store: it asks for rates, and renews offers. */
  own(): void {
    this.#rates = new RatesTask(this.#host);
    new OfferRenewal(this.#host);
    new AheadTask(this.#host, watchSight(this.#host));
  }

  get state(): State {
    return this.#host.store.state;
  }

  /** What the page reads back: while an order is in progress, what applies after it. */
  get input(): Input {
    return upcoming(this.state).input;
  }

  get defaultValue(): string | null {
    return upcoming(this.state).choice.default;
  }

  get shipment(): Partial<Shipment> | undefined {
    return this.#given ?? undefined;
  }

  /** The element that the browser's bubble points at and focus goes to. */
  get anchor(): HTMLElement | undefined {
    const find = (selector: string) => this.#host.ratesRoot?.querySelector<HTMLElement>(selector);
    return find('input[type=radio]:checked') ?? find('input[type=radio]') ?? find('.rows') ?? undefined;
  }

  /** What the form sees. Never a price, which a server could not trust. Undefined for a part of a checkout. */
  readonly content = (): FieldContent | undefined => {
    const { state } = this;
    const { name, required, voice } = this.#host;
    if (!this.#rates) return undefined;
    const switches = views.switches(state);
    const on = extraNames.flatMap((extra) => (switches[extra] ? [[extraTable[extra].attribute, 'on']] : []));
    return {
      ...{ name, required, beside: { offer: views.offer(state) ?? '', ...Object.fromEntries(on) } },
      value: views.submittable(state) ? views.value(state) : null,
      restorable: JSON.stringify({ value: views.chosenKey(state), ...views.requestedSwitches(state) }),
      missingSentence: () => missingSentence(state, voice) ?? voice.words.chooseRate,
      anchor: () => this.anchor,
    };
  };

  dispatch(action: Action): void {
    this.#host.store.dispatch(action);
  }

  /** Reports a property with a wrong value to the page. */
  fail(path: string, remedy: string): void {
    this.dispatch({ type: 'report', error: new InvalidRequestError('quoteRates', [{ path, remedy }]) });
  }

  /** Passes on the properties that Lit holds. To be called before each update. */
  update(): void {
    const { recommended, preselect } = this.#host;
    warnUnknown('preselect', [preselect || 'cheapest'], ['recommended', 'cheapest']);
    if (this.#rates) this.set({ recommended: recommended ?? undefined, preselect: preselect ?? '' });
  }

  async refresh(): Promise<void> {
    this.setShipment(this.#given);
    await this.#rates?.refresh();
  }

  set(input: Partial<Input>): void {
    setInput(this.#host.store, input);
  }

  setExtras(extras: Extras): void {
    if (differs(this.input.extras, extras)) this.dispatch({ type: 'set-extras', extras });
  }

  setAmount(name: 'insuranceAmount' | 'cashOnDeliveryAmount', path: string, given: unknown): void {
    let [amount, problem]: [Rupiah?, Error?] = [];
    try {
      amount = rupiahOf(numberOf(given), path);
    } catch (thrown) {
      const remedy = asError(thrown).message.slice(path.length + 1, -1);
      problem = new InvalidRequestError('quoteRates', [{ path, remedy }], thrown);
    }
    this.setExtras({ [name]: amount });
    this.set({ problem: this.#problemOf(path, problem) });
    if (problem) this.dispatch({ type: 'report', error: problem });
  }

  setShipment(given: Partial<Shipment> | string | null | undefined): void {
    // The text of an attribute that is no JSON.
    if (typeof given === 'string') this.fail('shipment', given === String({}) ? objectAsText : 'must be JSON');
    this.#given = typeof given === 'string' ? undefined : given;
    const { shipment } = this;
    warnUnknown('field of a shipment', Object.keys(shipment ?? {}), Object.keys(RatesRequest.shape));
    try {
      // Names the field that JSON cannot hold.
      requireWritable('quoteRates', shipment);
      this.set({ shipment: copyOf(shipment), problem: this.#problemOf('shipment') });
    } catch (thrown) {
      this.set({ problem: this.#problemOf('shipment', asError(thrown)) });
    }
  }

  setKey(type: 'set-value' | 'set-default', given: string | null | undefined): void {
    if (typeof (given ?? '') === 'string') this.dispatch({ type, key: given || null });
    else this.fail('value', 'must be the text of a service, as jne/reg');
  }

  setOffered(given: string | null | undefined): void {
    // A framework may hand over a list, or false.
    const words = String(given ?? extraWords)
      .split(/[\s,]+/)
      .filter((word) => word && word !== 'false');
    this.set({ offered: extraNames.filter((name) => words.includes(extraTable[name].word)) });
    warnUnknown('extra', words, extraWords);
  }

  setReadyAt(moment: Date | string | null | undefined): void {
    const given = moment ? momentOf(moment) : undefined;
    this.set({ readyAt: given });
    if (moment && !given) this.fail('ready-at', 'must be a time with its zone, as 2026-11-24T09:00+07:00');
  }

  /** The form is reset: the default choice, and the switches of the attributes. */
  reset(): void {
    this.#host.field.reset();
    const switches = perExtra((name) => isOn(this.#host.getAttribute(extraTable[name].attribute)));
    this.dispatch({ type: 'reset', switches: this.#switchesOf(switches) });
  }

  /** The browser brings back what it has kept. Anything else is ignored. */
  restore(state: unknown): void {
    const restored = readState(`${state}`);
    if (restored) this.dispatch({ type: 'restore', key: restored.key, switches: this.#switchesOf(restored.switches) });
  }

  /** A form resets and restores the switches that the shopper has. The others stay as the page has set them. */
  #switchesOf(switches: Switches): Switches {
    const { extras, offered } = this.input;
    return perExtra((name) => (offered.includes(name) ? switches : extras)[name] === true);
  }

  /** Records that a property can be used, or why not. Returns the first problem of all properties. */
  #problemOf(name: string, problem?: Error): Error | undefined {
    this.#problems.delete(name);
    if (problem) this.#problems.set(name, problem);
    const [first] = this.#problems.values();
    return first;
  }
}

/** Reads a field's state as the browser keeps it. Undefined if the text is not such a state. */
function readState(text: string): { key: string | null; switches: Switches } | undefined {
  try {
    const { value: key, ...switches } = JSON.parse(text);
    const isKey = key === null || typeof key === 'string';
    const isState = isKey && extraNames.every((name) => typeof switches[name] === 'boolean');
    return isState ? { key, switches } : undefined;
  } catch {
    return undefined;
  }
}

/** Makes a number of a bigint. NaN counts as absent, such as that of `parseInt('')`. */
const numberOf = (given: unknown): unknown => {
  const value = typeof given === 'bigint' ? Number(given) : given;
  return Number.isNaN(value) ? undefined : value;
};
