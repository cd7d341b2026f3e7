import { initialState, Task, TaskStatus } from '@lit/task';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { ShippingClient } from '../../client/index.ts';
import type { CourierService } from '../../contract/index.ts';
import { type Absence, absenceOf } from '../../quote/index.ts';
import { AbortOnDisconnect } from '../shared/abort-on-disconnect.ts';
import { checked } from '../shared/checked.ts';
import { codes } from '../shared/converters.ts';
import { errorSentence, worthRetrying } from '../shared/error-sentence.ts';
import { ShipCourierChangeEvent } from '../shared/events.ts';
import { ShipElement } from '../shared/ship-element.ts';
import { base } from '../shared/styles.ts';
import { oneOf } from '../shared/widget.ts';
import { asText, type Quote } from '../state/terms.ts';
import { styles } from './styles.ts';

export interface Courier {
  code: string;
  name: string;
}

const shownAtFirst = 6;

/**
 * Lets the shopper choose which couriers to compare; none chosen means all of them.
 *
 * @tag ship-courier-picker
 * @slot legend - the heading
 * @slot loading - shown while the couriers are looked up
 * @slot empty - shown when the service lists none
 * @slot error - shown when they could not be looked up
 * @csspart option - one courier
 * @csspart label - its name
 * @csspart choose - in a checkout, the line that opens to the couriers
 * @cssstate loading
 * @cssstate empty
 * @cssstate error
 * @fires ship-courier-change - the shopper chose
 * @fires ship-error - the couriers could not be looked up
 */
export class CourierPickerElement extends ShipElement {
  static override styles = [base, styles];

  static override properties: PropertyDeclarations = {
    value: {},
    folded: { attribute: false },
  };

  /** @internal One line that opens, as a checkout has it. */
  folded = false;

  #value = '';

  #opened = false;
  /** Why couriers serve this lane not, by their codes; undefined for those that do. */
  readonly #absences = new Map<string, Absence | undefined>();
  /** The answer that this was learnt from last. */
  #learnt: Quote | undefined;

  #expanded = false;

  /** Codes that were shown once: one that the shopper is on does not vanish when it is unticked. */
  readonly #shown = new Set<string>();
  /** Why they could not be looked up, as it was told. */
  #told: Error | undefined;
  /** Whether the checkout said at the last update that the service cannot be reached. */
  #wasCovered = false;

