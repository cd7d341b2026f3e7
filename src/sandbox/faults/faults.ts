import { Refusal } from '../refusal.ts';

/** What goes wrong with one request. */
export interface Fault {
  /** Milliseconds that pass before anything else happens. */
  latency?: number;
  /** What comes instead of the answer; the answer itself where not given. */
  outcome?: Outcome;
}

export type Outcome =
  /** The service answers that status, and nothing is done. `retryAfter` in seconds. */
  | { kind: 'status'; status: number; retryAfter?: number }
  /**
   * The service says no, and nothing is done: 8 digits, or the one error that has no code (contract/README.md §1.8).
   */
  | { kind: 'error'; error: number | 'balance' }
  /** The line breaks before anything is done. */
  | { kind: 'drop' }
  /** Everything is done, and the line breaks before the answer. */
  | { kind: 'drop-after' }
  /** Everything is done, and the answer breaks off in the middle. */
  | { kind: 'malformed' }
  /** Something in between answers a page, status 502, and nothing is done. */
  | { kind: 'html' };

interface Reading {
  /** How it is written, for whoever wrote it otherwise. */
  form: string;
  pattern: RegExp;
  read(digits: string, more: string | undefined): Fault;
}

/** The words of the header, as in the README. */
const readings: readonly Reading[] = [
  {
    form: 'latency=MS, 0 to 60000',
    pattern: /^latency=(\d{1,4}|[1-5]\d{4}|60000)$/,
    read: (milliseconds) => ({ latency: Number(milliseconds) }),
  },
  {
    form: 'status=NNN, 400 to 599, with ;retry-after=S where wanted',
    pattern: /^status=([45]\d\d)(?:\s*;\s*retry-after=(\d{1,5}))?$/,
    read: (status, seconds) => ({
      outcome: { kind: 'status', status: Number(status), ...(seconds && { retryAfter: Number(seconds) }) },
    }),
  },
  {
    form: 'error=CODE, 8 digits that begin with 4 or 5',
    pattern: /^error=([45]\d{7})$/,
    read: (code) => ({ outcome: { kind: 'error', error: Number(code) } }),
  },
  { form: 'error=balance', pattern: /^error=balance$/, read: () => ({ outcome: { kind: 'error', error: 'balance' } }) },
  { form: 'drop', pattern: /^drop$/, read: () => ({ outcome: { kind: 'drop' } }) },
  { form: 'drop-after', pattern: /^drop-after$/, read: () => ({ outcome: { kind: 'drop-after' } }) },
  { form: 'malformed', pattern: /^malformed$/, read: () => ({ outcome: { kind: 'malformed' } }) },
  { form: 'html', pattern: /^html$/, read: () => ({ outcome: { kind: 'html' } }) },
];

/**
 * Reads a fault as it is written: `latency=500,drop-after`. A latency goes with everything; of the others one can happen.
 * @param source who said it, for the error
 * @throws {Refusal} 400
 */
export function readFault(text: string, source: string): Fault {
  const fault: Fault = {};
  for (const word of text.split(',').map((part) => part.trim())) {
    if (word === '') continue;
    const next = readWord(word, source);
    for (const key of Object.keys(next))
      if (Object.hasOwn(fault, key)) throw wrong(source, `cannot have ${word} beside what stands before it`);
    Object.assign(fault, next);
  }
  return fault;
}

function readWord(word: string, source: string): Fault {
  for (const { pattern, read } of readings) {
    const found = pattern.exec(word);
    if (found) return read(found[1] ?? '', found[2]);
  }
  throw wrong(source, `must be one of: ${readings.map(({ form }) => form).join('; ')}; not "${word}"`);
}

const wrong = (source: string, reason: string) => new Refusal(40_000_000, `${source} ${reason}`);
