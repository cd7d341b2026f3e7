import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { InvalidRequestError } from '../../client/index.ts';
import { inRupiah, type Rate } from '../../contract/index.ts';
import { cargoLeftOut, type ExtraName, extraRows, type RowOrder } from '../../quote/index.ts';
import { arrivalSentence, arrivalText } from '../shared/arrival-text.ts';
import { errorSentence } from '../shared/error-sentence.ts';
import { RateFieldElement } from '../shared/rate-field-element.ts';
import { base } from '../shared/styles.ts';
import { oneOf } from '../shared/widget.ts';
import { type ComparisonStatus, comparisonStates, type SelectionNotice } from '../state/selection.ts';
import { lockSentence, renderExtras } from './extras.ts';
import { renderList } from './list.ts';
import { ratesSentence, renderPricePanel } from './price-panel.ts';
import { rowStyles } from './row-styles.ts';
import { styles } from './styles.ts';
import { narrow, renderTools } from './tools.ts';

/**
 * Lets the shopper compare the couriers' rates for a shipment, with insurance and cash on delivery, and choose one.
 *
 * @tag ship-rate-comparison
 * @slot legend - the heading
 * @slot loading - shown while the first rates are on their way
 * @slot incomplete - shown while the shipment lacks something
 * @slot stale - shown while new prices are on their way; the old ones stay where they are
 * @slot empty - shown when no courier serves the lane
 * @slot error - shown when the rates could not be asked
 * @slot offline - shown when there is no connection
 * @csspart list - the rates
 * @csspart row - one rate
 * @csspart radio - its radio button
 * @csspart price - its price
 * @csspart badge - cheapest, fastest
 * @csspart reason - why it cannot be chosen, or what it cannot do
 * @csspart tools - sorting and narrowing a long list
 * @csspart more - the button that shows all rates
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
 * @cssstate insurance-locked
 * @cssstate user-invalid
 * @fires input - the shopper chose or switched
 * @fires change - the shopper chose or switched
 * @fires ship-quote - new rates arrived
 * @fires ship-rate-change - the chosen rate changed, and why
 * @fires ship-extras-change - the shopper switched insurance or cash on delivery
 * @fires ship-error - the rates could not be asked
 */
export class RateComparisonElement extends RateFieldElement {
  static override styles = [base, styles, rowStyles];

  static override properties: PropertyDeclarations = { rates: { attribute: false } };

  /** What the list is narrowed by; '' for all rates. */
  #keyword = '';
  #expanded = false;
  /** Keys of rows that were shown once: one that the shopper is on does not vanish when another is chosen. */
  readonly #shown = new Set<string>();
  /** Whether there were more rates than are shown at first: the room that they had is kept. */
  #long = false;
  #lastStatus: ComparisonStatus = 'loading';
  #unsubscribe: (() => void) | undefined;

  /** Rates of the page's own: none are asked then. */
  get rates(): readonly Rate[] {
    return this.selection.rates;
  }

  set rates(rates: readonly Rate[] | undefined) {
    this.selection.givenRates = rates?.filter(inRupiah);
    const fields = (rates ?? []).flatMap((rate, index) =>
      inRupiah(rate) ? [] : { path: `rates.${index}.currency`, remedy: 'must be IDR: all prices are rupiah' },
    );
    if (fields.length) this.widget.fail(new InvalidRequestError('quoteRates', fields));
  }

  get status(): ComparisonStatus {
    return this.selection.status;
  }

  get error(): Error | undefined {
    return this.selection.error;
  }

  /** Asks for the rates again. */
  refresh(): Promise<void> {
    return (this.widget.checkout ?? this.quotes).refresh();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unsubscribe = this.selection.subscribe((notice) => this.#announceNotice(notice));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
  }

  /** @internal */
  protected override get anchor(): HTMLElement | undefined {
    const find = (selector: string) => this.renderRoot?.querySelector<HTMLElement>(selector);
    return find('input[type=radio]:checked') ?? find('input[type=radio]') ?? find('.rows') ?? undefined;
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    const { selection } = this;
    const kept = selection.keptOn.map(({ name }) => name);
    const locked = extraRows.map(({ property, part }) => [`${part}-locked`, kept.includes(property)]);
    return { ...oneOf(comparisonStates, selection.status), ...Object.fromEntries(locked) };
  }

  /** In a checkout it is disabled with it, and while an order is on its way. */
  get #disabled(): boolean {
    const { checkout } = this.widget;
    return checkout ? checkout.disabled || checkout.order.locked : this.isDisabled;
  }

  get #seen(): Rate[] {
    const { rates, value, extras } = this.selection;
    return narrow(rates, this.#keyword, value, extras, this.widget.locale.words);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { status, missing, rates } = this.selection;
    // An address that never was finished is asked for on screen; one that was is said to be missing again.
    if (status === 'incomplete' && this.#lastStatus !== 'incomplete' && rates.length) {
      this.widget.announce(this.widget.locale.words.incomplete(missing));
    }
    this.#lastStatus = status;
  }

