/**
 * Code without a DOM is tested in Node. This file checks that each browser can run it: schemas and patterns, sorting,
 * fetch and its errors, aborts, storage.
 */
import { expect } from 'chai';
import { createShippingClient, type ShippingClient } from '../src/client/index.ts';
import { RatesRequest, RatesResponse } from '../src/contract/index.ts';
import { badges, breakdown, orderRows, serviceKey } from '../src/quote/index.ts';
import { createSandbox } from '../src/sandbox/index.ts';
import { failure, orderAnswer, ratesAnswer, serve } from './client/service.ts';
import { json, orderRequest, rate, ratesRequest } from './support/fixtures.ts';

describe('the contract in a page', () => {
  it('reads a quote, row by row, and says which field of a request is wrong', () => {
    const { pricing, dropped } = RatesResponse.parse({ ...ratesAnswer, pricing: [rate(), { price: 'free' }] });
    expect(pricing.map(serviceKey)).to.deep.equal(['jne/reg']);
    expect(dropped).to.have.lengthOf(1);
    const { error } = RatesRequest.safeParse({ ...ratesRequest, origin_postal_code: 1 });
    expect(error?.issues.map(({ path }) => path)).to.deep.equal([['origin_postal_code']]);
  });
});

describe('the quote in a page', () => {
  const rates = [
    rate({ price: 15_000 }),
    rate({ courier_code: 'wahana', price: 13_000 }),
    rate({ courier_code: 'gojek', price: 30_000, shipment_duration_range: '1 - 3', shipment_duration_unit: 'hours' }),
  ];

  it('orders rows, gives them badges, and splits a price into its parts', () => {
    expect(orderRows(rates, 'price').map(({ courier_code }) => courier_code)).to.deep.equal(['wahana', 'jne', 'gojek']);
    expect([...badges(rates, undefined).values()]).to.include.members(['cheapest', 'fastest']);
    expect(breakdown(rate({ price: 14_000, shipping_fee_discount: 1_000 }))).to.include({ total: 14_000 });
  });
});

describe('the client in a page', () => {
  const baseUrl = 'https://shipping.test';
  afterEach(() => sessionStorage.clear());

  /** A page with the sandbox as its service. Each client is the page after another reload. */
  function openPage() {
    const sandbox = createSandbox();
    const fetch: typeof globalThis.fetch = (input, init) => sandbox.fetch(new Request(input, init));
    return (fault = '', timeout = 20_000) =>
      createShippingClient({ baseUrl, fetch, headers: { 'sandbox-fault': fault }, timeout, retry: { times: 0 } });
  }

  const calls: Record<string, (client: ShippingClient) => Promise<unknown>> = {
    listCouriers: (client) => client.listCouriers(),
    quoteRates: (client) => client.quoteRates(ratesRequest),
    createOrder: (client) => client.createOrder(orderRequest),
    createDraftOrder: (client) => client.createDraftOrder(orderRequest),
  };
  for (const [operation, call] of Object.entries(calls))
    it(`calls ${operation}, and is answered`, async () => {
      expect(await call(openPage()())).to.include({ success: true });
    });

  it('cancels what it has ordered', async () => {
    const client = openPage()();
    const { id = '' } = await client.createOrder(orderRequest);
    expect(await client.cancelOrder({ id })).to.include({ id, status: 'cancelled' });
  });

  for (const [fault, error] of Object.entries({
    drop: { code: 'network' },
    malformed: { code: 'unexpected-response' },
    'error=40001010': { code: 'refused', reason: 'no-courier' },
  }))
    it(`throws ${error.code} after ${fault}`, async () => {
      expect(await failure(openPage()(fault).quoteRates(ratesRequest))).to.include(error);
    });

  it('ends a call in time, and with the page’s own reason', async () => {
    const load = openPage();
    expect(await failure(load('latency=60000', 100).quoteRates(ratesRequest))).to.include({ code: 'timeout' });
    const page = new AbortController();
    const call = load('latency=60000').quoteRates(ratesRequest, { signal: page.signal });
    page.abort(new DOMException('left', 'AbortError'));
    expect(await failure(call)).to.include({ name: 'AbortError', message: 'left' });
  });

  it('finds an unanswered order after a reload, and that it was cancelled since', async () => {
    const load = openPage();
    const order = { ...orderRequest, reference_id: 'smoke-1' };
    const widgetKey = 'checkout';
    expect(await failure(load('drop-after').createOrder(order, { widgetKey }))).to.include({ outcome: 'unknown' });
    expect(load().unanswered(widgetKey)[0]).to.include({ operation: 'createOrder', reference: 'smoke-1' });
    const found = await load().createOrder(order, { widgetKey });
    expect(found).to.include({ recovered: true });
    expect(load().placed(widgetKey)).to.have.lengthOf(1).and.have.nested.property('[0].id', found.id);
    await load().cancelOrder({ id: found.id ?? '' });
    expect(load().placed(widgetKey)).to.have.nested.property('[0].cancelled', true);
  });

  it('refuses the merchant’s key', async () => {
    const headers = { authorization: 'Bearer biteship_live.eyJhbGciOiJIUzI1NiJ9' };
    const { client, requests } = serve(() => json(orderAnswer), { headers });
    const thrown = await failure(client.createOrder(orderRequest));
    expect(thrown).to.include({ code: 'invalid-request', outcome: undefined });
    expect(thrown.fields).to.have.nested.property('[0].path', 'authorization');
    expect(thrown.message)
      .to.match(/gateway/)
      .and.not.contain('biteship_')
      .and.not.contain('eyJ');
    expect(requests).to.have.lengthOf(0);
  });

  it('works in a worker, without a DOM', async () => {
    expect(await inWorker(script)).to.deep.equal({ couriers: 1, document: 'undefined' });
  });
});

const script = `
  import { createShippingClient } from '${location.origin}/src/client/index.ts';
  const answer = { success: true, couriers: [{ courier_code: 'jne', courier_service_code: 'reg' }] };
  const client = createShippingClient({ baseUrl: 'https://shop.test', fetch: async () => Response.json(answer) });
  const { couriers } = await client.listCouriers();
  postMessage({ couriers: couriers.length, document: typeof document });
`;

function inWorker(source: string): Promise<unknown> {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(url, { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message || 'the worker did not load'));
  }).finally(() => {
    worker.terminate();
    URL.revokeObjectURL(url);
  });
}
