import { expect } from 'chai';
import { createAreaClient, createShippingClient, RefusedError, type ShippingClient } from '../../src/client/index.ts';
import { refuseMerchantKey } from '../../src/client/requests.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { item, json, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { cancelAnswer, couriersAnswer, failure, forever, orderAnswer, ratesAnswer, serve } from './service.ts';

const order = { ...orderRequest, reference_id: 'shop-17' };
const { courier_company: _company, courier_type: _type, ...draft } = order;

describe('createShippingClient', () => {
  it('lists couriers with a GET without a body', async () => {
    const { client, requests } = serve(() => json(couriersAnswer));
    expect((await client.listCouriers()).couriers).to.deep.equal([]);
    expect(requests[0]).to.include({ method: 'GET', url: 'https://shop.test/shipping/v1/couriers' });
    expect(requests[0]?.headers.get('content-type')).to.equal(null);
    expect(await requests[0]?.text()).to.equal('');
  });

  const reason = { cancellation_reason_code: 'pickup_delay', cancellation_reason: 'Nobody came' } as const;
  const odd = { ...ratesRequest, couriers: 'jnt, jntcargo', items: [{ ...item, colour: 'white' }], channel: 'web' };
  type Post = [path: string, body: object, send: (client: ShippingClient) => Promise<object>, answer: object];
  const posts: Record<string, Post> = {
    'quotes rates': ['rates/couriers', ratesRequest, (client) => client.quoteRates(ratesRequest), ratesAnswer],
    'sends unknown codes and keys unchanged': ['rates/couriers', odd, (client) => client.quoteRates(odd), ratesAnswer],
    'places an order': ['orders', order, (client) => client.createOrder(order), orderAnswer],
    'places a draft without a courier': [
      'draft_orders',
      draft,
      (client) => client.createDraftOrder(draft),
      orderAnswer,
    ],
    'cancels by the id in the path': [
      'orders/a1/cancel',
      reason,
      (client) => client.cancelOrder({ id: 'a1', ...reason }),
      cancelAnswer,
    ],
  };
  for (const [what, [path, body, send, answer]] of Object.entries(posts))
    it(`${what}, with a POST of JSON`, async () => {
      const { client, requests } = serve(() => json(answer));
      expect(await send(client)).to.deep.include(answer);
      expect(requests[0]).to.include({ method: 'POST', url: `https://shop.test/shipping/v1/${path}` });
      expect(requests[0]?.headers.get('content-type')).to.equal('application/json');
      expect(await requests[0]?.json()).to.deep.equal(body);
    });

  for (const ending of ['', '/', '//', '/v1', '/v1/'])
    it(`takes a base URL that ends in "${ending}"`, async () => {
      const { client, requests } = serve(() => json(couriersAnswer), { baseUrl: `https://shop.test/a${ending}` });
      await client.listCouriers();
      expect(requests[0]?.url).to.equal('https://shop.test/a/v1/couriers');
    });

  it('sends an order that a framework made reactive', async () => {
    const reactive = <T>(value: T): T =>
      typeof value === 'object' && value !== null
        ? new Proxy(value, { get: (target, key) => reactive(Reflect.get(target, key)) })
        : value;
    const { client, requests } = serve(() => json(orderAnswer));
    await client.createOrder(reactive(order));
    expect(await requests[0]?.json()).to.deep.equal(order);
  });

  it('uses the fetch of the platform by default', async () => {
    // The address carries its answer, and what the client adds to it is a fragment.
    const baseUrl = `data:application/json,${encodeURIComponent(JSON.stringify(couriersAnswer))}#`;
    expect(await createShippingClient({ baseUrl }).listCouriers()).to.deep.include({ couriers: [] });
  });
});

describe('a request', () => {
  it('is sent before the call returns, because an element asks and then draws', () => {
    // Longer than the whole run: nobody waits for these.
    const { client, requests } = serve(() => forever, { timeout: 3_600_000 });
    void client.quoteRates(ratesRequest);
    void client.listCouriers();
    expect(requests).to.have.lengthOf(2);
  });
});

