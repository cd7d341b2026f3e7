import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { InvalidRequestError } from '../../client/index.ts';
import { inRupiah, type Rate } from '../../contract/index.ts';
import {
  cargoLeftOut,
  type ExtraName,
  extraRows,
  glance,
  paymentsOf,
  type RowOrder,
  serviceKey,
} from '../../quote/index.ts';
import { arrivalText } from '../shared/arrival-text.ts';
import { codes } from '../shared/converters.ts';
import { errorSentence } from '../shared/error-sentence.ts';
import { isHiddenByPicks, noRatesSentence } from '../shared/no-rates.ts';
import { RateFieldElement } from '../shared/rate-field-element.ts';
import { remembered } from '../shared/remembered.ts';
import { base } from '../shared/styles.ts';
import { oneOf } from '../shared/widget.ts';
import type { Words } from '../shared/words.ts';
import { snapshots } from '../state/copy-of.ts';
import { type ComparisonStatus, comparisonStates, type SelectionNotice } from '../state/selection.ts';
import { lockSentence, renderExtras, switchSentence } from './extras.ts';
import { renderList } from './list.ts';
import { ratesSentence, renderPricePanel } from './price-panel.ts';
import { rowStyles } from './row-styles.ts';
import { divide, type Section, type Sections } from './sections.ts';
import { styles } from './styles.ts';
import { narrow, renderTools } from './tools.ts';

/** Of no more couriers than this, there are not enough rates to be divided, as a rule. */
const fewCouriers = 2;

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
 * @csspart badge - recommended, cheapest, fastest
 * @csspart reason - what it cannot do, of what is switched on
 * @csspart tools - sorting and narrowing a long list
 * @csspart more - a button that shows more rates, or fewer
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
 * @cssstate insurance-locked - the switch of the insurance cannot be moved
 * @cssstate cash-on-delivery-locked - the switch of cash on delivery cannot be moved
 * @cssstate user-invalid
 * @fires input - the shopper chose or switched
 * @fires change - the shopper chose or switched
 * @fires ship-quote - there are other rates: an answer arrived, an extra was switched, couriers were picked
 * @fires ship-rate-change - the chosen rate changed, and why
 * @fires ship-extras-change - insurance or cash on delivery went on or off: by the shopper, a reset, or where it cannot be had
 * @fires ship-error - the rates could not be asked
 */
export class RateComparisonElement extends RateFieldElement {
  static override styles = [base, styles, rowStyles];

  static override properties: PropertyDeclarations = { rates: { attribute: false } };

  /** What the list is narrowed by; '' for all rates. */
  #keyword = '';
  /** The sections that the shopper has opened. */
  readonly #opened = new Set<string>();
  /** Keys of rows that were chosen: they stay in sight, so that choosing another one moves nothing. */
  readonly #kept = new Set<string>();
  /** Rates of the page's own, as they were when they were set. */
  readonly #asGiven = snapshots<Rate>();
  /** The rate that a pointer has gone down on. */
  #pressed: string | undefined;
  #lastStatus: ComparisonStatus = 'loading';
  #unsubscribe: (() => void) | undefined;

  /** Rates of the page's own: none are asked then. */
  get rates(): readonly Rate[] {
    return this.selection.rates;
  }

  set rates(rates: readonly Rate[] | undefined) {
    this.selection.givenRates = rates?.filter(inRupiah).map((rate) => this.#asGiven(rate));
    const fields = (rates ?? []).flatMap((rate, index) =>
      inRupiah(rate) ? [] : { path: `rates.${index}.currency`, remedy: 'must be IDR: all prices are rupiah' },
    );
    if (fields.length) this.widget.fail(new InvalidRequestError('quoteRates', fields));
  }

  /** What the list shows. */
  get status(): ComparisonStatus {
    return this.selection.status;
  }

  /** Why the rates could not be asked. */
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
  protected override get ratesRoot(): ParentNode | undefined {
    return this.renderRoot;
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

  /** Whether rates are divided by speed, as far as is known while they are on their way. */
  get #grouped(): boolean {
    const { view, selection } = this;
    if (view === 'list') return false;
    if (selection.status !== 'loading') return selection.rates.length > glance;
    const couriers = codes(selection.couriers).length;
    return !couriers || couriers > fewCouriers;
  }

  /** Whether the list is sorted and narrowed by the shopper; in groups that is done. */
  get #hasTools(): boolean {
    return !this.#grouped && this.selection.rates.length > this.#visible;
  }

