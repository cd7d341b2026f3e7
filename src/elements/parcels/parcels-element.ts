import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { InvalidRequestError } from '../../client/index.ts';
import { extraTable, perExtra, type Rate, type Rupiah } from '../../contract/index.ts';
import type { ExtraName } from '../../extras/index.ts';
import type { PaidBreakdown, Shipment } from '../../quote/index.ts';
import { choiceTags } from '../choice.ts';
import { asError } from '../core/asking.ts';
import { barStyles, type Remedy } from '../core/bar.ts';
import { PressGuard, Slotted } from '../core/browser.ts';
import {
  type ChosenParcel,
  type RateChangeReason,
  ShipErrorEvent,
  ShipExtrasChangeEvent,
  ShipParcelsChangeEvent,
  type ShipRateChangeEvent,
} from '../core/events.ts';
import { always, flag, jsonObject } from '../core/page-input.ts';
import { type ComparisonStatus, comparisonStates } from '../core/prices.ts';
import type { FieldContent } from '../core/ship-field.ts';
import type { Action, Input } from '../core/state.ts';
import { base } from '../core/styles.ts';
import { upcoming } from '../core/update.ts';
import * as views from '../core/views.ts';
import type { RateComparisonElement } from '../rates/rate-comparison-element.ts';
import { RateField } from '../rates/rate-field.ts';
import { styles } from '../rates/styles.ts';
import { register } from '../register.ts';
import { parcelsLanguages } from '../words/languages.ts';
import type { Languages } from '../words/locale.ts';
import { errorSentence } from '../words/sentences.ts';
import type { Words } from '../words/words.ts';
import {
  boughtOf,
  chosenOf,
  contentsOf,
  type KeptChoice,
  keptIn,
  lackAlike,
  newsOf,
  type Parcel,
  type Part,
  readParcels,
  statusOf,
  submittedOf,
  sumsOf,
  waitingOf,
} from './basket.ts';
import { barContent, type ParcelsVoice, renderBill, renderSum, switchedSentence, waitingSentence } from './bill.ts';
import { parcelsStyles } from './styles.ts';

/** A basket of one parcel, of which the page says nothing but what it sets on the element. */
const unnamed: readonly Parcel[] = [{ name: '' }];

/**
 * Lets the shopper choose the delivery of several parcels that are bought at once: rates for each, one bill, one sum.
 *
 * @tag ship-parcels
 * @slot legend - the heading
 * @csspart head - what is said of a parcel above its rates
 * @csspart rate-comparison - the rates of a parcel. Its parts are exported
 * @csspart extras - the bill: goods, deliveries, and a switch for each extra that the page offers
 * @csspart switch - one of them
 * @csspart button - the button that submits the form
 * @cssstate incomplete - a parcel lacks something
 * @cssstate loading - the first answer of a parcel is on its way
 * @cssstate stale - new prices are on their way
 * @cssstate empty - no courier delivers one of them
 * @cssstate error - rates could not be asked
 * @cssstate offline - there is no connection
 * @cssstate user-invalid - a choice is missing, and the shopper has switched something or tried to submit
 * @cssprop --ship-accent - colour of the choice and of the button
 * @cssprop --ship-on-accent - text on it
 * @cssprop --ship-row-size - the least height of a rate
 * @fires input - the shopper chose or switched
 * @fires change - the shopper chose or switched
 * @fires ship-parcels-change - a choice changed, its price, or what is paid now and at the door: with all parcels
 * @fires ship-extras-change - insurance or cash on delivery was switched
 * @fires ship-error - rates could not be asked, or a property is wrong
 */
export class ParcelsElement extends RateField {
  static override styles = [base, styles, barStyles, parcelsStyles];

  static override properties: PropertyDeclarations = {
    parcels: { converter: jsonObject, hasChanged: always },
    partial: { converter: flag },
    payButton: { attribute: 'pay-button', converter: flag },
  };

  /** @internal */
  static override readonly languages: Languages<Words> = parcelsLanguages;

