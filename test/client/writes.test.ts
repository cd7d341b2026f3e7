import { expect } from 'chai';
import type { OrderRequest } from '../../src/contract/index.ts';
import { json, orderRequest } from '../support/fixtures.ts';
import { cutOff, failure, forever, orderAnswer, refusal, serve } from './service.ts';

const order: OrderRequest = { ...orderRequest, reference_id: 'shop-17' };
const used = (reference_id = 'shop-17') => refusal(40002060, { order_id: 'o-1', waybill_id: 'JNE7', reference_id });
const html = () => new Response('<h1>Welcome</h1>');

/** The first send gets `first`; each later one is told that the reference is used. */
const usedAfter = (first: (request: Request) => Response | Promise<Response>) =>
  serve((request, count) => (count === 1 ? first(request) : used()));

describe('a write', () => {
  for (const method of ['createOrder', 'createDraftOrder'] as const) {
    it(`always has a reference: ${method}`, async () => {
      const { client, requests } = serve(() => json(orderAnswer));
      await client[method](orderRequest);
      await client[method](orderRequest);
      const [first, second] = await Promise.all(requests.map((request) => request.json()));
      expect(first.reference_id).to.match(/^[0-9a-f-]{32,36}$/);
      expect(second.reference_id).to.match(/^[0-9a-f-]{32,36}$/);
      expect(first.reference_id).to.not.equal(second.reference_id);
    });

    it(`keeps the reference of the caller: ${method}`, async () => {
      const { client, requests } = serve(() => json(orderAnswer));
      await client[method](order);
      expect(await requests[0]?.json()).to.deep.equal(order);
    });
  }

  const faults: Record<string, () => Response | Promise<Response>> = {
    'no answer': cutOff,
    'no answer in time': () => forever,
    'a broken service': () => json({}, { status: 500 }),
    'a busy service': () => json({}, { status: 429, headers: { 'retry-after': '0' } }),
    'a page of HTML': html,
    'a refusal': () => refusal(40002031),
  };
  for (const [what, fault] of Object.entries(faults))
    it(`is sent once after ${what}`, async () => {
      const { client, requests } = serve(fault, { timeout: 10 });
      await failure(client.createOrder(order));
      await failure(client.createDraftOrder(order));
      await failure(client.cancelOrder({ id: 'a1' }));
      expect(requests).to.have.lengthOf(3);
    });

  it('is never shared: the same order is sent twice', async () => {
    const { client, requests } = serve(() => json(orderAnswer));
    await Promise.all([client.createOrder(order), client.createOrder(order)]);
    expect(requests).to.have.lengthOf(2);
  });
});

describe('an order whose answer was lost', () => {
  const lost: Record<string, () => Response | Promise<Response>> = {
    'no answer': cutOff,
    'a broken service': () => json({}, { status: 502 }),
    'a service that is busy, or what stands before it': () => json({}, { status: 429 }),
    'a server that calls the request too slow': () => json({}, { status: 408 }),
    'an answer that cannot be read': html,
    'a page that cannot be found, after the work': () => new Response('<h1>Not found</h1>', { status: 404 }),
    'a refusal of somebody in between': () => json({ message: 'no Route matched' }, { status: 404 }),
    'an answer about another order': () => json({ ...orderAnswer, reference_id: 'shop-18' }),
  };
  for (const [what, first] of Object.entries(lost))
    it(`is found by sending it again: ${what}`, async () => {
      const { client } = usedAfter(first);
      expect(await failure(client.createOrder(order))).to.include({ outcome: 'unknown' });
      const sameInOtherOrder = Object.fromEntries(Object.entries(order).reverse()) as unknown as OrderRequest;
      expect(await client.createOrder(sameInOtherOrder)).to.deep.equal({
        success: true,
        recovered: true,
        id: 'o-1',
        waybill_id: 'JNE7',
        reference_id: 'shop-17',
      });
    });

  it('is found after an abort too', async () => {
    const page = new AbortController();
    const { client } = usedAfter(() => {
      page.abort('left');
      return forever;
    });
    expect(await failure(client.createOrder(order, { signal: page.signal }))).to.equal('left');
    expect(await client.createOrder(order)).to.include({ recovered: true });
  });

  it('is found even after another refusal in between', async () => {
    const { client } = serve((_, count) => (count === 1 ? cutOff() : count === 2 ? refusal(40002039) : used()));
    await failure(client.createOrder(order));
    expect(await failure(client.createOrder(order))).to.include({ reason: 'merchant-balance' });
    expect(await client.createOrder(order)).to.include({ recovered: true, id: 'o-1' });
  });

  it('is placed if the first send never arrived', async () => {
    const { client } = serve((_, count) => (count === 1 ? cutOff() : json(orderAnswer)));
    await failure(client.createOrder(order));
    const placed = await client.createOrder(order);
    expect(placed).to.include({ id: orderAnswer.id });
    expect(placed.recovered).to.equal(undefined);
  });

  const refused = { code: 'refused', reason: 'reference-used', serviceCode: 40002060 };

  it('is not taken for another body under the same reference', async () => {
    const { client } = usedAfter(cutOff);
    await failure(client.createOrder(order));
    const other = { ...order, destination_contact_phone: '081200000000' };
    const thrown = await failure(client.createOrder(other));
    expect(thrown).to.include(refused);
    expect(thrown.earlier).to.include({ recovered: true, id: 'o-1' });
  });

  it('is not found if the refusal names another reference or no order', async () => {
    for (const answer of [
      () => used('shop-18'),
      () => refusal(40002060),
      () => refusal(40002060, { reference_id: 'shop-17', order_id: null }),
    ]) {
      const { client } = serve((_, count) => (count === 1 ? cutOff() : answer()));
      await failure(client.createOrder(order));
      expect(await failure(client.createOrder(order))).to.include(refused);
    }
  });

  it('is not taken for a draft of the same body', async () => {
    const { client } = usedAfter(cutOff);
    await failure(client.createDraftOrder(order));
    expect(await failure(client.createOrder(order))).to.include(refused);
  });

  it('is not the same as a send that did not happen', async () => {
    const { client, requests } = serve(() => used());
    await failure(client.createOrder(order, { signal: AbortSignal.abort('left') }));
    expect(requests).to.have.lengthOf(0);
    expect(await failure(client.createOrder(order))).to.include(refused);
  });

  it('stays unknown if the next send is refused for another reason', async () => {
    const { client } = serve((_request, count) => {
      if (count === 1) return cutOff();
      return count === 2 ? refusal(40002031) : used();
    });
    await failure(client.createOrder(order));
    expect(await failure(client.createOrder(order))).to.include({ code: 'refused', outcome: 'unknown' });
    expect(await client.createOrder(order)).to.include({ recovered: true, id: 'o-1' });
  });
});
