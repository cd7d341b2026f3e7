import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { createParcelClient, type LinkRefusedError, type ParcelClient } from '../../client/index.ts';
import type { ParcelResponse, Rate } from '../../contract/index.ts';
import { readersZone } from '../../quote/index.ts';
import { Asking } from '../core/asking.ts';
import { linkOf } from '../core/browser.ts';
import { Copying } from '../core/copying.ts';
import { ShipErrorEvent, ShipParcelEvent } from '../core/events.ts';
import { clientsBy, warnOf } from '../core/page-input.ts';
import { ShipElement } from '../core/ship-element.ts';
import { stepStyles } from '../core/step-styles.ts';
import { base } from '../core/styles.ts';
import { register } from '../register.ts';
import { momentText } from '../words/arrival-text.ts';
import { trackingLanguages } from '../words/languages.ts';
import { isOffline, plainName, serviceName, worthRetrying } from '../words/sentences.ts';
import type { TrackingWords } from '../words/words.ts';
import { type Calendar, type ParcelView, parcelView } from './parcel-view.ts';
import { styles } from './styles.ts';

/** Milliseconds between two automatic reads. */
const refreshPause = 60_000;

/** Events of the history that are shown at first. */
const shownAtFirst = 3;

/**
 * Shows where a parcel is: the arrival, four steps, the courier, the history, and what happens next if something went wrong.
 *
 * @tag ship-tracking
 * @slot loading - shown while the first answer is on its way
 * @slot error - shown when the state could not be loaded
 * @slot expired - shown when the link has expired, or is not valid
 * @csspart headline - the arrival, or what happened
 * @csspart steps - the four steps
 * @csspart facts - courier and tracking number
 * @csspart history - the dated list
 * @csspart copy - the button that copies the tracking number
 * @csspart contact - the link to the shop
 * @cssstate loading - the first answer is on its way
 * @cssstate error - the state could not be loaded, or the link is not valid
 * @cssstate problem - something went wrong with the parcel
 * @cssstate delivered - the parcel has arrived
 * @fires ship-parcel - the gateway has answered where the parcel is
 * @fires ship-error - the state could not be loaded
 */
export class TrackingElement extends ShipElement<TrackingWords, ParcelClient> {
  /** @internal */
  static override readonly languages: typeof trackingLanguages = trackingLanguages;

  /** @internal */
  static override readonly clientFor: (baseUrl: string) => ParcelClient = clientsBy('trackParcel', createParcelClient);

  static override styles = [base, stepStyles, styles];

  static override properties: PropertyDeclarations = {
    token: { attribute: false },
    label: {},
  };

  /**
   * The token of the order's `track`, or of `signTrack`. A property only, because attributes are logged and copied. Undefined while the
   * page does not know it yet. An empty text shows that the link is not valid.
   */
  token: string | null | undefined;

  /** Which parcel it is, for screen readers, in a page with several: `From Bandung`. Couriers and numbers may be alike, or not known yet. */
  label = '';

