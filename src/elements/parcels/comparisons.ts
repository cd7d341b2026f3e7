import { html, type ReactiveElement } from 'lit';
import type { Switches } from '../../extras/index.ts';
import type { Action } from '../core/state.ts';
import * as views from '../core/views.ts';
import type { RateComparisonElement } from '../rates/rate-comparison-element.ts';
import type { KeptChoice, Parcel } from './basket.ts';

interface Followed {
  /** That of its parcel. */
  name: string;
  stop: () => void;
}

/** Services to choose once the parcels of these names are there. */
interface Wanted {
  type: 'set-value' | 'set-default' | 'restore';
  kept: Map<string, KeptChoice>;
}

/** The comparisons of a basket, one a parcel, in the order of its parcels: what is chosen in them from outside, and what they have to say. */
export class Comparisons {
  readonly #host: ReactiveElement;
  /** Hears of each change in them. */
  readonly #handleChange: () => void;
  #parcels: readonly Parcel[] = [];
  readonly #followed = new Map<RateComparisonElement, Followed>();
  /** What they have to say to screen readers, by the names of their parcels. */
  readonly #said = new Map<string, string>();
  #hearing = 0;
  #wanted: Wanted[] = [];

  constructor(host: ReactiveElement, handleChange: () => void) {
    this.#host = host;
    this.#handleChange = handleChange;
  }

  get all(): RateComparisonElement[] {
    return [...(this.#host.renderRoot?.querySelectorAll<RateComparisonElement>('ship-rate-comparison') ?? [])];
  }

  /**
   * Listens to those that have come, and stops listening to those that have gone.
   * @returns whether there were any
   */
  follow(parcels: readonly Parcel[]): boolean {
    this.#parcels = parcels;
    const { all } = this;
    const gone = [...this.#followed].filter(([one]) => !all.includes(one));
    for (const [one, { name, stop }] of gone) {
      stop();
      this.#followed.delete(one);
      this.#said.delete(name);
      const { state } = one.store;
      const key = views.chosenKey(state);
      // A page may empty the basket while it loads it again.
      if (key)
        this.#wanted.push({ type: 'set-value', kept: new Map([[name, { key, switches: views.switches(state) }]]) });
    }
    const added = all.filter((one) => !this.#followed.has(one));
    for (const one of added) {
      const { name } = parcels[all.indexOf(one)] as Parcel;
      this.#followed.set(one, { name, stop: one.store.subscribe(this.#handleChange) });
      one.announcer = {
        announce: (sentence) => {
          // An answer may come in the moment in which its parcel leaves.
          if (!this.#followed.has(one)) return;
          this.#said.set(name, sentence);
          void this.#hear();
        },
        render: () => html``,
      };
    }
    this.#applyWanted();
    return added.length + gone.length > 0;
  }

  /** A parcel may come later than what is chosen for it, such as after a reload. */
  choose(type: Wanted['type'], kept: Map<string, KeptChoice>): void {
    this.#wanted.push({ type, kept });
    if (type !== 'restore') this.#applyWanted();
  }

  reset(switches: Switches): void {
    this.#wanted = this.#wanted.filter(({ type }) => type === 'set-default');
    this.dispatch({ type: 'reset', switches });
  }

  /** To all of them, or to that of one parcel. */
  dispatch(action: Action, name?: string): RateComparisonElement | undefined {
    const concerned = this.all.filter((one) => name === undefined || this.#followed.get(one)?.name === name);
    for (const { store } of concerned) store.dispatch(action);
    return concerned[0];
  }

  /** Each speaks in its own update, and answers may come at once: what all say is one announcement. */
  async #hear(): Promise<void> {
    this.#hearing += 1;
    await Promise.allSettled(this.all.map((one) => one.isConnected && one.updateComplete));
    this.#hearing -= 1;
    this.#host.requestUpdate();
  }

  /** Whether one of them may have something to say in this moment. */
  get isHearing(): boolean {
    return this.#hearing > 0;
  }

  /** What they have had to say since the last time, in one text: what all say is said once, and without a name. */
  takeSaid(): string | undefined {
    const said = [...this.#said];
    if (!said.length) return undefined;
    this.#said.clear();
    const isAlike = said.length === this.#parcels.length && new Set(said.map(([, text]) => text)).size === 1;
    return said
      .map(([name, text]) => text && (isAlike ? text : `${name}: ${text}`))
      .slice(isAlike ? -1 : 0)
      .join(' ')
      .trim();
  }

  #applyWanted(): void {
    for (const { type, kept } of this.#wanted)
      for (const one of this.all) {
        const { name } = this.#followed.get(one) ?? {};
        const choice = name !== undefined && kept.get(name);
        if (!choice) continue;
        kept.delete(name);
        const { key, switches } = choice;
        if (type === 'restore') one.formStateRestoreCallback(JSON.stringify({ value: key, ...switches }));
        else one.store.dispatch({ type, key });
      }
    this.#wanted = this.#wanted.filter(({ kept }) => kept.size);
  }
}
