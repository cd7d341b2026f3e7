import type { MiddlewareHandler } from 'hono';
import { SandboxRefusal } from './refusal.ts';

/** The service answers a missing key with `success:true` (contract/README.md §1.8). */
export const missingKey = { success: true, error: 'Authorization failed', code: 40_101_001 };
const wrongKey = 40_000_001;

/** Accepts requests with the key, raw or as a bearer token. */
export function authorize(key: string): MiddlewareHandler {
  return async (c, next) => {
    const sent = c.req.header('authorization')?.replace(/^Bearer\s+/i, '');
    if (!sent) return c.json(missingKey, 401);
    if (sent !== key)
      throw new SandboxRefusal(wrongKey, 'authorization must be the key that this sandbox was started with');
    return next();
  };
}