  #parcel: ParcelResponse | undefined;
  #error: Error | undefined;
  /** When the shown state was read. Milliseconds since the epoch. */
  #readAt = 0;
  /** When the last read began, in milliseconds since the epoch: `performance.now()` stops while a device sleeps. 0 if it was aborted. */
  #askedAt = 0;
  /** The token and the client that were asked last. */
  #asked: readonly unknown[] = [];
  readonly #asking = new Asking();
  #isExpanded = false;
  readonly #copying = new Copying((sentence) => {
    this.announce(sentence);
    this.requestUpdate();
  });
  #stopListening = () => {};

  /** The last answer. Undefined until then. It has no personal data. */
  get parcel(): ParcelResponse | undefined {
    return this.#parcel;
  }

  /** Why the state could not be loaded. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** The status of this element: of the parcel itself, see `parcel`. */
  get status(): 'loading' | 'ready' | 'error' {
    if (this.#parcel) return 'ready';
    return this.#error || this.token === '' || this.token === null ? 'error' : 'loading';
  }

  /** Asks again where the parcel is. The gateway asks the courier at most once in ten minutes. */
  async refresh(): Promise<void> {
    const { activeClient: client, token } = this;
    if (!client || !token || !this.isConnected) return;
    this.#askedAt = this.clock.now();
    await this.#asking.ask((signal) => client.track(token, { signal }), this.#handleParcel, this.#handleFailure);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopListening = this.clock.onWake(this.#handleSeen);
    // It may have been away for days.
    if (this.hasUpdated) this.#ask(true);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopListening();
    // An aborted read starts again when the element is back. What is on screen stays.
    if (this.#asking.stop()) this.#askedAt = 0;
  }

  /** What a screen reader lists: a page may have several parcels. */
  get #name(): string {
    const { courier, waybill_id } = this.#parcel ?? {};
    return [this.voice.words.title, this.label, courierOf(courier), waybill_id].filter(Boolean).join(', ');
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus(options);
  }

  /** @internal */
  protected override get states(): Record<string, boolean> {
    const { status } = this;
    const view = this.#parcel && this.#view(this.#parcel);
    return {
      loading: status === 'loading',
      error: status === 'error',
      problem: view?.kind === 'bad',
      delivered: view?.delivered ?? false,
    };
  }

  /** @internal */
  protected override get changesWithTime(): boolean {
    return this.#parcel !== undefined && !this.#parcel.ended;
  }

  /** @internal */
  protected override handleOnline(): void {
    if (this.#error && worthRetrying(this.#error)) this.#handleRetry();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#ask();
  }

  protected override render(): TemplateResult {
    const { status } = this;
    return html`
      <section aria-label=${this.#name} aria-busy=${status === 'loading'}>
        ${this.#parcel ? this.#renderParcel(this.#parcel) : status === 'loading' ? this.#renderSkeleton() : this.#renderFailure()}
      </section>
      ${this.renderLiveRegion()}
    `;
  }

  #renderParcel(parcel: ParcelResponse): TemplateResult {
    const view = this.#view(parcel);
    const hasFacts = view.kind !== 'ended' && parcel.status !== 'courier_not_found';
    return html`
      ${this.#renderHead(view)} ${view.contact ? this.#renderContact() : nothing}
      ${view.step === undefined ? nothing : this.#renderSteps(view.steps, view.step, view.kind === 'bad')}
      ${hasFacts ? this.#renderFacts(parcel, view) : nothing} ${this.#renderHistory(view)}
      ${this.#error ? this.#renderStale(this.#error, !view.contact) : nothing}
    `;
  }

  /** Below a state that could not be read again. Only what asking again may solve has the button for it. */
  #renderStale(error: Error, lacksContact: boolean): TemplateResult {
    const { words } = this.voice;
    const stale = words.stale(momentText(new Date(this.#readAt), readersZone(), this.#calendar).inZone);
    if (worthRetrying(error)) return html`<p class="stale">${stale}</p> ${this.#renderRetry()}`;
    const { headline, next } = this.#endOf(error);
    return html`<p class="stale"><b>${headline}.</b> ${stale} <b>${words.next}</b> ${next}</p>
      ${lacksContact ? this.#renderContact() : nothing}`;
  }

  #renderHead({ kind, lead, headline, what, next, delivered }: Head): TemplateResult {
    const { words } = this.voice;
    const sign = kind === 'bad' ? exclamation : delivered ? tick : nothing;
    return html`
      <h2 part="headline" aria-level=${this.levelOf()} class=${kind} tabindex="-1"><small>${sign}<span>${lead}</span></small>${headline}</h2>
      ${
        what || next
          ? html`<p class="what">${what}${what && next ? html`<br />` : nothing}${next ? html`<b>${words.next}</b> ${next}` : nothing}</p>`
          : nothing
      }
    `;
  }

  #renderContact(): TemplateResult | typeof nothing {
    const url = linkOf(this.contactUrl);
    if (!url) return nothing;
    return html`<a part="contact" class="action" href=${url} referrerpolicy="no-referrer">${this.voice.words.contact}</a>`;
  }

  #renderSteps(steps: readonly string[], step: number, isHeld: boolean): TemplateResult {
    const { words } = this.voice;
    return html`
      <ol part="steps" class="steps ${isHeld ? 'held' : ''}" aria-label=${words.stepsLabel}>
        ${steps.map((name, index) =>
          index < step
            ? html`<li class="past">${name}<span class="hidden">${words.done}</span></li>`
            : html`<li class=${index === step ? 'now' : ''} aria-current=${index === step ? 'step' : nothing}>${name}</li>`,
        )}
      </ol>
    `;
  }

  #renderFacts(
    { courier, waybill_id, link, cash_on_delivery, ended }: ParcelResponse,
    view: ParcelView,
  ): TemplateResult {
    const { words, formatRupiah } = this.voice;
    const name = courierOf(courier);
    const amount = cash_on_delivery?.amount ?? 0;
    const isPaidAtDoor = amount > 0 && !ended && view.step !== undefined;
    return html`
      <div part="facts" class="frame facts">
        ${isPaidAtDoor ? renderFact(words.payAtDoor, html`<b>${formatRupiah(amount)}</b>`) : nothing}
        ${name ? renderFact(words.courier, html`<span class="by">${name}</span>`) : nothing}
        <div class="kv">
          <span id="waybill-label">${words.waybill}<small>${waybill_id ? html`<code>${waybill_id}</code>` : words.waybillLater}</small></span>
          ${waybill_id ? this.#copying.render(waybill_id, 'waybill', words) : nothing}
        </div>
        ${
          waybill_id && isWebPage(link)
            ? html`<div class="kv">
                <a class="text" href=${link ?? ''} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer"
                  >${words.courierSite}</a
                >
              </div>`
            : nothing
        }
      </div>
    `;
  }

  #renderHistory({ events }: ParcelView): TemplateResult | typeof nothing {
    const { words } = this.voice;
    if (!events.length) return nothing;
    const visible = this.#isExpanded ? events : events.slice(0, shownAtFirst);
    const hidden = events.length - shownAtFirst;
    return html`
      <h3 aria-level=${this.levelOf(1)}>${words.history} <small>${words.zone(readersZone())}</small></h3>
      <div part="history" class="frame">
        <ol class="log" id="log" reversed>
          ${visible.map(
            ({ text, time, iso }) =>
              html`<li><b>${text}</b>${time ? html`<time datetime=${iso ?? ''}>${time}</time>` : nothing}</li>`,
          )}
        </ol>
        ${
          hidden > 0
            ? html`<button type="button" class="more" aria-expanded=${this.#isExpanded} aria-controls="log" @click=${this.#handleToggle}>
                ${this.#isExpanded ? words.fewer : words.earlier(hidden)}
              </button>`
            : nothing
        }
      </div>
    `;
  }

  #renderSkeleton(): TemplateResult {
    const bone = html`<span class="bone"></span>`;
    return html`<slot name="loading">
      <h2 part="headline" aria-level=${this.levelOf()} tabindex="-1"><small>${this.voice.words.loading}</small>${bone}</h2>
      <div aria-hidden="true">
        <ol class="steps">${[0, 1, 2, 3].map(() => html`<li>${bone}</li>`)}</ol>
        <div class="frame facts"><div class="kv">${bone}${bone}</div><div class="kv">${bone}</div></div>
        <h3>${bone}</h3>
        <div class="frame"><ol class="log">${[0, 1, 2].map(() => html`<li>${bone}${bone}</li>`)}</ol></div>
      </div>
    </slot>`;
  }

  #renderFailure(): TemplateResult {
    const { words } = this.voice;
    const error = this.#error;
    const head = { kind: 'bad', lead: words.notLoaded, what: '', next: '', delivered: false } as const;
    if (error && worthRetrying(error)) {
      const { headline, what } = isOffline() ? words.offline : words.unreachable;
      return html`<slot name="error">${this.#renderHead({ ...head, headline, what })} ${this.#renderRetry()}</slot>`;
    }
    const { headline, next } = this.#endOf(error);
    if (error && !isLinkRefused(error))
      return html`<slot name="error">${this.#renderHead({ ...head, headline, next })} ${this.#renderContact()}</slot>`;
    return html`<slot name="expired"
      >${this.#renderHead({ ...head, lead: words.notTracked, headline, next })} ${this.#renderContact()}</slot
    >`;
  }

  /** What ended the reading, and what the shopper does next. Without an error, the page has no link. */
  #endOf(error: Error | undefined): TrackingWords['expired'] {
    const { words } = this.voice;
    if (error && !isLinkRefused(error)) return words.broken;
    return error?.reason === 'track-expired' ? words.expired : words.invalid;
  }

  #renderRetry(): TemplateResult {
    return html`<button type="button" class="action" @click=${this.#handleRetry}>${this.voice.words.retry}</button>`;
  }

  get #calendar(): Calendar {
    const { words, language } = this.voice;
    return { words, language, zone: readersZone(), now: this.clock.now() };
  }

  #view(parcel: ParcelResponse): ParcelView {
    return parcelView(parcel, this.#calendar);
  }

  /** What a screen reader says of it: the arrival, and why it waits or what has happened last. */
  #saidOf(parcel: ParcelResponse): string {
    const { lead, headline, what, events } = this.#view(parcel);
    const head = [lead, headline].filter(Boolean).join(': ');
    return [head, what || events[0]?.text].filter(Boolean).join('. ');
  }

  /** Asks if there is something new to ask, or if the page is seen again after a while. Never in the background. */
  #ask(isSeenAgain = false): void {
    if (!this.isConnected || this.clock.isHidden()) return;
    const asked = [this.source, this.token];
    const isOther = asked.some((part, index) => part !== this.#asked[index]);
    if (isOther) this.#forget();
    this.#asked = asked;
    // A clock may have been set back.
    const isOld = Math.abs(this.clock.now() - this.#askedAt) >= refreshPause;
    const isDue = (isSeenAgain || !this.#askedAt) && isOld && !this.#parcel?.ended;
    if (isOther || isDue) void this.refresh();
  }

  /** Another link shows nothing of the one before. */
  #forget(): void {
    this.#asking.stop();
    this.#parcel = undefined;
    this.#error = undefined;
    this.#isExpanded = false;
    this.announce('');
  }

  readonly #handleParcel = (parcel: ParcelResponse): void => {
    const before = this.#parcel && this.#saidOf(this.#parcel);
    const said = this.#saidOf(parcel);
    this.#parcel = parcel;
    this.#error = undefined;
    this.#readAt = this.clock.now();
    this.requestUpdate();
    if (said !== before) this.announce(said);
    this.dispatchEvent(new ShipParcelEvent({ parcel }));
  };

  readonly #handleFailure = (error: Error): void => {
    this.#error = error;
    this.requestUpdate();
    const { words } = this.voice;
    const { headline, next } = this.#endOf(error);
    this.announce(worthRetrying(error) ? words.notLoaded : `${headline}. ${words.next} ${next}`);
    warnOf(error);
    this.dispatchEvent(new ShipErrorEvent({ error }));
  };

  readonly #handleSeen = (): void => this.#ask(true);

  readonly #handleRetry = (): void => {
    this.#error = undefined;
    this.requestUpdate();
    void this.refresh();
  };

  readonly #handleToggle = (): void => {
    this.#isExpanded = !this.#isExpanded;
    this.requestUpdate();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'ship-tracking': TrackingElement;
  }
}

