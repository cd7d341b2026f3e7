import { expect } from 'chai';
import type { Ask } from './asks.ts';
import type { Observed } from './callers.ts';
import type { Caller, Send } from './promised.ts';
import type { Arrived } from './wire.ts';

/** Fails unless a call has ended as the model says, and has not where it says that it must wait. */
export function expectEnd({ ask, end }: Caller, observed: Observed | undefined): void {
  if (!end) expect(observed, `${ask.operation} must wait`).to.equal(undefined);
  else if ('value' in end) expect(observed).to.deep.equal(end);
  else if ('reason' in end) expect(observed).to.have.property('thrown', end.reason);
  else
    expect(observed)
      .to.have.property('thrown')
      .that.includes({ operation: ask.operation, ...end.failure });
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
