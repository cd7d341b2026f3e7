import type { OrderStatus } from './attempt.ts';

/** While the page, the prices or the order are being asked. */
export const busy = (step: OrderStatus): boolean => ['asking', 'quoting', 'ordering'].includes(step);

/** The custom states of an order, of its button and of the checkout around it alike. */
export const orderStates = (step: OrderStatus, error: Error | undefined): Record<string, boolean> => ({
  ordering: busy(step),
  unconfirmed: step === 'unconfirmed',
  placed: step === 'placed' || step === 'cancelling',
  cancelled: step === 'cancelled',
  error: step !== 'unconfirmed' && error !== undefined,
});
