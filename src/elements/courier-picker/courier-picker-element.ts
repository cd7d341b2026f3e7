import { initialState, Task, TaskStatus } from '@lit/task';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { ShippingClient } from '../../client/index.ts';
import { AbortOnDisconnect } from '../shared/abort-on-disconnect.ts';
import { codes } from '../shared/converters.ts';
import { errorSentence, worthRetrying } from '../shared/error-sentence.ts';
import { ShipCourierChangeEvent } from '../shared/events.ts';
import { ShipElement } from '../shared/ship-element.ts';
import { base } from '../shared/styles.ts';
import { type Courier, couriersOf } from './couriers.ts';
import { styles } from './styles.ts';

const shownAtFirst = 6;

/**
 * Lets the shopper choose which couriers to compare; none chosen means all of them.
 *
 * @tag ship-courier-picker
 * @slot legend - the heading
 * @slot loading - shown while the couriers are looked up
 * @slot empty - shown when the service lists none
 * @slot error - shown when they could not be looked up
 * @csspart option - one courier
 * @csspart label - its name
 * @cssstate loading
 * @cssstate empty
 * @cssstate error
 * @fires ship-courier-change - the shopper chose
 * @fires ship-error - the couriers could not be looked up
 */
export class CourierPickerElement extends ShipElement {
  static override styles = [base, styles];

  static override properties: PropertyDeclarations = {
    value: {},
    covered: { attribute: false },
    expanded: { state: true },
  };

  /** The chosen courier codes, comma-separated; empty means all. */
  value = '';

  /** @internal Whether the checkout says already that the service cannot be reached. */
  covered = false;

  private expanded = false;

  /** Codes that were shown once: one that the shopper is on does not vanish when it is unticked. */
  readonly #shown = new Set<string>();

  readonly #list = new Task(this, {
    args: () => [this.service] as const,
    task: ([client], { signal }) => this.#load(client, signal),
  });

  constructor() {
    super();
    new AbortOnDisconnect(this, this.#list);
  }

  /** The couriers of the service, one entry each. */
  get couriers(): readonly Courier[] {
    return this.#list.value ?? [];
  }

  get status(): 'loading' | 'ready' | 'empty' | 'error' {
    if (this.#list.status === TaskStatus.ERROR) return 'error';
    if (this.#list.status !== TaskStatus.COMPLETE) return 'loading';
    return this.couriers.length ? 'ready' : 'empty';
  }

  /** Looks the couriers up again. */
  refresh(): Promise<void> {
    return this.#list.run();
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('input, button')?.focus(options);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.get('covered') && this.status === 'error') void this.refresh();
  }

  protected override updated(changed: PropertyValues): void {
    this.showStatus(['loading', 'empty', 'error'], this.status);
    // Not by the template: a listener of the page's may have put back what was just ticked, and to Lit nothing has changed.
    const chosen = codes(this.value);
    for (const box of this.renderRoot.querySelectorAll('input')) box.checked = chosen.includes(box.value);
    super.updated(changed);
  }

  protected override render(): TemplateResult {
    return html`
      <fieldset ?disabled=${this.disabled}>
        <legend>
          <slot name="legend">${this.say.couriers}</slot><span class="hint">${` ${this.say.allCouriers}`}</span>
        </legend>
        <div class="body" tabindex="-1">${this.#renderBody()}</div>
      </fieldset>
      ${this.whole ? nothing : html`<p class="hidden" role="status">${this.announcement}</p>`}
    `;
  }

  #renderBody(): TemplateResult {
    switch (this.status) {
      case 'loading':
        return html`<slot name="loading"><p class="quiet">${this.say.loadingCouriers}</p></slot>`;
      case 'empty':
        return html`<slot name="empty"><p class="message">${this.say.noCouriers}</p></slot>`;
      case 'error':
        return this.#renderError();
      case 'ready':
        return this.#renderOptions();
    }
  }

  #renderError(): TemplateResult {
    if (this.covered) return html`<p class="quiet">${this.say.noCouriers}</p>`;
    const { error } = this.#list;
    const retry = html`<button type="button" @click=${this.refresh}>${this.say.retry}</button>`;
    return html`<slot name="error">
      <div class="message problem">
        <p>${errorSentence(error, this.say)}</p>
        ${worthRetrying(error) ? retry : nothing}
      </div>
    </slot>`;
  }

  #renderOptions(): TemplateResult {
    const chosen = new Set(codes(this.value));
    const { couriers, expanded } = this;
    const shown = couriers.filter(
      ({ code }, index) => expanded || index < shownAtFirst || chosen.has(code) || this.#shown.has(code),
    );
    for (const { code } of shown) this.#shown.add(code);
    return html`
      <div class="options">
        ${shown.map(
          ({ code, name }) => html`
            <label part="option">
              <input type="checkbox" .value=${code} @change=${this.#handleChange} />
              <span part="label">${name}</span>
            </label>
          `,
        )}
        ${
          shown.length < couriers.length
            ? html`<button type="button" class="more" @click=${this.#handleExpand}>
                ${this.say.showAllCouriers(couriers.length)}
              </button>`
            : nothing
        }
      </div>
    `;
  }

  #handleChange(event: Event): void {
    const { value, checked } = event.target as HTMLInputElement;
    const chosen = codes(this.value).filter((code) => code !== value);
    if (checked) chosen.push(value);
    this.value = chosen.join(',');
    this.dispatchEvent(new ShipCourierChangeEvent({ couriers: chosen }));
  }

  async #handleExpand(): Promise<void> {
    this.expanded = true;
    await this.updateComplete;
    // The button is gone: focus goes on with the first courier that it brought.
    this.renderRoot.querySelectorAll<HTMLElement>('input')[shownAtFirst]?.focus();
  }

  async #load(client: ShippingClient | undefined, signal: AbortSignal) {
    if (!client) return initialState;
    try {
      return couriersOf((await client.listCouriers({}, { signal })).couriers);
    } catch (error) {
      if (!signal.aborted) {
        this.announce(`${this.say.couriers}: ${errorSentence(error, this.say)}`);
        this.fail(error as Error);
      }
      throw error;
    }
  }
}