describe('headers', () => {
  it('fail the call before it is sent if the function fails, or takes longer than the deadline', async () => {
    const cause = new Error('signed out');
    for (const [headers, error] of [
      [() => Promise.reject(cause), { code: 'network', cause }],
      [() => forever, { code: 'timeout' }],
    ] as const) {
      const { client, requests } = serve(() => json(orderAnswer), { headers, timeout: 10 });
      expect(await failure(client.createOrder(order))).to.include({ ...error, outcome: undefined });
      expect(requests).to.have.lengthOf(0);
    }
  });

  it('do not delay an abort', async () => {
    const { client } = serve(() => json(orderAnswer), { headers: () => forever });
    const page = new AbortController();
    const placing = failure(client.createOrder(orderRequest, { signal: page.signal }));
    page.abort('left');
    expect(await placing).to.equal('left');
  });
});

/** A scope is an object, so that the tests run anywhere. In a page: test/smoke.test.ts. */
describe('the merchant’s key', () => {
  const key = 'biteship_live.eyJhbGciOiJIUzI1NiJ9';
  const refuse = (scope: object, headers: Record<string, string>) => async () =>
    refuseMerchantKey('listCouriers', `/${key}`, headers, scope);

  for (const scope of [{ document: {} }, { DedicatedWorkerGlobalScope: class {} }])
    it(`is refused in a page or a worker: ${Object.keys(scope)}`, async () => {
      const thrown = await failure(refuse(scope, { 'x-shop': 'senja', 'x-key': key })());
      expect(thrown).to.include({ code: 'invalid-request', operation: 'listCouriers' });
      const remedy = "must not have the merchant's key in a page: use a gateway";
      expect(thrown.fields).to.deep.equal([
        { path: 'baseUrl', remedy },
        { path: 'x-key', remedy },
      ]);
    });

  it('is allowed on a server, and a token of the shop anywhere', async () => {
    const headers = Object.freeze({ 'x-key': key });
    const { client, requests } = serve(() => json(orderAnswer), { baseUrl: `https://shop.test/${key}`, headers });
    await client.createOrder(orderRequest);
    expect(requests[0]?.headers.get('x-key')).to.equal(key);
    const token = { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.biteship' };
    refuseMerchantKey('listCouriers', '/shipping', token, { document: {} });
  });
});

function openClient(answer?: () => Response) {
  const asked: string[] = [];
  const sandbox = createSandbox();
  const client = createAreaClient({
    baseUrl: 'https://shop.test/shipping/',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      asked.push(`${request.method} ${request.url} ${await request.clone().text()}`);
      const service = new Request(request.url.replace('/shipping', ''), request);
      return answer?.() ?? sandbox.fetch(service);
    },
  });
  return { client, asked };
}

describe('createAreaClient', () => {
  it('finds areas, with the text in the body: access logs keep addresses (BRP-API/Haal-Centraal-BRP-bevragen#887)', async () => {
    const { client, asked } = openClient();
    const { areas } = await client.searchAreas({ input: 'Kelapa Gading & nothing' });
    expect(areas).to.deep.equal([]);
    expect(asked).to.deep.equal(['POST https://shop.test/shipping/v1/maps/areas {"input":"Kelapa Gading & nothing"}']);
    expect((await client.searchAreas({ input: 'kelapa gading' })).areas[0]?.postal_code).to.equal(14240);
  });

  it('asks once for the same text', async () => {
    const { client, asked } = openClient();
    const search = () => client.searchAreas({ input: 'tebet' });
    await Promise.all([search(), search()]);
    await search();
    expect(asked).to.have.lengthOf(1);
  });

  it('throws the errors of the client, without a request if there is no text', async () => {
    const { client, asked } = openClient(() =>
      Response.json({ success: false, error: 'no', code: 40400000 }, { status: 404 }),
    );
    const problem = async (input: string) => client.searchAreas({ input }).catch((error) => error);
    expect((await problem('')).code).to.equal('invalid-request');
    expect(asked).to.deep.equal([]);
    expect(await problem('tebet')).to.be.an.instanceOf(RefusedError);
  });
});
