import { expect } from 'chai';
import { json } from '../support/fixtures.ts';
import { cancelAnswer, cutOff, failure, serve } from './service.ts';

const already = (status: string) =>
  json(
    { success: false, error: `Cannot cancel order because order already ${status}`, code: 40002053 },
    { status: 400 },
  );
const request = { id: 'a1', cancellation_reason_code: 'others' } as const;

describe('a cancellation whose answer was lost', () => {
  it('had worked when the order turns out to be cancelled already', async () => {
    const { client } = serve((_request, count) => (count === 1 ? cutOff() : already('cancelled')));
    expect((await failure(client.cancelOrder(request))).outcome).to.equal('unknown');
    expect(await client.cancelOrder(request)).to.include({ success: true, id: 'a1', status: 'cancelled' });
  });

  it('had not worked when the parcel turns out to be on its way', async () => {
    const { client } = serve((_request, count) => (count === 1 ? cutOff() : already('picked')));
    await failure(client.cancelOrder(request));
    expect(await failure(client.cancelOrder(request))).to.include({ code: 'refused', reason: 'not-cancellable' });
  });

  it('says nothing about another order', async () => {
    const { client } = serve((_request, count) => (count === 1 ? cutOff() : already('cancelled')));
    await failure(client.cancelOrder({ ...request, id: 'a2' }));
    expect((await failure(client.cancelOrder(request))).reason).to.equal('not-cancellable');
  });

  it('leaves another refusal unknown: somebody still may have to be told', async () => {
    const { client } = serve((_request, count) => (count === 1 ? cutOff() : json({}, { status: 429 })));
    await failure(client.cancelOrder(request));
    expect(await failure(client.cancelOrder(request))).to.include({ code: 'unavailable', outcome: 'unknown' });
  });

  it('is not taken for granted a second time, once it has been answered', async () => {
    const { client } = serve((_request, count) => {
      if (count === 1) return cutOff();
      return count === 2 ? json(cancelAnswer) : already('cancelled');
    });
    await failure(client.cancelOrder(request));
    await client.cancelOrder(request);
    expect((await failure(client.cancelOrder(request))).reason).to.equal('not-cancellable');
  });
});

describe('a cancellation', () => {
  it('is refused when the order was cancelled before by somebody else', async () => {
    const { client } = serve(() => already('cancelled'));
    expect((await failure(client.cancelOrder(request))).reason).to.equal('not-cancellable');
  });
});
