import type { ReactiveControllerHost } from 'lit';
import type { ShippingClient } from '../../client/index.ts';
import type { OrderFlow, OrderMode } from '../state/order-flow.ts';
import type { Selection } from '../state/selection.ts';
import type { Subject } from './live-region.ts';
import type { Words } from './words.ts';

export interface Part extends ReactiveControllerHost, HTMLElement {
  /** Its checkout has been updated: it shows what is another than it shows. */
  follow(): void;
}

/** An order button elsewhere in the page that orders for a checkout. */
export interface OrderFront extends Part {
  orderMode: OrderMode;
  reference: string;
}

/** What a checkout is to its parts, wherever in the page they are. */
export interface CheckoutScope {
  readonly selection: Selection;
  readonly order: OrderFlow;
  readonly client: ShippingClient | undefined;
  readonly words: Partial<Words> | undefined;
  readonly disabled: boolean;
  readonly orderMode: OrderMode;
  /** When the shop hands the parcel over. */
  readonly readyAt: Date | undefined;
  /** What the page's labels call the checkout. */
  readonly labelText: string;
  /** Whether the shopper has left the checkout without a valid choice. */
  readonly userInvalid: boolean;
  /** One voice a widget. */
  announce(sentence: string, subject: Subject): void;
  hush(): void;
  fail(error: Error): void;
  /** Asks for the rates again. */
  refresh(): Promise<void>;
  /** Has focus go on with the receipt, which stands in the checkout wherever its button is. */
  focusReceipt(): Promise<void>;
  /** Looks again at what the page has handed over, which may have been changed in place. */
  lookAgain(): void;
  /** A part follows each update of its checkout. */
  join(part: Part): void;
  leave(part: Part): void;
  /**
   * Has the button order in place of the checkout's own; order events are its events then.
   * @returns false where another one does so already: it comes next once that one is released
   */
  adopt(button: OrderFront): boolean;
  release(button: OrderFront): void;
}

// Known to this module alone: nothing of it is on the elements for a page to find.
const scopes = new WeakMap<Element, CheckoutScope>();

export function provideScope(checkout: Element, scope: CheckoutScope): void {
  scopes.set(checkout, scope);
}

/** Undefined where the element is no checkout, or not one yet. */
export function scopeOf(checkout: Element | null | undefined): CheckoutScope | undefined {
  return checkout ? scopes.get(checkout) : undefined;
}

/** The checkout in whose shadow root an element stands. */
export function scopeAround(element: Element): CheckoutScope | undefined {
  return scopeOf((element.getRootNode() as Partial<ShadowRoot>).host);
}
