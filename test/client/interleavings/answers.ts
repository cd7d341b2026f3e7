import { rate } from '../../support/fixtures.ts';
import type { Arrived } from './wire.ts';

/** What the service says to one request, and what that means to who asked. */
export interface Answer {
  status: number;
  /** JSON, a text that is none, or how the connection breaks: before the answer, or while it is read. */
  body: object | string | 'cut off' | 'cut off halfway';
  /** What the caller gets; none where the answer is a failure. */
  value?: object;
  failure?: { code: string; reason?: string };
  /** Whether the write happened, as far as its sender can tell by this answer alone. */
  happened?: boolean;
  /** It may pass: reads are asked again. */
  passing?: true;
  /** What a send of the same write has come to, where the reference is used by one. */
  finds?: object;
  /** The service calls the reference used. */
  used?: true;
}

export const answers: Record<string, (asked: Arrived) => Answer> = {
  success: (asked) => {
    const value = { success: true, object: `answer ${asked.number}`, ...contents(asked) };
    return { status: 200, body: value, value, happened: true };
  },
  refusal: () => refusal('merchant-account', 40000001),
  'that it has this already': has,
  'that it has another of this name': hasAnother,
  'that it is busy': () => ({
    status: 429,
    body: {},
    failure: { code: 'unavailable' },
    passing: true,
  }),
  'that it is broken': () => ({ status: 500, body: {}, failure: { code: 'unavailable' }, passing: true }),
  'a page of HTML': () => ({ status: 200, body: '<h1>Welcome</h1>', failure: { code: 'unexpected-response' } }),
  'no such page': () => ({ status: 404, body: '<h1>Not found</h1>', failure: { code: 'unexpected-response' } }),
  'no such page, in JSON': () => ({ status: 404, body: {}, failure: { code: 'refused', reason: 'other' } }),
  'that another order is placed': another,
  nothing: () => ({ status: 0, body: 'cut off', failure: { code: 'network' }, passing: true }),
  'half of something': () => ({ status: 200, body: 'cut off halfway', failure: { code: 'network' }, passing: true }),
};

function contents({ operation, id }: Arrived): object {
  if (operation === 'listCouriers') return { couriers: [{ courier_code: 'jne', courier_service_code: 'reg' }] };
  if (operation === 'quoteRates') return { pricing: [rate()] };
  return operation === 'cancelOrder' ? { id, status: 'cancelled' } : { id: 'o-1', courier: { waybill_id: null } };
}

/** To a read it is the answer that it waits for. */
function another(asked: Arrived): Answer {
  const { operation, number } = asked;
  const body = { success: true, object: `answer ${number}`, ...contents(asked) };
  if (operation === 'listCouriers' || operation === 'quoteRates') return { status: 200, body, value: body };
  return {
    status: 200,
    body: { ...body, id: 'o-2', reference_id: 'shop-99' },
    failure: { code: 'unexpected-response' },
  };
}

function refusal(reason: string, code: number, more: object = {}): Answer {
  const body = { success: false, code, ...more };
  return { status: 400, body, failure: { code: 'refused', reason }, happened: false };
}

/** The reference is used, or the order cancelled, by whoever it was. */
function has({ operation, id, body }: Arrived): Answer {
  const reference_id = body?.reference_id;
  const [order_id, waybill_id] = ['o-1', 'JNE7'];
  if (operation === 'createOrder')
    return {
      ...refusal('reference-used', 40002060, { details: { order_id, waybill_id, reference_id } }),
      used: true,
      finds: { success: true, recovered: true, id: order_id, waybill_id, reference_id },
    };
  if (operation === 'createDraftOrder')
    return {
      ...refusal('reference-used', 42211015),
      used: true,
      finds: { success: true, recovered: true, id: undefined, waybill_id: undefined, reference_id },
    };
  if (operation === 'cancelOrder')
    return {
      ...refusal('not-cancellable', 40002053, { error: 'Order already cancelled' }),
      finds: { success: true, id, status: 'cancelled' },
    };
  return refusal('no-courier', 40001010);
}

/** Says nothing about any send of ours. */
function hasAnother({ operation }: Arrived): Answer {
  if (operation === 'cancelOrder') return refusal('not-cancellable', 40002053, { error: 'Order already picked' });
  const details = { order_id: 'o-2', waybill_id: null, reference_id: 'shop-99' };
  return operation.startsWith('create')
    ? { ...refusal('reference-used', 40002060, { details }), used: true }
    : refusal('no-courier', 40001010);
}
