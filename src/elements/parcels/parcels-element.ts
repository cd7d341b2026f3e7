import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { extraTable } from '../../contract/index.ts';
import type { ExtraName } from '../../extras/index.ts';
import type { Shipment } from '../../quote/index.ts';
import { choiceTags } from '../choice.ts';
import { barStyles, type Remedy } from '../core/bar.ts';
import { linkOf, PressGuard, Slotted } from '../core/browser.ts';
import {
  type RateChangeReason,
  ShipErrorEvent,
  ShipExtrasChangeEvent,
  ShipParcelsChangeEvent,
  type ShipRateChangeEvent,
} from '../core/events.ts';
import type { Input } from '../core/state.ts';
import { base } from '../core/styles.ts';
import { upcoming } from '../core/update.ts';
import * as views from '../core/views.ts';
import { styles } from '../rates/styles.ts';
import { register } from '../register.ts';
import { errorSentence } from '../words/sentences.ts';
import { contentsOf, lackAlike, newsOf, type Parcel, type Part, sumsOf, troubleOf } from './basket.ts';
import { barContent, type ParcelsVoice, renderBill, renderSum, switchedSentence, waitingSentence } from './bill.ts';
import { ParcelsField } from './parcels-field.ts';
import { parcelsStyles } from './styles.ts';

/**
 * Lets the shopper choose the delivery of several parcels that are bought at once: rates for each, one bill, one sum.
 *
 * @tag ship-parcels
 * @slot legend - the heading: to whom it is sent
 * @csspart address - the link to the address, beside the heading
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
export class ParcelsElement extends ParcelsField {
  static override styles = [base, styles, barStyles, parcelsStyles];

  readonly #slotted = new Slotted(this, ['legend']);
  readonly #barGuard = new PressGuard();
  readonly #shipments = new WeakMap<Parcel, { shared: unknown; shipment: Partial<Shipment> }>();
  #told = newsOf([], false);
  #barContent = '';
  #isNext = false;
  /** Why the basket has changed since the last event. */
  #reason: RateChangeReason | undefined;

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (this.comparisons.follow(this.list)) {
      this.#reason ??= 'shipment-changed';
      // Their stores are shown in the next update.
      void super.getUpdateComplete().then(() => this.requestUpdate());
    }
    const parts = this.bought;
    const [trouble, content] = [troubleOf(parts), barContent(parts)];
    // The trouble of another parcel comes up in the place of one that was mended. The first one is announced by what has caused it.
    this.#isNext ||= !this.single && this.#barContent !== '' && content !== this.#barContent;
    this.#barContent = content;
    this.#barGuard.watch(content);
    for (const name of this.#input.offered) {
      const box = this.renderRoot.querySelector<HTMLInputElement>(`#${extraTable[name].word}`);
      if (box) box.checked = parts.some(({ state }) => views.switches(state)[name]);
    }
    this.sync();
    this.#tell();
    if (this.comparisons.isHearing || /loading|stale/.test(this.status)) return;
    let said = this.comparisons.takeSaid();
    const next = this.#isNext && trouble ? waitingSentence([trouble], this.voice) : '';
    this.#isNext = false;
    if (!`${said}`.includes(next)) said = `${said ?? ''} ${next}`.trim();
    if (said !== undefined) this.announcer.announce(said);
  }

  protected override render(): TemplateResult {
    const parcels = this.list;
    const isSeveral = parcels.length > 1;
    const isAsked = lackAlike(this.parts);
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
    const code = this.shipment?.destination_postal_code ?? this.list[0]?.shipment?.destination_postal_code;
    const url = linkOf(this.addressUrl);
    return html`
      <div class="title">
        <slot name="legend"><h3 aria-level=${this.levelOf()}>${code ? words.ratesTo(`${code}`) : words.rates}</h3></slot>
        ${url ? html`<a part="address" href=${url}>${words.changeAddress}</a>` : nothing}
      </div>
    `;
  }

  /** @param isAsked whether what it lacks is said below, once for all */
  #renderParcel(parcel: Parcel, index: number, isAsked: boolean): TemplateResult {
    const { words, activeClient, contactUrl, isDisabled } = this;
    const { extras, offered } = this.#input;
    const count = this.list.length;
    const isSeveral = count > 1;
    const own = this.comparisons.all[index];
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
      parts: this.bought,
      voice: this.#voice,
      offered: this.#input.offered,
      disabled: this.isDisabled,
      handleSwitch: this.#handleSwitch,
      handleInstead: this.#handleInstead,
      handleLocked: (reason) => this.announcer.announce(reason),
    });
  }

  /** The shopper is sent to the shop, and the console says to the page's author what is wrong. */
  #renderProblem(): TemplateResult | typeof nothing {
    const wrong = this.wrong;
    return wrong ? html`<p class="message problem">${errorSentence(wrong, this.voice.words)}</p>` : nothing;
  }

  #renderSum(): TemplateResult {
    return renderSum({
      parts: this.parts,
      bought: this.bought,
      voice: this.#voice,
      disabled: this.isDisabled,
      hasButton: this.payButton,
      handleRemedy: this.#handleRemedy,
      handleSubmit: (held) => {
        if (held) this.announcer.announce(held);
        else this.form?.requestSubmit();
      },
    });
  }

  get #voice(): ParcelsVoice {
    return this.voice as unknown as ParcelsVoice;
  }

  get #input(): Input {
    return upcoming(this.state).input;
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

  /** One event with all parcels, however many of them have changed. */
  #tell(): void {
    const reason = this.#reason;
    if (!reason) return;
    this.#reason = undefined;
    const { chosen, value } = this;
    const news = newsOf(chosen, value !== null);
    if (news === this.#told) return;
    this.#told = news;
    const { now, atDoor } = sumsOf(this.bought);
    const sums = value ? { payNow: now, payAtDoor: atDoor } : { payNow: undefined, payAtDoor: undefined };
    this.dispatchEvent(new ShipParcelsChangeEvent({ parcels: chosen, reason, ...sums }));
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
      if (!ofPart(event) || !this.single || !('insurance' in event)) return;
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
    this.comparisons.dispatch({ type: 'set-extras', extras: { [name]: on } });
    this.store.dispatch({ type: 'switch', name, on });
    this.announcer.announce(switchedSentence(this.parts, name, this.voice));
  };

  readonly #handleInstead = async (part: Part, name: ExtraName, key: string): Promise<void> => {
    this.comparisons.dispatch({ type: 'choose', key, instead: name }, part.name);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`#${extraTable[name].word}`)?.focus();
  };

  /** The clicked button was removed, so focus goes to the rates of that parcel, or to the switch. */
  readonly #handleRemedy = async (part: Part, remedy: Remedy, event: MouseEvent): Promise<void> => {
    if (this.#barGuard.isTooSoon(event)) return;
    // There is one switch for all parcels: it is turned off for all of them.
    const isJoint = remedy.type === 'switch' && !this.single;
    if (isJoint) this.#handleSwitch(remedy.name, remedy.on);
    const comparison = isJoint ? undefined : this.comparisons.dispatch(remedy, part.name);
    await this.updateComplete;
    const box =
      remedy.type === 'switch' && this.renderRoot.querySelector<HTMLElement>(`#${extraTable[remedy.name].word}`);
    (box || comparison)?.focus();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'ship-parcels': ParcelsElement;
  }
}

register({ ...choiceTags, 'ship-parcels': ParcelsElement });
