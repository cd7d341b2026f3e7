import { Refusal } from '../upstream/index.ts';

/** Characters of an origin in a message. Anybody can send any text. */
const longestOrigin = 200;

/** Seconds that a browser may remember the answer to a preflight. */
const remembered = '600';

/**
 * Returns the CORS headers of an answer. A request without `Origin` comes from the same origin or from no browser. Limits and
 * tokens apply to it.
 * @throws {Refusal} for a page of a site that is not allowed
 */
export function corsHeaders(request: Request, allowed: ReadonlySet<string>): Record<string, string> {
  const origin = request.headers.get('origin');
  if (origin === null) return { vary: 'Origin' };
  if (!allowed.has(origin)) {
    const asked = URL.canParse(origin) ? new URL(origin).origin.slice(0, longestOrigin) : 'null';
    throw new Refusal('origin-not-allowed', {
      headers: { vary: 'Origin' },
      sentence: `This site, ${asked}, is not among the origins of this gateway.`,
      details: { origin: asked },
      mismatch: `${asked} has asked. The origins are ${[...allowed].join(', ')}.`,
    });
  }
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': 'Retry-After' };
}

/** Answers a preflight request. */
export function preflight(method: 'GET' | 'POST', header = 'content-type'): Record<string, string> {
  return {
    'access-control-allow-methods': method,
    'access-control-allow-headers': header,
    'access-control-max-age': remembered,
  };
}
