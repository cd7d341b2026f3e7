import { html, render } from 'lit';
import type { Item, Rate } from '../../../src/contract/index.ts';
import type { CheckoutElement, RateComparisonElement } from '../../../src/elements/index.ts';
import { item } from '../../support/fixtures.ts';
import { all } from '../../support/inside.ts';
import type { Input, Sequence } from './inputs.ts';
import { type HeldService, heldService, questionOf } from './service.ts';

/** Milliseconds that the elements promise to let an edited shipment rest; no timer is patched, so it is waited for. */
export const settling = 300;

/** A field in a form, and what it should hold and ask by the inputs that it has had so far. */
export class Field {
  readonly form = document.createElement('form');
  readonly element: CheckoutElement | RateComparisonElement;
  readonly service: HeldService;
  readonly broken: string[] = [];

  to: number | null = 40111;
  quantity = 1;
  couriers: string;
  insured = false;
  paid = false;
  readonly preset: string | null;
  /** The value that it should have. */
  value: string | null;
  /** The choice that the page knows of: by the last event, or by setting the value. */
  known: Rate | undefined;
  /** The page has set the value, and no event has to tell it what became of the choice. */
  silent = false;
  /** What the last `ship-quote` told. */
  quoted: readonly Rate[] = [];
  /** Since everything was on screen last: a question among these may still be on its way. */
  questions = new Set<string>();
  /** How many requests for rates the inputs so far account for. */
  allowed = 1;
  requests = 0;
  /** So many requests there have to be for what is shown: a refresh is not answered from memory. */
  owed = 0;

  #edited = Number.NEGATIVE_INFINITY;
  /** Whether nothing but the shipment has changed since it was edited last. */
  #typing = false;

