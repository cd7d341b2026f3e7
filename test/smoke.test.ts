/**
 * Code without a DOM is tested in Node. This file checks that each browser can run it: schemas and patterns, sorting,
 * fetch and its errors, aborts, storage.
 */
import { expect } from 'chai';
import { createShippingClient, type ShippingClient } from '../src/client/index.ts';
import { RatesRequest, RatesResponse } from '../src/contract/index.ts';
import { badges, breakdown, orderRows, serviceKey } from '../src/quote/index.ts';
import { createSandbox } from '../src/sandbox/index.ts';
import { cutOff, failure, orderAnswer, ratesAnswer, serve } from './client/service.ts';
import { json, orderRequest, rate, ratesRequest } from './support/fixtures.ts';

const entry = new URL('../src/client/index.ts', import.meta.url).href;

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

  it('orders rows, praises them, and takes a price apart', () => {
    expect(orderRows(rates, 'price').map(({ courier_code }) => courier_code)).to.deep.equal(['wahana', 'jne', 'gojek']);
    expect([...badges(rates, undefined).values()]).to.include.members(['cheapest', 'fastest']);
    expect(breakdown(rate({ price: 14_000, shipping_fee_discount: 1_000 }))).to.include({ total: 14_000 });
  });
});

describe('src/client in a page', () => {
  const ask: Record<string, (client: ShippingClient) => Promise<unknown>> = {
    listCouriers: (client) => client.listCouriers(),
    quoteRates: (client) => client.quoteRates(ratesRequest),
    createOrder: (client) => client.createOrder(orderRequest),
    createDraftOrder: (client) => client.createDraftOrder(orderRequest),
  };
  const baseUrl = 'https://shipping.test';

  function clientOf(options: Parameters<typeof createSandbox>[0] = {}, headers: Record<string, string> = {}) {
    const sandbox = createSandbox(options);
    const fetch: typeof globalThis.fetch = (input, init) => sandbox.fetch(new Request(input, init));
    return createShippingClient({ baseUrl, fetch, headers, timeout: 20_000, retry: { delay: 0 } });
  }

  for (const [operation, call] of Object.entries(ask))
    it(`calls ${operation}, and is answered`, async () => {
      expect(await call(clientOf())).to.include({ success: true });
    });

  it('cancels what it has ordered', async () => {
    const client = clientOf();
    const { id = '' } = await client.createOrder(orderRequest);
    expect(await client.cancelOrder({ id })).to.include({ id, status: 'cancelled' });
  });

  for (const [fault, error] of Object.entries({
    drop: { code: 'network' },
    malformed: { code: 'unexpected-response' },
    'error=40001010': { code: 'refused', reason: 'no-courier' },
  }))
    it(`tells what went wrong: ${fault}`, async () => {
      expect(await failure(clientOf({}, { 'sandbox-fault': fault }).quoteRates(ratesRequest))).to.include(error);
    });

  it('ends a call in time, and with the page’s own reason', async () => {
    const slow = { 'sandbox-fault': 'latency=60000' };
    const sandbox = createSandbox();
    const client = createShippingClient({
      ...{ baseUrl, headers: slow, timeout: 100, retry: { times: 0 } },
      fetch: (input, init) => sandbox.fetch(new Request(input, init)),
    });
    expect(await failure(client.quoteRates(ratesRequest))).to.include({ code: 'timeout' });
    const page = new AbortController();
    const call = clientOf({}, slow).quoteRates(ratesRequest, { signal: page.signal });
    page.abort(new DOMException('left', 'AbortError'));
    expect(await failure(call)).to.include({ name: 'AbortError', message: 'left' });
  });

  it('finds an order again after a reload, by what the page stores', async () => {
    const store = sessionStorage;
    const sandbox = createSandbox();
    const order = { ...orderRequest, reference_id: 'smoke-1' };
    const open = (headers: Record<string, string> = {}) =>
      createShippingClient({
        ...{ baseUrl, store, headers, retry: { times: 0 } },
        fetch: (input, init) => sandbox.fetch(new Request(input, init)),
      });
    try {
      expect(await failure(open({ 'sandbox-fault': 'drop-after' }).createOrder(order))).to.include({
        outcome: 'unknown',
      });
      expect(await open().createOrder(order)).to.include({ recovered: true });
    } finally {
      store.clear();
    }
  });

  const key = 'biteship_live.eyJhbGciOiJIUzI1NiJ9';
  const places: Record<string, [path: string, options: object]> = {
    'in the base URL': ['baseUrl', { baseUrl: `https://shop.test/${key}` }],
    'in the base URL, escaped': ['baseUrl', { baseUrl: `https://shop.test?key=${key.replace('.', '%2E')}` }],
    'in a header': ['authorization', { headers: { authorization: key } }],
    'in a header with a scheme': ['Authorization', { headers: { Authorization: `Bearer ${key}` } }],
    'in a header that is asked for': ['x-key', { headers: async () => ({ 'x-key': key.replace('live', 'test') }) }],
  };
  for (const [where, [path, options]] of Object.entries(places))
    it(`refuses the merchant’s key: ${where}`, async () => {
      const { client, requests } = serve(() => json(orderAnswer), options);
      for (const call of [client.quoteRates(ratesRequest), client.createOrder(orderRequest), client.listCouriers()]) {
        const thrown = await failure(call);
        expect(thrown).to.include({ code: 'invalid-request', outcome: undefined });
        expect(thrown.fields).to.have.nested.property('[0].path', path);
        expect(thrown.message)
          .to.match(/gateway/)
          .and.not.contain('biteship_')
          .and.not.contain('eyJ');
      }
      expect(requests).to.have.lengthOf(0);
    });

  it('works in a worker, without a DOM', async () => {
    expect(await inWorker(script)).to.deep.equal({ couriers: 1, document: 'undefined' });
  });

  it('pulls in the contract and zod, and neither Lit nor anything else', async () => {
    expect([...(await reach(entry))]).to.have.members(['src/client', 'src/contract', 'node_modules/zod']);
  });
});

