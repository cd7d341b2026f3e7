import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { InvalidRequestError } from '../../client/index.ts';
import { inRupiah, type Rate } from '../../contract/index.ts';
import {
  ableOf,
  badges,
  cargoLeftOut,
  type ExtraName,
  lacking,
  orderRows,
  type RowOrder,
  recommendedOf,
  serviceKey,
  shortList,
} from '../../quote/index.ts';
import { RateFieldElement } from '../element/rate-field-element.ts';
import { base } from '../element/styles.ts';
import { termsOf } from '../store/questions.ts';
import type { State } from '../store/state.ts';
import * as views from '../store/views.ts';
import { type ComparisonStatus, comparisonStates } from '../store/views.ts';
import { errorSentence, noRatesSentence, worthRetrying } from '../words/sentences.ts';
import { renderExtras } from './extras.ts';
import { renderPricePanel } from './price-panel.ts';
import { renderRow, renderSkeleton } from './row.ts';
import { rowStyles } from './row-styles.ts';
import { styles } from './styles.ts';

/** Placeholder rows while the first rates load. */
const skeletonRows = 3;

/**
 * Lets the shopper compare the couriers' rates for a shipment, with insurance and cash on delivery, and choose one.
 *
 * @tag ship-rate-comparison
 * @slot legend - the heading
 * @slot loading - shown while the first rates are on their way
 * @slot incomplete - shown while the shipment lacks something
 * @slot stale - shown while new prices are on their way. The old ones stay in place
 * @slot empty - shown when no courier serves the lane
 * @slot error - shown when the rates could not be asked
 * @slot offline - shown when there is no connection
 * @slot filter - shown above the whole list
 * @csspart list - the rates
 * @csspart row - one rate
 * @csspart radio - its radio button
 * @csspart price - its price
 * @csspart badge - recommended, cheapest, fastest
 * @csspart reason - the extra that is switched on and that it does not have
 * @csspart tools - the order of the whole list
 * @csspart more - the button that opens the whole list
 * @csspart extras - the two switches
 * @csspart switch - one of them
 * @csspart breakdown - the parts of the chosen price
 * @cssprop --ship-row-size - the least height of a row
 * @cssstate incomplete
 * @cssstate loading
 * @cssstate stale
 * @cssstate empty
 * @cssstate error
 * @cssstate offline
 * @cssstate insurance-locked - the chosen courier always insures, or never
 * @cssstate user-invalid
 * @fires input - the shopper chose or switched
 * @fires change - the shopper chose or switched
 * @fires ship-quote - the rates have changed: an answer arrived, or a switch was moved
 * @fires ship-rate-change - the chosen rate changed, and why
 * @fires ship-extras-change - insurance or cash on delivery was switched
 * @fires ship-error - the rates could not be asked
 */
export class RateComparisonElement extends RateFieldElement {
  static override styles = [base, styles, rowStyles];

  static override properties: PropertyDeclarations = {
    rates: { attribute: false },
    label: { attribute: false },
    isInvalid: { attribute: false },
  };

  /** @internal The text of the page's labels, as the checkout has it. */
  label = '';

  /** @internal Whether the checkout waits for a choice that the shopper has not made. */
  isInvalid = false;

  #isOpen = false;
  #order: RowOrder = 'price';
  /** Keys that were chosen from these rates. They stay in sight, so that another choice moves no row. */
  readonly #kept = new Set<string>();
  #keptFor: readonly Rate[] | undefined;
  /** The rate under the pointer when it was pressed. */
  #pressed: string | undefined;

  /** The rates on screen, cheapest first. Set rates of your own to ask for none. */
  get rates(): readonly Rate[] {
    return views.rates(this.state);
  }

  set rates(rates: readonly Rate[] | undefined) {
    const own = rates?.filter(inRupiah).map((rate) => ({ ...rate }));
    this.store.dispatch({ type: 'set', input: { rates: own && orderRows(own, 'price') } });
    const fields = (rates ?? []).flatMap((rate, index) =>
      inRupiah(rate) ? [] : { path: `rates.${index}.currency`, remedy: 'must be IDR: all prices are rupiah' },
    );
    if (fields.length) this.fail(new InvalidRequestError('quoteRates', fields));
  }

