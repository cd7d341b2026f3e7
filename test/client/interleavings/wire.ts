import { type OperationName, operations } from '../../../src/contract/index.ts';
import type { Answer } from './answers.ts';

/** A request that has reached the service. */
export interface Arrived {
  number: number;
  operation: OperationName;
  /** Of the order to cancel. */
  id: string | undefined;
  body: Record<string, unknown> | undefined;
  signal: AbortSignal;
  answered: boolean;
  /** What was under way when it came. */
  besides: Arrived[];
  answer(answer: Answer): void;
}

/** A service that answers when it is told to, and then only. Every second request is deaf to its abort. */
export class Wire {
  readonly arrived: Arrived[] = [];
  /** Whom it may still answer. */
  readonly held: Arrived[] = [];

  readonly fetch = (url: unknown, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { method, body } = init;
      const signal = init.signal as AbortSignal;
      const asked: Arrived = {
        number: this.arrived.length,
        ...route(`${method} ${new URL(String(url)).pathname}`),
        body: body ? JSON.parse(String(body)) : undefined,
        signal,
        answered: false,
        besides: this.held.filter((other) => !other.signal.aborted),
        answer: (answer) => {
          asked.answered = true;
          this.#letGo(asked);
          if (answer.body === 'cut off') reject(new TypeError('Failed to fetch'));
          else resolve(response(answer));
        },
      };
      this.arrived.push(asked);
      this.held.push(asked);
      if (asked.number % 2 === 1) return;
      signal.addEventListener('abort', () => {
        this.#letGo(asked);
        reject(signal.reason);
      });
    });

  #letGo(asked: Arrived): void {
    const index = this.held.indexOf(asked);
    if (index >= 0) this.held.splice(index, 1);
  }
}

function route(asked: string): Pick<Arrived, 'operation' | 'id'> {
  for (const [operation, { method, path }] of Object.entries(operations)) {
    const match = new RegExp(`^${method} ${path.replace(':id', '([\\w-]+)')}$`).exec(asked);
    if (match) return { operation: operation as OperationName, id: match[1] };
  }
  throw new Error(`Nobody asks ${asked}.`);
}

/** No real one: those are read in the engine's own time, and a test would have to guess how long that is. */
function response({ status, body }: Answer): Response {
  const text = async () => {
    if (body === 'cut off halfway') throw new TypeError('connection lost');
    return typeof body === 'string' ? body : JSON.stringify(body);
  };
  return { status, headers: new Headers(), text } as Response;
}
