import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { cashOnDeliveryLimit, type Rate, type Rupiah } from '../../contract/index.ts';
import { cargoLeftOut, type Shipment, type ShipmentPart, serviceKey } from '../../quote/index.ts';
import { codes } from '../shared/converters.ts';
import { offline, worthRetrying } from '../shared/error-sentence.ts';
import { ShipExtrasChangeEvent, ShipQuoteEvent, ShipRateChangeEvent } from '../shared/events.ts';
import { base } from '../shared/styles.ts';
import { sameTerms, type Terms } from './choice.ts';
import { ChosenRateElement } from './chosen-rate-element.ts';
import { lockedSentence, renderExtras } from './extras.ts';
import { keepInStep } from './in-step.ts';
import { type ComparisonStatus, comparisonStates, renderList } from './list.ts';
import { outcomeSentence, renderPricePanel } from './price-panel.ts';
import { Problem } from './problem.ts';
import { type Question, type Quote, QuoteTask } from './quote-task.ts';
import { rowStyles } from './row-styles.ts';
import { styles } from './styles.ts';
import { arranged, renderTools, seen, type View } from './tools.ts';

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
export class RateComparisonElement extends ChosenRateElement {
  static override styles = [base, styles, rowStyles];

  static override properties: PropertyDeclarations = {
    rates: { attribute: false },
    expanded: { state: true },
    view: { state: true },
  };

  /** Rates of the page's own: none are asked then. */
  get rates(): readonly Rate[] {
    return this.#rows;
  }

  set rates(rates: readonly Rate[] | undefined) {
    this.#given = rates ?? undefined;
    this.requestUpdate('rates');
  }

  /** @internal An order has just said more than that its price is the same. */
  quiet = false;

  private expanded = false;
  private view: View = { sorted: 'price', narrowed: '' };

  #given: readonly Rate[] | undefined;
  #rows: readonly Rate[] = [];
  #accepted: Quote | undefined;
  readonly #problem = new Problem();
  /** Keys of rows that were shown once: one that the shopper is on does not vanish when another is chosen. */
  #shown = new Set<string>();
  /** Whether there were more rates than are shown at first: the room that they had is kept. */
  #long = false;
  readonly #task = new QuoteTask(this, () => this.#question());
  readonly #rupiah = (amount: Rupiah) => this.locale.rupiah(amount);

