import type { MiddlewareHandler } from 'hono';
import type { Clock } from './clock.ts';
import { SandboxRefusal } from './refusal.ts';

/** Requests per second (contract/README.md §1.9). Requests below a path count as well, so a cancellation counts for orders. */
export const rateLimits: readonly { path: string; most: number }[] = [
  { path: '/v1/couriers', most: 10 },
  { path: '/v1/rates', most: 20 },
  { path: '/v1/orders', most: 20 },
  { path: '/v1/draft_orders', most: 20 },
];

/** Requests per second with a test key, for each path (contract/README.md §1.9). */
const testKeyLimit = 5;
const testKey = /^(Bearer\s+)?biteship_test/i;

const tooManyRequests = 42_900_000;
const second = 1_000;

/** Allows so many requests in any second. Refused requests do not count. */
export function limitRate(path: string, most: number, clock: Clock): MiddlewareHandler {
  const usual = limit(path, most, clock);
  const testing = limit(path, Math.min(most, testKeyLimit), clock);
  return async (c, next) => {
    const tooSoon = (testKey.test(c.req.header('authorization') ?? '') ? testing : usual)();
    return tooSoon ?? next();
  };
}

/** Returns a refusal for a request above the limit. */
function limit(path: string, most: number, clock: Clock): () => Response | undefined {
  /** Times of the requests of the last second, oldest first. */
  let recent: number[] = [];
  return () => {
    const now = clock.elapsed();
    recent = recent.filter((time) => time > now - second);
    const [oldest] = recent;
    if (oldest === undefined || recent.length < most) {
      recent.push(now);
      return undefined;
    }
    // `Retry-After` has whole seconds.
    const wait = Math.ceil((oldest + second - now) / second);
    const text = `${path} takes ${most} requests a second: ask again in ${wait} s`;
    return new SandboxRefusal(tooManyRequests, text).answer({ 'retry-after': String(wait) });
  };
}
