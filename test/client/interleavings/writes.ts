import type { Answer } from './answers.ts';
import { type Ask, isOurs } from './asks.ts';
import type { Caller, Send } from './promised.ts';

/** All sends of one write: the same operation, the same reference, the same body. */
interface Write {
  key: string;
  reference: string;
  underWay: number;
  /** At least one ended without an answer, and the reference is not settled since. */
  lost: boolean;
  /** The service has called the reference used, and nobody knows by whom. */
  used: boolean;
}

/** What a place has placed: the reference where the caller gave one. */
export interface PlacedHere {
  operation: string;
  reference: string | undefined;
  id: string | undefined;
  cancelled: boolean;
}

const inDoubt = ({ underWay, lost }: Write) => underWay > 0 || lost;

/** So many are remembered of what was placed. */
const most = 20;

/**
 * What the client promises of its three writes:
 *
 * - Each call reaches the service once, or not at all where it is aborted before it goes out.
 * - A send is lost when nobody says what became of it: no answer, one that cannot be read or is about another order, a
 *   service that is broken or busy, a refusal that is not the service's, an abort.
 * - "We have this already" is success where another send of the very same write was under way or lost when this one was
 *   asked for or went out. Where that was one of the same reference with another body, it is a refusal that carries what
 *   was found.
 * - Where there was none it is success all the same, if nobody else can have used what names the write: a random reference,
 *   or an order that is cancelled. With a reference of the shop's own, and with a refusal that names another one, nobody
 *   knows: that send is lost, and what goes out under the reference before it is settled is not known to have used it.
 * - A failure has the outcome `unknown` as long as a send of the very same write, this one or another, is under way or
 *   lost. Whoever then sends it again finds out.
 * - Success, found or plain, explains all that were lost before under the same reference, and so does a refusal that
 *   carries what was found. Any other refusal explains its own send alone.
 * - A place knows the first of its writes that is under way or lost, and the last of those that it has placed, with those that
 *   are cancelled among them.
 */
export class PromisedWrites {
  readonly #writes = new Map<string, Write>();
  #sent: { write: Write; place: string | undefined; ask: Ask }[] = [];
  #placed: (PlacedHere & { key: string; place: string })[] = [];

  call(caller: Caller): Send {
    const { ask, key, reference, place } = caller;
    const write = this.#writes.get(key) ?? { key, reference, underWay: 0, lost: false, used: false };
    this.#writes.set(key, write);
    let before = this.#inDoubt(reference);
    let sent = false;
    let left = false;
    const ends = (lost: boolean) => {
      write.underWay -= 1;
      write.lost ||= lost;
    };
    caller.leave = () => {
      caller.end = { reason: caller.reason };
      left = true;
      if (sent) ends(true);
    };
    return {
      ask,
      key,
      reference,
      get abandoned() {
        return left;
      },
      goesOut: () => {
        before = [...before, ...this.#inDoubt(reference)];
        write.underWay += 1;
        sent = true;
        this.#forget();
        if (!this.#sent.some((entry) => entry.write === write && entry.place === place))
          this.#sent.push({ write, place, ask });
      },
      meets: ({ value, failure, happened, finds, used }: Answer) => {
        if (left) return undefined;
        const holders = this.#inDoubt(reference).some((other) => other.used) ? [] : before;
        const known = finds && (holders.length > 0 || isOurs(ask));
        const found = value ?? (known && (!holders.length || holders.includes(write)) ? finds : undefined);
        const earlier = !found && known ? finds : undefined;
        const doubtful = used && !holders.length && !found;
        ends(doubtful || happened === undefined);
        if (doubtful) write.used = true;
        if (found || earlier) this.#settle(reference);
        const outcome = inDoubt(write) ? 'unknown' : undefined;
        caller.end = found ? { value: found } : { failure: { code: 'none', ...failure, outcome }, earlier };
        if (found) this.#remember(caller, (found as { id?: string }).id);
        this.#forget();
        return undefined;
      },
    };
  }

  /** What a place has left without an answer. */
  left(place: string): Ask | undefined {
    this.#forget();
    return this.#sent.find((entry) => entry.place === place)?.ask;
  }

  placed(of: string): PlacedHere[] {
    const here = this.#placed.filter(({ place }) => place === of);
    return here.map(({ operation, reference, id, cancelled }) => ({ operation, reference, id, cancelled }));
  }

  #remember({ ask, reference: key, place }: Caller, id: string | undefined): void {
    const { operation, request } = ask;
    if (operation === 'cancelOrder')
      this.#placed = this.#placed.map((entry) => (entry.id === id ? { ...entry, cancelled: true } : entry));
    else if (place !== undefined) {
      const reference = (request as { reference_id?: string }).reference_id;
      const others = this.#placed.filter((entry) => entry.key !== key);
      this.#placed = [...others, { operation, reference, id, cancelled: false, key, place }].slice(-most);
    }
  }

  #inDoubt(reference: string): Write[] {
    return [...this.#writes.values()].filter((write) => write.reference === reference && inDoubt(write));
  }

  #settle(reference: string): void {
    for (const write of this.#inDoubt(reference)) write.lost = false;
  }

  #forget(): void {
    for (const write of this.#writes.values()) write.used &&= inDoubt(write);
    this.#sent = this.#sent.filter(({ write }) => inDoubt(write));
  }
}
