import { type CheckoutElement, type Rate, type RateComparisonElement, serviceKey } from '../../src/index.ts';
import {
  pinnedShipment,
  preciousShipment,
  undeclaredShipment,
  unfinishedShipment,
  unpinnedShipment,
} from './parcel.ts';
import { held, next, type State, type States } from './state.ts';

/** The two that ask for rates; what leads to a state of theirs is the same. */
type Quoting = CheckoutElement | RateComparisonElement;

type Group<Shown extends Quoting> = Record<string, State<Shown>>;

/** A picture that no server has to be asked for. */
const logo = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path fill="${colour}" d="M4 28 20 8l16 20z"/></svg>`)}`;

const keyOf = (rate: Rate | undefined) => (rate ? serviceKey(rate) : null);

/** On the way to rates, and there. */
const asking: Group<Quoting> = {
  ready: { shows: 'The few rates that no other beats in price and arrival; the shopper has not chosen.' },
  list: {
    shows: 'All rates, cheapest first, by the attribute all-rates. The shop recommends one: recommended="jne/reg".',
    properties: { allRates: true, recommended: 'jne/reg' },
  },
  logos: {
    shows: 'The shop’s own pictures of two couriers, by the property logos; the others have their short name.',
    properties: { logos: { wahana: logo('#b3261e'), jne: logo('#0b57d0') } },
  },
  dates: {
    shows:
      'The shop hands the parcel over tomorrow at nine (ready-at), and there is a map pin: dates of arrival, and hours tomorrow.',
    properties: { shipment: pinnedShipment },
  },
  days: {
    shows: 'The page does not say when the shop hands the parcel over (no ready-at): days instead of dates.',
    properties: { readyAt: undefined },
  },
  'map-pin': {
    shows: 'The shop has one courier compared, which needs a map pin, and there is none: couriers="gojek".',
    properties: { couriers: 'gojek', shipment: unpinnedShipment },
  },
  incomplete: {
    shows: 'The shipment has no destination yet. Nothing is asked: every quote is charged.',
    properties: { shipment: unfinishedShipment },
  },
  loading: { shows: 'The first rates are on their way, for a minute.', faults: { every: held } },
  stale: {
    shows: 'Another amount is to be insured, and the new prices are on their way; the old rows stay where they are.',
    properties: { value: 'jne/reg' },
    act({ element, service }) {
      service.meet({ every: held });
      element.insuranceAmount = 500_000;
    },
  },
  empty: { shows: 'No courier serves the lane.', scenario: 'empty-lane' },
};

/** No rates. Reads are asked twice again before the shopper hears of it. */
const failing: Group<Quoting> = {
  unreachable: { shows: 'The line breaks, and the page is online: asking again may help.', scenario: 'offline' },
  busy: {
    shows: 'The service is overloaded and says for how long, twice again; then the shopper is told.',
    scenario: 'busy',
  },
  unreadable: {
    shows: 'A page of HTML comes instead of an answer: asking again would not help.',
    scenario: 'malformed',
  },
  'account-empty': {
    shows: 'The merchant has no balance: nothing that a shopper could mend.',
    scenario: 'merchant-balance',
  },
  offline: {
    shows:
      'Take this page off the network (developer tools, Network, Offline): it says so by itself. Online it is like unreachable.',
    scenario: 'offline',
  },
};

/** What becomes of a choice. */
const choosing: Group<Quoting> = {
  chosen: { shows: 'A rate that the page has set: value="jne/reg".', properties: { value: 'jne/reg' } },
  'price-changed': {
    shows: 'The chosen rate costs a tenth more when it is asked again; its row and the sum say what it was.',
    scenario: 'price-rises',
    properties: { value: 'jne/reg' },
    act: ({ element }) => element.refresh(),
  },
  'service-gone': {
    shows: 'The chosen rate is gone when it is asked again; the choice is cleared, with its name.',
    scenario: 'service-removed',
    act: async ({ element }) => {
      element.value = keyOf(element.rates[0]);
      await element.refresh();
    },
  },
  'given-up': {
    shows: 'A saved choice whose service is offered no more: it is explained, with the day.',
    properties: { value: 'tiki/sds' },
  },
  'insurance-locked': {
    shows: 'The cargo courier always insures: a locked switch with its reason and amount.',
    properties: { value: 'jntcargo/ft' },
  },
  'nothing-declared': {
    shows: 'Goods without a declared value: why the cargo courier is missing is said under the rates.',
    properties: { shipment: undeclaredShipment },
  },
  'not-insurable': {
    shows:
      'Insurance is on, and the chosen courier cannot insure: the switch shows off, the shopper’s wish stays, and another rate is offered.',
    properties: { value: 'jne/ctc', insurance: true },
  },
  'cash-on-delivery': {
    shows: 'Prices with the COD fee. Couriers that collect no cash stay in their place, dimmed, with the reason.',
    properties: { cashOnDelivery: true },
  },
  'in-the-way': {
    shows: 'The chosen courier collects no cash: what helps stands in the bar, one tap each.',
    properties: { value: 'wahana/normal', cashOnDelivery: true },
  },
  'above-cash-limit': {
    shows: 'A cart above what couriers collect: cash on delivery is locked.',
    properties: { shipment: preciousShipment },
  },
};

const inForms: Group<Quoting> = {
  required: {
    shows: 'The form asked for its fields: the browser points at the first rate.',
    properties: { required: true },
    act: ({ form }) => void form.reportValidity(),
  },
  disabled: { shows: 'Nothing can be chosen.', properties: { value: 'jne/reg', disabled: true } },
};

export const quoteStates: States<Quoting> = {
  Rates: asking,
  'When it fails': failing,
  'The choice': choosing,
  'In a form': inForms,
};

/** Until there are rates. */
export const quoted = ({ element }: { element: Quoting }) => next(element, 'ship-rates');
