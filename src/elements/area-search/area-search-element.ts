import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { type AreaClient, type Clock, InvalidRequestError, machineClock } from '../../client/index.ts';
import { Area } from '../../contract/index.ts';
import { type AreaChangeReason, ShipAreaChangeEvent, ShipErrorEvent } from '../core/events.ts';
import { jsonObject } from '../core/page-input.ts';
import { type FieldContent, ShipField } from '../core/ship-field.ts';
import { base } from '../core/styles.ts';
import { areaLanguages } from '../words/languages.ts';
import type { Languages } from '../words/locale.ts';
import { isOffline, worthRetrying } from '../words/sentences.ts';
import type { AreaWords } from '../words/words.ts';
import { DestinationLink } from './destination-link.ts';
import {
  areaClientFor,
  areasOfCode,
  byDistrict,
  certainOf,
  failureSentence,
  isLasting,
  isNotServed,
  marked,
  mayBeCut,
  nameOfArea,
  postalCodeOf,
  Search,
  type SearchState,
  textOfArea,
} from './search.ts';
import { styles } from './styles.ts';

/** Where the list would lie under the keyboard of a phone. */
const isSmall = () => globalThis.matchMedia?.('(pointer: coarse), (max-width: 480px)').matches;

const keepFocus = (event: Event) => event.preventDefault();

/** What may happen outside of an open list. */
const outsideEvents = ['pointerdown', 'pointerup', 'focusin'] as const;

/** What the console has said last: each text would fail in the same way. */
let warned = '';

/**
 * Finds the shopper's district by its name or postal code. Couriers price by district, and one postal code may lie in two.
 *
 * @tag ship-area-search
 * @csspart input - the text
 * @csspart list - the results, or what is shown in their place
 * @csspart option - one result
 * @cssstate chosen - an area is chosen
 * @cssstate open - the list is open
 * @cssstate searching - the answer is on its way
 * @cssstate empty - nothing was found
 * @cssstate error - the search failed
 * @cssstate offline - there is no connection
 * @cssstate user-invalid - no area is chosen, and the shopper has tried to submit
 * @fires input - the shopper chose or cleared
 * @fires change - the shopper chose or cleared
 * @fires ship-area-change - the area changed, and why
 * @fires ship-error - the search failed
 */
export class AreaSearchElement extends ShipField<AreaWords, AreaClient> {
  /** @internal */
  static override readonly languages: Languages<AreaWords> = areaLanguages;

  /** @internal */
  static override readonly clientFor: (baseUrl: string) => AreaClient = areaClientFor;

  static override styles = [base, styles];

  static override properties: PropertyDeclarations = {
    value: { attribute: false },
    area: {},
    postalCode: { attribute: 'postal-code' },
    htmlFor: { attribute: 'for' },
  };

  /** A postal code to start with. If it lies in one district, that one is chosen. Another code takes the chosen area away. */
  postalCode: string | number | undefined;

  /** The id of a checkout, or of a rate comparison, whose destination is the area. */
  htmlFor = '';

  /** @internal What waits for the end of typing. */
  clock: Clock = machineClock;

  readonly #search = new Search(this, (state) => this.#handleSearch(state));
  readonly #link = new DestinationLink(this, (postalCode) => this.#handleOtherDestination(postalCode));
  #area: Area | undefined;
  /** Areas that were chosen or set. An id of them has a label. */
  readonly #known = new Map<string, Area>();
  /** What the input shows. */
  #text = '';
  #isOpen = false;
  /** The position of the active option. -1 for none. */
  #active = -1;
  /** The shopper is typing. The chosen area stays until another one is chosen. */
  #isEditing = false;
  /** The postal code that the page has set here, until an area is chosen. */
  #pageCode: number | undefined;
  /** The postal code of the page that was asked last. A page that repeats it does not replace what the shopper types. */
  #askedCode: number | undefined;
  /** The question is a postal code of the page: the only district of it is chosen without the shopper. */
  #isAskedByPage = false;
  /** It lies over the whole page, as high as the window. */
  #isSheet = false;
  /** The last event inside the element, which reaches the window, too. */
  #inside: Event | undefined;
  /** The page has taken the area away. The next postal code of the destination is asked, too. */
  #isDropped = false;

