import type { Handlers } from './context.ts';
import { listCouriers, quoteRates } from './reads.ts';
import { cancelOrder, createDraftOrder, createOrder } from './writes.ts';

export { type Call, type Context, claimsOf, type Handle } from './context.ts';

export const handlers: Handlers = { listCouriers, quoteRates, createOrder, createDraftOrder, cancelOrder };
