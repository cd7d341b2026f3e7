import { Refusal } from '../upstream/index.ts';

/** Seconds that a browser may remember the answer to a preflight. */
const remembered = '600';

/**
 * What every answer says to browsers. Without the header `Origin` it is a page of the same site that reads, or no browser: those
 * are held by limits and tokens.
 * @throws {Refusal} for a page of a site that is not allowed
 */
export function corsHeaders(request: Request, allowed: ReadonlySet<string>): Record<string, string> {
  const origin = request.headers.get('origin');
  if (origin === null) return { vary: 'Origin' };
  if (!allowed.has(origin)) throw new Refusal('origin-not-allowed', { headers: { vary: 'Origin' } });
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': 'Retry-After' };
}

/** The answer to a browser that asks whether it may ask. */
export function preflight(method: 'GET' | 'POST'): Record<string, string> {
  return {
    'access-control-allow-methods': method,
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': remembered,
  };
}
