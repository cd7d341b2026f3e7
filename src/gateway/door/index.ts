export { type Connection, clientAddress } from './client-address.ts';
export { Allowance, type Limits, usualLimits } from './limits.ts';
export { corsHeaders, preflight } from './origins.ts';
export { type Body, readBody } from './read-body.ts';
