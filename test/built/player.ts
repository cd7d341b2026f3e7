/** The script of a page that plays sequences with the elements as they are made there, and says what the page can see. */
import { html, nothing, render } from 'lit';
import type { OrderButtonElement, ShipOrderSubmitEvent } from '../../src/elements/index.ts';
import { settling } from '../elements/sequences/model.ts';
import { contacts, item } from '../support/fixtures.ts';
import { all, settled } from '../support/inside.ts';
import type { Meeting, Page, Step } from './sequences.ts';
import { heldShop } from './service.ts';
import { type Field, listen, lookAt } from './sight.ts';

declare global {
  interface Window {
    /** Plays one sequence; hands back what was to be seen after each step that it waited for. */
    play?: (page: Page, name: string) => Promise<string[]>;
  }
}

const pass = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));

class Player {
  readonly #place = document.body.appendChild(document.createElement('main'));
  /** A checkout calls for the buttons of its tree: those of the other sequences are in trees of their own. */
  readonly #tree = this.#place.attachShadow({ mode: 'open' });
  readonly #service = heldShop();
  readonly #lines: string[] = [];
  readonly #form: HTMLFormElement;
  readonly #field: Field;
  readonly #button: OrderButtonElement | undefined;
  readonly #home: Element;

  #to: number | null = 40111;
  #quantity = 1;
  #meeting: Meeting = 'nothing';
  readonly #waitedFor: { resolve: (nothing?: unknown) => void; reject: (error: Error) => void }[] = [];

