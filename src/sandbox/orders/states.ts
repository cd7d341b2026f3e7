/**
 * The states that may follow each state (contract/README.md §4.1). What follows `on_hold`, and when an order is rejected,
 * disposed or without a courier, is our decision.
 */
export const transitions = {
  scheduled: ['allocated', 'courier_not_found', 'rejected', 'cancelled'],
  confirmed: ['allocated', 'courier_not_found', 'rejected', 'cancelled'],
  allocated: ['picking_up', 'on_hold', 'courier_not_found', 'rejected', 'cancelled'],
  picking_up: ['picked', 'on_hold', 'courier_not_found', 'rejected', 'cancelled'],
  picked: ['in_transit', 'on_hold', 'return_in_transit'],
  in_transit: ['dropping_off', 'on_hold', 'return_in_transit', 'disposed'],
  dropping_off: ['delivered', 'on_hold', 'return_in_transit', 'rejected'],
  on_hold: ['picking_up', 'in_transit', 'dropping_off', 'return_in_transit', 'disposed'],
  return_in_transit: ['returned', 'on_hold', 'disposed'],
  delivered: [],
  returned: [],
  rejected: [],
  disposed: [],
  courier_not_found: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>;

export type OrderState = keyof typeof transitions;

/** The states that may follow; none for a final state. */
export function following(state: string): readonly string[] {
  return Object.hasOwn(transitions, state) ? transitions[state as OrderState] : [];
}

export function cancellable(state: string): boolean {
  return following(state).includes('cancelled');
}
