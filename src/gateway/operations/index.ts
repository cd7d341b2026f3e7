import type { Handlers } from './context.ts';
import { listCouriers, quoteRates, searchAreas } from './reads.ts';
import { cancelOrder, createDraftOrder, createOrder } from './writes.ts';

export { type Call, type Context, type Handle, verifiedClaims } from './context.ts';

export { trackOrder } from './track-order.ts';

export const handlers: Handlers = { listCouriers, quoteRates, createOrder, createDraftOrder, cancelOrder, searchAreas };