  /** At most so many rates of a parcel are in its short list: 4 by default, and 3 where there are several parcels. */
  override rows = 0;

  /** The others can be bought without a parcel that no courier delivers. Otherwise they wait for it. */
  partial = false;

  /** Shows a button beside the sum, which submits the form and says what is paid now. Otherwise the page has its own. */
  payButton = false;

  #parcels: readonly Parcel[] = [];
  #problem: Error | undefined;
  readonly #slotted = new Slotted(this, ['legend']);
  readonly #barGuard = new PressGuard();
  /** The comparisons that it listens to, with the names of their parcels. */
  readonly #followed = new Map<RateComparisonElement, { name: string; stop: () => void }>();
  /** What the parcels have to say to screen readers, by their names. */
  readonly #said = new Map<string, string>();
  /** Services to choose once the parcel of this name is there. */
  #wanted: { type: 'set-value' | 'set-default' | 'restore'; kept: Map<string, KeptChoice> }[] = [];
  readonly #shipments = new WeakMap<Parcel, { shared: unknown; shipment: Partial<Shipment> }>();
  #told = newsOf([], false);
  /** Why the basket has changed since the last event. */
  #reason: RateChangeReason | undefined;

  /**
   * The parcels. As an attribute: JSON. A copy: set it again after changing it. Without any it is one parcel, of the element's own `shipment`,
   * `cart` and amounts. Several have their own.
   */
  get parcels(): readonly Parcel[] {
    return this.#parcels;
  }

  set parcels(given: readonly Parcel[] | string | null | undefined) {
    let problem: Error | undefined;
    try {
      const { parcels, problems } = readParcels(given);
      if (problems.length) problem = new InvalidRequestError('quoteRates', problems);
      // What is on screen stays until the page has corrected it.
      if (!problem) this.#parcels = parcels;
    } catch (thrown) {
      problem = new InvalidRequestError('quoteRates', [{ path: 'parcels', remedy: asError(thrown).message }], thrown);
    }
    this.#problem = problem;
    if (problem) this.store.dispatch({ type: 'report', error: problem });
    this.requestUpdate();
  }

  /** What the form submits: a JSON list of parcels, each with its service. Null until each has one. Setting it chooses, and fires no event. */
  override get value(): string | null {
    return this.#wrong ? null : submittedOf(this.#bought);
  }