  protected override render(): TemplateResult {
    const { selection, widget, rows, logos } = this;
    const { words, language, formatRupiah } = widget.locale;
    const calendar = { words, language, readyAt: this.readyAt };
    const { status, missing, error, rates, rate, news, extras, declared } = selection;
    const disabled = this.#disabled;
    const seen = this.#seen;
    const visible = rows || 4;
    const leftOut = cargoLeftOut(selection.quote?.couriers ?? [], rates, declared);
    this.#long ||= rates.length > visible;
    const roomy = status === 'loading' || this.#long;
    const list = renderList({
      status,
      missing,
      error,
      rates: seen,
      note: leftOut ? words.cargoLeftOut : '',
      chosen: selection.marked,
      rows: visible,
      logos,
      shown: this.#shown,
      expanded: this.#expanded,
      switches: extras,
      words,
      formatRupiah,
      arrives: (rate) => arrivalSentence(rate, calendar),
      handleExpand: this.#handleExpand,
      handleRetry: () => void this.refresh(),
    });
    const tools = {
      rates,
      rowOrder: selection.rowOrder,
      keyword: this.#keyword,
      words,
      handleSort: this.#handleSort,
      handleNarrow: this.#handleNarrow,
    };
    const hasPanel = rate || news || seen.length || status === 'loading';
    return html`
      <fieldset
        part="list"
        role="radiogroup"
        ?disabled=${disabled}
        aria-label=${this.labelText || nothing}
        aria-required=${this.required ? 'true' : nothing}
        aria-busy=${status === 'stale' || status === 'loading' ? 'true' : 'false'}
        @change=${this.#handleChoose}
        @click=${this.#handleClick}
      >
        <legend><slot name="legend">${words.rates}</slot></legend>
        ${roomy ? renderTools(tools) : nothing}
        <div class="rows ${status}" tabindex="-1" .style=${roomy ? `--rows:${visible}` : ''}>${list}</div>
      </fieldset>
      ${renderExtras({
        extras: selection.wishedExtras,
        switches: selection.switches,
        declared,
        rate,
        disabled,
        words,
        formatRupiah,
        handleSwitch: (name: ExtraName, on: boolean) => selection.switch(name, on),
        handleLocked: (reason: string) => widget.announce(reason),
      })}
      ${hasPanel ? renderPricePanel({ rate, news, arrival: rate && this.readyAt ? arrivalText(rate, calendar) : '', words, formatRupiah }) : nothing}
      ${widget.renderLiveRegion()}
    `;
  }

  #announceNotice(notice: SelectionNotice | undefined): void {
    const { selection, widget } = this;
    const { words, formatRupiah } = widget.locale;
    const { news, wishedExtras: extras, declared, rate } = selection;
    const panel = { extras, declared, rate, words, formatRupiah };
    switch (notice?.type) {
      case 'rates': {
        if (!notice.again) this.#shown.clear();
        // Asked once more on behalf of an order, the same price is no news: the order says what becomes of it.
        const quiet = notice.again && (this.#disabled || notice.quote?.quiet);
        if (!quiet || news) widget.announce(ratesSentence(selection, this.#seen, words, formatRupiah));
        return;
      }
      case 'failed':
        widget.announce(errorSentence(notice.error, words));
        return;
      case 'rate':
        if (!notice.now) return;
        for (const { name, reason } of selection.keptOn) widget.announce(lockSentence(name, reason, panel));
        return;
      case 'switches':
        if (notice.by !== 'limit') return;
        for (const name of notice.names) widget.announce(lockSentence(name, 'above-limit', panel));
    }
  }

  #handleClick(event: Event): void {
    const radio = event.composedPath()[0];
    if (!(radio instanceof HTMLInputElement) || radio.ariaDisabled !== 'true') return;
    event.preventDefault();
    // Engines differ in what a prevented click leaves checked.
    radio.checked = radio.value === this.value;
    this.widget.announce(this.widget.locale.words.noCashOnDelivery);
  }

  #handleChoose(event: Event): void {
    const { name, value } = event.target as HTMLInputElement;
    if (name === 'rate') this.selection.choose(value);
  }

  /** Another view is another beginning: its first rows are shown, and how many there are is said. */
  #beginView(): void {
    this.#shown.clear();
    this.requestUpdate();
    this.widget.announce(this.widget.locale.words.ratesFound(this.#seen.length));
  }

  readonly #handleSort = (rowOrder: RowOrder): void => {
    this.selection.sortBy(rowOrder);
    this.#beginView();
  };

  readonly #handleNarrow = (keyword: string): void => {
    this.#keyword = keyword;
    // The rows begin in the order that they are sorted by.
    this.selection.sortBy(this.selection.rowOrder);
    this.#beginView();
  };

  readonly #handleExpand = async (): Promise<void> => {
    this.#expanded = true;
    this.requestUpdate();
    await this.updateComplete;
    // The button is gone: focus goes on with the first rate that it brought.
    this.renderRoot.querySelectorAll<HTMLElement>('input[type=radio]')[this.rows || 4]?.focus();
  };
}
