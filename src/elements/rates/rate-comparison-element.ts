import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { InvalidRequestError } from '../../client/index.ts';
import {
  type BlockingExtra,
  blockingExtras,
  extraNames,
  extraTable,
  inRupiah,
  type Rate,
} from '../../contract/index.ts';
import { cargoLeftOut, type ExtraName, isAvailable } from '../../extras/index.ts';
import { orderRows, serviceKey } from '../../quote/index.ts';
import { barContent, barStyles, type Remedy, renderBar } from '../core/bar.ts';
import { PressGuard, takeEscape } from '../core/browser.ts';
import { Countdown, renderAddressLink, renderError } from '../core/errors.ts';
import * as prices from '../core/prices.ts';
import { base } from '../core/styles.ts';
import * as views from '../core/views.ts';
import { noRatesSentence, noticeSentence } from '../words/sentences.ts';
import type { Words } from '../words/words.ts';
import { RateField } from './rate-field.ts';
import { renderExtras, rowRenderer, type Templates } from './row.ts';
import { rowStyles } from './row-styles.ts';
import { rowsOf, type ShortList, shortListOf, wholeList } from './rows-in-sight.ts';
import { styles } from './styles.ts';

const lit: Templates = { html, nothing, guard };

/** What the shopper has opened: the whole list, and then also the rows that are folded at its end. */
interface OpenList {
  shows: 'short' | 'whole' | 'unfolded';
  /** The extra that was on when the list was opened. Rows without it are folded. A later switch moves no row. */
  folds: BlockingExtra | undefined;
  /** The rates as they stood then, cheapest first. */
  order: readonly Rate[];
}

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
 * @csspart badge - recommended and why, cheapest, fastest, or the extra that a dearer rate is there for
 * @csspart reason - insurance that it does not have, or another extra that is switched on
 * @csspart tools - the filter of the whole list
 * @csspart more - the button that opens the whole list
 * @csspart extras - the bill: the price without extras, and a switch for each extra that the page offers
 * @csspart switch - one of them
 * @csspart breakdown - the price without extras
 * @csspart address - the link to the address, below a sentence that refuses it
 * @csspart contact - the link to the shop
 * @cssprop --ship-row-size - the least height of a row
 * @cssstate incomplete
 * @cssstate loading
 * @cssstate stale
 * @cssstate empty
 * @cssstate error
 * @cssstate offline
 * @cssstate insurance-locked - the chosen courier always insures, or never
 * @cssstate cash-on-delivery-locked - nothing can be collected, or too much
 * @cssstate user-invalid
 * @fires input - the shopper chose or switched
 * @fires change - the shopper chose or switched
 * @fires ship-rates - the rates have changed: an answer arrived, or a switch was moved
 * @fires ship-rate-change - the chosen rate changed, and why
 * @fires ship-extras-change - insurance or cash on delivery was switched
 * @fires ship-error - the rates could not be asked
 */
export class RateComparisonElement extends RateField {
  static override styles = [base, styles, rowStyles, barStyles];

  static override properties: PropertyDeclarations = {
    rates: { attribute: false },
    label: { attribute: false },
    isInvalid: { attribute: false },
    hasBar: { attribute: false },
  };

  /** @internal The text of the page's labels, as the checkout has it. */
  label = '';

  /** @internal Whether it shows the sum. In a checkout with an order button, the sum stands beside the button. */
  hasBar = true;

  /** @internal Whether the checkout waits for a choice that the shopper has not made. */
  isInvalid = false;

  #list: OpenList = { shows: 'short', folds: undefined, order: [] };
  /** The short list of a shipment and its couriers. */
  #short: ShortList | undefined;
  /** The rows in sight. */
  #rows: readonly Rate[] = [];
  /** The list that opens or closes puts other rows and switches beneath a finger. */
  readonly #listGuard = new PressGuard();
  readonly #barGuard = new PressGuard();
  readonly #countdown = new Countdown(this, () => this.error);
  /** The rate under the pointer when it was pressed. */
  #pressed: string | undefined;

  /** The rates on screen, cheapest first. Set rates of your own to ask for none. */
  get rates(): readonly Rate[] {
    return prices.rates(this.state);
  }