  /** The status of the list. */
  get status(): ComparisonStatus {
    return views.status(this.state);
  }

  /** Why the rates could not be asked. */
  get error(): Error | undefined {
    return views.error(this.state);
  }

  /** @internal */
  protected override get ratesRoot(): ParentNode | undefined {
    return this.renderRoot;
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    const { status } = this;
    const states = Object.fromEntries(comparisonStates.map((name) => [name, name === status]));
    const rate = views.rate(this.state);
    const isLocked = rate !== undefined && views.switches(this.state).insured !== views.wishes(this.state).insured;
    return { ...states, 'insurance-locked': isLocked, 'user-invalid': this.userInvalid };
  }

  /** @internal */
  protected override select(state: State): readonly unknown[] {
    const { input, quote, choice, order } = state;
    return [input, quote, choice, order.phase.status];
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (this.rates !== this.#keptFor) this.#kept.clear();
    this.#keptFor = this.rates;
    const marked = views.marked(this.state);
    if (marked) this.#kept.add(marked);
  }

  /** Checks the radio of the choice. Rows are not rendered for that, and a listener of the page may have put the choice back. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const marked = views.marked(this.state);
    for (const radio of this.renderRoot.querySelectorAll<HTMLInputElement>('input[type=radio]'))
      if (radio.checked !== (radio.value === marked)) radio.checked = radio.value === marked;
  }

  protected override render(): TemplateResult {
    const { state, voice } = this;
    const { words } = voice;
    const { status } = this;
    const { shipment } = state.input;
    const label = this.label || this.labelText;
    const isInvalid = (this.isInvalid || this.userInvalid) && !views.rate(state);
    // The order button below a checkout's rates says that a choice is missing.
    const isSaidBelow = this.isInvalid && state.input.orderMode !== 'none';
    const hasRates = this.rates.length > 0 && status !== 'incomplete' && status !== 'error' && status !== 'offline';
    const code = shipment?.destination_postal_code;
    const pictured = this.logos && Object.keys(this.logos).length ? 'pictured' : '';
    return html`
      <div class="title" id="title"><slot name="legend"><h3>${code ? words.ratesTo(`${code}`) : words.rates}</h3></slot></div>
      ${this.#renderTools()}
      <fieldset
        part="list"
        role="radiogroup"
        ?disabled=${this.isDisabled}
        aria-label=${label || nothing}
        aria-labelledby=${label ? nothing : 'title'}
        aria-required=${this.required ? 'true' : nothing}
        aria-invalid=${isInvalid ? 'true' : nothing}
        aria-busy=${status === 'stale' || status === 'loading' ? 'true' : 'false'}
        @pointerdown=${this.#handlePress}
        @pointercancel=${this.#handlePress}
        @change=${this.#handleChoose}
        @click=${this.#handleClick}
        @keydown=${this.#handleKey}
      >
        <div class="rows ${status} ${pictured}" tabindex="-1">${this.#renderStatus()} ${this.#renderRows()}</div>
      </fieldset>
      ${this.#renderMore()}
      ${hasRates ? this.#renderExtras() : nothing}
      ${renderPricePanel(state, isInvalid && hasRates && !views.suspended(state) && !isSaidBelow, voice)}
      ${this.renderLiveRegion()}
    `;
  }

  /** One slot for each status. */
  #renderStatus(): TemplateResult | TemplateResult[] | typeof nothing {
    const { state, status } = this;
    const { words } = this.voice;
    switch (status) {
      case 'incomplete':
        return html`<slot name="incomplete"><p class="message">${words.incomplete(views.missing(state))}</p></slot>`;
      case 'loading':
        return html`<slot name="loading">${renderSkeleton(skeletonRows, words)}</slot>`;
      case 'empty':
        return html`<slot name="empty"><p class="message">${noRatesSentence(state, words)}</p></slot>`;
      case 'stale':
        return html`<slot name="stale"></slot>`;
      case 'error':
      case 'offline':
        return html`<slot name=${status}>${this.#renderError()}</slot>`;
      case 'ready':
        return nothing;
    }
  }

