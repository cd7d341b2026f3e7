import { breakdown } from '../../quote/index.ts';
import type { OrderHappening } from '../state/order-flow.ts';
import type { Selection, SelectionHappening } from '../state/selection.ts';
import {
  ShipCourierChangeEvent,
  ShipErrorEvent,
  ShipExtrasChangeEvent,
  ShipOrderCancelledEvent,
  ShipOrderPlacedEvent,
  ShipOrderSubmitEvent,
  ShipOrderUnconfirmedEvent,
  ShipQuoteEvent,
  ShipRateChangeEvent,
} from './events.ts';

/** The events that tell a page what has happened to a selection; none for rates of the page's own. */
export function selectionEvents(happening: SelectionHappening, selection: Selection): Event[] {
  switch (happening.type) {
    case 'input':
      return [new Event('input', { bubbles: true, composed: true }), new Event('change', { bubbles: true })];
    case 'rate': {
      const { rate } = happening;
      return [new ShipRateChangeEvent({ ...happening, breakdown: rate && breakdown(rate) })];
    }
    case 'switches':
      return [new ShipExtrasChangeEvent(selection.wishes)];
    case 'couriers':
      return [new ShipCourierChangeEvent(happening)];
    case 'rates': {
      const { quote } = happening;
      return quote ? [new ShipQuoteEvent({ rates: selection.rates, duration: quote.duration })] : [];
    }
    case 'failed':
      return [new ShipErrorEvent(happening)];
  }
}

/** Whether the shopper has done it just now: it is told at once, as a native control tells it. */
export function isByShopper(happening: SelectionHappening): boolean {
  switch (happening.type) {
    case 'input':
    case 'couriers':
      return true;
    case 'rate':
      return happening.now === true;
    case 'switches':
      return happening.by === 'shopper';
    default:
      return false;
  }
}

/** Asks the page whether to order: false where it says no; what its promise was rejected with is thrown. */
export async function confirmOrder(
  front: EventTarget,
  submit: Pick<ShipOrderSubmitEvent, 'rate' | 'reference'>,
): Promise<boolean> {
  const event = new ShipOrderSubmitEvent(submit);
  if (!front.dispatchEvent(event)) return false;
  await event.ready;
  return true;
}

/** The event that tells a page what has happened to an order. */
export function orderEvent(happening: Exclude<OrderHappening, { type: 'price' }>): Event {
  switch (happening.type) {
    case 'placed':
      return new ShipOrderPlacedEvent(happening.order);
    case 'unconfirmed':
      return new ShipOrderUnconfirmedEvent(happening);
    case 'cancelled':
      return new ShipOrderCancelledEvent(happening);
    case 'failed':
      return new ShipErrorEvent(happening);
  }
}
