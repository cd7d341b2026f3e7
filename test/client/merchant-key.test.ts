import { expect } from 'chai';
import { refuseMerchantKey } from '../../src/client/sender.ts';
import { json, orderRequest, ratesRequest } from '../support/fixtures.ts';
import { failure, orderAnswer, ratesAnswer, serve } from './service.ts';

const key = 'biteship_live.eyJhbGciOiJIUzI1NiJ9';

describe('the merchant’s key', () => {
  const places: Record<string, object> = {
    'in the base URL': { baseUrl: `https://shop.test/${key}` },
    'in the base URL, escaped': { baseUrl: `https://shop.test?key=${key.replace('.', '%2E')}` },
    'in a header': { headers: { authorization: key } },
    'in a header with a scheme': { headers: { Authorization: `Bearer ${key}` } },
    'in a header that is asked for': { headers: async () => ({ 'x-key': key.replace('live', 'test') }) },
  };
  for (const [where, options] of Object.entries(places)) {
    // In a page it is refused: test/smoke.test.ts says so in each browser.
    it(`is allowed on a server: ${where}`, async () => {
      const { client } = serve(() => json(orderAnswer), options);
      expect(await client.createOrder(orderRequest)).to.include({ id: orderAnswer.id });
    });
  }

  it('is not confused with a token of the shop', async () => {
    const { client } = serve(() => json(ratesAnswer), {
      headers: { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.biteship' },
    });
    expect(await client.quoteRates(ratesRequest)).to.deep.include({ pricing: [] });
  });
});

/** A scope is an object, so that the tests run anywhere. */
describe('the scope in which the key is refused', () => {
  const code = 'invalid-request';
  const refusedIn = (place: object, baseUrl: string, headers: Record<string, string> = {}) =>
    failure((async () => refuseMerchantKey('listCouriers', baseUrl, headers, place))());

  for (const place of [{ document: {} }, { DedicatedWorkerGlobalScope: class {} }])
    it(`is a page or a worker: ${Object.keys(place)}`, async () => {
      const thrown = await refusedIn(place, `/${key}`, { 'x-shop': 'senja', 'x-key': key });
      expect(thrown).to.include({ code, name: 'InvalidRequestError', operation: 'listCouriers' });
      const remedy = "must not carry the merchant's key: everybody can read it in a page. Use a gateway, which adds it";
      expect(thrown.fields).to.deep.equal([
        { path: 'baseUrl', remedy },
        { path: 'x-key', remedy },
      ]);
    });

  it('accepts other headers', () => {
    refuseMerchantKey('listCouriers', '/shipping', { 'x-shop': 'senja' }, { document: {} });
  });

  it('is not a server', () => {
    refuseMerchantKey('listCouriers', `/${key}`, { 'x-key': key }, { process: {} });
  });
});
