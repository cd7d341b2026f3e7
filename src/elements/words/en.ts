import type { Arrival, ShipmentPart } from '../../quote/index.ts';
import type { AreaWords, ChoiceWords, ParcelsWords, PromiseWords, TrackingWords, Words } from './words.ts';

const parts: Record<ShipmentPart, string> = {
  items: 'what is in your cart',
  origin: 'where the shop ships from',
  destination: 'your district or postal code',
};

const and = (words: readonly string[]) => new Intl.ListFormat('en').format(words);
const day = (date: Date) => date.toLocaleDateString('en-GB', { dateStyle: 'long' }).replaceAll(' ', '\u00a0');
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function arrival({ least, most, unit }: Arrival): string {
  if (most === 0) return 'Today';
  const range = least === most ? `${most}` : `${least}–${most}`;
  return `${range} ${most === 1 ? unit.slice(0, -1) : unit}`;
}

const closed = 'Shipping is unavailable at the moment. Please contact the shop.';

const refused: ChoiceWords['refused'] = {
  'no-courier': 'No courier delivers to this address.',
  location: 'The courier can’t find this address. Please check the postal code.',
  contact: 'Please check the name, phone number and address.',
  items: 'The shop’s product data is incomplete. Please contact the shop.',
  'declared-value': 'This courier needs a declared value for the goods. Please contact the shop.',
  'cod-unavailable': 'This courier doesn’t take COD at your address.',
  'cod-limit': 'This courier doesn’t collect that amount. Please choose another courier, or pay now.',
  'insurance-unavailable': 'This courier can’t insure the goods. Switch insurance off, or choose another option.',
  'service-removed': 'This delivery option is no longer available. Please choose another one.',
  'merchant-balance': closed,
  'merchant-account': closed,
  'token-missing': 'The shop has not confirmed your order: nothing was ordered. Please try again, or contact the shop.',
  'token-expired': 'This page is out of date. Please try again, or reload the page.',
  'token-invalid': closed,
  'origin-not-allowed': closed,
  'not-offered': 'The shop does not offer this here. Please contact the shop.',
  'shipping-unavailable': closed,
  'quotes-exhausted': closed,
  other: 'The shipping service couldn’t do this. Please contact the shop.',
};