  #renderError(): TemplateResult {
    const { error } = this;
    const { words } = this.voice;
    return html`
      <div class="message problem">
        <p>${errorSentence(error, words)}</p>
        ${worthRetrying(error) ? html`<button type="button" @click=${this.#handleRetry}>${words.retry}</button>` : nothing}
      </div>
    `;
  }

  /** The rows in sight: the short list, or all rates of the couriers that the shopper has picked. The choice is always among them. */
  get #rows(): { rows: readonly Rate[]; able: readonly Rate[]; recommended: Rate | undefined } {
    const { rates, state } = this;
    const { standing } = termsOf(state.input);
    const { picks, recommended: shopsOwn } = state.input;
    const able = ableOf(rates, standing);
    const recommended = recommendedOf(able, shopsOwn);
    if (this.#isWhole) {
      const isSeen = (rate: Rate) =>
        !picks.length || picks.includes(rate.courier_code) || serviceKey(rate) === views.marked(state);
      const sorted = orderRows(rates.filter(isSeen), this.#order);
      const lacks = sorted.filter((rate) => lacking(rate, standing));
      return { rows: [...sorted.filter((rate) => !lacks.includes(rate)), ...lacks], able, recommended };
    }
    const most = Math.max(1, this.rows || 5);
    const short = shortList(able.length ? able : rates, recommended, most);
    const kept = orderRows(rates, 'arrival').filter(
      (rate) => this.#kept.has(serviceKey(rate)) && !short.includes(rate),
    );
    return { rows: [...short, ...kept], able, recommended };
  }

  /** Whether every rate is in sight. */
  get #isWhole(): boolean {
    return this.#isOpen || this.view === 'list';
  }

  #renderRows() {
    const { state, voice, logos } = this;
    const { words, formatRupiah } = voice;
    const { language } = this.locale;
    const { standing } = termsOf(state.input);
    const { rows, able, recommended } = this.#rows;
    const best = badges(
      able.filter((rate) => rows.includes(rate)),
      recommended,
    );
    const content = rows.map((rate) =>
      renderRow({
        ...{ rate, words, formatRupiah, language, readyAt: state.input.readyAt },
        logo: logoOf(rate, logos),
        badge: best.get(rate),
        lacks: lacking(rate, standing),
      }),
    );
    const isFiltered = this.#isWhole && !rows.length && this.rates.length > 0;
    return isFiltered
      ? html`<div class="message">
          <p>${words.noRatesOfCouriers}</p>
          <button type="button" @click=${this.#handleCompareAll}>${words.compareAll}</button>
        </div>`
      : html`${content}${this.#renderNote()}`;
  }

  #renderNote(): TemplateResult | typeof nothing {
    const { answer } = this.state.quote.shown ?? {};
    const isLeftOut = answer && cargoLeftOut(answer.couriers, this.rates, views.declared(this.state));
    return isLeftOut ? html`<p class="quiet">${this.voice.words.cargoLeftOut}</p>` : nothing;
  }

  /** The whole list is sorted, and filtered by courier. */
  #renderTools(): TemplateResult | typeof nothing {
    if (!this.#isWhole || this.rates.length < 2) return nothing;
    const { words } = this.voice;
    return html`
      <div part="tools" class="tools" @keydown=${this.#handleEscape}>
        <select aria-label=${words.sort} @change=${this.#handleSort}>
          ${(['price', 'arrival'] as const).map(
            (order) => html`<option value=${order} .selected=${order === this.#order}>${words.sortBy[order]}</option>`,
          )}
        </select>
        <slot name="filter"></slot>
      </div>
    `;
  }

  /** Opens the whole list, and closes it again. */
  #renderMore(): TemplateResult | typeof nothing {
    const { words } = this.voice;
    const count = this.rates.length;
    if (this.view === 'list' || (!this.#isOpen && this.#rows.rows.length >= count)) return nothing;
    return html`
      <button part="more" class="more" type="button" aria-expanded=${this.#isOpen} @click=${this.#handleMore} @keydown=${this.#handleEscape}>
        ${this.#isOpen ? words.showFewer : words.showAllRates(count)}
      </button>
    `;
  }

  #renderExtras(): TemplateResult {
    const { state, voice } = this;
    return renderExtras({
      ...{ state, voice, disabled: this.isDisabled },
      handleSwitch: this.#handleSwitch,
      handleTurnOff: this.#handleTurnOff,
      handleUse: this.#handleUse,
      handleLocked: (reason) => this.announce(reason),
    });
  }

  #handlePress({ type, target }: Event): void {
    this.#pressed = type === 'pointerdown' ? keyAt(target) : undefined;
  }

  #handleClick(event: MouseEvent): void {
    const pressed = this.#pressed;
    if (event.detail) this.#pressed = undefined;
    // An answer may have moved another row under the pointer. A key or a script has no pointer.
    if (event.detail && pressed !== undefined && pressed !== keyAt(event.target)) {
      event.preventDefault();
      this.requestUpdate();
      return;
    }
    const radio = event.composedPath()[0];
    if (!(radio instanceof HTMLInputElement) || radio.ariaDisabled !== 'true') return;
    event.preventDefault();
    // Engines differ in which radio is checked after a prevented click.
    radio.checked = radio.value === this.value;
    this.announce(this.voice.words.noCashOnDelivery);
  }

  #handleChoose({ target }: Event): void {
    const { name, value } = target as HTMLInputElement;
    if (name !== 'rate') return;
    this.store.dispatch({ type: 'choose', key: value });
    // An impossible choice is unchecked again.
    this.requestUpdate();
  }

  readonly #handleSwitch = (name: ExtraName, on: boolean): void => {
    this.store.dispatch({ type: 'switch', name, on });
    this.requestUpdate();
  };

  /** The clicked button was removed, so focus goes to the switch. */
  readonly #handleTurnOff = async (): Promise<void> => {
    this.#handleSwitch('cashOnDelivery', false);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('#cash-on-delivery')?.focus();
  };

  readonly #handleUse = async (key: string): Promise<void> => {
    this.store.dispatch({ type: 'choose', key });
    await this.updateComplete;
    this.anchor?.focus();
  };

  readonly #handleCompareAll = async (): Promise<void> => {
    this.store.dispatch({ type: 'pick', couriers: [] });
    await this.updateComplete;
    this.anchor?.focus();
  };

  readonly #handleRetry = (): void => this.store.dispatch({ type: 'refresh' });

  readonly #handleSort = (event: Event): void => {
    event.stopPropagation();
    this.#order = (event.target as HTMLSelectElement).value as RowOrder;
    this.requestUpdate();
  };

  /** Opens or closes the list. The button stays where it is, and so does focus. */
  readonly #handleMore = (): void => {
    this.#isOpen = !this.#isOpen;
    this.requestUpdate();
  };

  /** Escape closes the list, and focus goes to the button that opens it. */
  readonly #handleEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || !this.#isOpen) return;
    this.renderRoot.querySelector<HTMLElement>('[part=more]')?.focus();
    this.#handleMore();
  };

  /** Home and End choose the first and the last rate, as the arrow keys of a browser choose the next one. */
  #handleKey(event: KeyboardEvent): void {
    this.#handleEscape(event);
    const index = { Home: 0, End: -1 }[event.key];
    if (index === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const radio = [...this.renderRoot.querySelectorAll<HTMLInputElement>('input[type=radio]')].at(index);
    if (!radio) return;
    event.preventDefault();
    radio.focus();
    radio.click();
  }
}

/** The key of the row that an event has happened in. */
const keyAt = (target: EventTarget | null): string | undefined =>
  (target as Element).closest('[part=row]')?.querySelector('input')?.value;

/** The shop's picture by the exact courier code, else initials, or nothing if the shop has no pictures. */
function logoOf(rate: Rate, logos: Readonly<Record<string, string>> | undefined): string {
  if (!logos || !Object.keys(logos).length) return '';
  const { courier_code: code, courier_name: name } = rate;
  if (Object.hasOwn(logos, code)) return logos[code] ?? '';
  return (name || code).slice(0, 2).toUpperCase();
}
