import type { Arrival, ShipmentPart } from '../../quote/index.ts';
import type { Words } from './words.ts';

const parts: Record<ShipmentPart, string> = {
  items: 'what is in your cart',
  origin: 'where the shop ships from',
  destination: 'your postal code',
};

const and = (words: readonly string[]) => new Intl.ListFormat('en').format(words);
const day = (date: Date) => date.toLocaleDateString('en-GB', { dateStyle: 'long' });
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function arrival({ least, most, unit }: Arrival): string {
  if (most === 0) return 'Today';
  const range = least === most ? `${most}` : `${least}–${most}`;
  return `${range} ${most === 1 ? unit.slice(0, -1) : unit}`;
}

export const english: Words = {
  couriers: 'Couriers',
  allCouriers: 'all, unless you choose some',
  showAllCouriers: (count) => `Show all ${count} couriers`,
  everyCourier: (count) => plural(count, 'courier', 'couriers'),
  couriersCompared: (count) => (count === 1 ? '1 courier' : `All ${count} couriers compared`),
  couriersChosen: (names, count) => `${names.length} of ${plural(count, 'courier', 'couriers')}: ${names.join(', ')}`,
  chooseCouriers: 'Choose',
  onlyWithMapPin: (names) => `Only with a map pin: ${names.join(', ')}`,
  notServing: (names) => `Not delivering here: ${names.join(', ')}`,
  loadingCouriers: 'Looking up couriers…',
  noCouriers: 'No couriers are available right now.',

  rates: 'Delivery',
  loadingRates: 'Comparing couriers…',
  ratesFound: (count) => `${plural(count, 'delivery option', 'delivery options')} found.`,
  showAllRates: (count) => `Show all ${count} options`,
  noRates: 'No courier delivers to this address.',
  checkPostalCode: 'Please check the postal code.',
  incomplete: (missing) => `To see delivery options we still need ${and(missing.map((part) => parts[part]))}.`,
  chooseRate: 'Choose a delivery option.',
  sort: 'Sort',
  narrow: 'Show',
  sortBy: { price: 'Cheapest first', arrival: 'Fastest first', courier: 'By courier' },
  allRates: 'All options',
  serviceType: {
    instant: 'Instant',
    same_day: 'Same day',
    overnight: 'Next day',
    standard: 'Regular',
    economy: 'Economy',
    cargo: 'Cargo',
  },
  arrival,
  arrives: (dates) => `Arrives ${dates}`,
  today: 'today',
  estimatedArrival: 'Estimated arrival',
  badge: { cheapest: 'Cheapest', fastest: 'Fastest' },
  insteadOf: (amount) => `instead of ${amount}`,
  estimated: 'Estimated price',
  noCashOnDelivery: 'No COD',
  notInsurable: 'Can’t be insured',
  priceChanged: (name, before, now) => `The price of ${name} changed from ${before} to ${now}.`,
  noLongerAvailable: (name, since) =>
    `${name} ${since ? `has not been offered since ${day(since)}` : 'is no longer available for this delivery'}. Please choose another option.`,
  notOffered: (name) => `${name} isn’t offered here. Please choose another option.`,
  notEligible: (name) => `${name} doesn’t take COD. Please choose another option, or pay now.`,
  hiddenByCouriers: (name) => `${name} is hidden by your choice of couriers.`,

  cargoLeftOut: 'J&T Cargo isn’t listed: it insures the goods by their value, and no value is declared.',

  extras: 'Extras',
  insurance: 'Insurance',
  insuranceFor: (amount) => `Covers loss and damage up to ${amount}`,
  insuranceLocked: (courier, declared, fee) =>
    `${courier} always insures the goods: ${fee} for the declared value of ${declared}.`,
  nothingDeclared: 'No value is declared for the goods',
  cashOnDelivery: 'Cash on delivery (COD)',
  cashOnDeliveryFor: (amount) => `Pay ${amount} to the courier`,
  cashOnDeliveryAbove: (limit) => `Couriers collect at most ${limit}. Please pay now instead.`,

  part: {
    shipping: 'Shipping',
    discount: 'Discount',
    surcharge: 'Surcharge',
    insurance: 'Insurance',
    'cash-on-delivery': 'COD fee',
  },
  total: 'Delivery total',

  order: 'Confirm delivery',
  orderDraft: 'Save as draft',
  ordering: 'One moment…',
  orderWaits: 'Please wait until the prices are up to date.',
  otherButton: 'Please use the other button on this page to confirm.',
  placed: 'Your delivery is confirmed.',
  placedDraft: 'Your delivery is saved as a draft.',
  placedOther: 'Your earlier order was placed. This one was not.',
  placedBefore: 'You have already ordered this. Nothing was ordered a second time.',
  savedOther: 'Your earlier draft was saved. This one was not.',
  savedBefore: 'You have already saved this as a draft. Nothing was saved a second time.',
  charged: (price, shown) => `The courier charges ${price}; you were shown ${shown}.`,
  courier: 'Courier',
  paid: 'Paid for delivery',
  deliveryPrice: 'Delivery price',
  paidAtTheDoor: 'Pay at the door',
  insuredFor: (amount) => `Covered up to ${amount}`,
  notInsured: 'Not insured',
  orderNumber: 'Order number',
  waybill: 'Tracking number',
  waybillLater: 'comes as soon as the courier has booked the parcel',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Select the number, and copy it by hand.',
  unconfirmed: 'We are still waiting for the courier’s answer. You will not be charged twice.',
  referenceExists: (reference) =>
    `An order with the number ${reference} exists already; it may be this one. Please ask the shop before you order again.`,
  checkAgain: 'Check again',
  cancel: 'Cancel order',
  cancelWhy: 'Why do you want to cancel?',
  cancelReason: {
    change_courier: 'I want another courier',
    pickup_delay: 'Pickup takes too long',
    change_address: 'I want to change the address',
    others: 'Another reason',
  },
  cancelConfirm: 'Yes, cancel the order',
  cancelling: 'Cancelling…',
  keepOrder: 'Keep the order',
  cancelled: 'Your order has been cancelled.',
  cancelLate: 'The order can no longer be cancelled here. Please contact the shop.',
  orderAgain: 'Order again',

  reference: 'Reference',
  retry: 'Try again',
  offline: 'No internet connection. Please try again once you are connected.',
  unreachable: 'The shipping service isn’t answering.',
  unavailable: (seconds) =>
    seconds === undefined
      ? 'The shipping service is busy. Please try again in a moment.'
      : `The shipping service is busy. Please try again in ${plural(seconds, 'second', 'seconds')}.`,
  unexpected: 'Sorry, something went wrong on our side. Please contact the shop.',
  refused: {
    'no-courier': 'No courier delivers to this address.',
    location: 'The courier can’t find this address. Please check the postal code.',
    contact: 'Please check the name, phone number and address.',
    items: 'The shop’s product data is incomplete. Please contact the shop.',
    'declared-value': 'This courier needs a declared value for the goods. Please contact the shop.',
    'pickup-unavailable': 'This courier can’t collect the parcel. Please choose another option.',
    'cod-unavailable': 'Cash on delivery isn’t possible here. Please choose another option, or pay now.',
    'cod-limit': 'The amount is too high for cash on delivery. Please pay now instead.',
    'insurance-unavailable': 'This courier can’t insure the goods. Switch insurance off, or choose another option.',
    'proof-of-delivery': 'This courier can’t give proof of delivery. Choose another option, or contact the shop.',
    'service-removed': 'This delivery option is no longer available. Please choose another one.',
    schedule: 'The courier can’t deliver at this time. Please choose another time.',
    'reference-used': 'This order number has already been used. Please contact the shop.',
    'price-changed': 'The price has changed. Please check it, and confirm once more.',
    'not-cancellable': 'Your parcel is already on its way, so the order can no longer be cancelled.',
    'order-not-found': 'The shipping service can’t find this order. Please contact the shop.',
    'merchant-balance': 'Shipping is unavailable at the moment. Please contact the shop.',
    'merchant-account': 'Shipping is unavailable at the moment. Please contact the shop.',
    'token-missing':
      'The shop has not confirmed your order: nothing was ordered. Please try again, or contact the shop.',
    'token-expired': 'This page is out of date. Please try again, or load it anew.',
    'token-invalid': 'Shipping is unavailable at the moment. Please contact the shop.',
    'origin-not-allowed': 'Shipping is unavailable at the moment. Please contact the shop.',
    'not-offered': 'The shop does not offer this here. Please contact the shop.',
    'shipping-unavailable': 'Shipping is unavailable at the moment. Please contact the shop.',
    'quotes-exhausted': 'Shipping is unavailable at the moment. Please contact the shop.',
    'needs-attention':
      'We could not find out whether your order was placed. Please contact the shop before you order again.',
    other: 'The shipping service couldn’t do this. Please contact the shop.',
  },

  recommended: 'Recommended',
  moreFrom: (count, price) => `${count} more from ${price}`,
  showFewer: 'Show fewer',
  without: {
    insured: (count) => `Without insurance (${count})`,
    cashOnDelivery: (count) => `Without COD (${count})`,
  },
  addsFrom: (fee) => `from ${fee}`,
  optionsOf: (able, of) => `${able} of ${plural(of, 'option', 'options')}`,
  obstructed: {
    insured: (name) => `${name} can’t be insured.`,
    cashOnDelivery: (name) => `${name} doesn’t take COD.`,
  },
  useInstead: (name, price) => `Use ${name}, ${price}`,
  turnOff: { insured: 'Turn insurance off', cashOnDelivery: 'Turn COD off' },
  compareAll: 'Compare all couriers',
  picksServeNot: 'The couriers you picked don’t deliver to this address.',
  needMapPin: (couriers) =>
    `${and(couriers)} ${couriers.length === 1 ? 'needs' : 'need'} a map pin: the exact spot of your address.`,
  switchedOn: {
    insured: (fee, least) => `Insurance adds ${least ? 'at least ' : ''}${fee}.`,
    cashOnDelivery: (fee, least) => `COD adds ${least ? 'at least ' : ''}${fee}.`,
  },
  switchedOff: { insured: 'Without insurance.', cashOnDelivery: 'Without COD.' },
  options: (count) => `${plural(count, 'option', 'options')}.`,
  payNow: 'Pay now',
  payAtDoor: 'Pay at the door',
};
