import type { Reason } from '../../client/index.ts';
import type { CancellationReason } from '../../contract/index.ts';
import type { Arrival, Badge, ExtraName, PartKind, RowOrder, ShipmentPart } from '../../quote/index.ts';

/**
 * Every word that the elements say. Replace some or all of them through the `words` property; amounts come formatted,
 * names as the service writes them.
 */
export interface Words {
  couriers: string;
  allCouriers: string;
  showAllCouriers(count: number): string;
  /** In one line, before there are rates and from then on: no courier is chosen, so that all are compared. */
  everyCourier(count: number): string;
  couriersCompared(count: number): string;
  /** The same where some are chosen. */
  couriersChosen(names: readonly string[], count: number): string;
  chooseCouriers: string;
  onlyWithMapPin(names: readonly string[]): string;
  notServing(names: readonly string[]): string;
  loadingCouriers: string;
  noCouriers: string;

  rates: string;
  loadingRates: string;
  ratesFound(count: number): string;
  showAllRates(count: number): string;
  noRates: string;
  /** Behind it, where the address has one. */
  checkPostalCode: string;
  incomplete(missing: readonly ShipmentPart[]): string;
  chooseRate: string;
  sort: string;
  narrow: string;
  /** Said without more than that: the cheapest first, by arrival, by courier. */
  sortBy: Record<RowOrder, string>;
  allRates: string;
  /** How fast: `instant` `same_day` `overnight` `standard` `economy` `cargo`, or a word that the service adds later. */
  serviceType: Record<string, string>;
  arrival(when: Arrival): string;
  /** @param dates "Tue 24 – Wed 25 Nov", or "today, 14:00–16:00" */
  arrives(dates: string): string;
  today: string;
  /** Before the dates, where they are not a sentence: that they are an estimate. */
  estimatedArrival: string;
  badge: Record<Badge, string>;
  insteadOf(amount: string): string;
  /** A price of the shop's own, while the service cannot be asked. */
  estimated: string;
  noCashOnDelivery: string;
  notInsurable: string;
  priceChanged(name: string, before: string, now: string): string;
  /** @param since the day on which the service was given up for everybody, where that is known */
  noLongerAvailable(name: string, since: Date | undefined): string;
  /** The page compares other couriers alone, and not this one's. */
  notOffered(name: string): string;
  notEligible(name: string): string;
  /** The shopper has picked other couriers. */
  hiddenByCouriers(name: string): string;

  /** Under the rates: the cargo courier was asked, and the goods have no declared value. */
  cargoLeftOut: string;

  extras: string;
  insurance: string;
  insuranceFor(amount: string): string;
  insuranceLocked(courier: string, declared: string, fee: string): string;
  /** Why nothing can be insured, nor collected. */
  nothingDeclared: string;
  cashOnDelivery: string;
  cashOnDeliveryFor(amount: string): string;
  cashOnDeliveryAbove(limit: string): string;

  part: Record<PartKind, string>;
  total: string;

  order: string;
  orderDraft: string;
  ordering: string;
  orderWaits: string;
  /** Another order button of the page orders for the same checkout. */
  otherButton: string;
  placed: string;
  placedDraft: string;
  /** An order of before was found; what is in the page now is another one. */
  placedOther: string;
  /** The same goods were ordered before from this page, and not now. */
  placedBefore: string;
  /** The same of drafts. */
  savedOther: string;
  savedBefore: string;
  /** The service charges another price than the one it quoted. */
  charged: (price: string, shown: string) => string;
  /** The facts of a receipt, before what they are. */
  courier: string;
  /** Of an order, what its delivery costs. */
  paid: string;
  /** The same of a draft, for which nothing is charged yet. */
  deliveryPrice: string;
  paidAtTheDoor: string;
  insuredFor(amount: string): string;
  notInsured: string;
  orderNumber: string;
  waybill: string;
  waybillLater: string;
  copy: string;
  copied: string;
  /** A browser that does not let a page copy. */
  notCopied: string;
  unconfirmed: string;
  /** The shop's own number of the order is used already: by this order, or by another one. */
  referenceExists: (reference: string) => string;
  checkAgain: string;
  cancel: string;
  cancelWhy: string;
  cancelReason: Record<CancellationReason, string>;
  cancelConfirm: string;
  cancelling: string;
  keepOrder: string;
  cancelled: string;
  /** The shop does not let it be cancelled here any more, or never did. */
  cancelLate: string;
  orderAgain: string;

  reference: string;
  retry: string;
  offline: string;
  unreachable: string;
  unavailable(seconds: number | undefined): string;
  unexpected: string;
  refused: Record<Reason, string>;

  /** A badge of the rate that the shop, or the element, recommends. */
  recommended: string;
  /** On the button of a group of rates: how many others there are, and the price of the cheapest of them. */
  moreFrom(count: number, price: string): string;
  showFewer: string;
  /** On the button of the rates that lack what is switched on, by the property of its switch. */
  without: Record<ExtraName, (count: number) => string>;
  /** The least that a switch adds to a price, before it is pressed: `+Rp 750`, or `−Rp 750` where it takes something off. */
  addsFrom(fee: string): string;
  /** How many of the options can have what a switch stands for. */
  optionsOf(able: number, of: number): string;
  /** Why the choice cannot be had as the switches stand, by the property of the switch, and what would help. */
  obstructed: Record<ExtraName, (name: string) => string>;
  useInstead(name: string, price: string): string;
  turnOff: Record<ExtraName, string>;
  compareAll: string;
  /** The couriers that the shopper has picked do not serve the lane; those that need a point on the map. */
  picksServeNot: string;
  needMapPin(couriers: readonly string[]): string;
  /**
   * Once a switch was pressed: what it adds, and how many options there are now.
   * @param least the fee is the least of all: no rate is chosen
   */
  switchedOn: Record<ExtraName, (fee: string, least: boolean) => string>;
  switchedOff: Record<ExtraName, string>;
  options(count: number): string;
  payNow: string;
  payAtDoor: string;
}

export type Language = 'en' | 'id';
