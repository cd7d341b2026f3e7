import { InvalidRequestError, requireWritable } from '../../client/index.ts';
import { warnUnknown } from '../events/warn-unknown.ts';
import { asError } from '../store/as-error.ts';
import { copyOf } from '../store/copy-of.ts';
import type { OrderMode } from '../store/state.ts';
import type { Store } from '../store/store.ts';

/** Reports a property with a wrong value to the page. */
export const refuseOrder = (store: Store, path: string, remedy: string): void =>
  store.dispatch({ type: 'report', error: new InvalidRequestError('createOrder', [{ path, remedy }]) });

/** The mode that a page has set. An unknown one orders nothing. */
export function orderModeOf(given: unknown): OrderMode {
  warnUnknown('order-mode', [given || 'none'], ['order', 'draft', 'none']);
  return given === 'order' || given === 'draft' ? given : 'none';
}

/** A copy of an order. Undefined if JSON cannot hold it: the wrong field is reported. */
export function copyOfOrder<Order extends object>(store: Store, order: Order | null | undefined): Order | undefined {
  try {
    requireWritable('createOrder', order);
    return order ? copyOf(order) : undefined;
  } catch (error) {
    store.dispatch({ type: 'report', error: asError(error) });
    return undefined;
  }
}
