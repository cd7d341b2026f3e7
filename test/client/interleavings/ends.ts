import { expect } from 'chai';
import { fingerprint, type PlacedWrite, type UnansweredWrite } from '../../../src/client/index.ts';
import { orderRequest } from '../../support/fixtures.ts';
import type { Ask } from './asks.ts';
import type { Observed } from './callers.ts';
import type { Caller, Send } from './promised.ts';
import type { Arrived } from './wire.ts';
import type { PlacedHere } from './writes.ts';

/** Fails unless a call has ended as the model says, and has not where it says that it must wait. */
export function expectEnd({ ask, end }: Caller, observed: Observed | undefined): void {
  if (!end) expect(observed, `${ask.operation} must wait`).to.equal(undefined);
  else if ('value' in end) expect(observed).to.deep.equal(end);
  else if ('reason' in end) expect(observed).to.have.property('thrown', end.reason);
  else {
    const { thrown } = observed as { thrown: { earlier?: object } };
    expect(thrown).to.include({ operation: ask.operation, ...end.failure });
    expect(thrown.earlier).to.deep.equal(end.earlier);
  }
}

/** Takes away the send that a request is, of those that are due. */
export function take(due: Send[], arrived: Arrived): Send {
  const index = due.findIndex(({ ask }) => isOf(arrived, ask));
  expect(index, `a request that nobody is due: ${arrived.operation}`).to.not.equal(-1);
  const [send] = due.splice(index, 1);
  return send as Send;
}

/** Whether a request asks this, in these words. */
export function isOf({ operation, id, body = {} }: Arrived, { operation: asked, request }: Ask): boolean {
  const { reference_id } = body;
  const random = !('reference_id' in request) && /^[\da-f]{32}$/.test(String(reference_id));
  const added = {
    ...(asked === 'cancelOrder' && { cancellation_reason_code: 'others' }),
    ...(asked.startsWith('create') && random && { reference_id }),
  };
  return operation === asked && sorted({ ...body, ...(id && { id }) }) === sorted({ ...added, ...request });
}

const sorted = (body: object) => JSON.stringify(Object.entries(body).sort());

/** Fails unless a place remembers what the model says, by the reference and the fingerprint of what was sent. */
export function expectLeft(ask: Ask | undefined, observed: UnansweredWrite | undefined): void {
  if (!ask) return void expect(observed).to.equal(undefined);
  const { operation, request } = ask;
  const { reference_id, id } = request as { reference_id?: string; id?: string };
  const reference = reference_id ?? id ?? observed?.reference;
  expect(reference).to.match(/^(shop-\d|a\d|o-1|[\da-f]{32})$/);
  const body = id ? {} : { ...request, reference_id: reference };
  expect(observed).to.deep.equal({ operation, reference, fingerprint: fingerprint(body) });
}

/** Fails unless a place remembers as placed what the model says; a random reference is known to the client alone. */
export function expectPlaced(placed: readonly PlacedHere[], observed: readonly PlacedWrite[]): void {
  const known = observed.map(({ operation, reference, id, goods, cancelled = false }) => {
    expect(goods).to.equal(fingerprint(orderRequest.items));
    return { operation, reference: /^[\da-f]{32}$/.test(reference) ? undefined : reference, id, cancelled };
  });
  expect(known).to.deep.equal(placed);
}
