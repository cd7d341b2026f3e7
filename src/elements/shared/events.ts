import type { ShippingFailure } from '../../client/index.ts';
import type { Rate, Rupiah } from '../../contract/index.ts';
import { type Breakdown, type Switches, switches } from '../../quote/index.ts';
import type { Consent, OrderSubmit } from '../state/order-flow.ts';
import { consentBy, type Grant } from './consent.ts';
import { NativeEvent } from './native-event.ts';

/**
 * Events bubble and stay in their tree, as `change` does: inside a checkout the inner element's event ends at the
 * checkout's shadow root, and the checkout, its own state set by then, dispatches one of its own. Each is made of an
 * object with its fields, and so of another event like it.
 */
abstract class ShipEvent extends NativeEvent {
  constructor(type: string, init: EventInit = {}) {
    super(type, { bubbles: true, ...init });
  }
}

/** The shopper chose which couriers to compare. */
export class ShipCourierChangeEvent extends ShipEvent {
  /** Courier codes; none means all. */
  readonly couriers: readonly string[];

  constructor({ couriers }: Pick<ShipCourierChangeEvent, 'couriers'>) {
    super('ship-courier-change');
    this.couriers = couriers;
  }
}

/** There are other rates: the service has answered, or the shopper has switched an extra or picked couriers. */
export class ShipQuoteEvent extends ShipEvent {
  readonly rates: readonly Rate[];
  /** Milliseconds from the question to the answer; 0 where nothing was asked. */
  readonly duration: number;

  constructor({ rates, duration }: Pick<ShipQuoteEvent, 'rates' | 'duration'>) {
    super('ship-quote');
    this.rates = rates;
    this.duration = duration;
  }
}

/** Why the chosen rate is another one now, or none, or has another price. */
export type RateChangeReason =
  | 'user'
  | 'preset'
  | 'restored'
  | 'price-changed'
  | 'service-unavailable'
  | 'not-eligible'
  | 'shipment-changed'
  /** The shopper has picked other couriers: the choice rests, and comes back with its own. */
  | 'couriers-changed'
  | 'reset';

/** The chosen rate changed: never without this event. */
export class ShipRateChangeEvent extends ShipEvent {
  readonly rate: Rate | undefined;
  readonly previous: Rate | undefined;
  /** Undefined where the service's parts do not add up: show the price alone. */
  readonly breakdown: Breakdown | undefined;
  readonly reason: RateChangeReason;

  constructor(change: Pick<ShipRateChangeEvent, 'rate' | 'previous' | 'breakdown' | 'reason'>) {
    super('ship-rate-change');
    this.rate = change.rate;
    this.previous = change.previous;
    this.breakdown = change.breakdown;
    this.reason = change.reason;
  }
}

export interface ShipExtrasChangeEvent extends Readonly<Switches> {}

/** Insurance or cash on delivery went on or off: by the shopper, a reset, or by itself where it cannot be had. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: a field each extra, from the table of extras
export class ShipExtrasChangeEvent extends ShipEvent {
  constructor(switches: Readonly<Switches>) {
    super('ship-extras-change');
    Object.assign(this, switches);
  }
}

export interface ShipOrderSubmitEvent extends Readonly<Switches> {}

/**
 * The shopper asks for the order. Cancel it to stop (an unfinished form, say); hand a promise to `waitUntil` to hold the
 * order until the page is ready. A rejected promise stops it. Behind a gateway, set `grant` to what the shop's server has
 * signed for it.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: a field each extra, from the table of extras
export class ShipOrderSubmitEvent extends ShipEvent {
  /** With its `offer`, where the shop's cart was quoted. */
  readonly rate: Rate | undefined;
  /** The order's `reference_id`: the same one for every try of one order. */
  readonly reference: string;
  /** It was sent before and has no answer: what was granted is to be granted once more, and nothing to be paid. */
  readonly again: boolean;
  readonly #promises: Promise<unknown>[] = [];
  #grant: Grant;
  #asked = false;

  constructor(submit: OrderSubmit) {
    super('ship-order-submit', { cancelable: true });
    this.rate = submit.rate;
    this.reference = submit.reference;
    this.again = submit.again;
    Object.assign(
      this,
      switches(({ property }) => submit[property]),
    );
  }

  /** The order as the shop's server has signed it (`signGrant`), or the promise of it: without it nothing is ordered then. */
  get grant(): Grant {
    return this.#grant;
  }

  /** @throws {DOMException} InvalidStateError once the event has been dispatched: nobody would read it any more */
  set grant(grant: Grant) {
    this.#requireInTime('grant', 'set it in the listener itself, a promise will do');
    this.#grant = grant;
  }

  /** @throws {DOMException} InvalidStateError once the event has been dispatched: nobody would wait any more */
  waitUntil(promise: Promise<unknown>): void {
    this.#requireInTime('waitUntil()', 'call it in the listener itself');
    this.#promises.push(promise);
  }

  /** @internal Rejects with what a promise of `waitUntil` was rejected with. */
  get ready(): Promise<Consent> {
    this.#asked = true;
    const consent = this.#grant === undefined ? {} : consentBy(this.#grant, this.reference);
    return Promise.all([consent, ...this.#promises]).then(([agreed]) => agreed);
  }

  #requireInTime(what: string, remedy: string): void {
    if (this.#asked) throw new DOMException(`${what} came too late: ${remedy}.`, 'InvalidStateError');
  }
}

export class ShipOrderPlacedEvent extends ShipEvent {
  /** Undefined for a draft that was found again: the service does not say which one it is. */
  readonly id: string | undefined;
  readonly draft: boolean;
  /** An earlier try had no answer; it had placed the order. */
  readonly recovered: boolean;
  /** Rupiah that the service charges, which may differ from what it quoted; undefined where it does not say. */
  readonly price: Rupiah | undefined;

  constructor(placed: Pick<ShipOrderPlacedEvent, 'id' | 'draft' | 'recovered' | 'price'>) {
    super('ship-order-placed');
    this.id = placed.id;
    this.draft = placed.draft;
    this.recovered = placed.recovered;
    this.price = placed.price;
  }
}

/** The order was sent and no answer came: it may have been placed. */
export class ShipOrderUnconfirmedEvent extends ShipEvent {
  readonly reference: string;

  constructor({ reference }: Pick<ShipOrderUnconfirmedEvent, 'reference'>) {
    super('ship-order-unconfirmed');
    this.reference = reference;
  }
}

export class ShipOrderCancelledEvent extends ShipEvent {
  readonly id: string;

  constructor({ id }: Pick<ShipOrderCancelledEvent, 'id'>) {
    super('ship-order-cancelled');
    this.id = id;
  }
}

/** Something failed; the screen says so too. */
export class ShipErrorEvent extends ShipEvent {
  readonly error: ShippingFailure | Error;

  constructor({ error }: Pick<ShipErrorEvent, 'error'>) {
    super('ship-error');
    this.error = error;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'ship-courier-change': ShipCourierChangeEvent;
    'ship-quote': ShipQuoteEvent;
    'ship-rate-change': ShipRateChangeEvent;
    'ship-extras-change': ShipExtrasChangeEvent;
    'ship-order-submit': ShipOrderSubmitEvent;
    'ship-order-placed': ShipOrderPlacedEvent;
    'ship-order-unconfirmed': ShipOrderUnconfirmedEvent;
    'ship-order-cancelled': ShipOrderCancelledEvent;
    'ship-error': ShipErrorEvent;
  }
}