  set rates(rates: readonly Rate[] | undefined) {
    const given = Array.isArray(rates) ? (rates as readonly Rate[]).filter(Boolean) : undefined;
    const own = given?.filter(inRupiah).map((rate) => ({ ...rate }));
    this.store.dispatch({ type: 'set', input: { rates: own && orderRows(own, 'price') } });
    const fields = (given ?? []).flatMap((rate, index) =>
      inRupiah(rate) ? [] : { path: `rates.${index}.currency`, remedy: 'must be IDR: prices are rupiah' },
    );
    // `loaded && rates` is false at first.
    if (rates && !given) fields.push({ path: 'rates', remedy: 'must be a list of rates' });
    if (fields.length) this.store.dispatch({ type: 'report', error: new InvalidRequestError('quoteRates', fields) });
  }

  /** The status of the list. */
  get status(): prices.ComparisonStatus {
    return prices.status(this.state);
  }

  /** Why the rates could not be asked. */
  get error(): Error | undefined {
    return prices.error(this.state);
  }

  /** @internal */
  override get ratesRoot(): ParentNode | undefined {
    return this.renderRoot;
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    const rate = views.rate(this.state);
    const [shown, requested] = [views.switches(this.state), views.requestedSwitches(this.state)];
    const isLocked = (name: ExtraName) => rate !== undefined && shown[name] !== requested[name];
    const locks = Object.fromEntries(extraNames.map((name) => [`${extraTable[name].word}-locked`, isLocked(name)]));
    return { ...super.states, ...prices.statusStates(this.state), ...locks };
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const before = this.#short;
    this.#short = shortListOf(this.state, this.#most, before);
    if (!this.#isWhole || before?.subject !== this.#short.subject) {
      const { effective } = prices.extrasOf(this.state.input);
      const folds = blockingExtras.find((name) => effective[name]);
      this.#list = { shows: this.#list.shows === 'short' ? 'short' : 'whole', folds, order: this.rates };
    }
    this.#rows = this.#isWhole ? wholeList(this.state, this.#list.order) : rowsOf(this.state, this.#short);
  }

