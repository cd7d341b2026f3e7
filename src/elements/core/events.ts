import { InvalidRequestError, type ShippingFailure } from '../../client/index.ts';
import type {
  Area,
  OrderRequest,
  ParcelResponse,
  PromisedArrival,
  PromiseResponse,
  Rate,
  Rupiah,
} from '../../contract/index.ts';
import type { Payments, Switches } from '../../extras/index.ts';
import type { PaidBreakdown } from '../../quote/index.ts';
import { unverifiedClaims } from './submission.ts';

/**
 * Events bubble and stay in their tree, as `change` does. The checkout dispatches its own: an event of an inner element ends at
 * the checkout's shadow root. Each is made from an object with its fields.
 */
abstract class ShipEvent extends Event {
  constructor(type: string, init: EventInit = {}) {
    super(type, { bubbles: true, ...init });
  }
}

/** The shopper chose which couriers to compare. */
export class ShipCourierChangeEvent extends ShipEvent {
  /** Courier codes. None means all. */
  readonly couriers: readonly string[];

  constructor({ couriers }: Pick<ShipCourierChangeEvent, 'couriers'>) {
    super('ship-courier-change');
    this.couriers = couriers;
  }
}

/** The rates have changed: the service has answered, or the shopper has moved a switch. */
export class ShipRatesEvent extends ShipEvent {
  /** Cheapest first. */
  readonly rates: readonly Rate[];
  /** Milliseconds from the question to the answer. 0 if nothing was asked. */
  readonly duration: number;

  constructor({ rates, duration }: Pick<ShipRatesEvent, 'rates' | 'duration'>) {
    super('ship-rates');
    this.rates = rates;
    this.duration = duration;
  }
}

/** Why the chosen rate changed, its price, its promised arrival, or what is paid now and at the door. */
export type RateChangeReason =
  | 'user'
  | 'preset'
  | 'preselected'
  | 'restored'
  | 'price-changed'
  | 'service-unavailable'
  | 'not-eligible'
  | 'shipment-changed'
  | 'arrival-changed'
  | 'reset';

/** The chosen rate changed, its price, or what is paid now and at the door. None of them changes without this event. */
export class ShipRateChangeEvent extends ShipEvent {
  readonly rate: Rate | undefined;
  readonly previous: Rate | undefined;
  /** Undefined if the service's parts do not add up: show the price alone. */
  readonly breakdown: PaidBreakdown | undefined;
  /** Rupiah that the shopper pays before the parcel is sent: goods and delivery, without what the courier collects. */
  readonly payNow: Rupiah | undefined;
  /** Rupiah that the courier collects. */
  readonly payAtDoor: Rupiah | undefined;
  /** When the parcel is promised to arrive. Undefined without a calendar of the shop. */
  readonly arrival: PromisedArrival | undefined;
  readonly reason: RateChangeReason;

  constructor(
    change: Pick<ShipRateChangeEvent, 'rate' | 'previous' | 'breakdown' | 'arrival' | 'reason'> & {
      payments: Payments | undefined;
    },
  ) {
    super('ship-rate-change');
    this.rate = change.rate;
    this.previous = change.previous;
    this.breakdown = change.breakdown;
    this.payNow = change.payments?.payNow;
    this.payAtDoor = change.payments?.payAtDoor;
    this.arrival = change.arrival;
    this.reason = change.reason;
  }
}

/** Insurance or COD was switched: by the shopper, by a form, or because the cart grew above the COD limit. */
export class ShipExtrasChangeEvent extends ShipEvent implements Readonly<Switches> {
  readonly insurance: boolean;
  readonly cashOnDelivery: boolean;

  constructor({ insurance, cashOnDelivery }: Readonly<Switches>) {
    super('ship-extras-change');
    this.insurance = insurance;
    this.cashOnDelivery = cashOnDelivery;
  }
}

/** A grant, and the reference that it was signed for. */
interface Granted {
  grant: string;
  reference: string;
}

/** What a page sets as the grant of an order. */
export type OrderGrant = string | PromiseLike<string> | undefined;

/**
 * The shopper asks for the order. Cancel the event to stop it (an unfinished form, say), or pass a promise to `waitUntil` to hold
 * the order until the page is ready. A rejected promise stops the order, and so does one that does not settle within 30 seconds.
 * Behind a gateway, set `grant` to what the shop's server has signed.
 */
