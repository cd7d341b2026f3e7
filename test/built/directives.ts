import { html, LitElement, nothing } from 'lit';
import { cache } from 'lit/directives/cache.js';
import { classMap } from 'lit/directives/class-map.js';
import { guard } from 'lit/directives/guard.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { keyed } from 'lit/directives/keyed.js';
import { live } from 'lit/directives/live.js';
import { createRef, ref } from 'lit/directives/ref.js';
import { repeat } from 'lit/directives/repeat.js';
import { styleMap } from 'lit/directives/style-map.js';
import { until } from 'lit/directives/until.js';

export interface EveryDirective extends HTMLElement {
  rows: string[];
  field: HTMLInputElement | undefined;
  updateComplete: Promise<boolean>;
}

/** An element with a directive of each kind in its template: on a child, an attribute, a property, an element. */
export function define(tag: string): void {
  class Every extends LitElement implements EveryDirective {
    static override properties = { rows: {} };

    declare rows: string[];

    readonly #input = createRef<HTMLInputElement>();

    constructor() {
      super();
      this.rows = ['one', 'two'];
    }

    get field(): HTMLInputElement | undefined {
      return this.#input.value;
    }

    protected override render() {
      const { rows } = this;
      return html`
        <input ${ref(this.#input)} .value=${live(rows[0] ?? '')} title=${ifDefined(rows[2])} />
        <ul class=${classMap({ many: rows.length > 2 })} style=${styleMap({ '--rows': `${rows.length}` })}>
          ${repeat(
            rows,
            (row) => row,
            (row) => html`<li>${row}</li>`,
          )}
        </ul>
        <b>${guard([rows.length], () => rows.length)}</b>
        <i>${keyed(rows[0], html`<u>${rows[0]}</u>`)}</i>
        <s>${until(Promise.resolve('late'), nothing)}</s>
        <p>${cache(rows.length > 2 ? html`<em>many</em>` : html`<small>few</small>`)}</p>
      `;
    }
  }

  customElements.define(tag, Every);
}
