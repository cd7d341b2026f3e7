import { SandboxRefusal } from '../refusal.ts';

/** A fault of one request. */
export interface Fault {
  /** Milliseconds to wait first. */
  latency?: number;
  /** What replaces the answer. */
  outcome?: Outcome;
}

export type Outcome =
  /** The service answers the status; the request has no effect. `retryAfter` is in seconds. */
  | { kind: 'status'; status: number; retryAfter?: number }
  /** The service refuses with a code of eight digits, or with the balance error, which has none (contract/README.md §1.8). */
  | { kind: 'error'; error: number | 'balance' }
  /** The connection breaks before the request has an effect. */
  | { kind: 'drop' }
  /** The request has its effect, and the connection breaks before the answer. */
  | { kind: 'drop-after' }
  /** The request has its effect, and the answer is cut in half. */
  | { kind: 'malformed' }
  /** A proxy answers an HTML page with status 502; the request has no effect. */
  | { kind: 'html' };

interface Reading {
  /** The syntax, for the error message. */
  form: string;
  pattern: RegExp;
  read(digits: string, more: string | undefined): Fault;
}

/** The faults of the header, as in the README. */
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
 * Parses a fault: `latency=500,drop-after`. A latency goes with any other fault; two others exclude each other.
 * @param source the header or option, for the error message
 * @throws {SandboxRefusal} 400
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

const wrong = (source: string, reason: string) => new SandboxRefusal(40_000_000, `${source} ${reason}`);