export class ShipOrderSubmitEvent extends ShipEvent implements Readonly<Switches> {
  /** With its `offer`, if the shop's cart was quoted. */
  readonly rate: Rate | undefined;
  /** The order's `reference_id`: the same one for every try of one order. */
  readonly reference: string;
  /** It was sent before and has no answer. Grant it again, and take no money again. */
  readonly again: boolean;
  readonly insurance: boolean;
  readonly cashOnDelivery: boolean;
  readonly #promises: Promise<unknown>[] = [];
  #grant: OrderGrant;
  #isDispatched = false;

  constructor(submit: Pick<ShipOrderSubmitEvent, 'rate' | 'reference' | 'again' | keyof Switches>) {
    super('ship-order-submit', { cancelable: true });
    this.rate = submit.rate;
    this.reference = submit.reference;
    this.again = submit.again;
    this.insurance = submit.insurance;
    this.cashOnDelivery = submit.cashOnDelivery;
  }

  /** The order as the shop's server has signed it (`signGrant`), or a promise of it. Nothing is ordered without it then. */
  get grant(): OrderGrant {
    return this.#grant;
  }

  /** @throws {DOMException} InvalidStateError once the event has been dispatched */
  set grant(grant: OrderGrant) {
    this.#requireInTime('grant', 'set it in the listener itself, a promise will do');
    this.#grant = grant;
  }

  /** @throws {DOMException} InvalidStateError once the event has been dispatched */
  waitUntil(promise: Promise<unknown>): void {
    this.#requireInTime('waitUntil()', 'call it in the listener itself');
    this.#promises.push(promise);
  }