/** The English words of a page on which nobody orders. */
export const englishChoice: ChoiceWords = {
  couriers: 'Couriers',
  allCouriers: 'all, unless you choose some',
  showAllCouriers: (count) => `Show all ${count} couriers`,
  everyCourier: (count) => plural(count, 'courier', 'couriers'),
  couriersChosen: (names, count) => `${names.length} of ${plural(count, 'courier', 'couriers')}: ${names.join(', ')}`,
  chooseCouriers: 'Choose',
  loadingCouriers: 'Looking up couriers…',
  noCouriers: 'No couriers are available right now.',

  rates: 'Delivery',
  ratesTo: (postalCode) => `Delivery to ${postalCode}`,
  loadingRates: 'Checking rates…',
  ratesFound: (count) => `${plural(count, 'delivery option', 'delivery options')} found.`,
  moreRates: (count) => `${count} more`,
  noRates: 'No courier delivers to this address.',
  checkPostalCode: 'Please check the postal code.',
  incomplete: (missing) =>
    missing.join() === 'destination'
      ? 'Enter your district or postal code to see delivery options.'
      : `To see delivery options we still need ${and(missing.map((part) => parts[part]))}.`,
  chooseRate: 'Choose a delivery option.',
  noRatesOfCouriers: 'None of the couriers you picked delivers to this address.',
  arrival,
  arrives: (dates) => `Arrives ${dates}`,
  orderBefore: (time, left) => `Order before ${time}${left && ` (${left} left)`}`,
  orLater: (dates) => `${dates}, or later`,
  today: 'today',
  tomorrow: 'tomorrow',
  estimatedArrival: 'Estimated arrival',
  badge: { recommended: 'Recommended', cheapest: 'Cheapest', fastest: 'Fastest' },
  praise: {
    cheapest: 'cheapest',
    insurable: 'cheapest insurable',
    soon: 'cheapest within 3 days',
  },
  cheapestBy: (date, insurable) => `cheapest ${insurable ? 'insurable ' : ''}by ${date}`,
  has: { insurance: 'Can be insured', cashOnDelivery: 'COD possible' },
  insteadOf: (amount) => `was ${amount}`,
  estimated: 'Estimated price',
  lacks: { insurance: 'No insurance', cashOnDelivery: 'No COD' },
  priceChanged: (name, before, now) => `The price of ${name} changed from ${before} to ${now}.`,
  noLongerAvailable: (name, since) =>
    `${name} ${since ? `has not been offered since ${day(since)}` : 'is no longer available for this delivery'}.`,
  notOffered: (name) => `${name} isn’t offered here.`,

  cargoLeftOut: 'J&T Cargo isn’t listed: it insures the goods by their value, and no value is declared.',

  extras: 'Extras',
  extra: { insurance: 'Insurance', cashOnDelivery: 'Cash on delivery' },
  insuranceFor: (amount, without) => `Covers ${amount}${without && `, without it ${without} at most`}`,
  always: { insurance: (courier) => `${courier} always insures` },
  never: {
    insurance: (courier) => `${courier} can’t insure this`,
    cashOnDelivery: (courier) => `${courier} doesn’t take COD`,
  },
  nothingDeclared: 'Not available for this order',
  cashOnDeliveryTotal: 'Cash at the door',
  cashOnDeliveryFor: (amount) => `Goods alone: ${amount} cash`,
  cashOnDeliveryAbove: (limit) => `COD up to ${limit}`,
  cashOnDeliveryBelow: (limit) => `COD from ${limit}`,

  shipping: 'Shipping',
  goods: 'Goods',
  total: 'Delivery total',
  totalWithGoods: 'Total with delivery',
  latest: (date) => `By ${date}`,

  orderWaits: 'Please wait until the prices are up to date.',

  retry: 'Try again',
  contact: 'Contact the shop',
  changeAddress: 'Change the address',
  offline: 'No internet connection. Please try again once you are connected.',
  unreachable: 'The shipping service isn’t answering.',
  unavailable: (seconds) =>
    seconds === undefined
      ? 'The shipping service is busy. Please try again in a moment.'
      : `The shipping service is busy. Please try again in ${
          seconds > 600 ? `${Math.ceil(seconds / 60)} minutes` : plural(seconds, 'second', 'seconds')
        }.`,
  unexpected: 'Sorry, something went wrong on our side. Please contact the shop.',
  refused,

  showFewer: 'Show fewer',
  from: (amount) => `from ${amount}`,
  feeLater: 'see when on',
  obstructed: {
    insurance: (name) => `${name} can’t be insured.`,
    cashOnDelivery: (name) => `${name} doesn’t take COD.`,
  },
  collectedBy: (courier, limit, others) =>
    `${courier}: ${limit}.${others.length ? ` ${and(others)} can collect this.` : ''}`,
  useInstead: (name, price) => `Use ${name}, ${price}`,
  turnOff: { insurance: 'Turn insurance off', cashOnDelivery: 'Turn COD off' },
  without: { cashOnDelivery: (count) => `${plural(count, 'service doesn’t', 'services don’t')} take COD` },
  nowhere: { cashOnDelivery: 'No courier takes COD for this order.' },
  compareAll: 'Show all couriers',
  needMapPin: (couriers) =>
    `${and(couriers)} ${couriers.length === 1 ? 'needs' : 'need'} a map pin: the exact spot of your address.`,
  switchedOn: {
    insurance: (fee, least) => `Insurance adds ${least ? 'at least ' : ''}${fee}.`,
    cashOnDelivery: (fee, least) => `COD adds ${least ? 'at least ' : ''}${fee}.`,
  },
  switchedOff: { insurance: 'Without insurance.', cashOnDelivery: 'Without COD.' },
  dueAtDoor: (amount) => `${amount} at the door`,
  payNow: 'Pay now',
  payAtDoor: 'Pay at the door',
};

