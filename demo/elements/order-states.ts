import type { CheckoutElement, OrderButtonElement } from '../../src/index.ts';
import { held, next, type State } from './state.ts';

/** The two that order; a rate is chosen, and there are contacts, before any of these begins. */
type Ordering = CheckoutElement | OrderButtonElement;

const numberOf = (event: Event) => (event as Event & { id: string }).id;

/** Through the panel that a shopper goes through: what it looks like meanwhile is seen there alone. */
async function cancelByHand(element: Ordering): Promise<void> {
  const inner = element.shadowRoot?.querySelector('ship-order-button');
  const button = inner ?? (element as OrderButtonElement);
  await button.updateComplete;
  for (const control of ['summary', '[part=cancel]']) button.shadowRoot?.querySelector<HTMLElement>(control)?.click();
  await button.updateComplete;
  button.shadowRoot?.querySelector<HTMLElement>('.confirm')?.click();
}

/** From the click to the cancellation: the page calls what a click would. */
export const orderStates: Record<string, State<Ordering>> = {
  ordering: {
    shows: 'The order is on its way, for a minute: a second click does nothing.',
    faults: { createOrder: held },
    act: ({ element }) => element.placeOrder(),
  },
  'price-moved': {
    shows: 'The price rose since it was quoted: both amounts are said, nothing is ordered before the next click.',
    scenario: 'price-rises',
    act: ({ element }) => element.placeOrder(),
  },
  refused: {
    shows: 'The service says no: it refuses the address.',
    faults: { createOrder: 'error=40002010' },
    act: ({ element }) => element.placeOrder(),
  },
  unconfirmed: {
    shows: 'The order is placed and its answer is lost: the next click finds out, and orders nothing twice.',
    scenario: 'lost-answer',
    act: ({ element }) => element.placeOrder(),
  },
  recovered: {
    shows: 'The same, checked again: the order is found.',
    scenario: 'lost-answer',
    async act({ element }) {
      await element.placeOrder();
      await element.placeOrder();
    },
  },
  placed: { shows: 'The order is placed.', act: ({ element }) => element.placeOrder() },
  draft: {
    shows: 'A draft is saved.',
    properties: { orderMode: 'draft' },
    act: ({ element }) => element.placeOrder(),
  },
  cancelling: {
    shows: 'The cancellation is on its way, for a minute.',
    faults: { cancelOrder: held },
    async act({ element }) {
      await element.placeOrder();
      await cancelByHand(element);
    },
  },
  'cancel-refused': {
    shows: 'The courier has the parcel: the order cannot be cancelled any more.',
    async act({ element, service }) {
      const placed = next(element, 'ship-order-placed');
      await element.placeOrder();
      const id = numberOf(await placed);
      for (const status of ['allocated', 'picking_up', 'picked']) await service.moveOrder(id, status);
      await element.cancelOrder();
    },
  },
  cancelled: {
    shows: 'The order is placed and cancelled.',
    async act({ element }) {
      await element.placeOrder();
      await element.cancelOrder('change_courier');
    },
  },
};
