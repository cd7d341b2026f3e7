import type { Reason } from '../../client/index.ts';
import type { BlockingExtra, CancellationReason, ExtraName, PerExtra } from '../../contract/index.ts';
import type { Arrival, Badge, Praise, ShipmentPart } from '../../quote/index.ts';

/** Only an order or its cancellation is refused for these. */
type OrderReason =
  | 'proof-of-delivery'
  | 'pickup-unavailable'
  | 'schedule'
  | 'reference-used'
  | 'price-changed'
  | 'not-cancellable'
  | 'order-not-found'
  | 'needs-attention';

/** The words of a page on which nobody orders. */
export interface ChoiceWords {
  /** The courier picker. */
  couriers: string;
  allCouriers: string;
  showAllCouriers(count: number): string;
  /** On one line: the shopper has chosen no courier. */
  everyCourier(count: number): string;
  /** On one line: the couriers that the shopper has chosen. */
  couriersChosen(names: readonly string[], count: number): string;
  chooseCouriers: string;
  loadingCouriers: string;
  noCouriers: string;

  /** The heading of the rates, and the same with a postal code. */
  rates: string;
  ratesTo(postalCode: string): string;
  loadingRates: string;
  /** Announced when rates have arrived. */
  ratesFound(count: number): string;
  /** The last row of the short list: there are more rates. */
  moreRates(count: number): string;
  showFewer: string;
  noRates: string;
  /** After `noRates`, if the address has a postal code. */
  checkPostalCode: string;
  incomplete(missing: readonly ShipmentPart[]): string;
  chooseRate: string;
  /** The shopper's filter leaves no rate. */
  noRatesOfCouriers: string;
  compareAll: string;
  needMapPin(couriers: readonly string[]): string;
  /** Under the rates: the cargo courier was asked, and the goods have no declared value. */
  cargoLeftOut: string;

  /** A row. */
  arrival(when: Arrival): string;
  /** @param dates "Tue 24 – Wed 25 Nov", or "today, 14:00–16:00 WIB" */
  arrives(dates: string): string;
  /**
   * In the chosen row: until when its dates hold.
   * @param time "15:00 WIB", or "Mon 30 Nov, 15:00 WIB"
   * @param left "2 hours". Empty if it is on another day
   */
  orderBefore(time: string, left: string): string;
  /** An arrival around Idul Fitri. */
  orLater(dates: string): string;
  today: string;
  tomorrow: string;
  /** The label of an arrival in the receipt. */
  estimatedArrival: string;
  badge: Record<Badge, string>;
  /** Why a row is recommended, behind a colon. */
  praise: Record<Exclude<Praise, 'byDate' | 'insurableByDate'>, string>;
  /**
   * @param date the latest of its row, "Thu 26"
   * @param insurable of those that can be insured
   */
  cheapestBy(date: string, insurable: boolean): string;
  /** Beside a row that is in the short list for this extra alone. */
  has: PerExtra<string>;
  /** A price before a discount, or before it has changed. */
  insteadOf(amount: string): string;
  /** A price of the shop's own, while the service cannot be asked. */
  estimated: string;
  /** In place of a badge: the extra that is on, and that this row cannot have. */
  lacks: PerExtra<string>;

  /** What happened to a choice. */
  priceChanged(name: string, before: string, now: string): string;
  /** @param since the day on which the service was removed for everybody, if it is known */
  noLongerAvailable(name: string, since: Date | undefined): string;
  /** The page compares other couriers. */
  notOffered(name: string): string;

  /** The switches. */
  extras: string;
  /** The name of each. */
  extra: PerExtra<string>;
  /** The courier adds it to every parcel, or has none. Without a full stop: the name of another rate may follow it. */
  always: Record<Exclude<ExtraName, BlockingExtra>, (courier: string) => string>;
  never: PerExtra<(courier: string) => string>;
  /** @param without what is paid back at most without insurance. Empty if it is not known */
  insuranceFor(amount: string, without: string): string;
  /** Why nothing can be insured or collected. */
  nothingDeclared: string;
  /** The courier collects goods and delivery. */
  cashOnDeliveryTotal: string;
  /** The courier collects the goods alone. */
  cashOnDeliveryFor(amount: string): string;
  cashOnDeliveryAbove(limit: string): string;
  cashOnDeliveryBelow(limit: string): string;
  /** The least that a delivery or a switch costs, while no rate is chosen. */
  from(amount: string): string;
  /** In place of the COD fee, which is asked when the switch is moved. */
  feeLater: string;
  /** The chosen service does not have an extra that is on, and what helps. */
  obstructed: PerExtra<(name: string) => string>;
  /**
   * The courier of the chosen service does not collect such a sum.
   * @param limit "COD up to Rp 2.500.000"
   * @param others couriers that do. May be empty
   */
  collectedBy(courier: string, limit: string, others: readonly string[]): string;
  /**
   * Another service, which has every extra that is on, or one that the chosen service lacks.
   * @param price "Rp 9.400". Beside a switch, after the reason, what it costs more: "+Rp 2.800"
   */
  useInstead(name: string, price: string): string;
  turnOff: PerExtra<string>;
  /** Opens the end of the whole list: the services that do not have an extra that is on. */
  without: Record<BlockingExtra, (count: number) => string>;
  /** No service has it at this address. */
  nowhere: Record<BlockingExtra, string>;
  /** Announced when a switch was pressed. @param least no rate is chosen: the fee is the least of all */
  switchedOn: PerExtra<(fee: string, least: boolean) => string>;
  switchedOff: PerExtra<string>;

