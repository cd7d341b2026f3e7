import type { OperationName } from '../../../src/contract/index.ts';
import { item, orderRequest, ratesRequest } from '../../support/fixtures.ts';

/** Something a caller may ask of the client. */
export interface Ask {
  operation: OperationName;
  /** Equal for what the client must take for one question, or for one write; nothing is the same as what has none. */
  same?: string;
  /** Equal for writes of one reference; `same` where there is but one. */
  reference?: string;
  request: object;
  /** The caller says that the reference is a random one. */
  random?: true;
  /** Fails the check before sending. */
  invalid?: true;
}

const spoon = { ...item, name: 'Spoon', value: 9000 };
const lane = { ...ratesRequest, items: [item, spoon] };
const laneReversed = Object.fromEntries(Object.entries({ ...lane, items: [spoon, item] }).reverse());

/** Two references, two bodies: every pair of them is a write of its own. */
const first = { ...orderRequest, reference_id: 'shop-1' };
const firstReversed = Object.fromEntries(Object.entries(first).reverse());
const firstElsewhere = { ...first, destination_contact_phone: '081200000000' };
const second = { ...orderRequest, reference_id: 'shop-2' };
const third = { ...orderRequest, reference_id: 'shop-3' };
const thirdElsewhere = { ...third, destination_contact_phone: '081200000000' };

/** Few of them, so that they meet. */
export const asks: Record<string, Ask> = {
  couriers: { operation: 'listCouriers', same: 'couriers', request: {} },
  rates: { operation: 'quoteRates', same: 'rates', request: lane },
  'rates, said otherwise': { operation: 'quoteRates', same: 'rates', request: laneReversed },
  'rates, insured': { operation: 'quoteRates', same: 'rates, insured', request: { ...lane, courier_insurance: 1000 } },
  'rates without a place': {
    operation: 'quoteRates',
    request: { couriers: 'jne', items: [item] },
    invalid: true,
  },
  order: { operation: 'createOrder', same: 'order', request: first },
  'order, said otherwise': { operation: 'createOrder', same: 'order', request: firstReversed },
  'order of its reference, to somebody else': {
    operation: 'createOrder',
    same: 'order of its reference, to somebody else',
    reference: 'order',
    request: firstElsewhere,
  },
  'another order': { operation: 'createOrder', same: 'another order', request: second },
  'order without a reference': { operation: 'createOrder', request: orderRequest },
  'order of a random reference': { operation: 'createOrder', same: 'random order', random: true, request: third },
  'order of that reference, to somebody else': {
    operation: 'createOrder',
    same: 'random order, to somebody else',
    reference: 'random order',
    random: true,
    request: thirdElsewhere,
  },
  'order of nothing': {
    operation: 'createOrder',
    request: { ...first, items: [] },
    invalid: true,
  },
  draft: { operation: 'createDraftOrder', same: 'draft', request: first },
  'another draft': { operation: 'createDraftOrder', same: 'another draft', request: second },
  cancellation: { operation: 'cancelOrder', same: 'cancellation', request: { id: 'a1' } },
  'cancellation for a reason': {
    operation: 'cancelOrder',
    same: 'cancellation',
    request: { id: 'a1', cancellation_reason_code: 'pickup_delay' },
  },
  'cancellation of what was placed': { operation: 'cancelOrder', same: 'of what was placed', request: { id: 'o-1' } },
};

/** Whether nobody else can be the one who has used what names a write. */
export const isOurs = ({ operation, random, request }: Ask): boolean =>
  random === true || operation === 'cancelOrder' || !('reference_id' in request);