  constructor({ tag, couriers, preset }: Pick<Sequence, 'tag' | 'couriers' | 'preset'>) {
    this.preset = preset;
    this.value = preset;
    this.couriers = couriers;
    this.questions.add(this.question);
    this.service = heldService(() => this.#requested());
    const shared = { couriers, preset: preset ?? '', shipment: this.shipment, client: this.service.client };
    render(tag === 'ship-checkout' ? checkout(shared) : comparison(shared), this.form);
    this.element = this.form.querySelector(tag) as CheckoutElement | RateComparisonElement;
  }

  get comparison(): RateComparisonElement {
    const { element } = this;
    return (element.shadowRoot?.querySelector('ship-rate-comparison') ?? element) as RateComparisonElement;
  }

  get question(): string {
    return questionOf(this.to, this.quantity, this.couriers, this.insured, this.paid);
  }

  get present(): boolean {
    return this.element.isConnected;
  }

  get shipment() {
    const items: Item[] = [{ ...item, quantity: this.quantity }];
    return { origin_postal_code: 12440, ...(this.to !== null && { destination_postal_code: this.to }), items };
  }

  /** Does it, at once where that can be: what the shopper does comes in a task of its own. */
  take(input: Input): Promise<unknown> | undefined {
    switch (input.act) {
      case 'ship to':
      case 'pack':
        this.#edit(input);
        break;
      case 'switch':
      case 'choose':
      case 'tick':
        return this.shown().then(() => this.#click(input));
      case 'compare':
        this.#asksFor(() => {
          this.couriers = input.couriers;
        });
        this.element.couriers = input.couriers;
        break;
      case 'set value':
        this.element.value = input.key;
        this.value = input.key;
        this.silent = true;
        break;
      case 'reset':
        if (!this.present) break;
        this.form.reset();
        this.value = this.preset;
        if (this.insured || this.paid) {
          this.#asksFor(() => {
            this.insured = false;
            this.paid = false;
          });
        }
        // The browser tells the element in a microtask.
        return Promise.resolve();
      case 'leave':
        this.owed = 0;
        this.element.remove();
        break;
      case 'return':
      case 'move':
        if (this.present === (input.act === 'return')) break;
        this.#asksFor();
        this.form.querySelector(input.act === 'move' ? '.there' : '.here')?.append(this.element);
        break;
      case 'refresh':
        this.#asksFor();
        if (this.present && this.to !== null) this.owed = this.requests + 1;
        void this.element.refresh();
        break;
      case 'rest':
        return pass(settling + 10);
      case 'reply':
        [...this.service.held].at(-1 - input.late)?.reply(input.how);
    }
    return undefined;
  }

  /** Until nothing is left to be read, rendered or told. */
  async shown(): Promise<void> {
    for (let tasks = 0; ; tasks += 1) {
      await pass(0);
      for (const part of [this.element, this.comparison, this.element]) await part.updateComplete;
      const restless = [this.element, this.comparison].some(({ isUpdatePending }) => isUpdatePending);
      if (!restless && this.service.digested()) break;
      if (tasks > 500) throw new Error('It never comes to rest: an answer is waited for that nobody owes.');
    }
    this.questions = new Set([this.question]);
    if (this.silent) this.known = this.element.rate;
    this.silent = false;
  }

  #edit(input: Input & { act: 'ship to' | 'pack' }): void {
    const before = this.question;
    if (input.act === 'ship to') this.to = input.code;
    else this.quantity = input.quantity;
    this.element.shipment = this.shipment;
    if (this.question === before) return;
    this.questions.add(this.question);
    this.owed = 0;
    const now = performance.now();
    if (now - this.#edited >= settling) this.allowed += 1;
    this.#edited = now;
    this.#typing = true;
  }

  #click(input: Input & { act: 'switch' | 'choose' | 'tick' }): void {
    const target = { switch: '#{}', choose: '[type=radio][value="{}"]', tick: '[type=checkbox][value="{}"]' }[
      input.act
    ];
    const which = input.act === 'switch' ? input.id : input.act === 'choose' ? input.key : input.courier;
    const found = all<HTMLInputElement>(this.element, target.replace('{}', which)).at(0);
    if (!this.present || !found) return;
    const possible = found.ariaDisabled !== 'true';
    if (possible && input.act === 'switch') {
      this.#asksFor(() => {
        if (input.id === 'insurance') this.insured = !this.insured;
        else this.paid = !this.paid;
      });
    }
    if (possible && input.act === 'choose') this.value = input.key;
    if (input.act === 'tick') {
      const others = this.couriers.split(',').filter((code) => code && code !== which);
      this.#asksFor(() => {
        this.couriers = [...others, ...(found.checked ? [] : [which])].join();
      });
    }
    found.click();
  }

  #asksFor(change = () => {}): void {
    change();
    this.questions.add(this.question);
    this.allowed += 1;
    this.owed = 0;
    this.#typing = false;
  }

  /** What is asked is read a moment later, and may be outdated by then. */
  #requested(): (question: string) => void {
    this.requests += 1;
    const rested = this.#typing ? performance.now() - this.#edited : settling;
    const { question: latest, questions } = this;
    return (question) => {
      if (!questions.has(question)) this.broken.push(`asked "${question}" instead of "${latest}"`);
      if (question === latest && rested < settling - 5)
        this.broken.push(`asked ${Math.round(rested)} ms after an edit`);
      if (this.requests > this.allowed) this.broken.push(`${this.requests} requests, ${this.allowed} settled inputs`);
    };
  }
}

export const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

type Shared = Pick<Field, 'couriers' | 'shipment'> & { preset: string; client: HeldService['client'] };

const checkout = ({ couriers, preset, shipment, client }: Shared) => html`
  <div class="here">
    <ship-checkout
      lang="en" name="shipping" order-mode="none" required value=${preset} couriers=${couriers}
      .shipment=${shipment} .client=${client}
    ></ship-checkout>
  </div>
  <div class="there"></div>
`;

const comparison = ({ couriers, preset, shipment, client }: Shared) => html`
  <div class="here">
    <ship-rate-comparison
      lang="en" name="shipping" required value=${preset} couriers=${couriers}
      .shipment=${shipment} .client=${client}
    ></ship-rate-comparison>
  </div>
  <div class="there"></div>
`;