  constructor({ tag, couriers, preset, button, mode }: Page, name: string) {
    const { client } = this.#service;
    const shared = { name, couriers, preset: preset ?? nothing, shipment: this.#shipment, client };
    const elsewhere = tag === 'ship-checkout' && button === 'elsewhere';
    render(
      html`
        ${
          elsewhere
            ? html`<ship-order-button lang="en" for=${name} reference=${`cart-${name}`} order-mode=${mode}></ship-order-button>`
            : nothing
        }
        <form @submit=${(event: Event) => event.preventDefault()}>
          <div class="here">
            ${tag === 'ship-checkout' ? checkout({ ...shared, mode: button === 'none' ? 'none' : mode }) : comparison(shared)}
          </div>
          <div class="there"></div>
        </form>
      `,
      this.#tree,
    );
    this.#form = this.#one('form');
    this.#field = this.#one(tag);
    this.#home = this.#one('.here');
    this.#button = this.#tree.querySelector('ship-order-button') ?? undefined;
    for (const element of [this.#field, this.#button]) {
      if (!element) continue;
      listen(element, this.#lines);
      element.addEventListener('ship-order-submit', (event) => this.#meet(event));
    }
  }

  async play({ quoted, steps }: Page): Promise<string[]> {
    const seen: string[] = [];
    const look = async () => {
      await this.#rest();
      const sight = lookAt(this.#form, this.#field, this.#button);
      seen.push([...this.#lines.splice(0), ...sight].join('\n'));
    };
    try {
      await look();
      if (quoted) {
        for (let requests = 0; requests < 2; requests += 1) await this.#answerAll();
        await look();
      }
      for (const step of steps) {
        const { next } = step;
        await this.#take(step);
        if (next === 'a microtask later') await Promise.resolve();
        if (next === 'settled') await look();
      }
      if (!this.#field.isConnected) this.#home.append(this.#field);
      for (let turns = 0; turns < 4; turns += 1) {
        await this.#answerAll();
        await look();
      }
      return seen;
    } finally {
      this.#place.remove();
    }
  }

  get #shipment() {
    const { code, items } = { code: this.#to, items: [{ ...item, quantity: this.#quantity }] };
    return { origin_postal_code: 12440, ...(code !== null && { destination_postal_code: code }), items };
  }

  #one<T extends Element>(selector: string): T {
    return this.#tree.querySelector(selector) as T;
  }

  /** Does it, at once where that can be: what the shopper does comes when the page is at rest. */
  #take(step: Step): Promise<unknown> | undefined {
    const field = this.#field;
    switch (step.act) {
      case 'ship to':
        this.#to = step.code;
        field.shipment = this.#shipment;
        break;
      case 'pack':
        this.#quantity = step.quantity;
        field.shipment = this.#shipment;
        break;
      case 'switch':
        return this.#click(`#${step.id}`);
      case 'choose':
        return this.#click(`[type=radio][value="${step.key}"]`);
      case 'tick':
        return this.#click(`[type=checkbox][value="${step.courier}"]`);
      case 'order':
        return this.#click('[part=button]');
      case 'cancel':
        return this.#click('[part=cancel]');
      case 'keep':
        return this.#click('.choices button:last-child');
      case 'confirm':
        return this.#click('.confirm');
      case 'expand':
        return this.#click('[part=more]');
      case 'submit':
        return this.#click('', () => this.#form.requestSubmit());
      case 'compare':
        field.couriers = step.couriers;
        break;
      case 'set value':
        field.value = step.key;
        break;
      case 'declare':
        field.insuranceAmount = step.insured;
        field.cashOnDeliveryAmount = step.collected;
        break;
      case 'speak':
        field.lang = step.language;
        break;
      case 'disable':
        field.disabled = !field.disabled;
        break;
      case 'require':
        field.required = !field.required;
        break;
      case 'reset':
        this.#form.reset();
        break;
      case 'leave':
        field.remove();
        break;
      case 'return':
        if (!field.isConnected) this.#home.append(field);
        break;
      case 'move':
        if (field.isConnected) this.#one('.there').append(field);
        break;
      case 'refresh':
        void field.refresh();
        break;
      case 'rest':
        return pass(settling + 10);
      case 'place':
        if ('placeOrder' in field) void field.placeOrder();
        break;
      case 'withdraw':
        if ('cancelOrder' in field) void field.cancelOrder('others');
        break;
      case 'meet':
        this.#meeting = step.how;
        break;
      case 'go on':
        for (const { resolve, reject } of this.#waitedFor.splice(0)) {
          if (step.well) resolve();
          else reject(new Error('The shop could not save the order.'));
        }
        break;
      case 'reply':
        this.#held((method) => !isWrite(method))
          .at(-1 - step.late)
          ?.answer(step.how);
        break;
      case 'answer':
        this.#held(isWrite).at(-1)?.answer(step.how);
    }
    return undefined;
  }

  #held(wanted: (method: string) => boolean) {
    return [...this.#service.held].filter(({ method }) => wanted(method));
  }

  async #click(selector: string, act = () => this.#find(selector)?.click()): Promise<void> {
    await this.#rest();
    act();
    await this.#rest();
    // There is one focus for all that is played in this page: none is left with it, none finds that another took it.
    (this.#tree.activeElement as HTMLElement | null)?.blur();
  }

  #find(selector: string): HTMLElement | undefined {
    return [this.#field, this.#button]
      .flatMap((element) => (element?.isConnected ? all(element, selector) : []))
      .find((found) => found.getClientRects().length);
  }

  #meet(event: ShipOrderSubmitEvent): void {
    const how = this.#meeting;
    this.#meeting = 'nothing';
    if (how === 'stop') event.preventDefault();
    if (how === 'wait') {
      event.waitUntil(new Promise((resolve, reject) => this.#waitedFor.push({ resolve, reject })));
    }
  }

  async #answerAll(): Promise<void> {
    await this.#rest();
    for (const call of this.#service.held) call.answer('rates');
    await this.#rest();
  }

  /** Until nothing is left to be read, rendered or told, and a shipment that was edited has settled. */
  async #rest(): Promise<void> {
    await this.#quiet();
    if (!this.#settling) return;
    await pass(settling + 10);
    await this.#quiet();
  }

  async #quiet(): Promise<void> {
    for (let tasks = 0, quiet = 0; quiet < 2; tasks += 1) {
      await pass();
      for (const element of [this.#field, this.#button]) if (element) await settled(element);
      quiet = this.#service.digested() ? quiet + 1 : 0;
      if (tasks > 500) throw new Error('It never comes to rest: an answer is waited for that nobody owes.');
    }
  }

  /** Whether rates are waited for that have not been asked for: when they will be is a matter of time. */
  get #settling(): boolean {
    const waits = this.#field.isConnected && this.#field.matches(':state(stale), :state(loading)');
    return waits && !this.#held((method) => method === 'quoteRates').some(({ signal }) => !signal.aborted);
  }
}

const isWrite = (method: string) => /^(create|cancel)/.test(method);

type Shared = Record<'name' | 'couriers', string> & Record<'preset' | 'shipment' | 'client', unknown>;

const checkout = ({ name, couriers, preset, shipment, client, mode }: Shared & { mode: string }) => html`
  <ship-checkout
    picker="open"
    id=${name} lang="en" name="shipping" order-mode=${mode} reference=${`cart-${name}`} required value=${preset}
    couriers=${couriers} .shipment=${shipment} .order=${contacts} .client=${client}
  ></ship-checkout>
`;

const comparison = ({ couriers, preset, shipment, client }: Shared) => html`
  <ship-rate-comparison
    lang="en" name="shipping" required value=${preset} couriers=${couriers} .shipment=${shipment} .client=${client}
  ></ship-rate-comparison>
`;

if (location.search === '?built') await import('../support/shipped-file.ts');
else await import('../../src/define.ts');

window.play = (page, name) => new Player(page, name).play(page);
