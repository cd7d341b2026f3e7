import type { Answer } from './answers.ts';
import type { Ask } from './asks.ts';
import type { Caller, Send } from './promised.ts';

/** All sends of one write: the same operation, the same reference, the same body. */
interface Write {
  key: string;
  reference: string;
  underWay: number;
  /** At least one ended without an answer, and the reference is not settled since. */
  lost: boolean;
}

const inDoubt = ({ underWay, lost }: Write) => underWay > 0 || lost;

/**
 * What the client promises of its three writes:
 *
 * - Each call reaches the service once, or not at all where it is aborted before it goes out.
 * - A send is lost when nobody says what became of it: no answer, one that cannot be read, a broken service, an abort.
 * - "We have this already" is success where another send of the very same write was under way or lost when this one was
 *   asked for or went out. Where that was one of the same reference with another body, it is a refusal that carries what
 *   was found; where there was none, a refusal like any other.
 * - A failure has the outcome `unknown` as long as a send of the very same write, this one or another, is under way or
 *   lost. Whoever then sends it again finds out.
 * - Success, found or plain, explains all that were lost before under the same reference, and so does a refusal that
 *   carries what was found. Any other refusal explains its own send alone.
 * - A place knows the first of its writes that is under way or lost.
 */
export class PromisedWrites {
  readonly #writes = new Map<string, Write>();
  #sent: { write: Write; place: string | undefined; ask: Ask }[] = [];

  call(caller: Caller): Send {
    const { ask, key, reference, place } = caller;
    const write = this.#writes.get(key) ?? { key, reference, underWay: 0, lost: false };
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
      meets: ({ value, failure, happened, finds }: Answer) => {
        if (left) return undefined;
        const again = before.includes(write);
        const found = value ?? (again ? finds : undefined);
        const earlier = !found && before.length ? finds : undefined;
        ends(happened === undefined);
        if (found || earlier) this.#settle(reference);
        const outcome = inDoubt(write) ? 'unknown' : undefined;
        caller.end = found ? { value: found } : { failure: { code: 'none', ...failure, outcome }, earlier };
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

  #inDoubt(reference: string): Write[] {
    return [...this.#writes.values()].filter((write) => write.reference === reference && inDoubt(write));
  }

  #settle(reference: string): void {
    for (const write of this.#inDoubt(reference)) write.lost = false;
  }

  #forget(): void {
    this.#sent = this.#sent.filter(({ write }) => inDoubt(write));
  }
}