/** Of an order, and of its refusal. */
const order: Omit<Words, Exclude<keyof ChoiceWords, 'refused'>> = {
  order: 'Book delivery',
  pay: 'Pay',
  placeOrder: 'Place order',
  orderDraft: 'Continue',
  ordering: 'One moment…',
  placed: 'Order received.',
  placedDraft: 'Saved as a draft.',
  placedOther: 'Your earlier order was placed. This one was not.',
  placedBefore: 'You have already ordered this. Nothing was ordered a second time.',
  savedOther: 'Your earlier draft was saved. This one was not.',
  savedBefore: 'You have already saved this as a draft. Nothing was saved a second time.',
  charged: (price, shown) => `The courier charges ${price}. The price shown was ${shown}.`,
  steps: ['Confirmed', 'Picked up', 'On its way', 'Delivered'],
  handedOver: 'Handed over',
  next: 'Next:',
  nextPickup: (date) => `the courier collects the parcel from the shop${date && ` on ${date}`}.`,
  nextHandOver: (date) => `the shop brings the parcel to the courier${date && ` on ${date}`}.`,
  details: 'Order details',
  courier: 'Courier',
  insuredFor: (amount) => `Covered up to ${amount}`,
  notInsured: 'Not insured',
  paid: 'Paid',
  feeOf: { insurance: 'Insurance', cashOnDelivery: 'COD fee' },
  saveReceipt: 'Save receipt',
  orderNumber: 'Order number',
  serviceNumber: 'Shipment number',
  waybill: 'Tracking number',
  waybillLater: 'Follows once the parcel is processed',
  track: 'Track parcel',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Press and hold the number to copy it.',
  unconfirmed: 'We are still waiting for the courier’s answer. You will not be charged twice.',
  referenceExists: (reference) =>
    `An order with the number ${reference} exists already. It may be this one. Please contact the shop before you order again.`,
  checkAgain: 'Check again',
  cancel: 'Cancel order',
  cancelUntil: (time) => `You can cancel here until ${time}.`,
  cancelUntilPickup: 'You can cancel until the courier has the parcel.',
  cancelWhy: 'Why do you want to cancel?',
  cancelReason: {
    change_courier: 'Another courier',
    pickup_delay: 'Pickup takes too long',
    change_address: 'Another address',
    others: 'Another reason',
  },
  cancelConfirm: 'Yes, cancel the order',
  cancelKeep: 'Keep the order',
  cancelling: 'Cancelling…',
  cancelled: 'Your order has been cancelled.',
  nothingSent: 'Nothing will be sent.',
  refund: (amount, to, by) => `${amount} goes back to ${to || 'you'}${by && `, by ${by}`}.`,
  refundLate: 'Not there yet? Contact the shop.',
  refundUnknown: 'Have you paid already? Contact the shop for a refund.',
  nothingPaid: 'You have paid nothing, and nothing will be collected.',
  cancelLate: 'The order can no longer be cancelled here. Please contact the shop.',
  cancelUnconfirmed: 'We don’t know yet whether this order was cancelled. Cancel it again to find out.',
  orderAgain: 'Order again',
  reference: 'Reference',
  offlineOrder: 'You are offline. Nothing was ordered.',
  refused: Object.assign({}, refused, {
    'proof-of-delivery': 'This courier can’t give proof of delivery. Choose another option, or contact the shop.',
    'pickup-unavailable': 'This courier can’t collect the parcel. Please choose another option.',
    schedule: 'The courier can’t deliver at this time. Please choose another time.',
    'reference-used': 'This order number has already been used. Please contact the shop.',
    'price-changed': 'The price has changed. Please check it, and book once more.',
    'not-cancellable': 'Your parcel is already on its way, so the order can no longer be cancelled.',
    'order-not-found': 'The shipping service can’t find this order. Please contact the shop.',
    'needs-attention':
      'We could not find out whether your order was placed. Please contact the shop before you order again.',
  }),
};

/** All words. `Object.assign` and no spread: a bundler leaves an unused call out that is marked as pure, and keeps an unused spread. */
export const english: Words = Object.assign({}, englishChoice, order);

export const englishParcels: ParcelsWords = Object.assign({}, englishChoice, {
  parcel: (number, count, name) => `Parcel ${number} of ${count} · ${name}`,
  shippingOf: (chosen, count) => `Delivery, ${chosen < count ? `${chosen} of ` : ''}${count} parcels`,
  notFor: (names) => `Not for ${and(names)}`,
  pay: 'Pay',
  payPart: (amount) => `Pay ${amount} now`,
  placeOrder: 'Order',
} satisfies Omit<ParcelsWords, keyof ChoiceWords>);

export const englishArea: AreaWords = {
  area: 'District or postal code',
  areaExample: 'For example Coblong or 40132',
  chooseArea: 'Choose your district from the list.',
  clearArea: 'Clear',
  changeArea: 'Change',
  keepArea: (district) => `Keep ${district}`,
  searching: (text) => `Searching for “${text}”…`,
  areasFound: (count) => `${count} district${count === 1 ? '' : 's'}`,
  choosePostalCode: 'Choose your postal code.',
  moreLetters: 'Not in the list? Write more letters.',
  severalDistricts: (postalCode, count) => `${postalCode} lies in ${count} districts. Choose one.`,
  uncertain: 'Check district and postal code, then choose one.',
  notFound: (text) => `“${text}” was not found`,
  notFoundHelp: 'Enter the district alone, without the street, or the 5 digits of the postal code.',
  areaChosen: (name) => `${name} is chosen.`,

  retry: 'Try again',
  contact: 'Contact the shop',
  offline: 'No internet connection.',
  unreachable: 'The search isn’t answering.',
  tooMany: 'There have been too many searches. Please try again later, or contact the shop.',
  searchFailed: 'The search isn’t available. Please contact the shop.',
};