/** Asking again with the same link does not help. */
const isLinkRefused = (error: Error): error is LinkRefusedError => (error as LinkRefusedError).code === 'link-refused';

type Head = Pick<ParcelView, 'kind' | 'lead' | 'headline' | 'what' | 'next' | 'delivered'>;

/** The courier and its service. Empty if the answer does not say. */
function courierOf(courier: ParcelResponse['courier'] | undefined): string {
  const { company, courier_name, courier_service_name } = courier ?? {};
  const rate = {
    courier_code: company ?? '',
    courier_name: courier_name ?? company?.toUpperCase(),
    courier_service_name,
  };
  return plainName(serviceName(rate as Rate));
}

const renderFact = (label: string, value: TemplateResult): TemplateResult =>
  html`<div class="kv"><span>${label}</span>${value}</div>`;

/** Whether it may be a link: an answer must not run a script. */
const isWebPage = (link: string | null | undefined): boolean => /^https?:\/\//i.test(link ?? '');

const tick = html`<svg viewBox="0 0 18 18" aria-hidden="true"><path d="M4.5 9.5l3 3 6-7" /></svg>`;
const exclamation = html`<svg viewBox="0 0 18 18" aria-hidden="true"><path d="M9 4.5v5M9 13v.2" /></svg>`;

// Last, because an element that stands in the page already begins at once.
register({ 'ship-tracking': TrackingElement });
