/**
 * What the gateway's answer to an order means for the shop that was paid.
 * - `placed`: final. The service has the order.
 * - `refused`: final. Nothing was ordered, and the same order gets the same answer: the shop's staff or the shopper decide.
 * - `not-yet`: nothing was ordered. Ask again later, under the same reference.
 * - `unknown`: it may be ordered. Ask again later, under the same reference.
 */
export type OrderOutcome = 'placed' | 'refused' | 'not-yet' | 'unknown';

/** Refusals that are about this order. */
const refused: ReadonlySet<unknown> = new Set([
  ...['price-changed', 'service-gone', 'not-placed', 'invalid-request'],
  // The service's own refusals, as the gateway names them.
  ...['no-courier', 'location', 'contact', 'items', 'declared-value', 'cod-unavailable', 'cod-limit', 'schedule'],
  ...['pickup-unavailable', 'insurance-unavailable', 'proof-of-delivery', 'service-removed', 'other'],
]);

/** The service is down, or the merchant's account has a problem. */
const notYet: ReadonlySet<unknown> = new Set([
  ...['service-busy', 'service-unreachable', 'service-unreadable', 'quotes-exhausted', 'shipping-unavailable'],
]);

/**
 * The rule which answers are final. Everything that it does not know is asked again, so that a paid order is never lost.
 * @param answer the body of the gateway's answer, a `GatewayError`, or undefined if there was no answer
 */
export function orderOutcome(answer: unknown): OrderOutcome {
  const { success, reason } = Object(answer) as { success?: unknown; reason?: unknown };
  if (success === true) return 'placed';
  if (refused.has(reason)) return 'refused';
  return notYet.has(reason) ? 'not-yet' : 'unknown';
}