export const englishPromise: PromiseWords = {
  title: 'Delivery',
  check: 'Check delivery to your district',
  choose: 'Choose',
  change: (district) => `Change district: ${district}`,
  asking: 'Checking delivery…',
  arrives: (dates) => `Arrives ${dates}`,
  takes: (duration) => (duration.most === 0 ? 'Arrives today' : `Arrives in ${arrival(duration)}`),
  today: 'today',
  tomorrow: 'tomorrow',
  from: (amount) => `From ${amount}`,
  deliveryFrom: (amount) => `Delivery from ${amount}`,
  orderBefore: (time) => `order before ${time}`,
  mayBeLater: 'may be later',
  free: 'Free delivery',
  withService: (service) => `with ${service}`,
  missing: (amount) => `${amount} more for free delivery`,
  unavailable: 'Delivery is priced at checkout',
  search: 'Deliver to',
  close: 'Close',
};

export const englishTracking: TrackingWords = {
  title: 'Track parcel',
  loading: 'Loading the parcel’s status…',
  orLater: (dates) => `${dates}, or later`,
  estimatedArrival: 'Estimated arrival',
  outForDelivery: 'Out for delivery',
  arrived: 'Delivered',
  trouble: 'There is a problem',
  status: 'Status of the parcel',
  arrivesToday: 'Arrives today',
  onItsWay: 'On its way',
  late: 'It is taking longer than estimated.',
  waiting: 'Waiting for the courier to collect the parcel from the shop.',
  waitingForShop: 'The shop brings the parcel to the courier.',
  steps: ['Confirmed', 'Picked up', 'On its way', 'Delivered'],
  handedOver: 'Handed over',
  stepsLabel: 'Steps of the delivery',
  done: ', done',
  courier: 'Courier',
  courierSite: 'See it on the courier’s site',
  waybill: 'Tracking number',
  waybillLater: 'Follows once the parcel is processed',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Press and hold the number to copy it.',
  payAtDoor: 'Pay at the door',
  history: 'History',
  zone: (zone) => `time in ${zone}`,
  earlier: (count) => `${count} earlier ${count === 1 ? 'update' : 'updates'}`,
  fewer: 'Show fewer',
  event: {
    scheduled: 'Delivery scheduled.',
    confirmed: 'Order confirmed.',
    allocated: 'Courier assigned.',
    picking_up: 'Courier on the way to the shop.',
    picked: 'Handed to the courier.',
    in_transit: 'On its way.',
    dropping_off: 'On its way to your address.',
    delivered: 'Parcel delivered.',
    on_hold: 'Held by the courier.',
    return_in_transit: 'On its way back to the shop.',
    returned: 'Received back by the shop.',
    rejected: 'Delivery rejected.',
    disposed: 'Delivery ended by the courier.',
    courier_not_found: 'No courier available.',
    cancelled: 'Delivery cancelled.',
  },
  next: 'Next:',
  problem: {
    on_hold: {
      headline: 'Parcel on hold',
      what: 'The courier is holding the parcel for the moment.',
      next: 'it moves on once the problem is solved. You only have to wait.',
    },
    return_in_transit: {
      headline: 'Going back to the shop',
      what: 'The parcel could not be delivered and is on its way back.',
      next: 'contact the shop for another delivery or a refund.',
    },
    returned: {
      headline: 'Back at the shop',
      what: 'The shop has received this parcel back.',
      next: 'contact the shop for another delivery or a refund.',
    },
    rejected: {
      headline: 'Delivery rejected',
      what: 'The parcel cannot be delivered.',
      next: 'contact the shop for another delivery or a refund.',
    },
    disposed: {
      headline: 'Parcel not delivered',
      what: 'The courier can neither deliver nor return this parcel.',
      next: 'contact the shop for another delivery or a refund.',
    },
    courier_not_found: {
      headline: 'No courier available',
      what: 'The parcel was not collected and is still at the shop.',
      next: 'the shop has to book another courier. Ask for the new tracking link.',
    },
    cancelled: {
      headline: 'Delivery cancelled',
      what: 'The parcel will not be collected.',
      next: 'contact the shop if you have paid.',
    },
  },
  contact: 'Contact the shop',
  retry: 'Try again',
  notLoaded: 'The latest status could not be loaded',
  notTracked: 'The parcel cannot be tracked here',
  offline: { headline: 'No connection', what: 'Try again once you are connected to the internet.' },
  unreachable: { headline: 'No answer', what: 'Please try again in a moment.' },
  broken: { headline: 'Something went wrong', next: 'ask the shop where your parcel is.' },
  expired: { headline: 'Link expired', next: 'ask the shop for a new tracking link.' },
  invalid: { headline: 'Link not valid', next: 'open the shop’s link once more, or ask for a new one.' },
  stale: (time) => `Could not be refreshed. This is the status of ${time}.`,
};
