import type { Rate } from '../../contract/index.ts';
import {
  type Answers,
  noAnswers,
  orderRows,
  type Prices,
  pricesWith,
  type Quoted,
  quotedWith,
  type RowOrder,
  type Switches,
  takeIn,
} from '../../quote/index.ts';
import type { Quote } from './terms.ts';

const nothing: readonly never[] = [];

/** What there is to choose from: all that was answered, as the switches stand, of the couriers that are picked, in order. */
export class Listing {
  #answers: Answers = noAnswers;
  #prices: { of: Answers; with: string; prices: Prices } | undefined;
  /** By the switches, as a text: each is asked for at every render. */
  #quoted = { of: noAnswers, picks: '', by: new Map<string, readonly Quoted[]>() };
  #order: RowOrder = 'price';
  #picks = '';
  #unordered: readonly Rate[] = nothing;
  #all: readonly Rate[] = nothing;
  #rates: readonly Rate[] = nothing;

  /** Every rate as it was arranged last, hidden ones among them. */
  get all(): readonly Rate[] {
    return this.#all;
  }

  /** The rates of the couriers that are picked. */
  get rates(): readonly Rate[] {
    return this.#rates;
  }

  get order(): RowOrder {
    return this.#order;
  }

  set order(order: RowOrder) {
    this.#order = order;
    this.#arrange(this.#unordered, this.#picks);
  }

  /** Takes an answer in: as a further one to the same question, or as the first one to another. */
  take({ answers, part }: Pick<Quote, 'answers' | 'part'>, same: boolean): void {
    this.#answers = answers.reduce(takeIn, part && same ? this.#answers : noAnswers);
  }

  /** Couriers that have to be asked with these switches, because nothing that was said tells their prices. */
  lacking(switched: Switches): readonly string[] {
    return this.#pricesWith(switched).lacking;
  }

  /** Each service with what tells most of what the switches add. */
  quoted(switched: Switches): readonly Quoted[] {
    const [of, picks, key] = [this.#answers, this.#picks, JSON.stringify(switched)];
    if (this.#quoted.of !== of || this.#quoted.picks !== picks) this.#quoted = { of, picks, by: new Map() };
    const { by } = this.#quoted;
    const quoted = by.get(key) ?? quotedWith(of, switched).filter(({ rate }) => this.#isPicked(rate));
    by.set(key, quoted);
    return quoted;
  }

  /**
   * Arranges what was answered.
   * @param switched undefined to leave the prices as they are
   * @returns whether there are other rates than before
   */
  arrange(switched: Switches | undefined, picks: readonly string[]): boolean {
    return this.#arrange(switched ? this.#pricesWith(switched).rates : this.#unordered, picks.join());
  }

  /** Arranges rates of the page's own. */
  give(rates: readonly Rate[], picks: readonly string[]): void {
    this.#arrange([...rates], picks.join());
  }

  #arrange(rates: readonly Rate[], picks: string): boolean {
    const before = this.#rates;
    this.#unordered = rates;
    this.#picks = picks;
    this.#all = orderRows(rates, this.#order);
    this.#rates = this.#all.filter((rate) => this.#isPicked(rate));
    return before.length !== this.#rates.length || this.#rates.some((rate, index) => rate !== before[index]);
  }

  #isPicked({ courier_code }: Rate): boolean {
    return !this.#picks || this.#picks.split(',').includes(courier_code);
  }

  #pricesWith(switched: Switches): Prices {
    const key = JSON.stringify(switched);
    if (this.#prices?.of !== this.#answers || this.#prices.with !== key)
      this.#prices = { of: this.#answers, with: key, prices: pricesWith(this.#answers, switched) };
    return this.#prices.prices;
  }
}
