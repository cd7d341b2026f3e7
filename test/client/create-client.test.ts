import { expect } from 'chai';
import { contacts, item, json, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { cancelAnswer, couriersAnswer, failure, forever, orderAnswer, ratesAnswer, serve } from './service.ts';

const order = { ...orderRequest, reference_id: 'shop-17' };
const { courier_company: _company, courier_type: _type, ...draft } = order;

describe('createShippingClient', () => {
  it('lists couriers with a GET without a body', async () => {
    const { client, requests } = serve(() => json(couriersAnswer));
    const { couriers } = await client.listCouriers();
    expect(couriers).to.deep.equal([]);
    expect(requests[0]).to.include({ method: 'GET', url: 'https://shop.test/shipping/v1/couriers' });
    expect(requests[0]?.headers.get('content-type')).to.equal(null);
    expect(await requests[0]?.text()).to.equal('');
  });

  it('quotes rates with the request as body', async () => {
    const { client, requests } = serve(() => json(ratesAnswer));
    await client.quoteRates(ratesRequest);
    expect(requests[0]).to.include({ method: 'POST', url: 'https://shop.test/shipping/v1/rates/couriers' });
    expect(requests[0]?.headers.get('content-type')).to.equal('application/json');
    expect(await requests[0]?.json()).to.deep.equal(ratesRequest);
  });

  it('places an order with the request as body', async () => {
    const { client, requests } = serve(() => json(orderAnswer));
    expect(await client.createOrder(order)).to.deep.include(orderAnswer);
    expect(requests[0]).to.include({ method: 'POST', url: 'https://shop.test/shipping/v1/orders' });
    expect(requests[0]?.headers.get('content-type')).to.equal('application/json');
    expect(await requests[0]?.json()).to.deep.equal(order);
  });

  it('places a draft without a courier', async () => {
    const { client, requests } = serve(() => json({ ...orderAnswer, object: 'draft_order' }, { status: 201 }));
    expect(await client.createDraftOrder(draft)).to.include({ object: 'draft_order' });
    expect(requests[0]).to.include({ method: 'POST', url: 'https://shop.test/shipping/v1/draft_orders' });
    expect(await requests[0]?.json()).to.deep.equal(draft);
  });

  it('cancels by the id in the path and the reason in the body', async () => {
    const { client, requests } = serve(() => json(cancelAnswer));
    const reason = { cancellation_reason_code: 'pickup_delay', cancellation_reason: 'Nobody came' } as const;
    expect(await client.cancelOrder({ id: 'a1', ...reason })).to.include({ status: 'cancelled' });
    expect(requests[0]).to.include({ method: 'POST', url: 'https://shop.test/shipping/v1/orders/a1/cancel' });
    expect(await requests[0]?.json()).to.deep.equal(reason);
  });

  it('takes a base URL with or without a slash at its end', async () => {
    const { client, requests } = serve(() => json(couriersAnswer), { baseUrl: 'https://shop.test/a//' });
    await client.listCouriers();
    expect(requests[0]?.url).to.equal('https://shop.test/a/v1/couriers');
  });

  it('sends unknown codes and keys unchanged', async () => {
    const { client, requests } = serve(() => json(ratesAnswer));
    const odd = { ...ratesRequest, couriers: 'jnt, jntcargo', items: [{ ...item, colour: 'white' }], channel: 'web' };
    await client.quoteRates(odd);
    expect(await requests[0]?.json()).to.deep.equal(odd);
  });

  it('does not change the request or the headers of the caller', async () => {
    const headers = Object.freeze({ 'x-shop': 'senja' });
    const frozen = Object.freeze({ ...orderRequest });
    const { client } = serve(() => json(orderAnswer), { headers });
    await client.createOrder(frozen);
    expect(frozen).to.deep.equal({ ...orderRequest });
  });
});

describe('headers', () => {
  it('go with every call', async () => {
    const { client, requests } = serve(() => json(couriersAnswer), { headers: { 'x-shop': 'senja' } });
    await client.listCouriers();
    expect(requests[0]?.headers.get('x-shop')).to.equal('senja');
  });

  it('may come from a function, which each call runs', async () => {
    let token = 0;
    const headers = async () => ({ authorization: `token ${++token}` });
    const { client, requests } = serve(() => json(ratesAnswer), { headers });
    await client.quoteRates(ratesRequest);
    await client.quoteRates(ratesRequest, { fresh: true });
    expect(requests.map((request) => request.headers.get('authorization'))).to.deep.equal(['token 1', 'token 2']);
  });

  it('fail the call before it is sent if the function fails', async () => {
    const cause = new Error('signed out');
    const { client, requests } = serve(() => json(orderAnswer), { headers: () => Promise.reject(cause) });
    const thrown = await failure(client.createOrder({ ...orderRequest, ...contacts }));
    expect(thrown).to.include({ code: 'network', operation: 'createOrder', cause, outcome: undefined });
    expect(requests).to.have.lengthOf(0);
  });

  it('time out with the deadline if they never come, and nothing is sent', async () => {
    const { client, requests } = serve(() => json(orderAnswer), { headers: () => forever, timeout: 10 });
    const thrown = await failure(client.createOrder(orderRequest));
    expect(thrown).to.include({ code: 'timeout', operation: 'createOrder', outcome: undefined });
    expect(requests).to.have.lengthOf(0);
  });

  it('do not delay an abort', async () => {
    const { client } = serve(() => json(orderAnswer), { headers: () => forever });
    const page = new AbortController();
    const placing = failure(client.createOrder(orderRequest, { signal: page.signal }));
    page.abort('left');
    expect(await placing).to.equal('left');
  });
});