  /** Checks the radio of the choice and the switches. Rows are not rendered for that, and a listener of the page may have undone a click. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#listGuard.watch(this.#list.shows);
    this.#barGuard.watch(barContent(this.state));
    const marked = views.marked(this.state);
    const radios = [...this.renderRoot.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    for (const radio of radios) if (radio.checked !== (radio.value === marked)) radio.checked = radio.value === marked;
    // Without a choice, Chromium keeps a tab stop that has moved, and the Tab key skips the rates. Checking one renews it.
    const [first] = radios;
    if (first && !radios.some(({ checked }) => checked)) for (const on of [true, false]) first.checked = on;
    for (const name of extraNames) {
      const box = this.renderRoot.querySelector<HTMLInputElement>(`#${extraTable[name].word}`);
      if (box) box.checked = views.switches(this.state)[name];
    }
  }

  protected override render(): TemplateResult {
    const { state, voice } = this;
    const { words } = voice;
    const { status } = this;
    const { shipment } = state.input;
    const label = this.label || this.labelText;
    const isInvalid = (this.isInvalid || this.userInvalid) && !views.rate(state);
    const hasMessage = status === 'incomplete' || status === 'error' || status === 'offline';
    // Bill and bar are there before the first answer: it moves nothing, and costs less.
    const hasBill = status === 'loading' || (this.rates.length > 0 && !hasMessage);
    const code = shipment?.destination_postal_code;
    return html`
      <div id="title" class="title"><slot name="legend"><h3 aria-level=${this.levelOf()}>${code ? words.ratesTo(`${code}`) : words.rates}</h3></slot></div>
      <div class="body" @click=${this.#handleBodyClick}>
        <div class="frame ${this.#isWhole && this.rates.length > this.#most ? 'whole' : ''}">
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
            <div class="rows ${status}" tabindex="-1">${this.#renderStatus()} ${this.#renderRows()}</div>
          </fieldset>
          ${this.#renderMore()}
        </div>
        ${hasBill ? this.#renderExtras() : nothing}
      </div>
      ${this.#renderNews()} ${this.hasBar && hasBill ? this.#renderBar() : nothing} ${this.renderLiveRegion()}
    `;
  }

  /** One slot for each status. */
  #renderStatus(): TemplateResult | TemplateResult[] | typeof nothing {
    const { state, status } = this;
    const { words } = this.voice;
    switch (status) {
      case 'incomplete':
        return html`<slot name="incomplete"><p class="message">${words.incomplete(prices.missing(state))}</p></slot>`;
      case 'loading':
        return html`<slot name="loading">${renderSkeleton(Math.min(this.#most, 6), words)}</slot>`;
      case 'empty':
        return this.#renderEmpty();
      case 'stale':
        return html`<slot name="stale"></slot>`;
      case 'error':
      case 'offline':
        return html`<slot name=${status}>${renderError(this.error, this.#countdown.elapsed, this, this.#handleRetry)}</slot>`;
      case 'ready':
        return nothing;
    }
  }

  #renderEmpty(): TemplateResult {
    const sentence = noRatesSentence(this.state, this.voice.words);
    return html`<slot name="empty"><p class="message">${sentence}${renderAddressLink(this, sentence)}</p></slot>`;
  }

  /** The rows of the short list. */
  get #most(): number {
    return Math.max(1, this.rows || 4);
  }

  /** Whether the shopper has opened the whole list. */
  get #isOpen(): boolean {
    return this.#list.shows !== 'short';
  }

  /** Whether it shows the whole list. */
  get #isWhole(): boolean {
    return this.#isOpen || this.allRates;
  }

  #renderRows() {
    const { state, voice, logos } = this;
    const { words } = voice;
    const rows = this.#rows;
    const render = rowRenderer({ lit, state, voice, logos, rows, short: this.#short, isWhole: this.#isWhole });
    if (this.#isWhole && !rows.length && this.rates.length > 0)
      return html`<div class="message">
        <p>${words.noRatesOfCouriers}</p>
        <button type="button" @click=${this.#handleCompareAll}>${words.compareAll}</button>
      </div>`;
    if (!this.#isWhole) return html`${rows.map(render)}${this.#renderNote()}`;
    const name = this.#list.folds;
    const lacks = name ? rows.filter((rate) => !isAvailable(name, rate)) : [];
    const without = lacks.length < rows.length ? lacks : [];
    const able = rows.filter((rate) => !without.includes(rate));
    return html`${able.map(render)}${name && without.length ? this.#renderFold(words.without[name](without.length), without, render) : nothing}${this.#renderNote()}`;
  }

  /** The rows that lack the extra, behind one line. The choice stays in sight. */
  #renderFold(label: string, rows: readonly Rate[], render: (rate: Rate) => unknown): TemplateResult {
    const marked = views.marked(this.state);
    const seen = rows.filter((rate) => this.#list.shows === 'unfolded' || serviceKey(rate) === marked);
    return html`
      <button class="more fold" type="button" aria-expanded=${this.#list.shows === 'unfolded'} @click=${this.#handleFold}>${label}</button>
      ${seen.map(render)}
    `;
  }

  #renderNote(): TemplateResult | typeof nothing {
    const { answer } = this.state.quote.shown ?? {};
    const isLeftOut = answer && cargoLeftOut(answer.couriers, this.rates, prices.declared(this.state));
    return isLeftOut ? html`<p class="quiet">${this.voice.words.cargoLeftOut}</p>` : nothing;
  }

  /** The whole list is filtered by courier. */
  #renderTools(): TemplateResult | typeof nothing {
    if (!this.#isWhole || this.rates.length < 2) return nothing;
    return html`<div part="tools" class="tools" @keydown=${this.#handleEscape}><slot name="filter"></slot></div>`;
  }

  /** Opens the whole list, and closes it again. */
  #renderMore(): TemplateResult | typeof nothing {
    const { words } = this.voice;
    const hidden = this.rates.length - this.#rows.length;
    if (this.allRates || (!this.#isOpen && hidden <= 0)) return nothing;
    return html`
      <button part="more" class="more" type="button" aria-expanded=${this.#isOpen} @click=${this.#handleMore} @keydown=${this.#handleEscape}>
        ${this.#isOpen ? words.showFewer : words.moreRates(hidden)}
      </button>
    `;
  }

  #renderExtras(): TemplateResult | typeof nothing {
    const { state, voice } = this;
    return renderExtras({
      lit,
      state,
      voice,
      disabled: this.isDisabled,
      handleSwitch: this.#handleSwitch,
      handleInstead: this.#handleInstead,
      handleLocked: (reason) => this.announce(reason),
    });
  }

  /** Why nothing is chosen any more. A changed price stands in its row and below the sum. Where no row is left, that is said instead. */
  #renderNews(): TemplateResult | typeof nothing {
    const { notice } = this.state.choice;
    if (notice?.kind !== 'cleared' || this.status === 'empty') return nothing;
    return html`<p class="message notice problem">${noticeSentence(notice, this.voice)}</p>`;
  }

  #renderBar(): TemplateResult {
    const { state, voice } = this;
    return renderBar({
      state,
      voice,
      disabled: this.isDisabled,
      button: nothing,
      handleRemedy: this.#handleRemedy,
    });
  }

  #handlePress({ type, target }: Event): void {
    this.#pressed = type === 'pointerdown' ? keyAt(target) : undefined;
  }

  readonly #handleBodyClick = (event: MouseEvent): void => {
    if (!this.#listGuard.isTooSoon(event)) return;
    event.preventDefault();
    this.requestUpdate();
  };

  #handleClick(event: MouseEvent): void {
    const pressed = this.#pressed;
    if (event.detail) this.#pressed = undefined;
    // An answer may have moved another row under the pointer. A key or a script has no pointer.
    if (event.detail && pressed !== undefined && pressed !== keyAt(event.target)) {
      event.preventDefault();
      this.requestUpdate();
    }
  }

  #handleChoose({ target }: Event): void {
    const { name, value } = target as HTMLInputElement;
    if (name !== 'rate') return;
    this.store.dispatch({ type: 'choose', key: value });
    // If the store ignores the choice, the radio is unchecked again.
    this.requestUpdate();
  }

  readonly #handleSwitch = (name: ExtraName, on: boolean): void => {
    this.store.dispatch({ type: 'switch', name, on });
    this.requestUpdate();
  };

  /** The clicked button was removed, so focus goes to its switch, which can be moved now. */
  readonly #handleInstead = async (name: ExtraName, key: string): Promise<void> => {
    this.store.dispatch({ type: 'choose', key, instead: name });
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`#${extraTable[name].word}`)?.focus();
  };

  /** The clicked button was removed, so focus goes to the switch or to the chosen rate. */
  readonly #handleRemedy = async (remedy: Remedy, event: MouseEvent): Promise<void> => {
    if (this.#barGuard.isTooSoon(event)) return;
    this.store.dispatch(remedy);
    await this.updateComplete;
    if (remedy.type === 'choose') this.focus();
    else this.renderRoot.querySelector<HTMLElement>(`#${extraTable[remedy.name].word}`)?.focus();
  };

  readonly #handleCompareAll = async (): Promise<void> => {
    this.store.dispatch({ type: 'pick', couriers: [] });
    await this.updateComplete;
    this.focus();
  };

  readonly #handleRetry = (): void => this.store.dispatch({ type: 'refresh' });

  /**
   * Opens or closes the list. Focus stays on the button, which is brought into sight again where the page has become shorter. If a key has
   * opened it and the button is now below the screen, focus goes to the rates.
   */
  readonly #handleMore = async (event?: MouseEvent): Promise<void> => {
    if (event && this.#listGuard.isTooSoon(event)) return;
    this.#list = { ...this.#list, shows: this.#isOpen ? 'short' : 'whole' };
    this.requestUpdate();
    await this.updateComplete;
    const find = (selector: string) => this.renderRoot.querySelector(selector);
    const button = find('[part=more]');
    const seen = this.#isOpen ? (find('.row :checked') ?? find('.praised input')) : button;
    // jsdom cannot scroll.
    seen?.scrollIntoView?.({ block: 'nearest' });
    const isByKey = event?.detail === 0;
    if (this.#isOpen && isByKey && button && button.getBoundingClientRect().top > innerHeight) this.focus();
  };

  readonly #handleFold = (event: MouseEvent): void => {
    if (this.#listGuard.isTooSoon(event)) return;
    this.#list = { ...this.#list, shows: this.#list.shows === 'unfolded' ? 'whole' : 'unfolded' };
    this.requestUpdate();
  };

  /** Escape closes the list, and focus goes to the button that opens it. */
  readonly #handleEscape = (event: KeyboardEvent): void => {
    if (!this.#isOpen || !takeEscape(event)) return;
    this.renderRoot.querySelector<HTMLElement>('[part=more]')?.focus();
    void this.#handleMore();
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

/** Rows without content, as high as rows are, until the first answer. */
function renderSkeleton(count: number, words: Words): TemplateResult[] {
  return Array.from({ length: count }, (_nothing, index) =>
    index === 0
      ? html`<div class="row skeleton"><p class="loading">${words.loadingRates}</p></div>`
      : html`<div class="row skeleton" aria-hidden="true"><span></span><span></span></div>`,
  );
}
