/** The states of an order that is beyond cancelling (contract/README.md §4.1, §4.3); one that the service adds later is none of them. */
const beyondCancelling: readonly unknown[] = [
  ...['picked', 'in_transit', 'dropping_off', 'delivered', 'on_hold', 'return_in_transit', 'returned'],
  ...['rejected', 'disposed', 'courier_not_found', 'cancelled'],
];

/** Whether an order in this state can still be cancelled, as far as anybody knows. */
export const isCancellable = (status: string | null | undefined): boolean => !beyondCancelling.includes(status);
