import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isShippingFailure, type ShippingClient } from '../../client/index.ts';
import type { Rate } from '../../contract/index.ts';
import type { Selection } from '../state/selection.ts';
import type { Quote } from '../state/terms.ts';
import { answersTo } from './ask-rates.ts';
import { claimsOf } from './claims.ts';
import { isOffline } from './error-sentence.ts';
import { type PageClock, pageClock } from './page-clock.ts';

/** Milliseconds: no offer is asked anew sooner, whatever it says of itself, and none that failed is tried again sooner. */
const leastWait = 60_000;

/** Of its lifetime: an offer that the form takes along has to be good until the shop's server reads it. */
const worn = 3 / 4;

/** The offers in sight. */
interface Offers {
  /** The latest answer, and the rows of the latest one about everything. */
  quote: Quote;
  rates: readonly Rate[];
  /** Milliseconds since they came. */
  age: () => number;
  /** Milliseconds that they are good for. */
  lifetime: number;
  /** Their age in milliseconds when they are to be asked anew. */
  due: number;
}

/**
 * Asks for offers anew before they expire, without a word where the prices stand: not while an order is under way, and not while
 * nobody looks. How long they are good for is said by themselves, and counted from their arrival: the clock of the shopper's
 * device may be off by hours.
 */
export class OfferRenewal implements ReactiveController {
  readonly #selection: Selection;
  readonly #client: () => ShippingClient | undefined;
  readonly #tell: (error: Error) => void;
  readonly #clock: PageClock;
  #offers: Offers | undefined;
  #stopTimer = () => {};
  #stopListening = () => {};
  #asking: AbortController | undefined;

  /**
   * @param client the client to ask; undefined while there is none, or while the element is not in a page
   * @param tell has the page hear why offers could not be had while those in sight are still good
   */
  constructor(
    host: ReactiveControllerHost,
    selection: Selection,
    client: () => ShippingClient | undefined,
    tell: (error: Error) => void,
    clock = pageClock,
  ) {
    this.#selection = selection;
    this.#client = client;
    this.#tell = tell;
    this.#clock = clock;
    host.addController(this);
    selection.subscribe((notice) => {
      if (notice?.type === 'rates') this.#watch(notice.quote);
      // Whatever was in its way may be gone.
      else this.#look();
    });
  }

  hostConnected(): void {
    this.#stopListening = this.#clock.onVisible(() => this.#look());
    this.#look();
  }

  hostDisconnected(): void {
    this.#stopListening();
    this.#stopTimer();
    this.#asking?.abort();
  }

  #watch(quote: Quote | undefined): void {
    const before = this.#offers;
    // Switched, it is the same answer.
    if (before && quote === before.quote) return;
    // Where one row is asked for itself, or has another price, the offers of the others are as old as they were.
    const rates = quote?.answers.flatMap((answer) => answer.rates) ?? [];
    const still = before && (quote?.part || rates.some((rate) => before.rates.includes(rate))) ? before : undefined;
    const lifetime = still?.lifetime ?? lifetimeOf(rates);
    if (quote && lifetime) {
      const age = still?.age ?? this.#clock.stopwatch();
      this.#offers = {
        quote,
        rates: quote.part && still ? still.rates : rates,
        age,
        lifetime,
        due: Math.max(lifetime * worn, leastWait),
      };
    } else this.#offers = undefined;
    this.#look();
  }

  /** Asks, if it is time to and nothing is in its way; and looks again in a while, because a device may have slept. */
  #look(): void {
    this.#stopTimer();
    const [offers, client] = [this.#offers, this.#client()];
    if (!offers || !client) return;
    const rest = offers.due - offers.age();
    this.#stopTimer = this.#clock.after(rest > 0 ? Math.min(rest, leastWait) : leastWait, () => this.#look());
    if (rest > 0 || this.#asking || this.#clock.isHidden() || isOffline()) return;
    const { isFrozen, status, quote } = this.#selection;
    if (!isFrozen && status === 'ready' && quote === offers.quote) void this.#renew(offers, client);
  }

  async #renew(offers: Offers, client: ShippingClient): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    const { quote, age, lifetime } = offers;
    // What has come meanwhile, or is ordered, is not replaced.
    const isWanted = () => !asking.signal.aborted && this.#selection.quote === quote && !this.#selection.isFrozen;
    try {
      const { question, couriers } = quote;
      const options = { signal: asking.signal, fresh: true };
      const answers = await answersTo(client, question, couriers, () => this.#selection.extras, options);
      if (isWanted()) this.#selection.answer({ ...quote, answers, part: false, quiet: true });
    } catch (error) {
      if (!isWanted()) return;
      const isRefused = isShippingFailure(error) && error.code === 'refused';
      offers.due = isRefused ? lifetime : age() + leastWait;
      if (age() >= lifetime) this.#selection.fail(error as Error);
      else if (isRefused) this.#tell(error);
    } finally {
      this.#asking = undefined;
    }
  }
}

/** Milliseconds; undefined where none of them is signed, or where it does not say how long it is good for. */
function lifetimeOf(rates: readonly Rate[]): number | undefined {
  const signed = rates.find(({ offer }) => offer);
  if (!signed) return undefined;
  const { exp, iat } = claimsOf(signed.offer);
  const seconds = Number(exp) - Number(iat);
  return seconds > 0 && seconds < Number.POSITIVE_INFINITY ? seconds * 1000 : undefined;
}
