import { createShippingClient, type ShippingClient, type Store } from '../../src/client/index.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';

/** A client whose service is a sandbox on this page. */
export function sandboxClient(options: SandboxOptions = {}): ShippingClient {
  const sandbox = createSandbox(options);
  return clientOf((request) => sandbox.fetch(request));
}

/**
 * A client whose service is the test's own handler, asked once a call: retries are the client's own matter. The signal is
 * handed on beside the request, whose own one Node 20 may have collected before it is aborted.
 */
export function clientOf(
  handler: (request: Request, signal: AbortSignal) => Promise<Response>,
  store?: Store,
): ShippingClient {
  return createShippingClient({
    baseUrl: 'https://shipping.test',
    retry: { times: 0 },
    // Milliseconds, longer than any test takes: an answer that a test holds is not lost to the clock of a busy machine.
    timeout: 3_600_000,
    fetch: (input, init) => handler(new Request(input, init), init?.signal as AbortSignal),
    store,
  });
}

export interface Call {
  request: Request;
  body: Record<string, unknown>;
  answer(response: Response): void;
  fail(error: Error): void;
}

/** A service that answers when and as the test says; couriers aside, which are of no interest here. */
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
  /** The next call that is made. */
  const called = () => new Promise<Call>((resolve) => waiting.push(resolve));
  return { client, calls, called };
}
