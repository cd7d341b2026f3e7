import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type OperationName, operations } from '../contract/index.ts';
import { answerOf, isJson, refusal } from './answer.ts';

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

/** Letters and digits are all that an id of the service has; a dot, a slash or an escape is a way to somewhere else. */
const plainId = /^[\w-]+$/;

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
  const base = upstream.replace(/\/+$/, '');
  const app = new Hono();
  const tooLarge = () => refusal(413, 'The request body is above 256 KB.');
  const unknown = () => refusal(404, 'There is no such operation.');

  for (const [name, { method, path }] of Object.entries(operations)) {
    app.on(method, path, bodyLimit({ maxSize: largestBody, onError: tooLarge }), async (context) => {
      if (!allow.includes(name as OperationName)) {
        return refusal(403, `This shop does not let its pages use ${name}.`);
      }
      // A form on any other site can post text to this origin, and only text: JSON it would have to ask for first.
      if (method === 'POST' && !isJson(context.req.raw.headers)) {
        return refusal(415, 'The request body must come as application/json.');
      }
      // From the table, never from the request: Hono's path is decoded, and fetch takes a backslash for a slash.
      const id = context.req.param('id');
      if (id !== undefined && !plainId.test(id)) return unknown();
      return pass(context, method, base + path.replace(':id', id ?? ''));
    });
  }
  app.notFound(unknown);
  // Hono's own would write the error to the log. Only the body can fail here: the page went away while it was sending.
  app.onError(() => refusal(400, 'The request body could not be read.'));

  async function pass(context: Context, method: 'GET' | 'POST', address: string): Promise<Response> {
    const headers = { authorization: key, ...(method === 'POST' && { 'content-type': 'application/json' }) };
    const body = method === 'POST' ? await context.req.text() : null;
    const { signal } = context.req.raw;
    try {
      return answerOf(await fetch(address, { method, headers, body, signal, redirect: 'manual' }));
    } catch {
      return refusal(502, 'The shipping service did not answer.');
    }
  }

  return { fetch: async (request) => app.fetch(request) };
}
