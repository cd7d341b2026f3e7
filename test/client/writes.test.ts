import { expect } from 'chai';
import type { OrderRequest } from '../../src/contract/index.ts';
import { json, orderRequest } from '../support/fixtures.ts';
import {
  type Answer,
  details,
  found,
  lost,
  order,
  page,
  placed,
  refused,
  uncertain,
  used,
  usedByDraft,
} from './page.ts';
import { cancelAnswer, failure, forever, orderAnswer, refusal, serve } from './service.ts';

describe('a write', () => {
  for (const method of ['createOrder', 'createDraftOrder'] as const)
    it(`has a random reference, unless the caller gives one: ${method}`, async () => {
      const { client, requests } = serve(() => json(orderAnswer));
      for (const request of [orderRequest, orderRequest, order]) await client[method](request);
      const [first, second, own] = await Promise.all(requests.map((request) => request.json()));
      for (const { reference_id } of [first, second]) expect(reference_id).to.match(/^[0-9a-f]{32}$/);
      expect(first.reference_id).to.not.equal(second.reference_id);
      expect(own).to.deep.equal(order);
    });

  it('is never shared: the same order is sent twice', async () => {
    const { send, requests } = page([placed]);
    await Promise.all([send(), send()]);
    expect(requests).to.have.lengthOf(2);
  });

  it('is settled by a refusal: a later order under the reference is not taken for it', async () => {
    const { fail } = page([refused, used]);
    expect(await fail()).to.include({ reason: 'cod-unavailable', outcome: undefined });
    expect(await fail()).to.include(uncertain);
  });

  it('that was aborted before it was sent did not happen', async () => {
    const { fail, requests } = page([used]);
    await fail(order, { signal: AbortSignal.abort('left') });
    expect(requests).to.have.lengthOf(0);
    expect(await fail()).to.include(uncertain);
  });
});

describe('an order whose answer was lost', () => {
  const ways: Record<string, Answer> = {
    'no answer': lost,
    'a broken service': () => json({}, { status: 502 }),
    'a busy proxy': () => json({}, { status: 429 }),
    'an answer that cannot be read': () => new Response('<h1>Welcome</h1>'),
    'a refusal by a proxy': () => json({ message: 'no Route matched' }, { status: 404 }),
    'an answer about another order': () => json({ ...orderAnswer, reference_id: 'cart-18' }),
  };
  for (const [what, answer] of Object.entries(ways))
    it(`is unknown, and is found by sending it again: ${what}`, async () => {
      const { fail, send, left } = page([answer, used]);
      expect(await fail()).to.include({ outcome: 'unknown' });
      expect(left()).to.deep.equal(['cart-17']);
      const sameInOtherOrder = Object.fromEntries(Object.entries(order).reverse()) as unknown as OrderRequest;
      expect(await send(sameInOtherOrder)).to.deep.equal(found);
      expect(left()).to.deep.equal([]);
    });

  it('is found after an abort too', async () => {
    const leaving = new AbortController();
    const leave = () => {
      leaving.abort('left');
      return forever;
    };
    const { client, send, left } = page([leave, used]);
    const call = client.createOrder(order, { place: 'checkout', signal: leaving.signal });
    expect(await failure(call)).to.equal('left');
    expect(left()).to.deep.equal(['cart-17']);
    expect(await send()).to.deep.equal(found);
  });

  it('is placed if the first send never arrived', async () => {
    const { fail, send } = page([lost, placed]);
    await fail();
    expect(await send())
      .to.include({ id: orderAnswer.id })
      .and.not.have.property('recovered');
  });

  it('stays unknown if the next send is refused for another reason', async () => {
    const { fail, send } = page([lost, refused, used]);
    await fail();
    expect(await fail()).to.include({ reason: 'cod-unavailable', outcome: 'unknown' });
    expect(await send()).to.deep.equal(found);
  });

  it('is not found by another reason, another reference, no order, or a status of a broken service', async () => {
    for (const answer of [
      () => refusal(40002031, details),
      () => refusal(40002060, { ...details, reference_id: 'cart-18' }),
      () => refusal(40002060),
      () => refusal(40002060, details, 500),
    ]) {
      const { fail } = page([lost, answer]);
      await fail();
      expect(await fail()).to.include({ outcome: 'unknown' });
    }
  });

  it('is not taken for a draft of the same body, which is found by its own code', async () => {
    const { client, fail } = page([lost, used, usedByDraft]);
    await failure(client.createDraftOrder(order));
    expect(await fail()).to.include(uncertain);
    const nameless = { id: undefined, waybill_id: undefined };
    expect(await client.createDraftOrder(order)).to.deep.equal({ ...found, ...nameless });
  });
});

describe('a cancellation', () => {
  const already = (status: string) => () =>
    json({ error: `Cannot cancel order because order already ${status}`, code: 40002053 }, { status: 400 });
  const cancelled = { success: true, id: 'a1', status: 'cancelled' };

  it('succeeds if the order is cancelled already, by this send, an earlier one or another page', async () => {
    const { client, left } = page([lost, already('cancelled')]);
    expect(await failure(client.cancelOrder({ id: 'a1' }, { place: 'checkout' }))).to.include({ outcome: 'unknown' });
    expect(left()).to.deep.equal(['a1']);
    for (const id of ['a1', 'a2']) expect(await client.cancelOrder({ id })).to.deep.equal({ ...cancelled, id });
    expect(left()).to.deep.equal([]);
  });

  it('succeeds if the first send never arrived', async () => {
    const { client } = page([lost, () => json(cancelAnswer)]);
    await failure(client.cancelOrder({ id: 'a1' }));
    expect(await client.cancelOrder({ id: 'a1' })).to.deep.equal(cancelAnswer);
  });

  it('is refused if the parcel is on its way. A cancellation without an answer stays unknown', async () => {
    const no = { code: 'refused', reason: 'not-cancellable' };
    const { client } = page([already('picked'), lost, already('picked')]);
    expect(await failure(client.cancelOrder({ id: 'a1' }))).to.include({ ...no, outcome: undefined });
    await failure(client.cancelOrder({ id: 'a1' }));
    expect(await failure(client.cancelOrder({ id: 'a1' }))).to.include({ ...no, outcome: 'unknown' });
  });
});

describe('an order that waits for its headers, while the same one is sent by another call', () => {
  /** Two calls that wait for their headers. The first one is sent, and its answer is lost. */
  async function waiting() {
    const calls: { give(headers: Record<string, string>): void; fail(thrown: Error): void }[] = [];
    let headers = () =>
      new Promise<Record<string, string>>((give, fail) => {
        calls.push({ give, fail });
      });
    const { client } = serve((_, count) => (count === 1 ? lost() : used()), { headers: () => headers() });
    const [first, second] = [failure(client.createOrder(order)), client.createOrder(order)];
    second.catch(() => {});
    while (calls.length < 2) await Promise.resolve();
    calls[0]?.give({});
    expect(await first).to.include({ outcome: 'unknown' });
    headers = async () => ({});
    return { client, second, ...(calls[1] ?? expect.fail()) };
  }

  it('finds that one', async () => {
    const { second, give } = await waiting();
    give({});
    expect(await second).to.deep.equal(found);
  });

  it('leaves it unknown if the headers do not come', async () => {
    const { client, second, fail } = await waiting();
    fail(new Error('signed out'));
    expect(await failure(second)).to.include({ code: 'network', outcome: 'unknown' });
    expect(await client.createOrder(order)).to.deep.equal(found);
  });
});
