import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type OperationName, operations } from '../contract/index.ts';

export interface GatewayOptions {
  /** The service's base URL, without `/v1`. */
  upstream: string;
  /** The merchant's key. It goes upstream and nowhere else. */
  key: string;
  /** The operations that a page may use. The two reads by default: the writes cost the merchant money. */
  allow?: readonly OperationName[];
  /** The platform's own by default. */
  fetch?: typeof globalThis.fetch;
}

export interface Gateway {
  fetch(request: Request): Promise<Response>;
}

const reads: readonly OperationName[] = ['listCouriers', 'quoteRates'];

/** The largest request body, in bytes: a checkout's is a few kilobytes. */
const largestBody = 256 * 1024;

/** What a page needs of an answer; cookies and the service's own plumbing stay behind. */
const passedHeaders = ['content-type', 'retry-after', 'x-request-id'];

const refusal = (context: Context, status: 403 | 404 | 413 | 502, code: number, error: string) =>
  context.json({ success: false, error, code }, status);

/**
 * What a shop puts between its pages and the service: serves the five operations and nothing else, and adds the key,
 * so that it never is on a page. It logs nothing.
 */
export function createShippingGateway({
  upstream,
  key,
  allow = reads,
  fetch = globalThis.fetch,
}: GatewayOptions): Gateway {
  const app = new Hono();
  const tooLarge = (context: Context) => refusal(context, 413, 41300000, 'The request body is above 256 KB.');
  for (const [name, { method, path }] of Object.entries(operations)) {
    app.on(method, path, bodyLimit({ maxSize: largestBody, onError: tooLarge }), async (context) => {
      if (!allow.includes(name as OperationName)) {
        return refusal(context, 403, 40300000, `This shop does not let its pages use ${name}.`);
      }
      return pass(context, method);
    });
  }
  app.notFound((context) => refusal(context, 404, 40400000, 'There is no such operation.'));

  async function pass(context: Context, method: 'GET' | 'POST'): Promise<Response> {
    // The path as it was matched, never the query: what the page may add is the body alone.
    const address = upstream.replace(/\/+$/, '') + context.req.path;
    const headers = { authorization: key, ...(method === 'POST' && { 'content-type': 'application/json' }) };
    const body = method === 'POST' ? await context.req.text() : undefined;
    try {
      const answer = await fetch(address, { method, headers, body: body ?? null, signal: context.req.raw.signal });
      const passed = passedHeaders.flatMap((name) => {
        const value = answer.headers.get(name);
        return value ? [[name, value] as [string, string]] : [];
      });
      return new Response(answer.body, { status: answer.status, headers: passed });
    } catch {
      return refusal(context, 502, 50200000, 'The shipping service did not answer.');
    }
  }

  return { fetch: async (request) => app.fetch(request) };
}
