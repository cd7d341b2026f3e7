import { type Clock, type Reason, RefusedError, retryAfterOf, unreachable, within } from '../../client/index.ts';
import { allOperations, ErrorBody, type ServiceOperation } from '../../contract/index.ts';
import { parseJson } from './bodies.ts';

/** The service's answer to one request. */
export type UpstreamAnswer =
  | { kind: 'accepted'; status: number; json: unknown }
  | { kind: 'refused'; status: number; refusal: ErrorBody; reason: Reason }
  /**
   * The outcome is unknown: no answer, an overloaded or broken service, or an unreadable answer. `retryAfter` is in seconds. `unsent` of a write: it
   * was not sent, because no connection was made.
   */
  | {
      kind: 'no-proof';
      why: 'service-unreachable' | 'service-busy' | 'service-unreadable';
      retryAfter?: number;
      unsent?: true;
    };

/** One request to the service. */
export interface UpstreamRequest {
  operation: ServiceOperation;
  /** The id of the order to cancel. */
  id?: string;
  /** The JSON body. */
  body?: string;
  /** The query of the address. */
  query?: Record<string, string> | undefined;
  /** Milliseconds for the whole answer. */
  timeout: number;
  /** Aborts the request. */
  signal?: AbortSignal | undefined;
}

/** Asks the service once. It never rejects: without an answer it says `no-proof`. */
export type Upstream = (request: UpstreamRequest) => Promise<UpstreamAnswer>;

interface UpstreamOptions {
  /** The service's base URL, without `/v1`. */
  upstream: string;
  /** The merchant's key. It goes upstream and nowhere else. */
  key: string;
  fetch: typeof globalThis.fetch;
  clock?: Clock;
}

/** Characters. A thousand rates need a quarter of it. */
const largest = 4_000_000;

/**
 * Sends each request with the merchant's key, and reads the whole answer. A write is sent once. A read is sent once more if its connection
 * breaks before the answer, because the service may close a kept-alive connection at that moment. It never throws.
 */
export function createUpstream({ upstream, key, fetch, clock }: UpstreamOptions): Upstream {
  const base = upstream.replace(/\/+$/, '');
  return async ({ operation, id = '', body, query, timeout, signal: abort }) => {
    const { method, path, repeatable } = allOperations[operation];
    // A header may hold no byte order mark, which a file of secrets may begin with.
    const headers = { authorization: key.trim(), ...(body !== undefined && { 'content-type': 'application/json' }) };
    const address =
      base + path.replace(':id', encodeURIComponent(id)) + (query ? `?${new URLSearchParams(query)}` : '');
    try {
      const ask = async (signal: AbortSignal) => {
        // A followed redirect would send the key and the shopper's address to another server.
        const init: RequestInit = { method, headers, redirect: 'manual', signal };
        const send = async () => fetch(address, body === undefined ? init : { ...init, body });
        const response = await send().catch((problem) => {
          if (!repeatable || signal.aborted) throw problem;
          return send();
        });
        return { response, text: await textOf(response) };
      };
      const answer = await within(timeout, abort, ask, clock);
      return readAnswer(answer.response, answer.text);
    } catch (problem) {
      return {
        kind: 'no-proof',
        why: 'service-unreachable',
        ...(!repeatable && unreachable(problem) && { unsent: true }),
      };
    }
  };
}

/** Undefined if it is longer than any answer of the service. */
async function textOf(response: Response): Promise<string | undefined> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > largest) return undefined;
  }
  return text + decoder.decode();
}

/** Status first, then `success`, then `code`; never the status alone (contract/README.md §1.8). */
function readAnswer(response: Response, text: string | undefined): UpstreamAnswer {
  const { status } = response;
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    const wait = retryAfterOf(response.headers);
    return { kind: 'no-proof', why: 'service-busy', ...(wait !== undefined && { retryAfter: Math.min(wait, 3_600) }) };
  }
  const unreadable = { kind: 'no-proof', why: 'service-unreadable' } as const;
  const json = parseJson(text ?? '');
  if (json === undefined) return unreadable;
  const body = ErrorBody.safeParse(json);
  if (!body.success) return unreadable;
  const accepted = status >= 200 && status < 300;
  if (accepted && body.data.success === true) return { kind: 'accepted', status, json };
  // A proxy may change the status, so a refusal needs a body that says so.
  const saysNo = typeof body.data.error === 'string' && (body.data.success === false || status >= 400);
  if (!saysNo || (status >= 300 && status < 400)) return unreadable;
  return { kind: 'refused', status, refusal: body.data, reason: reasonOf(status, body.data) };
}

/** Page and gateway share the client's table of reasons. */
function reasonOf(status: number, { code, error, details }: ErrorBody): Reason {
  const refusal = {
    status,
    serviceCode: code ?? undefined,
    serviceMessage: error ?? undefined,
    details: details ?? undefined,
  };
  return new RefusedError(refusal, { operation: 'createOrder' }).reason;
}