  /**
   * @internal The grant and what it was signed for, once every promise has settled. Rejects with the reason of the first that was rejected.
   * @param shopReference the shop's own number: the grant may be for a further order of it, `INV-1-2` of `INV-1`
   */
  static settled(event: ShipOrderSubmitEvent, shopReference?: string): Promise<Partial<Granted>> {
    event.#isDispatched = true;
    const consent = event.#grant === undefined ? {} : readGrant(event.#grant, event, shopReference);
    return Promise.all([consent, ...event.#promises]).then(([agreed]) => agreed);
  }

  #requireInTime(what: string, remedy: string): void {
    if (this.#isDispatched) throw new DOMException(`${what} came too late: ${remedy}.`, 'InvalidStateError');
  }
}

/** @throws {InvalidRequestError} if the promise is rejected, if it is no text, or if it was signed for another order */
async function readGrant(
  given: OrderGrant,
  { reference: own, rate }: Pick<ShipOrderSubmitEvent, 'reference' | 'rate'>,
  shopReference?: string,
): Promise<Granted> {
  const refuse = (remedy: string, cause?: unknown) =>
    new InvalidRequestError('createOrder', [{ path: 'grant', remedy }], cause);
  let grant: unknown;
  try {
    grant = await given;
  } catch (cause) {
    throw refuse('was promised and not given', cause);
  }
  if (typeof grant !== 'string' || !grant) throw refuse('must be the text that signGrant gives on your server');
  // The gateway orders under this reference, and the answer to another one would look like somebody else's order.
  const { reference = own, order } = unverifiedClaims(grant) as Partial<Granted & { order: Partial<OrderRequest> }>;
  if (reference !== own && reference.replace(/-\d+$/, '') !== shopReference)
    throw refuse('must be signed for the reference of ship-order-submit');
  // A server that was asleep signs what the shopper has chosen meanwhile, or had chosen before.
  const isOther = order?.courier_company !== rate?.courier_code || order?.courier_type !== rate?.courier_service_code;
  if (order && rate?.offer && isOther) throw refuse('must be signed for the service of ship-order-submit');
  return { grant, reference };
}

/** What is known of an order, in each event of its result. */
abstract class ShipOrderEvent extends ShipEvent {
  /** The order's `reference_id`. */
  readonly reference: string;
  /** The service's id. Undefined without an answer, and for a draft that was found again. */
  readonly id: string | undefined;
  /** Undefined until the courier has booked the parcel. */
  readonly waybill: string | undefined;

  constructor(type: string, order: { reference: string; id?: string | undefined; waybill?: string | undefined }) {
    super(type);
    this.reference = order.reference;
    this.id = order.id;
    this.waybill = order.waybill;
  }
}

/** The order was placed. */
export class ShipOrderPlacedEvent extends ShipOrderEvent {
  readonly draft: boolean;
  /** An earlier try had no answer. It had placed the order. */
  readonly recovered: boolean;
  /** Rupiah that the service charges. May differ from the quote. Undefined if the service does not say. */
  readonly price: Rupiah | undefined;

  constructor(
    placed: Pick<ShipOrderPlacedEvent, 'reference' | 'draft' | 'recovered'> &
      Partial<Pick<ShipOrderPlacedEvent, 'id' | 'waybill' | 'price'>>,
  ) {
    super('ship-order-placed', placed);
    this.draft = placed.draft;
    this.recovered = placed.recovered;
    this.price = placed.price;
  }
}

/** The order was sent and no answer came. It may have been placed. */
export class ShipOrderUnconfirmedEvent extends ShipOrderEvent {
  constructor({ reference }: Pick<ShipOrderUnconfirmedEvent, 'reference'>) {
    super('ship-order-unconfirmed', { reference });
  }
}

/** The order was cancelled. */
export class ShipOrderCancelledEvent extends ShipOrderEvent {
  constructor(
    order: Pick<ShipOrderCancelledEvent, 'reference'> & Partial<Pick<ShipOrderCancelledEvent, 'id' | 'waybill'>>,
  ) {
    super('ship-order-cancelled', order);
  }
}

/** A parcel of a basket, as it is chosen now. */
export interface ChosenParcel extends Switches {
  readonly name: string;
  readonly rate: Rate | undefined;
  /** When it is promised to arrive. Undefined without a calendar of the shop. */
  readonly arrival: PromisedArrival | undefined;
  /** Rupiah for its goods and its delivery: before it is sent, and at the door. Undefined without a choice. */
  readonly payNow: Rupiah | undefined;
  readonly payAtDoor: Rupiah | undefined;
}

/** The choice of a parcel has changed, its price, or what is paid now and at the door. None of them changes without this event. */
export class ShipParcelsChangeEvent extends ShipEvent {
  /** All parcels, in the page's order. */
  readonly parcels: readonly ChosenParcel[];
  /** Rupiah of all parcels. Undefined until each has a choice. */
  readonly payNow: Rupiah | undefined;
  readonly payAtDoor: Rupiah | undefined;
  /** Why the last of them has changed. */
  readonly reason: RateChangeReason;

  constructor({
    parcels,
    payNow,
    payAtDoor,
    reason,
  }: Pick<ShipParcelsChangeEvent, 'parcels' | 'payNow' | 'payAtDoor' | 'reason'>) {
    super('ship-parcels-change');
    this.parcels = parcels;
    this.payNow = payNow;
    this.payAtDoor = payAtDoor;
    this.reason = reason;
  }
}

/** The gateway has answered where the parcel is. */
export class ShipParcelEvent extends ShipEvent {
  /** Without personal data, and without the token. The waybill is in it. */
  readonly parcel: ParcelResponse;

  constructor({ parcel }: Pick<ShipParcelEvent, 'parcel'>) {
    super('ship-parcel');
    this.parcel = parcel;
  }
}

/** The gateway has answered what delivery costs, or the element has lost its answer. */
export class ShipPromiseEvent extends ShipEvent {
  /** Undefined while nothing is known of this district. */
  readonly promise: PromiseResponse | undefined;

  constructor({ promise }: Pick<ShipPromiseEvent, 'promise'>) {
    super('ship-promise');
    this.promise = promise;
  }
}

/**
 * Why the area changed. `postal-code`: the page has set a postal code that lies in one district. `page`: the page has set another postal
 * code, so that the area is no longer the destination. `remembered`: the shopper has chosen it on an earlier page. `left`: the shopper has left
 * a text in its place.
 */
export type AreaChangeReason = 'user' | 'left' | 'postal-code' | 'page' | 'restored' | 'reset' | 'remembered';

/** The area changed. It does not change without this event, unless the page sets it. */
export class ShipAreaChangeEvent extends ShipEvent {
  readonly area: Area | undefined;
  readonly previous: Area | undefined;
  readonly reason: AreaChangeReason;

  constructor({ area, previous, reason }: Pick<ShipAreaChangeEvent, 'area' | 'previous' | 'reason'>) {
    super('ship-area-change');
    this.area = area;
    this.previous = previous;
    this.reason = reason;
  }
}

/** Something failed. The screen says so too. */
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
    'ship-rates': ShipRatesEvent;
    'ship-rate-change': ShipRateChangeEvent;
    'ship-extras-change': ShipExtrasChangeEvent;
    'ship-order-submit': ShipOrderSubmitEvent;
    'ship-order-placed': ShipOrderPlacedEvent;
    'ship-order-unconfirmed': ShipOrderUnconfirmedEvent;
    'ship-order-cancelled': ShipOrderCancelledEvent;
    'ship-promise': ShipPromiseEvent;
    'ship-area-change': ShipAreaChangeEvent;
    'ship-parcel': ShipParcelEvent;
    'ship-parcels-change': ShipParcelsChangeEvent;
    'ship-error': ShipErrorEvent;
  }
}
