import { html, render } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../../src/elements/index.ts';
import { all } from '../../support/inside.ts';
import type { Input, Sequence } from './inputs.ts';
import { Model, settling } from './model.ts';
import { type HeldService, heldService } from './service.ts';

/** A field in a form, and what it should hold and ask by the inputs that it has had so far. */
export class Field extends Model {
  readonly form = document.createElement('form');
  readonly element: CheckoutElement | RateComparisonElement;
  readonly service: HeldService;

  constructor({ tag, couriers, preset }: Pick<Sequence, 'tag' | 'couriers' | 'preset'>) {
    super({ couriers, preset });
    this.service = heldService(() => this.requested(() => this.service.asked));
    const shared = { couriers, preset: preset ?? '', shipment: this.shipment, client: this.service.client };
    render(tag === 'ship-checkout' ? checkout(shared) : comparison(shared), this.form);
    this.element = this.form.querySelector(tag) as CheckoutElement | RateComparisonElement;
  }

  get comparison(): RateComparisonElement {
    const { element } = this;
    return (element.shadowRoot?.querySelector('ship-rate-comparison') ?? element) as RateComparisonElement;
  }

  get present(): boolean {
    return this.element.isConnected;
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
        this.compare(input.couriers);
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
        this.insured = false;
        this.paid = false;
        // The browser tells the element in a microtask.
        return Promise.resolve();
      case 'leave':
        this.owed = 0;
        this.element.remove();
        break;
      case 'return':
      case 'move':
        if (this.present === (input.act === 'return')) break;
        this.asksFor();
        this.form.querySelector(input.act === 'move' ? '.there' : '.here')?.append(this.element);
        break;
      case 'refresh':
        this.asksFor();
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
    this.settle(this.element.rate);
  }

  #edit(input: Input & { act: 'ship to' | 'pack' }): void {
    this.edit(() => {
      if (input.act === 'ship to') this.to = input.code;
      else this.quantity = input.quantity;
      this.element.shipment = this.shipment;
    });
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
      if (input.id === 'insurance') this.insured = !this.insured;
      else this.paid = !this.paid;
    }
    if (possible && input.act === 'choose') this.value = input.key;
    if (input.act === 'tick') this.tick(input.courier);
    found.click();
  }
}

export const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

type Shared = Pick<Field, 'couriers' | 'shipment'> & { preset: string; client: HeldService['client'] };

const checkout = ({ couriers, preset, shipment, client }: Shared) => html`
  <div class="here">
    <ship-checkout
      picker="open"
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
