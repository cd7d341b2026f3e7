import {
  html,
  type LitElement,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { createPromiseClient, type PromiseClient, type PromiseQuestion } from '../../client/index.ts';
import { type Area, type PromiseResponse, plainNumber } from '../../contract/index.ts';
import { promiseAt, weightClassOf } from '../../quote/index.ts';
import { Asking, asError } from '../core/asking.ts';
import { takeEscape, watchSight } from '../core/browser.ts';
import { ShipAreaChangeEvent, ShipErrorEvent, ShipPromiseEvent } from '../core/events.ts';
import { loadClass } from '../core/load-class.ts';
import { always, clientsBy, filled, flag, Given, objectOf, warnOf, warnOfFractions } from '../core/page-input.ts';
import { type RememberedArea, recallArea, rememberArea, watchRememberedArea } from '../core/remembered-area.ts';
import { ShipElement } from '../core/ship-element.ts';
import { base } from '../core/styles.ts';
import { register } from '../register.ts';
import { promiseLanguages } from '../words/languages.ts';
import { worthRetrying } from '../words/sentences.ts';
import type { PromiseWords } from '../words/words.ts';
import { goodsOf, type PromiseView, placeOf, promiseView, refuse } from './promise-view.ts';
import { styles } from './styles.ts';

/** Milliseconds after which a page that is never idle is asked for, too. */
const longestWait = 2_000;

/** Milliseconds after which an answer on an open page is asked again: prices and calendars change. The gateway answers from what it has kept. */
const longestShown = 3_600_000;

/** Milliseconds after which a question that had no answer is asked again, while the page is seen. */
const failurePause = 60_000;

const searchTag = 'ship-area-search';

/**
 * Says on the page of a product, or in the cart, when delivery comes and what it costs at least. In a cart, it says what is missing for free delivery.
 *
 * @tag ship-promise
 * @slot unknown - shown while the district is not known
 * @slot asking - shown while the answer is on its way
 * @slot unavailable - shown if no courier delivers there, or if no answer came
 * @csspart headline - when it comes
 * @csspart detail - the price, or what is missing for free delivery
 * @csspart change - the button, or the link, with the district
 * @csspart progress - the bar of free delivery
 * @cssstate unknown - the district is not known
 * @cssstate asking - the answer is on its way
 * @cssstate known - the answer is shown
 * @cssstate unavailable - no courier delivers there, or no answer came
 * @cssstate free - delivery is free
 * @fires ship-promise - the gateway has answered, or the district has changed
 * @fires ship-area-change - the shopper has chosen another district
 * @fires ship-error - no answer came, or the page has a mistake
 */
export class PromiseElement extends ShipElement<PromiseWords, PromiseClient> {
  /** @internal */
  static override readonly languages: typeof promiseLanguages = promiseLanguages;

  /** @internal */
  static override readonly clientFor: (baseUrl: string) => PromiseClient = clientsBy(
    'readPromise',
    createPromiseClient,
  );

  /** @internal Loads the search at the first click. The script-tag file has none: the page loads it, or has a page of its own. */
  static loadSearch: (() => Promise<unknown>) | undefined;

  static override styles = [base, styles];

  static override properties: PropertyDeclarations = {
    items: { hasChanged: always },
    cart: { converter: filled },
    subtotal: {},
    area: { noAccessor: true },
    remember: { converter: flag },
    changeUrl: { attribute: 'change-url' },
  };

  /** The goods: a list with the weight of each in grams, and if they are known `quantity`, and `length`, `width` and `height` in cm. As an attribute: JSON. */
  get items(): unknown {
    return this.#items;
  }

  set items(given: unknown) {
    this.#items = objectOf(given);
  }

  /** The cart that the shop's server has signed (`signCart`), instead of `items` and `subtotal`. */
  cart = '';

  /** Rupiah that the goods in the cart cost. With it, the element says what is missing for free delivery. */
  subtotal: string | number | undefined;

  /**
   * The shopper's district: the area of a search, or its `id`, `name` and `postal_code`. Setting it fires no event. As an attribute: JSON. A
   * page that repeats its own does not take back what the shopper has chosen.
   */
  get area(): Area | RememberedArea | null | undefined {
    return this.#area;
  }

  set area(given: Area | RememberedArea | string | null | undefined) {
    // Text that is not JSON is no place.
    const area = objectOf(given) as Area | RememberedArea | null | undefined;
    this.#isPagesOwn = isPlace(area);
    if (!this.#given.isNew(area) && area) return;
    this.#setArea(area);
  }

  /** Keeps the district that the shopper chooses for 90 days on this device, for this shop, and begins with it. Off by default. */
  remember = false;

  /** The page's own place to change the district, if `ship-area-search` is not loaded. */
  changeUrl = '';

  #items: unknown;
  #area: Area | RememberedArea | null | undefined;
  readonly #given = new Given();
  /** The page names a district. It counts more than one that is remembered. */
  #isPagesOwn = false;
  #promise: PromiseResponse | undefined;
  #error: Error | undefined;
  /** The element is in sight, and the page has nothing else to do. */
  #mayAsk = false;
  readonly #asking = new Asking();
  /** Where the goods go, who was asked, and the question as text: those of the last one. */
  #asked: readonly unknown[] = [];
  #askedAt = 0;
  /** The question that the answer on screen is for. */
  #answered: readonly unknown[] = [];
  /** The dates of the answer were over when it came: the clock of this device, or of the gateway, is wrong. Asking again would not help. */
  #cameOver = false;
  #stopWatching = () => {};
  #forgetWatch: (() => void) | undefined;
  #isSearching = false;
  /** Where the last press in the dialog began. */
  #pressed: EventTarget | null = null;

  /** The last answer. Undefined until then. */
  get promise(): PromiseResponse | undefined {
    return this.#promise;
  }

  /** Why there is no answer. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** What is shown. */
  get status(): 'unknown' | 'asking' | 'known' | 'unavailable' {
    if (!this.#place) return 'unknown';
    if (this.#promise) return this.#promise.rate ? 'known' : 'unavailable';
    return this.#error ? 'unavailable' : 'asking';
  }

  /** Asks again. The gateway answers from what it has kept. */
  refresh(): void {
    this.#asked = [];
    this.#error = undefined;
    this.#mayAsk = true;
    this.#ask(true);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#forgetWatch = watchRememberedArea(this.#handleRemembered);
    this.#recall();
    void customElements.whenDefined(searchTag).then(() => this.requestUpdate());
    this.#waitForSight();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A dialog that leaves the page comes back beside it, not over it.
    this.#isSearching = false;
    this.requestUpdate();
    this.#forgetWatch?.();
    this.#stopWatching();
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('.change')?.focus(options);
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    const { status } = this;
    return {
      unknown: status === 'unknown',
      asking: status === 'asking',
      known: status === 'known',
      unavailable: status === 'unavailable',
      free: this.#promise?.rate?.price === 0,
    };
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has('remember')) this.#recall();
    this.#ask();
  }

  protected override render(): TemplateResult {
    const { words } = this.voice;
    const { status } = this;
    const view = this.#view;
    return html`
      <section class="rows ${this.#isCart ? 'cart' : ''}" aria-label=${words.title} aria-busy=${status === 'asking'}>
        <div class="line ${view?.detail || status === 'asking' ? '' : 'alone'}"><span class="headline ${status}" part="headline">${this.#renderHeadline(view)}</span> ${this.#renderChange()}</div>
        ${view?.progress ? html`<progress part="progress" max=${view.progress.max} .value=${view.progress.value} aria-label=${view.missing || words.free}></progress>` : nothing}
        <div class="detail" part="detail">${this.#renderDetail(view)}</div>
      </section>
      ${this.#isSearching ? this.#renderSearch() : nothing} ${this.renderLiveRegion()}
    `;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const dialog = this.renderRoot.querySelector('dialog');
    if (!dialog || dialog.open) return;
    dialog.showModal();
    void this.#openSearch(dialog.querySelector(searchTag) as LitElement);
  }

  /** As if the shopper had clicked the field: on a phone, the search lies over the whole page. */
  async #openSearch(search: LitElement): Promise<void> {
    const { loadSearch = async () => {} } = this.constructor as typeof PromiseElement;
    // The page's own link may work.
    const isLoaded = await loadClass(search, loadSearch, { target: this });
    if (!isLoaded && this.changeUrl && this.isConnected) location.assign(this.changeUrl);
    await customElements.whenDefined(searchTag);
    await search.updateComplete;
    search.focus();
    // It was removed before it was defined, if it has none.
    search.renderRoot?.querySelector<HTMLElement>('[part=input]')?.click();
  }

  #renderHeadline(view: PromiseView | undefined): TemplateResult {
    const { status } = this;
    if (status === 'known') return html`${view?.headline}`;
    const { words } = this.voice;
    const wait = html`<span class="hidden">${words.asking}</span><span class="bone"></span>`;
    const canChange = this.#canSearch || this.changeUrl;
    const text = status === 'unknown' && canChange ? words.check : words.unavailable;
    return html`<slot name=${status}>${status === 'asking' ? wait : text}</slot>`;
  }

  #renderDetail(view: PromiseView | undefined): TemplateResult | typeof nothing {
    if (this.status === 'asking') return html`<span class="bone"></span>`;
    if (!view) return nothing;
    const { free, detail, wideDetail, condition } = view;
    if (free) return html`<span class="free"><b>${free}</b> <span>${detail}</span></span>`;
    const price =
      detail === wideDetail
        ? detail
        : html`<span class="narrow">${detail}</span><span class="wide">${wideDetail}</span>`;
    return html`${price}${condition ? html`<span class="more"> \u00b7 ${condition}</span>` : nothing}`;
  }

  #renderChange(): TemplateResult {
    const { words } = this.voice;
    const area = this.#place;
    const [district, city] = area ? placeOf(area) : [words.choose, ''];
    const label = area ? words.change(district + city) : `${words.choose}: ${words.search}`;
    const content = html`<span>${district}<span class="wide">${city}</span></span>`;
    if (this.#canSearch)
      return html`<button type="button" class="change" part="change" aria-label=${label} ?disabled=${this.disabled} @click=${this.#handleChange}>${content}</button>`;
    if (this.changeUrl)
      return html`<a class="change" part="change" aria-label=${label} href=${this.changeUrl}>${content}</a>`;
    return html`<span class="detail">${area ? district : ''}</span>`;
  }

  #renderSearch(): TemplateResult {
    const { words } = this.voice;
    const { client } = this;
    const area = Object(this.area).id ? this.area : undefined;
    return html`<dialog aria-label=${words.search} @close=${this.#handleClose} @pointerdown=${this.#handleBackdrop} @click=${this.#handleBackdrop} @keydown=${this.#handleKey}>
      <div class="head">
        <span aria-hidden="true">${words.search}</span>
        <button type="button" @click=${this.#handleClose}>${words.close}</button>
      </div>
      <ship-area-search
        .baseUrl=${this.baseUrl} .client=${client?.searchAreas ? client : undefined} .area=${area}
        @ship-area-change=${this.#handleArea} @ship-error=${stop} @input=${stop} @change=${stop}
      ></ship-area-search>
    </dialog>`;
  }

  /** The district to ask for. Undefined if there is neither id nor postal code. */
  get #place(): Area | RememberedArea | undefined {
    return isPlace(this.area) ? (this.area as Area) : undefined;
  }

  #setArea(area: Area | RememberedArea | null | undefined): void {
    this.#area = area;
    this.requestUpdate();
  }

  #recall(): void {
    if (this.remember && !this.#place) this.#setArea(recallArea());
  }

  get #isCart(): boolean {
    return Boolean(this.cart) || (this.subtotal ?? '') !== '';
  }

  get #canSearch(): boolean {
    return Boolean((this.constructor as typeof PromiseElement).loadSearch || customElements.get(searchTag));
  }

  get #view(): PromiseView | undefined {
    const { words, language, formatRupiah } = this.voice;
    const now = this.clock.now();
    const { rate = null, free_delivery = null } = this.#promise ?? {};
    const answered = { success: true, rate, free_delivery: this.#isCart ? free_delivery : null } as const;
    return promiseView(answered, { words, language, formatRupiah, now });
  }

  /** @internal */
  protected override get changesWithTime(): boolean {
    return this.#promise !== undefined || (this.#error !== undefined && worthRetrying(this.#error));
  }

  /** @internal Asks again once the promises that were made are over, and when the answer is old. A hidden page waits until it is seen. */
  protected override handleTime(): void {
    if (this.clock.isHidden()) return;
    const age = Math.abs(this.clock.now() - this.#askedAt);
    const isOver = this.#isOver && !this.#cameOver;
    if (isOver) this.#show(undefined);
    if (isOver || age >= (this.#error ? failurePause : longestShown)) this.#ask(true);
    this.requestUpdate();
  }

  /** @internal */
  protected override handleOnline(): void {
    if (worthRetrying(this.#error)) this.refresh();
  }

  /** Whether dates were promised, and none of them holds any more. */
  get #isOver(): boolean {
    const { arrivals } = this.#promise?.rate ?? {};
    return Boolean(arrivals?.length) && !promiseAt(arrivals, this.clock.now());
  }

  /** @throws {InvalidRequestError} naming the property that the page has to correct */
  get #question(): PromiseQuestion | undefined {
    const { id, postal_code } = Object(this.#place) as Partial<Area>;
    const place = id ? { destination_area_id: id } : { destination_postal_code: Number(postal_code) };
    if (this.cart) return { ...place, cart: this.cart };
    // A framework sets the goods after the first render. In a page that has loaded, they are missing.
    if (!this.isOverdue && !this.items) return undefined;
    const subtotal = plainNumber(this.subtotal, true);
    if (this.#isCart && !(subtotal >= 0)) refuse('subtotal', 'must be whole rupiah, 0 or more, without separators');
    warnOfFractions(this.items);
    return { ...place, ...weightClassOf(goodsOf(this.items)), ...(this.#isCart && { subtotal: Math.floor(subtotal) }) };
  }

  /** Asks if there is something new to ask. @param fresh also what was asked before: it stays on screen until the answer is there */
  #ask(fresh = false): void {
    const { activeClient: client } = this;
    if (this.#place && !(this.isConnected && this.#mayAsk && client)) return;
    let question: PromiseQuestion | undefined;
    try {
      question = this.#place && this.#question;
    } catch (thrown) {
      this.#fail(asError(thrown));
    }
    if (!client || !question) {
      // An answer that is on its way is about other goods, or another place.
      this.#asked = [];
      this.#asking.stop();
      this.#show(undefined);
      return;
    }
    const place = question.destination_area_id ?? question.destination_postal_code;
    const asked = [place, this.source, JSON.stringify(question)];
    const isRepeated = asked.every((part, index) => part === this.#asked[index]);
    if (!fresh && isRepeated) return;
    // What a changed cart lacks is asked while the answer before stays. Another place has another price.
    if (place !== this.#asked[0]) this.#show(undefined);
    if (!isRepeated) this.#asked = asked;
    this.#askedAt = this.clock.now();
    this.#error = undefined;
    void this.#asking.ask(() => client.promise(question, { fresh }), this.#show, this.#fail);
  }

  readonly #show = (promise: PromiseResponse | undefined): void => {
    this.#answered = this.#asked;
    if (promise === this.#promise) return;
    this.#promise = promise;
    this.#cameOver = this.#isOver;
    this.#error = undefined;
    this.requestUpdate();
    this.dispatchEvent(new ShipPromiseEvent({ promise }));
  };

  readonly #fail = (error: Error): void => {
    if (error.message === this.#error?.message) return;
    // What was promised still holds, although it could not be asked again. Other goods have another price.
    if (!worthRetrying(error) || this.#isOver || this.#answered !== this.#asked) this.#show(undefined);
    this.#error = error;
    warnOf(error, '`promises`');
    this.requestUpdate();
    this.dispatchEvent(new ShipErrorEvent({ error }));
  };

  /** Nothing is asked before the element is in sight and the page is idle. */
  #waitForSight(): void {
    if (this.#mayAsk) return;
    const go = () => {
      this.#mayAsk = true;
      this.requestUpdate();
    };
    void this.updateComplete.then(() => {
      this.#stopWatching();
      if (!this.isConnected) return;
      this.#stopWatching = watchSight(this)((isInSight) => {
        if (!isInSight) return;
        this.#stopWatching();
        // Safari has no idle callback.
        if ('requestIdleCallback' in globalThis) requestIdleCallback(go, { timeout: longestWait });
        else setTimeout(go, 1);
      });
    });
  }

  readonly #handleRemembered = (): void => {
    if (!this.remember || this.#isPagesOwn) return;
    const area = recallArea();
    if (area?.id !== Object(this.area).id) this.#setArea(area);
  };

  readonly #handleChange = (): void => {
    this.#isSearching = true;
    this.requestUpdate();
  };

  readonly #handleClose = (): void => {
    this.renderRoot.querySelector('dialog')?.close();
    this.#isSearching = false;
    this.requestUpdate();
  };

  readonly #handleKey = (event: KeyboardEvent): void => {
    if (takeEscape(event)) this.#handleClose();
  };

  /** A press that begins in the field marks text, wherever it ends (Esri/calcite-design-system#15185). */
  readonly #handleBackdrop = ({ type, target, currentTarget }: Event): void => {
    if (type === 'click' && target === currentTarget && target === this.#pressed) this.#handleClose();
    this.#pressed = target;
  };

  readonly #handleArea = (event: ShipAreaChangeEvent): void => {
    const { area, reason } = event;
    event.stopPropagation();
    if (reason !== 'user') return;
    const previous = (this.area as Area | null) ?? undefined;
    this.#setArea(area);
    if (this.remember) rememberArea(area);
    this.#mayAsk = true;
    if (area) this.#handleClose();
    this.dispatchEvent(new ShipAreaChangeEvent({ area, previous, reason }));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'ship-promise': PromiseElement;
  }
}

const isPlace = (area: unknown): boolean => {
  const { id, postal_code } = Object(area);
  return Boolean(id || postal_code);
};

const stop = (event: Event): void => event.stopPropagation();

// Last, because an element that stands in the page already begins at once.
register({ 'ship-promise': PromiseElement });
