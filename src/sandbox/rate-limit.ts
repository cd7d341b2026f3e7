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

const tooMany = 42_900_000;
const second = 1_000;

/** Lets pass so many requests in any one second; those that it sends back do not count. */
export function limitRate(path: string, most: number, clock: Clock): MiddlewareHandler {
  /** When the latest were let pass, oldest first. */
  let passed: number[] = [];
  return async (_c, next) => {
    const now = clock.elapsed();
    passed = passed.filter((moment) => moment > now - second);
    const [oldest] = passed;
    if (oldest === undefined || passed.length < most) {
      passed.push(now);
      return next();
    }
    // Whole seconds, as the header has them.
    const wait = Math.ceil((oldest + second - now) / second);
    const text = `${path} takes ${most} requests a second: ask again in ${wait} s`;
    return new Refusal(tooMany, text).answer({ 'retry-after': String(wait) });
  };
}
