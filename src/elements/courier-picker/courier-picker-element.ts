import { initialState, Task, TaskStatus } from '@lit/task';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { CourierService } from '../../contract/index.ts';
import { asError } from '../core/asking.ts';
import { takeEscape } from '../core/browser.ts';
import { Countdown, renderError } from '../core/errors.ts';
import { warnUnknown } from '../core/page-input.ts';
import { codes } from '../core/prices.ts';
import { ShipElement } from '../core/ship-element.ts';
import { StoreOwner } from '../core/store-owner.ts';
import { base } from '../core/styles.ts';
import { choiceLanguages } from '../words/languages.ts';
import type { Languages } from '../words/locale.ts';
import { courierName, errorSentence, worthRetrying } from '../words/sentences.ts';
import type { Words } from '../words/words.ts';
import { styles } from './styles.ts';

/** A courier of the list, with the speeds of its services. */
export interface Courier {
  code: string;
  name: string;
}

/** More couriers than this are behind a button. */
const shownAtFirst = 6;

/**
 * Lets the shopper choose which couriers to compare. None chosen means all of them.
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
  /** @internal */
  static override readonly languages: Languages<Words> = choiceLanguages;

  static override styles = [base, styles];

  static override properties: PropertyDeclarations = {
    couriers: {},
    folded: { attribute: false },
  };

  /** @internal One line that opens, as a checkout has it. */
  folded = false;

  /** @internal */
  override readonly owner: StoreOwner = new StoreOwner(this);
  #isOpen = false;
  #isExpanded = false;
  /** Codes that were shown before. A courier stays visible when it is unticked. */
  readonly #shown = new Set<string>();
  #connections = 0;
  readonly #countdown = new Countdown(this, () => this.#couriers.error);

  readonly #couriers = new Task(this, {
    args: () => [this.isConnected ? this.source : undefined, this.#connections] as const,
    task: async ([source], { signal }) => {
      const client = source === undefined ? undefined : this.activeClient;
      return client ? couriersOf((await client.listCouriers({}, { signal })).couriers) : initialState;
    },
    onError: (error) => this.#handleFailure(asError(error)),
  });

  /** The chosen courier codes, comma-separated. Empty means all. */
  get couriers(): string {
    return this.state.input.picks.join();
  }

  set couriers(value: string | null | undefined) {
    this.store.dispatch({ type: 'set', input: { picks: codes(value) } });
  }

  /** The couriers of the service, one entry each. */
  get available(): readonly Courier[] {
    return this.#couriers.value ?? [];
  }

  /** The status of the list. */
  get status(): 'loading' | 'ready' | 'empty' | 'error' {
    if (this.#couriers.status === TaskStatus.ERROR) return 'error';
    // A list that is asked again stays, for example when the element is moved in the page.
    if (this.#couriers.status !== TaskStatus.COMPLETE && !this.#couriers.value) return 'loading';
    return this.available.length ? 'ready' : 'empty';
  }

  /** Asks for the couriers again. */
  refresh(): Promise<void> {
    this.announce('');
    return this.#couriers.run();
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('input, button')?.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A request that was aborted when the element left the page starts again.
    this.#connections += 1;
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#couriers.abort();
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    const { status } = this;
    return { loading: status === 'loading', empty: status === 'empty', error: status === 'error' };
  }

  /** @internal */
  protected override handleOnline(): void {
    if (worthRetrying(this.#couriers.error)) void this.refresh();
  }

  /** Ticks the picked couriers. A listener of the page may have undone a click. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    for (const box of this.renderRoot.querySelectorAll<HTMLInputElement>('input'))
      box.checked = this.state.input.picks.includes(box.value);
    const known = this.available.map(({ code }) => code);
    if (known.length) warnUnknown('courier', codes(this.state.input.couriers), known);
  }

  protected override render(): TemplateResult {
    const { words } = this.voice;
    const isLine = this.folded && this.status === 'ready';
    return html`
      <fieldset ?disabled=${this.disabled} aria-label=${this.folded ? words.couriers : nothing} @keydown=${this.#handleKey}>
        ${this.folded ? nothing : this.#renderLegend()} ${isLine ? this.#renderLine() : nothing}
        <div class="body ${this.folded ? 'folded' : ''}" id="body" tabindex="-1" ?hidden=${isLine && !this.#isOpen}>
          ${this.#renderBody()}
        </div>
      </fieldset>
      ${this.renderLiveRegion()}
    `;
  }

  #renderLegend(): TemplateResult {
    const { words } = this.voice;
    return html`
      <legend>
        <slot name="legend">${words.couriers}</slot>
        <span class="hint">${words.allCouriers}</span>
      </legend>
    `;
  }

  #renderLine(): TemplateResult {
    const { words } = this.voice;
    const offered = this.#offered;
    const names = offered.flatMap(({ code, name }) => (this.state.input.picks.includes(code) ? name : []));
    const summary = names.length ? words.couriersChosen(names, offered.length) : words.everyCourier(offered.length);
    return html`
      <button
        part="choose"
        class="line"
        type="button"
        aria-expanded=${this.#isOpen}
        aria-controls="body"
        @click=${this.#handleToggle}
      >
        <span>${summary}</span> <span class="choose">${words.chooseCouriers}</span>
      </button>
    `;
  }

  #renderBody(): TemplateResult | typeof nothing {
    const { words } = this.voice;
    switch (this.status) {
      case 'loading':
        return html`<slot name="loading"><p class="quiet">${words.loadingCouriers}</p></slot>`;
      case 'empty':
        return html`<slot name="empty"><p class="message">${words.noCouriers}</p></slot>`;
      case 'error':
        return html`<slot name="error"
          >${renderError(this.#couriers.error, this.#countdown.elapsed, this, this.refresh)}</slot
        >`;
      case 'ready':
        return this.folded && !this.#isOpen ? nothing : this.#renderOptions();
    }
  }

  #renderOptions(): TemplateResult {
    const { picks } = this.state.input;
    const offered = this.#offered;
    const shown = offered.filter(
      ({ code }, index) =>
        this.folded || this.#isExpanded || index < shownAtFirst || picks.includes(code) || this.#shown.has(code),
    );
    for (const { code } of shown) this.#shown.add(code);
    return html`
      <div class="options">
        ${shown.map(
          ({ code, name }) => html`
            <label part="option">
              <input type="checkbox" .value=${code} @change=${this.#handleChange} />
              <span part="label">${name}</span>
            </label>
          `,
        )}
        ${
          shown.length < offered.length
            ? html`<button type="button" class="more" @click=${this.#handleExpand}>
                ${this.voice.words.showAllCouriers(offered.length)}
              </button>`
            : nothing
        }
      </div>
    `;
  }

  /** The couriers that the page wants compared. */
  get #offered(): readonly Courier[] {
    const offered = codes(this.state.input.couriers);
    return this.available.filter(({ code }) => !offered.length || offered.includes(code));
  }

  #handleToggle(): void {
    this.#isOpen = !this.#isOpen;
    this.requestUpdate();
  }

  #handleKey(event: KeyboardEvent): void {
    // The list around it stays open.
    if (!this.folded || !this.#isOpen || !takeEscape(event)) return;
    this.#handleToggle();
    this.renderRoot.querySelector<HTMLElement>('.line')?.focus();
  }

  #handleChange({ target }: Event): void {
    const { value, checked } = target as HTMLInputElement;
    const couriers = this.state.input.picks.filter((code) => code !== value);
    this.store.dispatch({ type: 'pick', couriers: checked ? [...couriers, value] : couriers });
    this.requestUpdate();
  }

  async #handleExpand(): Promise<void> {
    this.#isExpanded = true;
    this.requestUpdate();
    await this.updateComplete;
    // The button was removed, so focus goes to the first new courier.
    this.renderRoot.querySelectorAll<HTMLElement>('input')[shownAtFirst]?.focus();
  }

  #handleFailure(error: Error): void {
    // The element has left the page.
    if (!this.isConnected) return;
    const { words } = this.voice;
    this.announce(`${words.couriers}: ${errorSentence(error, words)}`);
    this.store.dispatch({ type: 'report', error });
  }
}

/**
 * Makes a list of couriers from the flat list of services, in the order of their names. Not by `localeCompare`, because its first call in
 * a page costs a cheap phone 35 ms.
 */
function couriersOf(services: readonly CourierService[]): Courier[] {
  const names = new Map<string, string>();
  for (const service of services)
    names.set(service.courier_code, names.get(service.courier_code) ?? courierName(service));
  const key = ({ name }: Courier) => name.toLowerCase();
  return [...names].map(([code, name]) => ({ code, name })).sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