  readonly #list = new Task(this, {
    args: () => [this.widget.client] as const,
    task: ([client], { signal }) => this.#load(client, signal),
  });

  constructor() {
    super();
    new AbortOnDisconnect(this, this.#list);
  }

  /** The chosen courier codes, comma-separated; empty means all. */
  get value(): string {
    return this.widget.checkout?.selection.picks.join() ?? this.#value;
  }

  set value(value: string) {
    this.#value = value;
  }

  /** The couriers of the service, one entry each. */
  get couriers(): readonly Courier[] {
    return this.#list.value ?? [];
  }

  /** What it shows. */
  get status(): 'loading' | 'ready' | 'empty' | 'error' {
    if (this.#list.status === TaskStatus.ERROR) return 'error';
    if (this.#list.status !== TaskStatus.COMPLETE) return 'loading';
    return this.couriers.length ? 'ready' : 'empty';
  }

  /** Looks the couriers up again. */
  refresh(): Promise<void> {
    return this.#list.run();
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('input, button')?.focus(options);
  }

  /** @internal */
  protected override get subject(): readonly unknown[] {
    return [this.status];
  }

  /** @internal */
  protected override get shown(): readonly unknown[] {
    const { checkout } = this.widget;
    if (!checkout) return [];
    const { picks, offeredCouriers, quote, allRates } = checkout.selection;
    const couriers = [picks.join(), offeredCouriers.join(), quote, allRates.length > 0];
    return [checkout.client, checkout.words, this.#disabled, this.#covered, ...couriers];
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    return oneOf(['loading', 'empty', 'error'], this.status);
  }

  /** Whether the checkout says already that nobody can be asked, or that there is nothing: it is one story. */
  get #covered(): boolean {
    return ['error', 'offline', 'empty'].includes(this.widget.checkout?.selection.status ?? '');
  }

  /** In a checkout it is disabled with it, and while an order is on its way. */
  get #disabled(): boolean {
    const { checkout } = this.widget;
    return checkout ? checkout.disabled || checkout.order.locked : this.disabled;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#learn();
    if (this.#wasCovered && !this.#covered && this.status === 'error') void this.refresh();
    this.#wasCovered = this.#covered;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const error = this.status === 'error' ? (this.#list.error as Error) : undefined;
    if (error === this.#told) return;
    this.#told = error;
    // Given up because the element left the page: nobody is there to hear of it.
    if (!error || error.name === 'AbortError') return;
    const { words } = this.widget.locale;
    if (!this.#covered) this.widget.announce(`${words.couriers}: ${errorSentence(error, words)}`);
    this.widget.fail(error);
  }

  protected override render(): TemplateResult {
    const { words } = this.widget.locale;
    if (this.#covered && ['error', 'empty'].includes(this.status)) return html`<div tabindex="-1"></div>`;
    const isLine = this.folded && this.status === 'ready';
    return html`
      <fieldset ?disabled=${this.#disabled} aria-label=${this.folded ? words.couriers : nothing}>
        ${this.folded ? nothing : this.#renderLegend()}
        ${isLine ? this.#renderLine() : nothing}
        <div
          class="body ${this.folded ? 'folded' : ''}"
          id="body"
          tabindex="-1"
          ?hidden=${isLine && !this.#opened}
        >${this.#renderBody()}</div>
      </fieldset>
      ${this.widget.renderLiveRegion()}
    `;
  }

  #renderLegend(): TemplateResult {
    const { words } = this.widget.locale;
    return html`
      <legend>
        <slot name="legend">${words.couriers}</slot>
        <span class="hint">${words.allCouriers}</span>
      </legend>
    `;
  }

  #renderLine(): TemplateResult {
    const { words } = this.widget.locale;
    return html`
      <button
        part="choose"
        class="line"
        type="button"
        aria-expanded=${this.#opened ? 'true' : 'false'}
        aria-controls="body"
        @click=${this.#handleToggle}
      >
        <span>${this.#summary}</span> <span class="choose">${words.chooseCouriers}</span>
      </button>
    `;
  }

  /** What is compared, in a few words. */
  get #summary(): string {
    const { words } = this.widget.locale;
    const couriers = this.#offered;
    const chosen = new Set(codes(this.value));
    const names = couriers.flatMap(({ code, name }) => (chosen.has(code) ? name : []));
    if (names.length) return words.couriersChosen(names, couriers.length);
    const compared = this.widget.checkout?.selection.allRates.length;
    return compared ? words.couriersCompared(couriers.length) : words.everyCourier(couriers.length);
  }

  #renderBody(): TemplateResult {
    const { words } = this.widget.locale;
    switch (this.status) {
      case 'loading':
        return html`<slot name="loading"><p class="quiet">${words.loadingCouriers}</p></slot>`;
      case 'empty':
        return html`<slot name="empty"><p class="message">${words.noCouriers}</p></slot>`;
      case 'error':
        return this.#renderError();
      case 'ready':
        return this.folded && !this.#opened ? html`` : this.#renderOptions();
    }
  }

  #renderError(): TemplateResult {
    const { words } = this.widget.locale;
    const { error } = this.#list;
    const retry = html`<button type="button" @click=${this.refresh}>${words.retry}</button>`;
    return html`<slot name="error">
      <div class="message problem">
        <p>${errorSentence(error, words)}</p>
        ${worthRetrying(error) ? retry : nothing}
      </div>
    </slot>`;
  }

  #renderOptions(): TemplateResult {
    const chosen = new Set(codes(this.value));
    const offered = this.#offered;
    const absent = this.folded ? this.#absent : new Map<Absence, Courier[]>();
    const away = [...absent.values()].flat();
    // One that is chosen can be taken back, wherever it delivers.
    const couriers = offered.filter((courier) => chosen.has(courier.code) || !away.includes(courier));
    const shown = couriers.filter(
      ({ code }, index) =>
        this.folded || this.#expanded || index < shownAtFirst || chosen.has(code) || this.#shown.has(code),
    );
    for (const { code } of shown) this.#shown.add(code);
    return html`
      <div class="options">
        ${shown.map(
          ({ code, name }) => html`
            <label part="option">
              <input type="checkbox" .value=${code} .checked=${checked(chosen.has(code))} @change=${this.#handleChange} />
              <span part="label">${name}</span>
            </label>
          `,
        )}
        ${
          shown.length < couriers.length
            ? html`<button type="button" class="more" @click=${this.#handleExpand}>
                ${this.widget.locale.words.showAllCouriers(couriers.length)}
              </button>`
            : nothing
        }
      </div>
      ${[...absent].map(([why, couriers]) => html`<p class="absent">${this.#reason(why, couriers)}</p>`)}
    `;
  }

  /** Those that the page wants compared. */
  get #offered(): readonly Courier[] {
    const offered = this.widget.checkout?.selection.offeredCouriers ?? [];
    return this.couriers.filter(({ code }) => !offered.length || offered.includes(code));
  }

  /** The couriers that have no rate for this lane, by why. */
  get #absent(): Map<Absence, Courier[]> {
    const absent = new Map<Absence, Courier[]>();
    for (const courier of this.#offered) {
      const why = this.#absences.get(courier.code);
      if (why) absent.set(why, [...(absent.get(why) ?? []), courier]);
    }
    return absent;
  }

  /** Learns from each answer about those that it was asked of. */
  #learn(): void {
    const { quote, allRates: rates } = this.widget.checkout?.selection ?? {};
    if (!quote || !rates || quote === this.#learnt) return;
    const { couriers: asked, question } = quote;
    const { shipment } = question;
    if (asText(shipment, shipment) !== asText(this.#learnt?.question.shipment, undefined)) this.#absences.clear();
    for (const code of asked) this.#absences.set(code, absenceOf(code, { asked, rates, shipment }));
    this.#learnt = quote;
  }

  #reason(why: Absence, couriers: readonly Courier[]): string {
    const { words } = this.widget.locale;
    const names = couriers.map(({ name }) => name);
    return why === 'map-pin' ? words.onlyWithMapPin(names) : words.notServing(names);
  }

  #handleToggle(): void {
    this.#opened = !this.#opened;
    this.requestUpdate();
  }

  #handleChange(event: Event): void {
    const { value, checked: ticked } = event.target as HTMLInputElement;
    const couriers = codes(this.value).filter((code) => code !== value);
    if (ticked) couriers.push(value);
    const { checkout } = this.widget;
    if (checkout) {
      checkout.selection.compare(couriers);
      // What the page has put back is unticked again.
      this.requestUpdate();
      return;
    }
    this.value = couriers.join(',');
    this.widget.sendNow(new ShipCourierChangeEvent({ couriers }));
  }

  async #handleExpand(): Promise<void> {
    this.#expanded = true;
    this.requestUpdate();
    await this.updateComplete;
    // The button is gone: focus goes on with the first courier that it brought.
    this.renderRoot.querySelectorAll<HTMLElement>('input')[shownAtFirst]?.focus();
  }

  async #load(client: ShippingClient | undefined, signal: AbortSignal): Promise<Courier[] | typeof initialState> {
    if (!client) return initialState;
    return couriersOf((await client.listCouriers({}, { signal })).couriers);
  }
}

/** The flat list of services as a list of couriers, in the order of their names. */
function couriersOf(services: readonly CourierService[]): Courier[] {
  const names = new Map<string, string>();
  for (const { courier_code: code, courier_name: name } of services) names.set(code, names.get(code) ?? name ?? code);
  return [...names].map(([code, name]) => ({ code, name })).sort((a, b) => a.name.localeCompare(b.name));
}