  /** The price of the delivery without extras. */
  shipping: string;
  /** Above it, where the page says what they cost. */
  goods: string;
  /** The sum beside the order button: the delivery, prepaid. */
  total: string;
  /** The same with the goods, where the page says what they cost. */
  totalWithGoods: string;
  /** Below the sum. @param date the latest of the chosen row, "Thu 3 Dec" */
  latest(date: string): string;
  /** The two sums, where the courier collects the goods alone. */
  payNow: string;
  dueAtDoor(amount: string): string;
  payAtDoor: string;

  /** Before the choice can be submitted. */
  orderWaits: string;

  retry: string;
  /** Where a sentence has these words, they link to the shop, if the page says where that is. */
  contact: string;
  /** The link to the address, below a sentence that refuses it. */
  changeAddress: string;
  offline: string;
  unreachable: string;
  unavailable(seconds: number | undefined): string;
  unexpected: string;
  refused: Record<Exclude<Reason, OrderReason>, string>;
}

/**
 * Every word of the elements. Replace some or all of them through the `words` property. Amounts come formatted, names come as
 * the service writes them.
 */
export interface Words extends ChoiceWords {
  /** The order button. */
  order: string;
  /** The same where the page says what the goods cost: if something is paid now, and if all is paid at the door. */
  pay: string;
  placeOrder: string;
  orderDraft: string;
  ordering: string;
  checkAgain: string;
  orderAgain: string;

  /** What became of an order. */
  placed: string;
  placedDraft: string;
  /** An earlier order was found. The one in the page was not placed. */
  placedOther: string;
  savedOther: string;
  /** The same goods were ordered before from this page. */
  placedBefore: string;
  savedBefore: string;
  /** The service charges another price than the one it quoted. */
  charged(price: string, shown: string): string;
  unconfirmed: string;
  /** The shop's own order number is used already: by this order, or by another one. */
  referenceExists(reference: string): string;

  /** The receipt: from the order to the door. The first is the present one. */
  steps: readonly string[];
  /** In place of the second step, if the shop brings the parcel to a counter of the courier. */
  handedOver: string;
  next: string;
  /** After "Next:". @param date "Mon 30 Nov". Empty if it is not known */
  nextPickup(date: string): string;
  /** The same, if the shop brings the parcel to a counter of the courier. */
  nextHandOver(date: string): string;
  details: string;
  courier: string;
  insuredFor(amount: string): string;
  notInsured: string;
  /** The sum of the bill, once it is paid. */
  paid: string;
  /** An extra as a line of the bill, once it is ordered. */
  feeOf: PerExtra<string>;
  /** Prints the receipt, or saves it as a file. */
  saveReceipt: string;
  /** The shop's own number. */
  orderNumber: string;
  /** The number of the shipping service. */
  serviceNumber: string;
  /** A random number, where the shop has none of its own. */
  reference: string;
  waybill: string;
  waybillLater: string;
  /** The link of the receipt to the page that shows where the parcel is. */
  track: string;
  copy: string;
  copied: string;
  /** The browser does not let the page copy. */
  notCopied: string;

  cancel: string;
  /** @param time "Mon 30 Nov, 15:14 WIB" */
  cancelUntil(time: string): string;
  cancelUntilPickup: string;
  cancelWhy: string;
  cancelReason: Record<CancellationReason, string>;
  cancelConfirm: string;
  /** Closes the question. */
  cancelKeep: string;
  cancelling: string;
  cancelled: string;
  nothingSent: string;
  /** @param to where, in the page's words: "your GoPay". May be empty @param by "Thu 3 Dec". May be empty */
  refund(amount: string, to: string, by: string): string;
  /** After `refund`, once the order is cancelled. */
  refundLate: string;
  /** The page does not say what is paid back. */
  refundUnknown: string;
  /** Nothing is paid yet. */
  nothingPaid: string;
  /** The shop does not let the order be cancelled here any more. */
  cancelLate: string;
  /** The cancellation was sent and has no answer, or an earlier page has sent it. */
  cancelUnconfirmed: string;
  /** An order was asked for without a connection. */
  offlineOrder: string;
  refused: Record<Reason, string>;
}

/** The words of a basket of several parcels. A single one has those of the rates alone. */
export interface ParcelsWords extends ChoiceWords {
  /** The heading of a parcel. */
  parcel(number: number, count: number, name: string): string;
  /** The price of the deliveries without extras. @param chosen how many of them have a courier */
  shippingOf(chosen: number, count: number): string;
  /** Under a switch: the parcels whose courier does not have the extra. */
  notFor(names: readonly string[]): string;
  /** The button: if all is paid now, if a part is, and if the couriers collect all. */
  pay: string;
  payPart(amount: string): string;
  placeOrder: string;
}

