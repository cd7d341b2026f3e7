import type { Attempt } from '../../src/elements/core/state.ts';
import type { PlacedOrder, Submission } from '../../src/elements/core/submission.ts';
import { orderRequest, rate } from '../support/fixtures.ts';

const switches = { insurance: false, cashOnDelivery: false };

/** A click on the order button, with `jne/reg` for 15,000 rupiah. */
export const attempt: Attempt = {
  rate: rate(),
  switches,
  mode: 'order',
  reference: 'cart',
  shopReference: 'cart',
  readyAt: undefined,
  again: false,
  from: { status: 'ready' },
  body: undefined,
};

/** The order of that click as it is sent. */
export const submission: Submission = {
  request: orderRequest,
  reference: 'cart',
  shopReference: 'cart',
  rate: rate(),
  switches,
  payments: { payNow: 165_000, payAtDoor: 0 },
  readyAt: undefined,
  draft: false,
};

export const placedOrder: PlacedOrder = {
  ...{ id: 'order-1', reference: 'cart', waybill: undefined, rate: rate(), price: undefined, readyAt: undefined },
  ...{ payNow: 165_000, insuredAmount: undefined, payAtDoor: undefined },
  ...{ cancellable: true, draft: false, recovered: false, other: false, before: false },
};
