import type { MiddlewareHandler } from 'hono';
import type { Clock } from './clock.ts';
import { Refusal } from './refusal.ts';

/**
 * Requests a second (contract/README.md §1.9). What else lies below a path counts too: cancelling is an order's (ours).
 */
export const rateLimits: readonly { path: string; most: number }[] = [
  { path: '/v1/couriers', most: 10 },
  { path: '/v1/rates', most: 20 },
  { path: '/v1/orders', most: 20 },
  { path: '/v1/draft_orders', most: 20 },
];

/** Requests a second with a test key, at each path (contract/README.md §1.9). */
const mostWithTestKey = 5;
const testKey = /^(Bearer\s+)?biteship_test/i;

const tooMany = 42_900_000;
const second = 1_000;

/** Lets pass so many requests in any one second; those that it sends back do not count. */
export function limitRate(path: string, most: number, clock: Clock): MiddlewareHandler {
  const usual = limit(path, most, clock);
  const testing = limit(path, Math.min(most, mostWithTestKey), clock);
  return async (c, next) => {
    const tooSoon = (testKey.test(c.req.header('authorization') ?? '') ? testing : usual)();
    return tooSoon ?? next();
  };
}

/** Answers who comes too soon; undefined for whoever is let pass. */
function limit(path: string, most: number, clock: Clock): () => Response | undefined {
  /** When the latest were let pass, oldest first. */
  let passed: number[] = [];
  return () => {
    const now = clock.elapsed();
    passed = passed.filter((moment) => moment > now - second);
    const [oldest] = passed;
    if (oldest === undefined || passed.length < most) {
      passed.push(now);
      return undefined;
    }
    // Whole seconds, as the header has them.
    const wait = Math.ceil((oldest + second - now) / second);
    const text = `${path} takes ${most} requests a second: ask again in ${wait} s`;
    return new Refusal(tooMany, text).answer({ 'retry-after': String(wait) });
  };
}