  constructor() {
    super();
    for (const type of outsideEvents) {
      this.addEventListener(type, (event) => {
        this.#inside = event;
      });
    }
  }

  /** The area id, or null. Setting it fires no event. An id that was not chosen or set here before has no label: set `area` instead. */
  get value(): string | null {
    return this.#area?.id ?? null;
  }

  set value(id: string | null | undefined) {
    this.area = id ? (this.#known.get(id) ?? ({ id } as Area)) : undefined;
  }

  /**
   * The chosen area, as the service answered it. Setting it fires no event. As an attribute: JSON. The attribute is what a form's reset
   * returns to.
   */
  get area(): Area | undefined {
    return this.#area;
  }

  set area(given: Area | null | undefined) {
    const area = this.#read(given);
    // Frameworks set every property again. An equal area in a new object is no change.
    if (JSON.stringify(area) !== JSON.stringify(this.#area)) this.#take(area);
  }

  /** @internal What a checkout is told: the area, or the postal code of the page. */
  get place(): Area | { postal_code: number } | undefined {
    return this.#area ?? (this.#pageCode ? { postal_code: this.#pageCode } : undefined);
  }

  /** The status of the search, or `chosen`. */
  get status(): 'chosen' | SearchState['status'] {
    return this.#isShownChosen ? 'chosen' : this.#search.state.status;
  }

  /** Why the search failed. */
  get error(): Error | undefined {
    return this.#search.state.error;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const type of outsideEvents) addEventListener(type, this.#handleOutside);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const type of outsideEvents) removeEventListener(type, this.#handleOutside);
  }

  override focus(options?: FocusOptions): void {
    this.#input?.focus(options);
  }

  override formResetCallback(): void {
    super.formResetCallback();
    this.#pageCode = postalCodeOf(this.postalCode);
    this.#change(this.#read(this.getAttribute('area')), 'reset');
    this.#askForPage(this.#pageCode);
  }

  formStateRestoreCallback(state: string | File | FormData | null): void {
    this.#change(this.#read(state), 'restored');
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    const { status } = this.#search.state;
    return {
      ...super.states,
      chosen: this.#area !== undefined,
      open: this.#isOpen,
      searching: status === 'searching',
      empty: status === 'empty',
      error: status === 'error',
      offline: status === 'error' && isOffline(),
    };
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    // Firefox and WebKit send no `focusout` then.
    if (this.isDisabled) this.#isOpen = false;
    if (!changed.has('postalCode')) return;
    const code = postalCodeOf(this.postalCode);
    // An area that was set together with the code stays: it is the more exact one.
    if (this.#area && (changed.has('area') || !code || code === this.#area.postal_code)) return;
    this.#pageCode = code;
    this.#change(undefined, 'page');
    this.#link.write(this.place);
    this.#askForPage(code);
  }

  /** The shopper writes the same property, so that it is compared with the input itself. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const input = this.#input;
    if (input && input.value !== this.#text) input.value = this.#text;
    // An answer or the page has taken the focused button away.
    if (this.focusKeeper.hasMoved) input?.focus();
    this.#spread();
  }

  protected override render(): TemplateResult {
    const { words } = this.voice;
    const { labelText } = this;
    const isSheet = this.#isSheet;
    const label = labelText || words.area;
    return html`
      <div>
      <div class="area" popover role=${isSheet ? 'dialog' : nothing} aria-modal=${isSheet || nothing} aria-label=${isSheet ? label : nothing}
        @focusout=${this.#handleFocusOut} @keydown=${this.#handleKey} @toggle=${this.#handleToggle}
      >
        ${isSheet ? html`<button type="button" class="back" @click=${this.#leave}><span aria-hidden="true">&lsaquo;</span>${label}</button>` : nothing}
        ${labelText || isSheet ? nothing : html`<label for="input">${words.area}</label>`}
        ${this.#renderField(isSheet ? label : labelText)} ${this.#renderList(label)}
        ${this.#isShownChosen ? nothing : html`<p class="hint ${this.userInvalid ? 'wrong' : ''}" id="hint">${this.#hint}</p>`}
      </div>
      </div>
      ${this.renderLiveRegion()}
    `;
  }

  #renderField(label: string): TemplateResult {
    const chosen = this.#isEditing ? undefined : this.#area && textOfArea(this.#area);
    return html`
      <div class="field ${chosen ? 'two' : ''}">
        <input id="input" part="input" type="text" role="combobox" aria-autocomplete="list" aria-controls="list"
          autocomplete="off" spellcheck="false" enterkeyhint="search"
          aria-label=${label || nothing} aria-describedby=${chosen ? 'place' : 'hint'} aria-expanded=${this.#isListed}
          aria-activedescendant=${this.#isListed && this.#active >= 0 ? `option-${this.#active}` : nothing}
          aria-required=${this.required || nothing} aria-invalid=${this.userInvalid || nothing} ?disabled=${this.isDisabled}
          @input=${this.#handleInput} @change=${this.#handleChange} @compositionend=${this.#handleText} @click=${this.#handleOpen}
        />
        ${chosen ? html`<small id="place">${`${chosen.place} ${chosen.postalCode}`}</small>` : nothing}
        ${this.#text && !this.isDisabled ? this.#renderButton(chosen !== undefined) : nothing}
      </div>
    `;
  }

  #renderButton(isChosen: boolean): TemplateResult {
    const { changeArea, clearArea, area } = this.voice.words;
    return isChosen
      ? html`<button type="button" aria-label=${`${changeArea} ${area.toLowerCase()}`} @click=${this.#handleOpen}>${changeArea}</button>`
      : html`<button type="button" class="clear" aria-label=${clearArea} @click=${this.#handleClear}>&times;</button>`;
  }

  /** The list takes no focus: a press on it must not take focus from the text. */
  #renderList(label: string): TemplateResult {
    const { words } = this.voice;
    const { status, areas, text, error } = this.#search.state;
    const canRetry = worthRetrying(error) && !isLasting(error);
    return html`
      <div class="list" part="list" ?hidden=${!this.#isShown} @mousedown=${keepFocus}>
        <p class="say ${status}" ?hidden=${this.#isListed && !this.#doubt}>
          ${status === 'searching' ? html`<i></i>` : nothing}
          ${status === 'empty' ? html`<b>${words.notFound(text)}</b> ${words.notFoundHelp}` : this.#sentence}
          ${canRetry ? html`<button type="button" @click=${this.#handleRetry}>${words.retry}</button>` : nothing}
        </p>
        <div class="options" role="listbox" id="list" aria-label=${label} ?hidden=${!this.#isListed}>
          ${this.#isListed ? byDistrict(areas).map((district) => this.#renderDistrict(district)) : nothing}
        </div>
        <p class="say" ?hidden=${!this.#isListed || !this.#advice}>${this.#advice}</p>
      </div>
    `;
  }

  /** A row, in which each postal code is an option if there are several. */
  #renderDistrict(areas: readonly Area[]): TemplateResult | TemplateResult[] {
    const [first, another] = areas;
    if (!first || !another) return areas.map((area) => this.#renderOption(area, 'row'));
    const { district, place } = textOfArea(first);
    return html`
      <div class="row" role="group" aria-label=${`${district}, ${place}`}>
        <b>${marked(district, this.#searched)}</b> <small>${place}</small>
        <div class="codes">${areas.map((area) => this.#renderOption(area, 'code'))}</div>
      </div>
    `;
  }

  /** Its label: Chromium’s accessibility tree leaves out the space between two words that are marked. */
  #renderOption(area: Area, kind: 'row' | 'code'): TemplateResult {
    const { district, place, postalCode } = textOfArea(area);
    const index = this.#search.state.areas.indexOf(area);
    return html`
      <div class=${kind} role="option" part="option" id="option-${index}" aria-selected=${index === this.#active}
        aria-label=${`${district} ${postalCode}, ${place}`} @click=${() => this.#choose(area, 'user')}
      >
        ${kind === 'row' ? html`<b>${marked(district, this.#searched)}</b>` : nothing} <b>${marked(postalCode, this.#searched)}</b>
        ${kind === 'row' ? html`<small>${place}</small>` : nothing}
      </div>
    `;
  }

  get #searched(): string {
    return this.#search.state.question.texts.join(' ');
  }

  /** What helps to find the right one in a list. Empty if its rows say all. */
  get #advice(): string {
    const { words } = this.voice;
    const { areas } = this.#search.state;
    if (mayBeCut(areas)) return words.moreLetters;
    return areas.length > byDistrict(areas).length ? words.choosePostalCode : '';
  }

  get #input(): HTMLInputElement | null | undefined {
    return this.renderRoot?.querySelector<HTMLInputElement>('#input');
  }

  /** The list, or what is shown in its place, is in sight. */
  get #isShown(): boolean {
    return this.#isOpen && this.#search.state.status !== 'idle';
  }

  get #isListed(): boolean {
    return this.#isOpen && this.#search.state.status === 'found';
  }

  get #isShownChosen(): boolean {
    return this.#area !== undefined && !this.#isEditing;
  }

  /** The position of the area that Enter alone chooses. -1 if the shopper has to say which. */
  get #certain(): number {
    const { areas, question } = this.#search.state;
    return certainOf(areas, question);
  }

  /** Why no area is active: the postal code lies in several districts, or not in the one that the text names. Empty if one is. */
  get #doubt(): string {
    const { words } = this.voice;
    const { areas, question, text } = this.#search.state;
    if (!areas.length || this.#certain >= 0) return '';
    const { length } = areasOfCode(areas, question);
    return length > 1 && question.codes.length === 1 ? words.severalDistricts(text, length) : words.uncertain;
  }

  /** What the search has come to. Announced, and shown under the text while the list is closed. */
  get #sentence(): string {
    const { words } = this.voice;
    const { status, text, areas, error } = this.#search.state;
    switch (status) {
      case 'searching':
        return words.searching(text);
      case 'found':
        return this.#doubt || words.areasFound(byDistrict(areas).length);
      case 'empty':
        return `${words.notFound(text)}. ${words.notFoundHelp}`;
      case 'error':
        return failureSentence(error, words);
      default:
        return '';
    }
  }

  /** The line under the text. The list lies over it. */
  get #hint(): string {
    const { chooseArea, areaExample } = this.voice.words;
    const sentence = this.#sentence;
    if (sentence) return this.#isOpen ? '' : sentence;
    return this.userInvalid ? chooseArea : areaExample;
  }

  /** @internal */
  protected override get content(): FieldContent {
    const area = this.#area;
    return {
      value: area?.id ?? null,
      beside: area ? { 'postal-code': String(area.postal_code ?? ''), name: nameOfArea(area) } : {},
      restorable: JSON.stringify(area ?? null),
      missingSentence: () => this.voice.words.chooseArea,
      anchor: () => this.#input ?? undefined,
    };
  }

  /** Reads an area of the page, an object or JSON. Anything else is reported, and counts as no area. */
  #read(given: unknown): Area | undefined {
    const area = typeof given === 'string' ? jsonObject.fromAttribute?.(given) : given;
    if (!area) return undefined;
    const { data } = Area.safeParse(area);
    const remedy = 'must be an area of searchAreas';
    if (!data) this.#report(new InvalidRequestError('searchAreas', [{ path: 'area', remedy }]));
    return data;
  }

  /** Takes an area, without an event. @param isDropped the page has set another destination, which stays */
  #take(area: Area | undefined, isDropped = false): void {
    this.#area = area;
    if (area) {
      this.#known.set(area.id, area);
      this.#pageCode = undefined;
    }
    this.#isDropped = isDropped;
    this.#isEditing = this.#isOpen = this.#isAskedByPage = false;
    this.#text = area ? textOfArea(area).district : '';
    this.#search.clear();
    if (!isDropped) this.#link.write(this.place);
    this.sync();
    this.requestUpdate();
  }

  #change(area: Area | undefined, reason: AreaChangeReason): void {
    const previous = this.#area;
    if (reason === 'user') this.#pageCode = undefined;
    this.#take(area, reason === 'page');
    if (area?.id === previous?.id) return;
    if (reason === 'user') {
      this.dispatchEvent(new Event('input', { bubbles: true }));
      this.dispatchEvent(new Event('change', { bubbles: true }));
    }
    this.dispatchEvent(new ShipAreaChangeEvent({ area, previous, reason }));
  }

  #choose(area: Area, reason: AreaChangeReason): void {
    this.#change(area, reason);
    this.announce(this.voice.words.areaChosen(nameOfArea(area)));
  }

  /** Asks for a postal code of the page. Its only district is chosen; of several, the shopper chooses. */
  #askForPage(code: number | undefined): void {
    this.#askedCode = code;
    if (!code || this.#area) return;
    this.#isAskedByPage = true;
    this.#text = String(code);
    this.#search.ask(this.#text, 0);
    this.requestUpdate();
  }

  #report(error: Error): void {
    if (!worthRetrying(error) && error.message !== warned) {
      warned = error.message;
      // biome-ignore lint/suspicious/noConsole: the author of the page has to read it
      console.warn(isNotServed(error) ? 'Set `areas: true` in your gateway:' : '', error);
    }
    this.dispatchEvent(new ShipErrorEvent({ error }));
  }

  #open(isOpen: boolean): void {
    this.#isOpen = isOpen;
    if (!isOpen) this.#active = -1;
    this.requestUpdate();
  }

  /** Spreads an open search over a small screen, and takes it back. The field keeps focus, and the page around it its height. */
  #spread(): void {
    const area = this.renderRoot.querySelector<HTMLElement>('.area');
    const isSheet = this.#isOpen && isSmall();
    // jsdom and browsers before 2024 have no popovers: the list lies over the page there.
    if (!area?.showPopover || isSheet === this.#isSheet) return;
    this.#isSheet = isSheet;
    const { style } = area.parentElement as HTMLElement;
    style.blockSize = isSheet ? `${area.getBoundingClientRect().height}px` : '';
    if (isSheet) area.showPopover();
    else area.hidePopover();
    this.requestUpdate();
  }

  /** A phone's way back closes it. */
  #handleToggle({ newState }: ToggleEvent): void {
    if (newState === 'closed' && this.#isSheet) this.#leave();
  }

  #handleSearch(state: SearchState): void {
    const { areas, error } = state;
    const certain = areas[this.#certain];
    if (certain && this.#isAskedByPage) {
      this.#choose(certain, 'postal-code');
      return;
    }
    this.#active = this.#isOpen ? this.#certain : -1;
    if (error) this.#report(error);
    // The shopper has left the field: "Searching…" must not stay.
    this.announce(this.#isOpen || this.#isAskedByPage ? this.#sentence : '');
    this.requestUpdate();
  }

  #handleOtherDestination(given: unknown): void {
    const code = postalCodeOf(given);
    this.#pageCode = undefined;
    if (this.#area) {
      this.#change(undefined, 'page');
      this.#askForPage(code);
    } else if (this.#isDropped && code !== this.#askedCode) this.#askForPage(code);
  }

  #handleInput(event: InputEvent): void {
    const text = this.#input?.value ?? '';
    // A syllable that is being composed is no text yet. Keyboards of phones compose each word of Latin letters.
    if (event.isComposing && /[^\p{Script=Latin}\P{L}]/u.test(text)) this.#text = text;
    else this.#handleText();
  }

  /** Chrome on iOS and password managers fill in a field without `input`. */
  #handleChange(): void {
    if (this.#input?.value !== this.#text) this.#handleText();
  }

  #handleText(): void {
    const text = this.#input?.value ?? '';
    this.#isEditing = this.#area !== undefined;
    this.#isAskedByPage = false;
    this.#text = text;
    // A browser fills in fields without focus, and the list would lie over the next ones.
    this.#open(this.renderRoot.contains((this.shadowRoot as ShadowRoot).activeElement));
    const active = this.#active;
    // Until its answer is there, the list is that of an earlier text: Enter alone must not choose from it.
    this.#active = -1;
    if (!this.#search.ask(text)) this.#active = active;
  }

  #handleOpen(): void {
    if (this.#isShownChosen) {
      this.#isEditing = true;
      // Before the update, which removes the button: the browser would take focus away.
      this.#input?.focus();
      this.#input?.select();
    }
    this.#open(true);
  }

  #handleClear(): void {
    this.#change(undefined, 'user');
    this.#input?.focus();
  }

  #handleRetry(): void {
    this.#search.retry();
    // The button goes while the answer is on its way.
    this.#input?.focus();
  }

  /** A keyboard that is closed, or a screen reader that moves on, takes focus away without another target: the list stays. */
  #handleFocusOut({ relatedTarget }: FocusEvent): void {
    const stays = relatedTarget ? this.renderRoot.contains(relatedTarget as Node) : this.#isShown || this.#isSheet;
    if (!stays) this.#leave();
  }

  /** A touch counts when it ends: one that scrolls the page is cancelled. */
  readonly #handleOutside = (event: Event): void => {
    const { type, pointerType } = event as PointerEvent;
    const isPress = type === 'focusin' || (type === 'pointerup') === (pointerType === 'touch');
    if (this.#isOpen && isPress && event !== this.#inside) this.#leave();
  };

  /** The list closes, and an area that was chosen is shown again. */
  #leave(): void {
    this.#open(false);
    if (this.#isEditing) this.#take(this.#area);
  }

  /** The keys of an editable combobox: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
  #handleKey(event: KeyboardEvent): void {
    if (event.isComposing || event.target !== this.#input) return;
    const { areas, status } = this.#search.state;
    const isDown = event.key === 'ArrowDown';
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (status !== 'found' || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        if (event.altKey) this.#open(isDown);
        else this.#move(isDown ? 1 : -1);
        return;
      case 'Enter': {
        const area = this.#isListed ? areas[this.#active] : undefined;
        // A form around it is not submitted with half a word.
        if (this.#isShown) event.preventDefault();
        else if (!event.defaultPrevented) this.submitForm();
        if (area) this.#choose(area, 'user');
        return;
      }
      case 'Tab':
        this.#open(false);
        return;
      case 'Escape':
        if (this.#isShown) this.#open(false);
        else if (this.#isEditing) this.#take(this.#area);
        else if (this.#text && !this.#area) this.#handleClear();
        else return;
        // A dialog around it stays open.
        event.preventDefault();
        event.stopPropagation();
    }
  }

  /** Moves to the next or the previous option, and from the last to the first. */
  #move(step: number): void {
    const { length } = this.#search.state.areas;
    const from = this.#active < 0 && step < 0 ? length : this.#active;
    this.#open(true);
    this.#active = (from + step + length) % length;
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    );
  }
}
