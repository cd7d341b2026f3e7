import type { Item, Rate } from '../../../src/contract/index.ts';
import { item } from '../../support/fixtures.ts';
import type { Sequence } from './inputs.ts';
import { partsOf, questionOf } from './service.ts';

/** Milliseconds that the elements promise to let an edited shipment rest; no timer is patched, so it is waited for. */
export const settling = 300;

/** What is asked, in the words of a sequence. */
export interface Asking {
  to: number | null;
  quantity: number;
  couriers: string;
  insured: boolean;
  paid: boolean;
}

/** What a field should hold and ask by the inputs that it has had so far. */
export class Model implements Asking {
  readonly broken: string[] = [];

  to: number | null = 40111;
  quantity = 1;
  couriers: string;
  insured = false;
  paid = false;
  readonly preset: string | null;
  /** The value that it should have. */
  value: string | null;
  /** The choice that the page knows of: by the last event, or by setting the value. */
  known: Rate | undefined;
  /** The page has set the value, and no event has to tell it what became of the choice. */
  silent = false;
  /** What the last quote told. */
  quoted: readonly Rate[] = [];
  /** The question that it answered. */
  quotedFor = '';
  /** Since everything was on screen last: a question among these may still be on its way. */
  questions = new Set<string>();
  /** How many requests for rates the inputs so far account for. */
  allowed = 1;
  requests = 0;
  /** So many requests there have to be for what is shown: a refresh is not answered from memory. */
  owed = 0;

  #frozen: Asking | undefined;
  /** What page and form have set since: it counts once the order is done with. */
  readonly #waiting: (() => void)[] = [];
  /** The shipment of the last request. */
  #askedFor = '';
  #edited = Number.NEGATIVE_INFINITY;
  /** Whether nothing but the shipment has changed since it was edited last. */
  #typing = false;

  constructor({ couriers, preset }: Pick<Sequence, 'couriers' | 'preset'>) {
    this.preset = preset;
    this.value = preset;
    this.couriers = couriers;
    this.questions.add(this.question);
  }

  /** What is shown and asked: as it was when an order was begun, until that is done with. */
  get asking(): Asking {
    return this.#frozen ?? this;
  }

  get question(): string {
    const { to, quantity, couriers, insured, paid } = this.asking;
    return questionOf(to, quantity, couriers, insured, paid);
  }

  /** Whether the rates are for this shipment; where others could not be had, for the switches as they stand as well. */
  isQuoted(status: string): boolean {
    const [quoted, asked] = [partsOf(this.quotedFor), partsOf(this.question)];
    return quoted.shipment === asked.shipment && (status !== 'error' || quoted.extras === asked.extras);
  }

  get items(): Item[] {
    return [{ ...item, quantity: this.quantity }];
  }

  get shipment() {
    const { to, items } = this;
    return { origin_postal_code: 12440, ...(to !== null && { destination_postal_code: to }), items };
  }

  /** The page edits the shipment. */
  edit(change: () => void): void {
    const before = this.question;
    change();
    if (this.question === before) return;
    this.questions.add(this.question);
    this.owed = 0;
    const now = performance.now();
    if (now - this.#edited >= settling) this.allowed += 1;
    this.#edited = now;
    this.#typing = true;
  }

  /** Something else changes what is asked, or has it asked once more. */
  asksFor(change = () => {}): void {
    change();
    this.questions.add(this.question);
    this.allowed += 1;
    this.owed = 0;
    this.#typing = false;
  }

  freeze(): void {
    const { to, quantity, couriers, insured, paid } = this;
    this.#frozen ??= { to, quantity, couriers, insured, paid };
  }

  unfreeze(): void {
    if (!this.#frozen) return;
    const before = this.question;
    this.#frozen = undefined;
    for (const change of this.#waiting.splice(0)) change();
    if (this.question !== before) this.asksFor();
  }

  /** At once, or as soon as no order is under way. */
  whenFree(change: () => void): void {
    if (this.#frozen) this.#waiting.push(change);
    else change();
  }

  /** What is asked is read a moment later, and may be outdated by then. */
  requested(): (question: string) => void {
    this.requests += 1;
    const { question: latest, questions } = this;
    const { to, quantity } = this.asking;
    // Edited to what was asked before, it is not an edit.
    const isEdited = this.#typing && this.#askedFor !== `${to} ${quantity}`;
    this.#askedFor = `${to} ${quantity}`;
    const rested = isEdited ? performance.now() - this.#edited : settling;
    return (question) => {
      if (!questions.has(question)) this.broken.push(`asked "${question}" instead of "${latest}"`);
      if (question === latest && rested < settling - 5)
        this.broken.push(`asked ${Math.round(rested)} ms after an edit`);
      if (this.requests > this.allowed) this.broken.push(`${this.requests} requests, ${this.allowed} settled inputs`);
    };
  }

  /** All that the inputs have caused is on screen, and told. */
  settle(rate: Rate | undefined): void {
    this.questions = new Set([this.question]);
    if (this.silent) this.known = rate;
    this.silent = false;
  }
}