  get status(): ComparisonStatus {
    if (this.#given) return this.#given.length ? 'ready' : 'empty';
    if (this.missing.length) return 'incomplete';
    if (this.error) return offline() ? 'offline' : 'error';
    if (this.#task.waitsFor(this.#question()) || !this.#accepted) return this.#rows.length ? 'stale' : 'loading';
    return this.#rows.length ? 'ready' : 'empty';
  }

  get error(): Error | undefined {
    return this.#given ? undefined : this.#task.error;
  }

  /** Asks for the rates again. */
  refresh(): Promise<void> {
    return this.#task.refresh();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('online', this.#handleOnline);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('online', this.#handleOnline);
  }

  protected override get missing(): ShipmentPart[] {
    return this.#given ? [] : super.missing;
  }

  /** @internal */
  get anchor(): HTMLElement | undefined {
    const find = (selector: string) => this.renderRoot?.querySelector<HTMLElement>(selector);
    return find('input[type=radio]:checked') ?? find('input[type=radio]') ?? find('.rows') ?? undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.#switchOffAboveLimit();
    super.willUpdate(changed);
    if (this.#given) {
      if (['rates', 'insured', 'cashOnDelivery'].some((name) => changed.has(name))) this.#settle(this.#given);
    } else {
      const { quote } = this.#task;
      if (quote && quote !== this.#accepted) this.#accept(quote);
    }
    const { status } = this;
    const problem = this.#problem.news(
      { status, error: this.error, missing: this.missing, rates: this.#rows },
      this.say,
    );
    if (problem) {
      this.announce(problem.sentence);
      this.quiet = false;
      if (problem.error) this.fail(problem.error);
    }
  }

  protected override updated(changed: PropertyValues): void {
    // Only now: the task asks after willUpdate.
    this.showStatus(comparisonStates, this.status);
    this.showStates({ 'insurance-locked': this.alwaysInsured !== undefined });
    keepInStep(this.renderRoot, this.value, this.switches);
    super.updated(changed);
  }

  protected override render(): TemplateResult {
    const { status, say, extras, rate, news, missing, error, rows, logos, expanded } = this;
    const shared = { say, extras, rate, rupiah: this.#rupiah };
    const [handleExpand, shown] = [this.#handleExpand, this.#shown];
    const handleRetry = () => void this.refresh();
    const rates = this.#seen;
    const leftOut = cargoLeftOut(this.#accepted?.couriers ?? [], this.#rows, this.declared);
    const list = {
      status,
      missing,
      error,
      rates,
      note: leftOut ? say.cargoLeftOut : '',
      chosen: this.value,
      rows: rows || 4,
      logos,
      shown,
      expanded,
    };
    const switches = { declared: this.declared, disabled: this.off, handleLocked: (why: string) => this.announce(why) };
    this.#long ||= this.#rows.length > list.rows;
    const roomy = status === 'loading' || this.#long;
    return html`
      <fieldset
        part="list"
        role="radiogroup"
        ?disabled=${this.off}
        aria-label=${(this.whole ?? this).calledBy || nothing}
        aria-required=${this.required ? 'true' : nothing}
        aria-busy=${status === 'stale' || status === 'loading' ? 'true' : 'false'}
        @change=${this.#handleChoose}
        @click=${this.#handleClick}
      >
        <legend><slot name="legend">${say.rates}</slot></legend>
        ${renderTools(roomy, this.#rows, this.view, say, this.#handleView)}
        <div class="rows ${status}" tabindex="-1" .style=${roomy ? `--rows:${list.rows}` : ''}>${renderList({ ...shared, ...list, handleExpand, handleRetry })}</div>
      </fieldset>
      ${renderExtras({ ...shared, ...switches, handleChange: this.#handleSwitch })}
      ${rate || news || rates.length || status === 'loading' ? renderPricePanel({ ...shared, news }) : nothing}
      ${this.whole ? nothing : html`<p class="hidden" role="status">${this.announcement}</p>`}
    `;
  }

  get #seen(): Rate[] {
    return seen(this.#rows, this.view, this.value, this.extras, this.say);
  }

  #question(): Question | undefined {
    const { service: client, extras, couriers } = this;
    if (!client || !this.isConnected || this.#given || this.missing.length) return undefined;
    return { client, shipment: this.shipment as Shipment, couriers: codes(couriers), extras };
  }

  #accept(quote: Quote): void {
    const again = this.#accepted && sameTerms(this.#accepted.question, quote.question);
    this.#accepted = quote;
    this.#settle(quote.rates, quote.question, again);
    this.untold.unshift(new ShipQuoteEvent({ rates: this.#rows, duration: quote.duration }));
  }

  #settle(rates: readonly Rate[], terms?: Terms, again = false): void {
    this.#rows = arranged(rates, this.#rows, this.view, again);
    if (!again) this.#shown.clear();
    this.settleChoice(terms);
    const quiet = again && (this.off || this.quiet);
    this.quiet = false;
    // Asked once more on behalf of an order, the same price is no news: the order says what becomes of it.
    if (quiet && !this.choice.news) return;
    this.announce(outcomeSentence(this.choice, this.#seen, this.say, this.#rupiah));
  }

  /** A cart that has grown above what couriers collect: said, not quietly left out of the order. */
  #switchOffAboveLimit(): void {
    if (!this.cashOnDelivery || this.extras.cashOnDeliveryAmount <= cashOnDeliveryLimit) return;
    this.cashOnDelivery = false;
    this.untold.push(new ShipExtrasChangeEvent({ insured: this.insured, cashOnDelivery: false }));
    this.announce(this.say.cashOnDeliveryAbove(this.#rupiah(cashOnDeliveryLimit)));
  }

  /** What the screen says of the connection is no longer true. */
  readonly #handleOnline = (): void => {
    if (worthRetrying(this.error)) void this.refresh();
  };

  #handleClick(event: Event): void {
    const radio = event.composedPath()[0];
    if (!(radio instanceof HTMLInputElement) || radio.ariaDisabled !== 'true') return;
    event.preventDefault();
    // Engines differ in what a prevented click leaves checked.
    radio.checked = radio.value === this.value;
    this.announce(this.say.noCashOnDelivery);
  }

  #handleChoose(event: Event): void {
    const rate = this.offered((event.target as HTMLInputElement).value);
    if (!rate) return;
    const change = this.choice.choose(rate, 'user');
    this.value = serviceKey(rate);
    if (this.alwaysInsured) this.announce(lockedSentence(rate, this.declared, this.say, this.#rupiah));
    this.tellInput();
    // The page may have set another one at the first word of it.
    if (this.value !== serviceKey(rate)) return;
    this.dispatchEvent(new ShipRateChangeEvent({ ...change, breakdown: this.breakdown }));
  }

  readonly #handleSwitch = (event: Event): void => {
    const { id, checked } = event.target as HTMLInputElement;
    const name = id === 'insurance' ? 'insured' : 'cashOnDelivery';
    this[name] = checked;
    this.tellInput();
    if (this[name] === checked) this.dispatchEvent(new ShipExtrasChangeEvent(this));
  };

  /** Another view is another beginning: its first rows are shown, and how many there are is said. */
  readonly #handleView = (view: Partial<View>): void => {
    this.view = { ...this.view, ...view };
    this.#rows = arranged(this.#rows, [], this.view, false);
    this.#shown.clear();
    this.announce(this.say.ratesFound(this.#seen.length));
  };

  readonly #handleExpand = async (): Promise<void> => {
    this.expanded = true;
    await this.updateComplete;
    // The button is gone: focus goes on with the first rate that it brought.
    this.renderRoot.querySelectorAll<HTMLElement>('input[type=radio]')[this.rows]?.focus();
  };
}