/** Runs in a worker, where there is no DOM. */
describe('a client that is handed no store, in a page', () => {
  afterEach(() => sessionStorage.clear());

  it('finds after a reload what it has left in sessionStorage', async () => {
    const order = { ...orderRequest, reference_id: 'shop-17' };
    await failure(serve(cutOff, { store: undefined }).client.createOrder(order, { place: 'checkout' }));
    const after = createShippingClient({ baseUrl: 'https://shop.test' });
    expect(after.unanswered('checkout')[0]).to.include({ operation: 'createOrder', reference: 'shop-17' });
  });

  it('finds after a reload what it has placed, and that it was cancelled since', async () => {
    const sandbox = createSandbox();
    const open = () =>
      createShippingClient({
        baseUrl: 'https://shop.test',
        fetch: (input, init) => sandbox.fetch(new Request(input, init)),
      });
    const { id = '' } = await open().createOrder(orderRequest, { place: 'checkout' });
    expect(open().placed('checkout')).to.have.lengthOf(1).and.have.nested.property('[0].id', id);
    await open().cancelOrder({ id });
    expect(open().placed('checkout')).to.have.nested.property('[0].cancelled', true);
  });
});

const script = `
  import { createShippingClient } from '${entry}';
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

/** The rooms of `src` and the packages that a file pulls in, through all files of ours. */
async function reach(file: string, seen = new Set<string>(), rooms = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return rooms;
  seen.add(file);
  const [, room = file] = /\/(src\/\w+|node_modules\/(?:@[\w-]+\/)?[\w-]+)\//.exec(file) ?? [];
  rooms.add(room);
  if (!room.startsWith('src/')) return rooms;
  const source = await (await fetch(file)).text();
  const specifiers = [...source.matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(
    ([, specifier]) => specifier,
  );
  for (const specifier of specifiers) await reach(new URL(specifier ?? '', file).href, seen, rooms);
  return rooms;
}