/** Every sentence of the area search. */
export interface AreaWords {
  /** The label, if the page has none for the element. */
  area: string;
  areaExample: string;
  /** The validation message. */
  chooseArea: string;
  /** The button that clears the text, and the choice. */
  clearArea: string;
  changeArea: string;
  /** The button that goes back to the district that was chosen. @param district its name */
  keepArea(district: string): string;
  searching(text: string): string;
  areasFound(count: number): string;
  /** Under the list: a district has several postal codes. */
  choosePostalCode: string;
  /** Under a list that may be cut off. */
  moreLetters: string;
  /** A postal code lies in several districts. */
  severalDistricts(postalCode: string, count: number): string;
  /** A postal code may be the number of a house, or it does not lie in the district that the text names. */
  uncertain: string;
  notFound(text: string): string;
  notFoundHelp: string;
  areaChosen(name: string): string;

  retry: string;
  contact: string;
  offline: string;
  unreachable: string;
  /** The limit of searches is reached, for minutes or for the day. */
  tooMany: string;
  /** The gateway does not serve the search, or its answer cannot be read. */
  searchFailed: string;
}

/** Every word of the promise. Replace some or all of them through its `words` property. */
export interface PromiseWords {
  /** The name of the whole, for screen readers. */
  title: string;
  /** The district is not known. */
  check: string;
  choose: string;
  /** The button with the district, for screen readers. @param district its name */
  change(district: string): string;
  asking: string;
  /** @param dates "Sat 28 – Mon 30", "tomorrow, Tue 24" */
  arrives(dates: string): string;
  /** Without dates. @param duration "2–3 days" */
  takes(duration: Arrival): string;
  today: string;
  tomorrow: string;
  /** The least price. */
  from(amount: string): string;
  /** The same where there is room, or where it stands alone. */
  deliveryFrom(amount: string): string;
  /** After the price. @param time "15:00" */
  orderBefore(time: string): string;
  /** After the price, around Idul Fitri. */
  mayBeLater: string;
  free: string;
  /** After `free`. @param service "Pos Reguler" */
  withService(service: string): string;
  /** What is missing for free delivery. */
  missing(amount: string): string;
  /** No courier, no connection, too many questions: nothing that the shopper can act on. */
  unavailable: string;
  /** The title of the search. */
  search: string;
  close: string;
}

/** States in which the courier needs nothing of anyone. */
export type KnownStatus =
  | 'scheduled'
  | 'confirmed'
  | 'allocated'
  | 'picking_up'
  | 'picked'
  | 'in_transit'
  | 'dropping_off'
  | 'delivered';

/** States that a shopper has to hear of, with what happens next. */
export type ProblemStatus =
  | 'on_hold'
  | 'return_in_transit'
  | 'returned'
  | 'rejected'
  | 'disposed'
  | 'courier_not_found'
  | 'cancelled';

/** What failed, whether anything was lost, and what to do next. */
export interface Problem {
  headline: string;
  what: string;
  /** After "Next:". */
  next: string;
}

/** Every word of the tracking element. Replace some or all of them through its `words` property. */
export interface TrackingWords {
  /** The name of the whole, for screen readers. */
  title: string;
  loading: string;

  /** The line above the headline. */
  /** An arrival around Idul Fitri. */
  orLater(dates: string): string;
  estimatedArrival: string;
  outForDelivery: string;
  arrived: string;
  trouble: string;
  status: string;

  /** Headlines. */
  arrivesToday: string;
  /** The courier says a state that has no words here. */
  onItsWay: string;
  /** The parcel needs longer than its service takes. */
  late: string;
  waiting: string;
  /** The shop brings the parcel to a counter of the courier. */
  waitingForShop: string;

  /** The way of every parcel. */
  steps: readonly [string, string, string, string];
  /** In place of the second step, if the shop brings the parcel to a counter of the courier. */
  handedOver: string;
  stepsLabel: string;
  /** After the name of a step, for screen readers. */
  done: string;

  courier: string;
  courierSite: string;
  waybill: string;
  waybillLater: string;
  copy: string;
  copied: string;
  notCopied: string;
  payAtDoor: string;

  history: string;
  /** @param zone WIB, WITA or WIT */
  zone(zone: string): string;
  earlier(count: number): string;
  fewer: string;
  /** In the history, if the courier has no note. */
  event: Record<KnownStatus | ProblemStatus, string>;

  /** Before what happens next. */
  next: string;
  problem: Record<ProblemStatus, Problem>;
  contact: string;

  retry: string;
  /** The line above the headline of a failure. */
  notLoaded: string;
  notTracked: string;
  offline: Omit<Problem, 'next'>;
  unreachable: Omit<Problem, 'next'>;
  /** Asking again does not help. */
  broken: Omit<Problem, 'what'>;
  expired: Omit<Problem, 'what'>;
  invalid: Omit<Problem, 'what'>;
  /** Below a state that could not be refreshed. @param time when it was read */
  stale(time: string): string;
}
