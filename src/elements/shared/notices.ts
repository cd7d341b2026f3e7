import { breakdown } from '../../quote/index.ts';
import type { Consent, OrderNotice, OrderSubmit } from '../state/order-flow.ts';
import type { Selection, SelectionNotice } from '../state/selection.ts';
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
import { NativeEvent } from './native-event.ts';

/** The events that tell a page what has happened to a selection; none for rates of the page's own. */
export function selectionEvents(notice: SelectionNotice, selection: Selection): Event[] {
  switch (notice.type) {
    case 'input':
      return [
        new NativeEvent('input', { bubbles: true, composed: true }),
        new NativeEvent('change', { bubbles: true }),
      ];
    case 'rate': {
      const { rate } = notice;
      return [new ShipRateChangeEvent({ ...notice, breakdown: rate && breakdown(rate) })];
    }
    case 'switches':
      return [new ShipExtrasChangeEvent(selection.wishes)];
    case 'couriers':
      return [new ShipCourierChangeEvent(notice)];
    case 'rates': {
      const { quote, computed } = notice;
      return quote ? [new ShipQuoteEvent({ rates: selection.rates, duration: computed ? 0 : quote.duration })] : [];
    }
    case 'failed':
      return [new ShipErrorEvent(notice)];
  }
}

/** Whether the shopper has done it just now: it is told at once, as a native control tells it. */
export function isByShopper(notice: SelectionNotice): boolean {
  switch (notice.type) {
    case 'input':
    case 'couriers':
      return true;
    case 'rate':
    case 'rates':
      return notice.now === true;
    case 'switches':
      return notice.by === 'shopper';
    default:
      return false;
  }
}

/**
 * Asks the page whether to order, its listeners within the call: undefined where it says no; what its promise was rejected
 * with is thrown.
 */
export function confirmOrder(front: EventTarget, submit: OrderSubmit): Promise<Consent | undefined> {
  const event = new ShipOrderSubmitEvent(submit);
  return front.dispatchEvent(event) ? event.ready : Promise.resolve(undefined);
}

/** The event that tells a page what has happened to an order. */
export function orderEvent(notice: Exclude<OrderNotice, { type: 'price' }>): Event {
  switch (notice.type) {
    case 'placed':
      return new ShipOrderPlacedEvent(notice.order);
    case 'unconfirmed':
      return new ShipOrderUnconfirmedEvent(notice);
    case 'cancelled':
      return new ShipOrderCancelledEvent(notice);
    case 'failed':
      return new ShipErrorEvent(notice);
  }
}
