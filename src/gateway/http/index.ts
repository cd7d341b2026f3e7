export { type Connection, clientAddress } from './client-address.ts';
export { corsHeaders, preflight } from './origins.ts';
export { type GiveBack, type Limits, RateLimiter, usualLimits } from './rate-limiter.ts';
export { type Body, readBody, readMessage } from './read-body.ts';
