import type { Item, Rate } from '../../../src/contract/index.ts';
import { item } from '../../support/fixtures.ts';
import type { Sequence } from './inputs.ts';
import { oracle, type Told, together } from './oracle.ts';
import { type Asked, type Pair, questionOf, shipmentOf } from './service.ts';

/** Milliseconds that the elements promise to let an edited shipment rest; no timer is patched, so it is waited for. */
export const settling = 300;

/** What is asked, in the words of a sequence. */
export interface Asking extends Pair {
  to: number | null;
  quantity: number;
  /** That the page wants compared. */
  offered: string;
  /** That the shopper has picked of these. */
  picks: readonly string[];
}

const codes = (list: string) => (list || 'jne,sicepat').split(',');

/** What a field should hold and ask by the inputs that it has had so far. */
export class Model implements Asking {
  readonly broken: string[] = [];

  to: number | null = 40111;
  quantity = 1;
  offered: string;
  picks: readonly string[] = [];
  insured = false;
  paid = false;
  readonly preset: string | null;
  /** The value that it should have, or that should rest. */
  value: string | null;
  /** The choice that the page knows of: by the last event, or by setting the value. */
  known: Rate | undefined;
  /** The page has set the value, and no event has to tell it what became of the choice. */
  silent = false;
  /** What the last quote told. */
  quoted: readonly Rate[] = [];
  /** The answers that it was made of, and their question. */
  taken: readonly Asked[] = [];
  quotedFor = '';
  /** The switches that its prices are for. */
  #priced: Pair = { insured: false, paid: false };
  /** Since everything was on screen last: a question among these may still be on its way. */
  questions = new Set<string>();
  /** What is asked on behalf of an order: exactly that, of its courier. */
  readonly ordering = new Set<string>();
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
    this.offered = couriers;
    this.questions.add(this.question);
  }

  /** What is shown and asked: as it was when an order was begun, until that is done with. */
  get asking(): Asking {
    return this.#frozen ?? this;
  }

  /** The one question, whatever is switched and picked. */
  get question(): string {
    const { to, quantity, offered } = this.asking;
    return questionOf(to, quantity, offered, true, true);
  }

  /** What the element says is compared. */
  get couriers(): string {
    return this.picks.join() || this.offered;
  }

  /** The page sets what is compared; what it repeats asks for nothing. */
  compare(couriers: string): void {
    if (couriers === this.couriers) return;
    this.asksFor(() => {
      this.offered = couriers;
      this.picks = [];
    });
  }

  /** The shopper picks a courier, or leaves it out again. */
  tick(courier: string): readonly string[] {
    const others = this.picks.filter((code) => code !== courier);
    const picks = others.length < this.picks.length ? others : [...others, courier];
    this.picks = picks.filter((code) => codes(this.offered).includes(code));
    return picks;
  }

  /** Whether the rates are for this shipment; where others could not be had, for the switches as they stand as well. */
  isQuoted(status: string): boolean {
    const { insured, paid } = this.asking;
    const same = shipmentOf(this.quotedFor) === shipmentOf(this.question);
    const { insured: wasInsured, paid: wasPaid } = this.priced;
    return same && (status !== 'error' || (insured === wasInsured && paid === wasPaid));
  }

  /** Takes the answers that have just been told of. */
  takeAnswers(asked: readonly Asked[]): void {
    const { question, answers } = together(asked, (question) => this.questions.has(question));
    this.taken = answers;
    this.quotedFor = question;
    const { insured, paid } = this.asking;
    this.#priced = { insured, paid };
  }

  /** The switches that prices on screen are for: as they stand, as soon as nobody has to be asked for it. */
  get priced(): Pair {
    const { insured, paid } = this.asking;
    const tells = this.quotedFor === this.question && !oracle(this.taken, { insured, paid }).lacking.length;
    if (tells) this.#priced = { insured, paid };
    return this.#priced;
  }

  /** The rows as they have to be, in no order. */
  get rows(): Told[] {
    const { picks } = this.asking;
    const { rows } = oracle(this.taken, this.priced);
    return rows.filter(({ key }) => !picks.length || picks.includes(key.split('/')[0] ?? ''));
  }

  /** Whether a service cannot be had for now, so that it rests where it is chosen. */
  rests(key: string | null): boolean {
    const { picks, paid } = this.asking;
    const row = oracle(this.taken, this.priced).rows.find((told) => told.key === key);
    return (
      row !== undefined &&
      ((paid && !row.collects) || (picks.length > 0 && !picks.includes(row.key.split('/')[0] ?? '')))
    );
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
    const { to, quantity, offered, picks, insured, paid } = this;
    this.#frozen ??= { to, quantity, offered, picks, insured, paid };
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
  requested(asked: () => readonly Asked[]): (question: string) => void {
    this.requests += 1;
    const { question: latest, questions } = this;
    const { to, quantity } = this.asking;
    // Edited to what was asked before, it is not an edit.
    const isEdited = this.#typing && this.#askedFor !== `${to} ${quantity}`;
    this.#askedFor = `${to} ${quantity}`;
    const rested = isEdited ? performance.now() - this.#edited : settling;
    return (question) => {
      if (this.#isPart(question, asked())) {
        this.allowed += 1;
        return;
      }
      if (!questions.has(question) && !this.ordering.has(question))
        this.broken.push(`asked "${question}" instead of "${latest}"`);
      if (question === latest && rested < settling - 5)
        this.broken.push(`asked ${Math.round(rested)} ms after an edit`);
      if (this.requests > this.allowed) this.broken.push(`${this.requests} requests, ${this.allowed} settled inputs`);
    };
  }

  /** Whether it asks some couriers for a combination of the switches that nothing answered so far tells. */
  #isPart(question: string, asked: readonly Asked[]): boolean {
    const of = [...this.questions].find((whole) => shipmentOf(whole) === shipmentOf(question));
    const latest = asked.findLast((record) => record.question === question);
    if (!of || !latest) return false;
    const before = asked.slice(0, asked.indexOf(latest));
    const refused = before.at(-1)?.outcome === 'refused';
    const everRefused = before.some((record) => record.outcome === 'refused' && record.question === question);
    if (question === this.question && !everRefused) return false;
    const { lacking } = oracle(together(before, (whole) => this.questions.has(whole)).answers, latest);
    return refused || (lacking.length > 0 && latest.couriers.every((code) => lacking.includes(code)));
  }

  /** All that the inputs have caused is on screen, and told. */
  settle(rate: Rate | undefined): void {
    this.questions = new Set([this.question]);
    if (this.silent) this.known = rate;
    this.silent = false;
  }
}
