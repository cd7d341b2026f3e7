import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { type AreaClient, InvalidRequestError } from '../../client/index.ts';
import { Area } from '../../contract/index.ts';
import { type AreaChangeReason, ShipAreaChangeEvent, ShipErrorEvent } from '../core/events.ts';
import { flag, Given, objectOf, warnOf } from '../core/page-input.ts';
import { recallArea, rememberArea } from '../core/remembered-area.ts';
import { type FieldContent, ShipField } from '../core/ship-field.ts';
import { base } from '../core/styles.ts';
import { register } from '../register.ts';
import { areaLanguages } from '../words/languages.ts';
import type { Languages } from '../words/locale.ts';
import { isOffline, worthRetrying } from '../words/sentences.ts';
import type { AreaWords } from '../words/words.ts';
import { Combobox } from './combobox.ts';
import { DestinationLink } from './destination-link.ts';
import { mayRetry, renderList, sentenceOf } from './list.ts';
import { areaClientFor, certainOf, nameOfArea, postalCodeOf, Search, type SearchState, textOfArea } from './search.ts';
import { styles } from './styles.ts';

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
    remember: { converter: flag },
  };

  /** A postal code to start with. If it lies in one district, that one is chosen. Another code takes the chosen area away. */
  postalCode: string | number | undefined;

  /** The id of a checkout, or of a rate comparison, whose destination is the area. */
  htmlFor = '';

  /**
   * Keeps the district that the shopper chooses for 90 days on this device, for this shop, and begins with it. Off by default. A shopper who
   * empties the search is forgotten.
   */
  remember = false;

  readonly #search = new Search(this, (state) => this.#handleSearch(state));
  readonly #combobox = new Combobox(this, {
    state: () => this.#search.state,
    choose: (area) => this.#choose(area, 'user'),
    retry: () => mayRetry(this.error) && this.#handleRetry(),
    submit: () => {
      this.#leave();
      this.submitForm();
    },
    leave: () => this.#leave(),
    takeBack: () => this.#takeBack(),
  });
  readonly #link = new DestinationLink(this, (postalCode) => this.#handleOtherDestination(postalCode));
  #area: Area | undefined;
  readonly #given = new Given();
  /** Areas that were chosen or set. An id of them has a label. */
  readonly #known = new Map<string, Area>();
  /** What the input shows. */
  #text = '';
  /** The shopper is typing. The chosen area stays until another one is chosen. */
  #isEditing = false;
  /** The area that was chosen before the shopper left a text in its place. */
  #former: Area | undefined;
  /** The postal code that the page has set here, until an area is chosen. */
  #pageCode: number | undefined;
  /** The postal code of the page that was asked last. A page that repeats it does not replace what the shopper types. */
  #askedCode: number | undefined;
  /** The question is a postal code of the page: the only district of it is chosen without the shopper. */
  #isAskedByPage = false;
  /** @internal Whether the shopper has chosen the area. */
  isShoppers = false;
  /** The shopper has chosen it, or has emptied the field, in this page. */
  #isDirty = false;
  /** The page has taken the area away. The next postal code of the destination is asked, too. */
  #isDropped = false;

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

  set area(given: Area | string | null | undefined) {
    const area = this.#read(given);
    // A page that repeats its own area does not take back what the shopper has chosen.
    const isRepeated = !this.#given.isNew(area) && area && this.isShoppers;
    // Frameworks set every property again. An equal area in a new object is no change.
    if (isRepeated || JSON.stringify(area) === JSON.stringify(this.#area)) return;
    this.isShoppers = this.#isDirty = false;
    this.#take(area);
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
      open: this.#combobox.isOpen,
      searching: status === 'searching',
      empty: status === 'empty',
      error: status === 'error',
      offline: status === 'error' && isOffline(),
    };
  }

  /** @internal */
  protected override isShoppersOwn(attribute: string): boolean {
    return attribute === 'area' && this.#isDirty;
  }

  /** @internal */
  protected override handleOnline(): void {
    if (worthRetrying(this.error)) this.#search.retry();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    // Firefox and WebKit send no `focusout` then.
    if (this.isDisabled) this.#combobox.open(false);
    const recalled = changed.has('remember') && this.remember && !this.place && recallArea();
    if (recalled) this.#change(recalled, 'remembered');
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
    this.#combobox.spread();
  }

  protected override render(): TemplateResult {
    const { words } = this.voice;
    const { labelText, contactUrl } = this;
    const { state } = this.#search;
    const { isOpen, isSheet, active, handleFocusOut, handleToggle } = this.#combobox;
    const label = labelText || words.area;
    const choose = (area: Area) => this.#choose(area, 'user');
    const list = renderList({
      ...{ state, words, contactUrl, label, isOpen, active, choose },
      retry: () => this.#handleRetry(),
    });
    return html`
      <div>
      <div class="area" popover role=${isSheet ? 'dialog' : nothing} aria-modal=${isSheet || nothing} aria-label=${isSheet ? label : nothing}
        @focusout=${handleFocusOut} @toggle=${handleToggle}
      >
        ${isSheet ? html`<button type="button" class="back" @click=${this.#leave}><span aria-hidden="true">&lsaquo;</span>${label}</button>` : nothing}
        ${labelText || isSheet ? nothing : html`<label for="input">${words.area}</label>`}
        ${this.#renderField(isSheet ? label : labelText)} ${list}
        ${this.#isShownChosen ? nothing : html`<p class="hint ${this.userInvalid ? 'wrong' : ''}" id="hint">${this.#hint}</p>`}
        ${this.#former ? html`<button type="button" class="keep" @click=${this.#takeBack}>${words.keepArea(textOfArea(this.#former).district)}</button>` : nothing}
        ${this.renderLiveRegion()}
      </div>
      </div>
    `;
  }

  #renderField(label: string): TemplateResult {
    const { isListed, active, handleKey } = this.#combobox;
    const chosen = this.#isEditing ? undefined : this.#area && textOfArea(this.#area);
    return html`
      <div class="field ${chosen ? 'two' : ''}" @keydown=${keepLetter} @keypress=${keepLetter} @keyup=${keepLetter}>
        <input id="input" part="input" type="text" role="combobox" aria-autocomplete="list" aria-controls="list"
          autocomplete="off" spellcheck="false" enterkeyhint="search"
          aria-label=${label || nothing} aria-describedby=${chosen ? 'place' : 'hint'} aria-expanded=${isListed}
          aria-activedescendant=${isListed && active >= 0 ? `option-${active}` : nothing}
          aria-required=${this.required || nothing} aria-invalid=${this.userInvalid || nothing} ?disabled=${this.isDisabled}
          @input=${this.#handleInput} @change=${this.#handleChange} @compositionend=${this.#handleText}
          @keydown=${handleKey} @click=${this.#handleOpen}
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

  get #input(): HTMLInputElement | null | undefined {
    return this.renderRoot?.querySelector<HTMLInputElement>('#input');
  }

  get #isShownChosen(): boolean {
    return this.#area !== undefined && !this.#isEditing;
  }

  /** The line under the text. The list lies over it. */
  get #hint(): string {
    const { chooseArea, areaExample } = this.voice.words;
    const { state } = this.#search;
    const sentence = sentenceOf(state, this.voice.words);
    if (sentence && this.#combobox.isOpen) return '';
    // How many were found is no advice.
    if (sentence && !(this.userInvalid && state.status === 'found')) return sentence;
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
    const area = objectOf(given);
    if (!area) return undefined;
    const { data } = Area.safeParse(area);
    const remedy = 'must be an area of searchAreas';
    if (!data) this.#report(new InvalidRequestError('searchAreas', [{ path: 'area', remedy }]));
    return data;
  }

  /**
   * Takes an area, without an event.
   * @param isDropped the page has set another destination, which stays
   * @param former the area whose place the text of the shopper takes, which stays
   */
  #take(area: Area | undefined, isDropped = false, former?: Area): void {
    this.#area = area;
    this.#former = former;
    if (area) {
      this.#known.set(area.id, area);
      this.#pageCode = undefined;
    }
    this.#isDropped = isDropped;
    this.#isEditing = this.#isAskedByPage = false;
    this.#combobox.open(false);
    if (!former) {
      this.#text = area ? textOfArea(area).district : '';
      this.#search.clear();
    }
    if (!isDropped) this.#link.write(this.place);
    this.sync();
  }

  #change(area: Area | undefined, reason: AreaChangeReason, former?: Area): void {
    const previous = this.#area;
    const isHere = reason === 'user' || reason === 'left';
    if (isHere) this.#pageCode = undefined;
    this.#isDirty = isHere || reason === 'restored';
    this.isShoppers = this.#isDirty || reason === 'remembered';
    this.#take(area, reason === 'page', former);
    if (area?.id === previous?.id) return;
    if (isHere) {
      if (this.remember && !former) rememberArea(area);
      this.dispatchEvent(new Event('input', { bubbles: true }));
      this.dispatchEvent(new Event('change', { bubbles: true }));
    }
    this.dispatchEvent(new ShipAreaChangeEvent({ area, previous, reason }));
  }

  #choose(area: Area, reason: AreaChangeReason): void {
    const { isSheet } = this.#combobox;
    this.#change(area, reason);
    // A phone closes its keyboard, which would cover the page.
    if (isSheet)
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.two button')?.focus());
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
    warnOf(error, '`areas: true`');
    this.dispatchEvent(new ShipErrorEvent({ error }));
  }

  #handleSearch(state: SearchState): void {
    const { areas, error } = state;
    const index = certainOf(state);
    const certain = areas[index];
    if (certain && this.#isAskedByPage) {
      this.#choose(certain, 'postal-code');
      return;
    }
    const { isOpen } = this.#combobox;
    this.#combobox.active = isOpen ? index : -1;
    if (error) this.#report(error);
    // The shopper has left the field: "Searching…" must not stay.
    this.announce(isOpen || this.#isAskedByPage ? sentenceOf(state, this.voice.words) : '');
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
    else this.#handleText(event);
  }

  /** Chrome on iOS and password managers fill in a field without `input`. */
  #handleChange(): void {
    if (this.#input?.value !== this.#text) this.#handleText();
  }

  #handleText({ inputType }: Partial<InputEvent> = {}): void {
    const text = this.#input?.value ?? '';
    // Password managers and other scripts send events of a text that has not changed.
    if (this.#isShownChosen && text === this.#text) return;
    this.#isEditing = this.#area !== undefined;
    this.#isAskedByPage = false;
    this.#text = text;
    // A browser fills in fields without focus, and the list would lie over the next ones.
    this.#combobox.open(this.renderRoot.contains((this.shadowRoot as ShadowRoot).activeElement));
    const { active } = this.#combobox;
    // Until its answer is there, the list is that of an earlier text: Enter alone must not choose from it.
    this.#combobox.active = -1;
    // What is pasted is whole.
    if (!this.#search.ask(text, inputType === 'insertFromPaste' ? 0 : undefined)) this.#combobox.active = active;
  }

  #handleOpen(): void {
    if (this.#isShownChosen) {
      this.#isEditing = true;
      // Before the update, which removes the button: the browser would take focus away.
      this.#input?.focus();
      this.#input?.select();
    }
    this.#combobox.open(true);
  }

  #handleClear(): void {
    const { isOpen } = this.#combobox;
    this.#change(undefined, 'user');
    // The sheet of a phone stays for another text.
    this.#combobox.open(isOpen);
    this.#input?.focus();
  }

  #handleRetry(): true {
    this.#search.retry();
    // The button goes while the answer is on its way.
    this.#input?.focus();
    return true;
  }

  /** The list closes. A text that is not the name of the chosen area takes its place: nothing is sold for an area that is not in sight. */
  #leave(): void {
    this.#combobox.open(false);
    if (!this.#isEditing) return;
    const area = this.#area as Area;
    if ([textOfArea(area).district, ''].includes(this.#text.trim())) this.#take(area);
    else this.#change(undefined, 'left', area);
  }

  /** Takes back what was typed: first what hides a chosen area, then the text. Returns whether there was something. */
  #takeBack(): boolean {
    if (this.#isEditing) this.#take(this.#area);
    else if (this.#former) this.#choose(this.#former, 'user');
    else if (this.#text && !this.#area) this.#handleClear();
    else return false;
    return true;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ship-area-search': AreaSearchElement;
  }
}

/** A page that has shortcuts takes the host for the target of a key, and does not see that the shopper types. */
function keepLetter(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  // An autofill dispatches events without a key.
  if (key?.length === 1 && !ctrlKey && !metaKey && !altKey) event.stopPropagation();
}

// Last, because an element that stands in the page already begins at once.
register({ 'ship-area-search': AreaSearchElement });