  override set value(given: string | null | undefined) {
    if (given) this.#choose('set-value', keptIn(given));
    else for (const one of this.#comparisons) one.value = null;
  }

  /** The services that are chosen at first, in the same form. */
  override get defaultValue(): string | null {
    return this.getAttribute('value');
  }

  override set defaultValue(given: string | null | undefined) {
    this.#choose('set-default', keptIn(given));
  }

  /** The chosen rate of a single parcel. `chosen` has those of several. */
  override get rate(): Rate | undefined {
    return this.#single?.rate;
  }

  /** The parts of its price, and how it is paid. Undefined of several parcels, and if the service's numbers do not add up. */
  override get breakdown(): PaidBreakdown | undefined {
    return this.#single?.breakdown;
  }

  /** Each parcel with its rate, and what is paid for it. */
  get chosen(): readonly ChosenParcel[] {
    return this.#parts.map(chosenOf);
  }

  /** Rupiah that are paid before anything is sent: with the goods, if each parcel says what they cost. Undefined until each has a choice. */
  get payNow(): Rupiah | undefined {
    return this.value ? sumsOf(this.#bought).now : undefined;
  }

  /** The status of the whole. */
  get status(): ComparisonStatus {
    return statusOf(this.#parts);
  }

  /** Why rates could not be asked, or what is wrong with the parcels. */
  get error(): Error | undefined {
    return this.#wrong ?? this.#comparisons.map(({ error }) => error).find(Boolean);
  }

  /** Asks for the rates of all parcels again. */
  override async refresh(): Promise<void> {
    await Promise.all(this.#comparisons.map((one) => one.refresh()));
  }

  override focus(options?: FocusOptions): void {
    this.#anchor?.focus(options);
  }

  override formResetCallback(): void {
    super.formResetCallback();
    this.#wanted = this.#wanted.filter(({ type }) => type === 'set-default');
    const { insurance, cashOnDelivery } = this;
    for (const { store } of this.#comparisons)
      store.dispatch({ type: 'reset', switches: { insurance, cashOnDelivery } });
  }

  /** The browser brings back what it has kept. Anything else is ignored. */
  override formStateRestoreCallback(state: string | File | FormData | null): void {
    const kept = keptIn(state);
    const all = [...kept.values()];
    if (!all.length) return;
    const switches = perExtra((name) => all.some((one) => one.switches[name]));
    super.formStateRestoreCallback(JSON.stringify({ value: null, ...switches }));
    // After the next update, which sets the switches of all: one parcel may have had others.
    this.#wanted.push({ type: 'restore', kept });
    this.requestUpdate();
  }

  /** @internal Each comparison asks for its own rates. */
  override own(): void {}

  /** @internal */
  override get ratesRoot(): undefined {
    return undefined;
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    const { status } = this;
    return { ...super.states, ...Object.fromEntries(comparisonStates.map((name) => [name, name === status])) };
  }

  /** @internal */
  protected override get content(): FieldContent | undefined {
    return {
      value: this.value,
      beside: {},
      restorable: JSON.stringify(
        this.#parts.map(({ name, state }) => ({
          ...{ parcel: name, service: views.chosenKey(state) },
          ...views.requestedSwitches(state),
        })),
      ),
      missingSentence: () => {
        const { words } = this.voice;
        return this.#wrong ? errorSentence(this.#wrong, words) : waitingSentence(waitingOf(this.#bought), this.voice);
      },
      anchor: () => this.#anchor,
    };
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    for (const part of this.#comparisons) if (part.isConnected) await part.updateComplete;
    return isComplete;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#follow();
    this.#applyWanted();
    const parts = this.#bought;
    this.#barGuard.watch(barContent(parts));
    for (const name of this.#offered) {
      const box = this.renderRoot.querySelector<HTMLInputElement>(`#${extraTable[name].word}`);
      if (box) box.checked = parts.some(({ state }) => views.switches(state)[name]);
    }
    this.sync();
    this.#tell();
    this.#announceParts();
  }

  protected override render(): TemplateResult {
    const parcels = this.#list;
    const isSeveral = parcels.length > 1;
    const isAsked = lackAlike(this.#parts);
    const list = html`<div class="parcels">
      ${repeat(
        parcels,
        ({ name }) => name,
        (parcel, index) => this.#renderParcel(parcel, index, isAsked),
      )}
    </div>`;
    return html`
      <div class=${isSeveral ? 'several' : ''}>
        ${isSeveral ? this.#renderTitle() : nothing}
        <div class="body">${list}${isSeveral ? this.#renderBill() : nothing}</div>
        ${this.#renderProblem()}
        ${isSeveral || this.payButton ? html`<div class="due">${this.#renderSum()}</div>` : nothing}
      </div>
      ${this.renderLiveRegion()}
    `;
  }

  #renderTitle(): TemplateResult {
    const { words } = this.voice;
    const code = this.shipment?.destination_postal_code ?? this.#list[0]?.shipment?.destination_postal_code;
    return html`<div class="title"><slot name="legend"><h3 aria-level=${this.levelOf()}>${code ? words.ratesTo(`${code}`) : words.rates}</h3></slot></div>`;
  }

  /** @param isAsked whether what it lacks is said below, once for all */
  #renderParcel(parcel: Parcel, index: number, isAsked: boolean): TemplateResult {
    const { words, activeClient, contactUrl, isDisabled } = this;
    const { extras, offered } = this.#input;
    const count = this.#list.length;
    const isSeveral = count > 1;
    const own = this.#comparisons[index];
    const shared: Partial<ParcelsElement> = isSeveral ? {} : this;
    return html`
      <ship-rate-comparison
        .clock=${this.clock}
        .client=${activeClient}
        .words=${words}
        .headingLevel=${this.headingLevel}
        .contactUrl=${contactUrl}
        .addressUrl=${this.addressUrl}
        .disabled=${isDisabled}
        .label=${isSeveral ? '' : this.labelText}
        .isInvalid=${this.userInvalid}
        .required=${this.required}
        .hasBar=${!isSeveral && !this.payButton}
        .rows=${this.rows || (isSeveral ? 3 : 4)}
        .logos=${this.logos}
        .allRates=${this.allRates}
        .couriers=${parcel.couriers ?? this.couriers}
        .switches=${offered.map((name) => extraTable[name].word).join(' ')}
        .insurance=${extras.insurance === true}
        .insuranceAmount=${parcel.insuranceAmount ?? shared.insuranceAmount}
        .cashOnDelivery=${extras.cashOnDelivery === true}
        .cashOnDeliveryAmount=${parcel.cashOnDeliveryAmount ?? shared.cashOnDeliveryAmount}
        .cashOnDeliveryCollects=${this.cashOnDeliveryCollects}
        .cashOnDeliveryPayout=${this.cashOnDeliveryPayout}
        .preselect=${this.preselect}
        .recommended=${this.recommended}
        .calendar=${this.calendar}
        .readyAt=${parcel.readyAt ?? this.readyAt}
        .cart=${parcel.cart ?? shared.cart}
        .shipment=${this.#shipmentOf(parcel)}
        .defaultValue=${parcel.value}
        part="rate-comparison"
        exportparts="list, row, radio, price, badge, reason, breakdown, extras, switch, more, tools, address, contact"
      >
        ${isSeveral ? this.#renderHead(parcel, index, count) : this.#slotted.filled.map((name) => html`<slot name=${name} slot=${name}></slot>`)}
        ${isAsked ? html`<span slot="incomplete"></span>` : nothing}
        ${
          own
            ? html`<ship-courier-picker
              slot="filter"
              .store=${own.store}
              .client=${activeClient}
              .words=${words}
              .contactUrl=${contactUrl}
              .disabled=${isDisabled}
              .folded=${true}
            ></ship-courier-picker>`
            : nothing
        }
      </ship-rate-comparison>
    `;
  }

  #renderHead(parcel: Parcel, index: number, count: number): TemplateResult {
    const contents = contentsOf(parcel);
    return html`
      <div slot="legend" part="head" class="head">
        ${parcel.picture ? html`<img src=${parcel.picture} alt="" width="40" height="40" loading="lazy" />` : nothing}
        <h4 aria-level=${this.levelOf(1)}>${this.#voice.words.parcel(index + 1, count, parcel.name)}</h4>
        ${contents ? html`<p class="contents">${contents}</p>` : nothing}
      </div>
    `;
  }

  #renderBill(): TemplateResult {
    return renderBill({
      parts: this.#bought,
      voice: this.#voice,
      offered: this.#offered,
      disabled: this.isDisabled,
      handleSwitch: this.#handleSwitch,
      handleInstead: this.#handleInstead,
      handleLocked: (reason) => this.announcer.announce(reason),
    });
  }

  /** The shopper is sent to the shop, and the console says to the page's author what is wrong. */
  #renderProblem(): TemplateResult | typeof nothing {
    const wrong = this.#wrong;
    return wrong ? html`<p class="message problem">${errorSentence(wrong, this.voice.words)}</p>` : nothing;
  }

  #renderSum(): TemplateResult {
    return renderSum({
      parts: this.#parts,
      bought: this.#bought,
      voice: this.#voice,
      disabled: this.isDisabled,
      hasButton: this.payButton,
      handleRemedy: this.#handleRemedy,
      handleSubmit: () => this.form?.requestSubmit(),
    });
  }

  /** What the page has set wrong, of the parcels or of all that they share. */
  get #wrong(): Error | undefined {
    return this.#problem ?? this.#input.problem;
  }

  /** The parcels on screen. */
  get #list(): readonly Parcel[] {
    return this.#parcels.length ? this.#parcels : unnamed;
  }

  get #single(): RateComparisonElement | undefined {
    return this.#list.length > 1 ? undefined : this.#comparisons[0];
  }

  get #voice(): ParcelsVoice {
    return this.voice as unknown as ParcelsVoice;
  }

  get #input(): Input {
    return upcoming(this.state).input;
  }

  get #offered(): readonly ExtraName[] {
    return this.#input.offered;
  }

  get #comparisons(): RateComparisonElement[] {
    return [...(this.renderRoot?.querySelectorAll<RateComparisonElement>('ship-rate-comparison') ?? [])];
  }

  get #parts(): readonly Part[] {
    return this.#comparisons.flatMap(({ state }, index) => {
      const parcel = this.#list[index];
      return parcel && state ? { name: parcel.name, state } : [];
    });
  }

  get #bought(): readonly Part[] {
    return boughtOf(this.#parts, this.partial);
  }

  /** The rates of the first parcel that waits for the shopper, or of the first one. */
  get #anchor(): HTMLElement | undefined {
    const [waiting] = waitingOf(this.#bought);
    const index = this.#parts.findIndex(({ name }) => name === waiting?.name);
    return this.#comparisons[Math.max(0, index)];
  }

  /** The same object until one of both changes: a comparison would report a wrong one at each update. */
  #shipmentOf(parcel: Parcel): Partial<Shipment> {
    const { shipment: shared } = this.#input;
    const known = this.#shipments.get(parcel);
    if (known && known.shared === shared) return known.shipment;
    const shipment = { ...shared, ...parcel.shipment };
    this.#shipments.set(parcel, { shared, shipment });
    return shipment;
  }

  /** Hears of each change in the parcels that are on screen. */
  #follow(): void {
    const comparisons = this.#comparisons;
    const added = comparisons.filter((one) => !this.#followed.has(one));
    for (const [one, { name, stop }] of this.#followed) {
      if (comparisons.includes(one)) continue;
      stop();
      this.#followed.delete(one);
      this.#reason ??= 'shipment-changed';
      const { state } = one.store;
      const key = views.chosenKey(state);
      // A page may empty the basket while it loads it again.
      if (key)
        this.#wanted.push({ type: 'set-value', kept: new Map([[name, { key, switches: views.switches(state) }]]) });
    }
    for (const one of added) {
      const { name } = this.#list[comparisons.indexOf(one)] as Parcel;
      this.#followed.set(one, { name, stop: one.store.subscribe(() => this.#handlePart()) });
      this.#reason ??= 'shipment-changed';
      one.announcer = {
        announce: (sentence) => {
          this.#said.set(name, sentence);
          this.requestUpdate();
        },
        render: () => html``,
      };
    }
    // Their stores are shown in the next update.
    if (added.length) void super.getUpdateComplete().then(() => this.requestUpdate());
  }

  #handlePart(): void {
    this.sync();
    this.requestUpdate();
  }

  #choose(type: 'set-value' | 'set-default', kept: Map<string, KeptChoice>): void {
    this.#wanted.push({ type, kept });
    if (this.hasUpdated) this.#applyWanted();
  }

  /** A parcel may come later than what is chosen for it, such as after a reload. */
  #applyWanted(): void {
    const comparisons = this.#comparisons;
    for (const { type, kept } of this.#wanted)
      for (const [index, one] of comparisons.entries()) {
        const name = this.#list[index]?.name ?? '';
        const choice = kept.get(name);
        if (!choice) continue;
        kept.delete(name);
        const { key, switches } = choice;
        if (type === 'restore') one.formStateRestoreCallback(JSON.stringify({ value: key, ...switches }));
        else one.store.dispatch({ type, key });
      }
    this.#wanted = this.#wanted.filter(({ kept }) => kept.size);
  }

  /** One event with all parcels, however many of them have changed. */
  #tell(): void {
    const reason = this.#reason;
    if (!reason) return;
    this.#reason = undefined;
    const { chosen, value } = this;
    const news = newsOf(chosen, value !== null);
    if (news === this.#told) return;
    this.#told = news;
    const { now, atDoor } = sumsOf(this.#bought);
    const sums = value ? { payNow: now, payAtDoor: atDoor } : { payNow: undefined, payAtDoor: undefined };
    this.dispatchEvent(new ShipParcelsChangeEvent({ parcels: chosen, reason, ...sums }));
  }

  /** Once all have answered, it is said at once: what all say without a name. */
  #announceParts(): void {
    const said = [...this.#said];
    if (!said.length || /loading|stale/.test(this.status)) return;
    this.#said.clear();
    const isAlike = said.length === this.#list.length && new Set(said.map(([, text]) => text)).size === 1;
    const texts = said.map(([name, text]) => text && (isAlike ? text : `${name}: ${text}`));
    this.announcer.announce(
      texts
        .slice(isAlike ? -1 : 0)
        .join(' ')
        .trim(),
    );
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    const ofPart = (event: Event) => (event.target as Element).localName === 'ship-rate-comparison';
    root.addEventListener('change', (event) => {
      if (!ofPart(event)) return;
      this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      this.dispatchEvent(new Event('change', { bubbles: true }));
    });
    root.addEventListener('ship-rate-change', (event) => {
      if (!ofPart(event) || !('reason' in event)) return;
      this.#reason = (event as ShipRateChangeEvent).reason;
      if (this.#reason === 'user') this.#tell();
      else this.requestUpdate();
    });
    // A parcel without rates may be the last that the others have waited for.
    root.addEventListener('ship-rates', (event) => {
      if (!ofPart(event)) return;
      this.#reason ??= 'shipment-changed';
      this.requestUpdate();
    });
    root.addEventListener('ship-extras-change', (event) => {
      // The bill of a single parcel is its own.
      if (!ofPart(event) || !this.#single || !('insurance' in event)) return;
      const { insurance, cashOnDelivery } = event as ShipExtrasChangeEvent;
      if (insurance === this.insurance && cashOnDelivery === this.cashOnDelivery) return;
      this.store.dispatch({ type: 'set-extras', extras: { insurance, cashOnDelivery } });
      this.dispatchEvent(new ShipExtrasChangeEvent({ insurance, cashOnDelivery }));
    });
    root.addEventListener('ship-error', (event) => {
      if (ofPart(event) && 'error' in event) this.dispatchEvent(new ShipErrorEvent(event as ShipErrorEvent));
    });
    return root;
  }

  /** One switch for all parcels. */
  readonly #handleSwitch = (name: ExtraName, on: boolean): void => {
    this.#reason = 'user';
    for (const { store } of this.#comparisons) store.dispatch({ type: 'set-extras', extras: { [name]: on } });
    this.store.dispatch({ type: 'switch', name, on });
    this.announcer.announce(switchedSentence(this.#parts, name, this.voice));
  };

  readonly #handleInstead = async (part: Part, name: ExtraName, key: string): Promise<void> => {
    this.#dispatch(part, { type: 'choose', key });
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`#${extraTable[name].word}`)?.focus();
  };

  /** The clicked button was removed, so focus goes to the rates of that parcel, or to the switch. */
  readonly #handleRemedy = async (part: Part, remedy: Remedy, event: MouseEvent): Promise<void> => {
    if (this.#barGuard.isTooSoon(event)) return;
    const comparison = this.#dispatch(part, remedy);
    await this.updateComplete;
    const box =
      remedy.type === 'switch' && this.renderRoot.querySelector<HTMLElement>(`#${extraTable[remedy.name].word}`);
    (box || comparison)?.focus();
  };

  #dispatch({ name }: Part, action: Action): RateComparisonElement | undefined {
    const comparison = this.#comparisons[this.#list.findIndex((parcel) => parcel.name === name)];
    comparison?.store.dispatch(action);
    return comparison;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ship-parcels': ParcelsElement;
  }
}

register({ ...choiceTags, 'ship-parcels': ParcelsElement });