  get #visible(): number {
    return this.rows || 4;
  }

  /** What is on screen, in its sections. */
  get #divided(): Sections {
    const { recommended, selection, widget } = this;
    const { rates, value, extras } = selection;
    // A choice that a keyword leaves out is in sight all the same, and nothing else is divided by the choice.
    const keyword = this.#hasTools ? this.#keyword : '';
    const chosen = keyword ? value : null;
    const { insured, cashOnDelivery } = extras;
    const grouped = this.#grouped;
    return this.#divide(
      rates,
      keyword,
      chosen,
      widget.locale.words,
      insured,
      cashOnDelivery,
      grouped,
      this.#visible,
      recommended,
    );
  }

  readonly #divide = remembered(
    (
      rates: readonly Rate[],
      keyword: string,
      chosen: string | null,
      words: Words,
      insured: boolean,
      cashOnDelivery: boolean,
      grouped: boolean,
      rows: number,
      recommended: string | undefined,
    ) => {
      const seen = narrow(rates, keyword, chosen, words);
      return divide({ rates: seen, switches: { insured, cashOnDelivery }, grouped, rows, recommended });
    },
  );

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { status, missing, rates } = this.selection;
    // An address that never was finished is asked for on screen; one that was is said to be missing again.
    if (status === 'incomplete' && this.#lastStatus !== 'incomplete' && rates.length) {
      this.widget.announce(this.widget.locale.words.incomplete(missing));
    }
    this.#lastStatus = status;
  }

  /** Controllers have taken answers in by now, and begun what is in sight anew. */
  protected override update(changed: PropertyValues): void {
    const { marked } = this.selection;
    if (marked) this.#kept.add(marked);
    super.update(changed);
  }

  /**
   * Checks the radio of what is chosen: rows are not rendered for that, and a listener of the page's may have put back what
   * the shopper has just clicked.
   */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { marked } = this.selection;
    const checked = this.renderRoot.querySelector<HTMLInputElement>('input[type=radio]:checked');
    if (checked?.value === (marked ?? undefined)) return;
    if (checked) checked.checked = false;
    if (marked === null) return;
    const radios = this.renderRoot.querySelectorAll<HTMLInputElement>('input[type=radio]');
    const chosen = [...radios].find(({ value }) => value === marked);
    if (chosen) chosen.checked = true;
  }

  protected override render(): TemplateResult {
    const { selection, widget, logos } = this;
    const { words, formatRupiah, language } = widget.locale;
    const { status, missing, error, rates, rate, repairs, extras, declared } = selection;
    // What a switch stands in the way of is said at the switch.
    const news = repairs ? undefined : selection.news;
    const { readyAt } = this;
    const disabled = this.#disabled;
    const [grouped, visible] = [this.#grouped, this.#visible];
    const loading = status === 'loading';
    const leftOut = cargoLeftOut(selection.quote?.couriers ?? [], selection.allRates, declared);
    const invalid = this.userInvalid && !rate && !repairs;
    // Where there is nothing to choose from, what is said of that comes first.
    const unchosen = invalid && status !== 'incomplete' && rates.length > 0;
    const look = [
      'rows',
      status,
      ...(logos && Object.keys(logos).length ? ['pictured'] : []),
      ...(grouped ? ['grouped'] : []),
    ];
    const list = renderList({
      status,
      missing,
      error,
      divided: this.#divided,
      note: leftOut ? words.cargoLeftOut : '',
      rows: grouped ? visible + 1 : visible,
      logos,
      kept: this.#kept,
      opened: this.#opened,
      words,
      formatRupiah,
      language,
      readyAt,
      handleOpen: this.#handleOpen,
      handleClose: this.#handleClose,
      hidden: isHiddenByPicks(selection),
      noRates: noRatesSentence(selection, words),
      handleRetry: () => void this.refresh(),
      handleCompareAll: this.#handleCompareAll,
    });
    const tools = {
      rates,
      rowOrder: selection.rowOrder,
      keyword: this.#keyword,
      words,
      handleSort: this.#handleSort,
      handleNarrow: this.#handleNarrow,
    };
    return html`
      <div class="title" id="title"><slot name="legend"><h3>${words.rates}</h3></slot></div>
      ${renderExtras({
        ...this.#switchPanel,
        rates: loading ? undefined : rates,
        asked: loading || selection.quote ? selection.offeredCouriers : undefined,
        extras: selection.wishedExtras,
        declared,
        unpriced: selection.unpriced,
        unsettled: status !== 'ready',
        disabled,
        handleSwitch: this.#handleSwitch,
        handleTurn: this.#handleTurn,
        handleUse: this.#handleUse,
        handleLocked: (reason: string) => widget.announce(reason),
      })}
      <h4 class="hidden">${words.ratesFound(this.#divided.count)}</h4>
      ${this.#hasTools ? renderTools(tools) : loading && !grouped ? html`<div class="tools"></div>` : nothing}
      <fieldset
        part="list"
        role="radiogroup"
        ?disabled=${disabled}
        aria-label=${this.labelText || nothing}
        aria-labelledby=${this.labelText ? nothing : 'title'}
        aria-required=${this.required ? 'true' : nothing}
        aria-invalid=${invalid ? 'true' : nothing}
        aria-busy=${status === 'stale' || loading ? 'true' : 'false'}
        @pointerdown=${this.#handlePress}
        @pointercancel=${this.#handlePress}
        @change=${this.#handleChoose}
        @click=${this.#handleClick}
      >
        <div
          class=${look.join(' ')}
          tabindex="-1"
          .style=${loading ? `--rows:${grouped ? visible + 1 : visible}` : ''}
        >${list}</div>
      </fieldset>
      ${
        rate || news || unchosen
          ? renderPricePanel({
              unsettled: status !== 'ready',
              rate,
              news,
              arrival: rate && readyAt ? arrivalText(rate, { words, language, readyAt }) : '',
              payments:
                rate && extras.cashOnDelivery
                  ? paymentsOf(rate.price, extras.cashOnDeliveryAmount, declared)
                  : undefined,
              words,
              formatRupiah,
              handleCompareAll: this.#handleCompareAll,
            })
          : nothing
      }
      ${widget.renderLiveRegion()}
    `;
  }

  /** What a switch and what is said of it depend on. */
  get #switchPanel() {
    const { selection } = this;
    const { switches, rate, resting, repairs } = selection;
    const { words, formatRupiah } = this.widget.locale;
    const additionOf = (name: ExtraName) => selection.additionOf(name);
    return { switches, rate, resting, repairs, additionOf, words, formatRupiah };
  }

  #announceNotice(notice: SelectionNotice | undefined): void {
    const { selection, widget } = this;
    const { words, formatRupiah } = widget.locale;
    const { news, wishedExtras: extras, declared, rate } = selection;
    const panel = { extras, declared, rate, words, formatRupiah };
    switch (notice?.type) {
      case 'rates': {
        if (!notice.again) this.#kept.clear();
        // Asked once more on behalf of an order, the same price is no news: the order says what becomes of it.
        const quiet = notice.again && (this.#disabled || notice.quote?.quiet);
        if (!quiet || news)
          widget.announce(
            ratesSentence(selection, this.#divided.count, noRatesSentence(selection, words), words, formatRupiah),
          );
        return;
      }
      case 'failed':
        widget.announce(errorSentence(notice.error, words));
        return;
      case 'rate':
        if (!notice.now || (notice.previous && notice.rate && serviceKey(notice.previous) === serviceKey(notice.rate)))
          return;
        for (const { name, reason } of selection.keptOn) widget.announce(lockSentence(name, reason, panel));
        return;
      case 'switches':
        if (notice.by !== 'limit') return;
        for (const name of notice.names) widget.announce(lockSentence(name, 'above-limit', panel));
    }
  }

  #handlePress({ type, target }: Event): void {
    this.#pressed = type === 'pointerdown' ? keyAt(target) : undefined;
  }

  #handleClick(event: MouseEvent): void {
    const pressed = this.#pressed;
    if (event.detail) this.#pressed = undefined;
    const radio = event.composedPath()[0];
    // An answer may have put another rate under the finger since it went down. A key, or a script, presses nothing.
    if (event.detail && pressed !== undefined && pressed !== keyAt(event.target)) {
      event.preventDefault();
      this.requestUpdate();
      return;
    }
    if (!(radio instanceof HTMLInputElement) || radio.ariaDisabled !== 'true') return;
    event.preventDefault();
    // Engines differ in what a prevented click leaves checked.
    radio.checked = radio.value === this.value;
    this.widget.announce(this.widget.locale.words.noCashOnDelivery);
  }

  #handleChoose(event: Event): void {
    const { name, value } = event.target as HTMLInputElement;
    if (name !== 'rate') return;
    this.selection.choose(value);
    // What could not be chosen is unchecked again.
    this.requestUpdate();
  }

  readonly #handleSwitch = (name: ExtraName, on: boolean): void => {
    const { selection } = this;
    selection.switch(name, on);
    // Asked of the service, or put back by the page: there is nothing to say yet, or nothing at all.
    if (selection.waiting.length || selection.switches[name] !== on || !selection.rates.length) return;
    // That it has cost the choice is said already, and counts more.
    if (selection.news && !selection.resting) return;
    this.widget.announce(switchSentence(name, this.#divided.count, this.#switchPanel));
  };

  /** A button that has helped is gone: focus goes on where it has. */
  readonly #handleTurn = async (name: ExtraName, on: boolean): Promise<void> => {
    this.#handleSwitch(name, on);
    await this.updateComplete;
    const part = extraRows.find(({ property }) => property === name)?.part;
    this.renderRoot.querySelector<HTMLElement>(`#${part}`)?.focus();
  };

  readonly #handleUse = (key: string): Promise<void> => {
    this.selection.choose(key);
    return this.#focusChoice();
  };

  readonly #handleCompareAll = (): Promise<void> => {
    this.selection.compare([]);
    return this.#focusChoice();
  };

  /** A checkout updates its parts later: without an update of its own the row might not be there, or not be checked. */
  async #focusChoice(): Promise<void> {
    this.requestUpdate();
    await this.updateComplete;
    this.anchor?.focus();
  }

  /** Another view is another beginning: its first rows are shown, and how many there are is said. */
  #beginView(): void {
    this.#kept.clear();
    this.requestUpdate();
    this.widget.announce(this.widget.locale.words.ratesFound(this.#divided.count));
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

  readonly #handleOpen = async ({ id, kind }: Section): Promise<void> => {
    this.#opened.add(id);
    this.requestUpdate();
    if (kind !== 'all') return;
    await this.updateComplete;
    // The button is gone: focus goes on with the first rate that it brought.
    this.renderRoot.querySelectorAll<HTMLElement>('input[type=radio]')[this.#visible]?.focus();
  };

  /** The rows that were chosen before make way as well. */
  readonly #handleClose = ({ id, rates }: Section): void => {
    this.#opened.delete(id);
    for (const rate of rates) this.#kept.delete(serviceKey(rate));
    this.requestUpdate();
  };
}

/** The rate whose row that is, by the key of its service. */
const keyAt = (target: EventTarget | null): string | undefined =>
  (target as Element).closest('[part=row]')?.querySelector('input')?.value;
