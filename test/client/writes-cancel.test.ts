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
  it('succeeds if the order is cancelled already', async () => {
    const { client } = serve((_request, count) => (count === 1 ? cutOff() : already('cancelled')));
    expect((await failure(client.cancelOrder(request))).outcome).to.equal('unknown');
    expect(await client.cancelOrder(request)).to.include({ success: true, id: 'a1', status: 'cancelled' });
  });

  it('is refused if the parcel is on its way', async () => {
    const { client } = serve((_request, count) => (count === 1 ? cutOff() : already('picked')));
    await failure(client.cancelOrder(request));
    expect(await failure(client.cancelOrder(request))).to.include({
      code: 'refused',
      reason: 'not-cancellable',
      outcome: 'unknown',
    });
  });

  it('stays unknown after another refusal', async () => {
    const { client } = serve((_request, count) => (count === 1 ? cutOff() : json({}, { status: 429 })));
    await failure(client.cancelOrder(request));
    expect(await failure(client.cancelOrder(request))).to.include({ code: 'unavailable', outcome: 'unknown' });
  });

  it('succeeds if the first send never arrived', async () => {
    const { client } = serve((_request, count) => (count === 1 ? cutOff() : json(cancelAnswer)));
    await failure(client.cancelOrder(request));
    expect(await client.cancelOrder(request)).to.deep.equal(cancelAnswer);
  });
});

describe('a cancellation', () => {
  it('succeeds if the order is cancelled already, by this send or by another', async () => {
    const { client, requests } = serve(() => already('cancelled'));
    for (const id of ['a1', 'a2', 'a1'])
      expect(await client.cancelOrder({ ...request, id })).to.deep.equal({ success: true, id, status: 'cancelled' });
    expect(requests).to.have.lengthOf(3);
    expect((await failure(serve(() => already('picked')).client.cancelOrder(request))).outcome).to.equal(undefined);
  });

  it('leaves nothing unanswered if the order is cancelled already', async () => {
    const { client } = serve(() => already('cancelled'));
    await client.cancelOrder(request, { place: 'checkout' });
    expect(client.unanswered('checkout')).to.deep.equal([]);
  });
});
