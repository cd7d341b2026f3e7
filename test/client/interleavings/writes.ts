import type { Answer } from './answers.ts';
import type { Caller, Send } from './promised.ts';

/** All sends of one write: the same operation, the same reference, the same body. */
interface Write {
  underWay: number;
  /** At least one ended without an answer that tells what became of it, and no later one told. */
  lost: boolean;
}

const inDoubt = ({ underWay, lost }: Write) => underWay > 0 || lost;

/**
 * What the client promises of its three writes:
 *
 * - Each call reaches the service once, or not at all where it is aborted before it goes out.
 * - A send is lost when nobody tells what became of it: no answer, one that cannot be read, a broken service, an abort.
 * - "We have this already" is success where another send of the very same write was under way or lost when this one was
 *   asked for or went out, and a refusal like any other where not.
 * - A failure has the outcome `unknown` as long as a send of the very same write, this one or another, is under way or
 *   lost. Whoever then sends it again finds out.
 * - Success, found or plain, explains all that were lost before. A refusal explains its own send alone.
 */
export class PromisedWrites {
  readonly #writes = new Map<string, Write>();

  call(caller: Caller): Send {
    const { ask, key } = caller;
    const write = this.#writes.get(key) ?? { underWay: 0, lost: false };
    this.#writes.set(key, write);
    let again = inDoubt(write);
    let sent = false;
    let left = false;
    const ends = (lost: boolean) => {
      write.underWay -= 1;
      write.lost = lost;
    };
    caller.leave = () => {
      caller.end = { reason: caller.reason };
      left = true;
      if (sent) ends(true);
    };
    return {
      ask,
      key,
      get abandoned() {
        return left;
      },
      goesOut() {
        again ||= inDoubt(write);
        write.underWay += 1;
        sent = true;
      },
      meets({ value, failure, happened, finds }: Answer) {
        if (left) return undefined;
        const found = value ?? (again ? finds : undefined);
        ends(found ? false : write.lost || happened === undefined);
        const outcome = inDoubt(write) ? 'unknown' : undefined;
        caller.end = found ? { value: found } : { failure: { code: 'none', ...failure, outcome } };
        return undefined;
      },
    };
  }
}
