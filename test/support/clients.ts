import { createShippingClient, type ShippingClient, type WriteStorage } from '../../src/client/index.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';

/** A client over a sandbox in the same page. */
export function sandboxClient(options: SandboxOptions = {}): ShippingClient {
  const sandbox = createSandbox(options);
  return clientOf((request) => sandbox.fetch(request));
}

/**
 * A client without retries over the test's handler. The signal is a second parameter, because Node 20 may
 * garbage-collect `request.signal` before it aborts.
 */
export function clientOf(
  handler: (request: Request, signal: AbortSignal) => Promise<Response>,
  store?: WriteStorage,
): ShippingClient {
  return createShippingClient({
    baseUrl: 'https://shipping.test',
    retry: { times: 0 },
    // Milliseconds. Longer than any test, so that a held answer never times out.
    timeout: 3_600_000,
    fetch: (input, init) => handler(new Request(input, init), init?.signal as AbortSignal),
    store,
  });
}

/** An answer whose text is there at once. Firefox reads a body in some hundred tasks. */
export const answerAtOnce = (body: unknown, init?: ResponseInit): Response =>
  Object.assign(Response.json(body, init), { text: async () => JSON.stringify(body) });

export interface Call {
  request: Request;
  body: Record<string, unknown>;
  answer(response: Response): void;
  fail(error: Error): void;
}

/** A service whose answers the test gives. It answers the list of couriers by itself. */
export function heldClient() {
  const calls: Call[] = [];
  const waiting: ((call: Call) => void)[] = [];
  const client = clientOf(async (request) => {
    if (request.method === 'GET') return Response.json({ success: true, couriers: [] });
    const body = await request.json();
    return new Promise<Response>((answer, fail) => {
      const call = { request, body, answer, fail };
      calls.push(call);
      waiting.shift()?.(call);
    });
  });
  /** Resolves with the next call. */
  const called = () => new Promise<Call>((resolve) => waiting.push(resolve));
  return { client, calls, called };
}
