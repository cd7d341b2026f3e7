import type { Rate } from '../../contract/index.ts';
import type { ShipmentPart } from '../../quote/index.ts';
import { errorSentence } from '../shared/error-sentence.ts';
import type { Words } from '../shared/words.ts';
import type { ComparisonStatus } from './list.ts';

interface Situation {
  status: ComparisonStatus;
  error: Error | undefined;
  missing: readonly ShipmentPart[];
  rates: readonly Rate[];
}

/** Says a problem when it comes up, and not at every update while it lasts. */
export class Problem {
  #error: Error | undefined;
  #status: ComparisonStatus = 'loading';

  /** The sentence to say now, and the error behind it; undefined where there is nothing new. */
  news({ status, error, missing, rates }: Situation, say: Words): { sentence: string; error?: Error } | undefined {
    const [lastError, lastStatus] = [this.#error, this.#status];
    this.#error = error;
    this.#status = status;
    if (error && error !== lastError) return { sentence: errorSentence(error, say), error };
    // An address that never was finished is asked for on screen; one that was is said to be missing again.
    const unfinished = status === 'incomplete' && lastStatus !== 'incomplete' && rates.length > 0;
    return unfinished ? { sentence: say.incomplete(missing) } : undefined;
  }
}
