import { expect } from 'chai';
import { type Exchange, exchange } from '../../src/client/exchange.ts';
import { InvalidRequestError } from '../../src/client/index.ts';
import { json, orderRequest } from '../support/fixtures.ts';
import { breathe } from './interleavings/breath.ts';
import { couriersAnswer, cutOff, failure, forever, serve } from './service.ts';

const call: Exchange = {
  operation: 'listCouriers',
  url: 'https://shop.test/v1/couriers',
  fetch: async () => json(couriersAnswer),
  prepare: async () => ({}),
  timeout: 60_000,
  attemptTimeout: 60_000,
  write: false,
};

describe('the outcome of a write without an answer', () => {
  const meeting = (cause: unknown) => {
    const thrown = cause === undefined ? undefined : Object.assign(new TypeError('fetch failed'), { cause });
    return failure(serve(() => Promise.reject(thrown)).client.createOrder(orderRequest));
  };

  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_INVALID_URL'])
    it(`is known if no server was reached: ${code}`, async () => {
      expect(await meeting({ code })).to.include({ code: 'network', outcome: undefined });
    });

  it('is unknown for any other cause, and without a cause', async () => {
    const codes = ['ECONNRESET', 'UND_ERR_SOCKET', 'ECONNREFUSED_LATE', 'NOT_ENOTFOUND', 111, undefined];
    for (const cause of [...codes.map((code) => ({ code })), 'ECONNREFUSED', null, undefined])
      expect(await meeting(cause), JSON.stringify(cause)).to.include({ code: 'network', outcome: 'unknown' });
  });
});

describe('one exchange', () => {
  it('ends after the time of the attempt, and its error names the deadline', async () => {
    const thrown = await failure(exchange({ ...call, attemptTimeout: 10, fetch: () => forever }));
    expect(thrown).to.include({ code: 'timeout', timeout: 60_000 });
  });

  it('may have a timeout longer than a timer supports', async () => {
    for (const attemptTimeout of [2 ** 31, 2 ** 40, Number.POSITIVE_INFINITY]) {
      const fetch = async () => {
        await breathe();
        return json(couriersAnswer);
      };
      expect(await exchange({ ...call, fetch, attemptTimeout })).to.include({ status: 200 });
    }
  });

  it('clears its timer when it fails', async () => {
    const signals: unknown[] = [];
    const fetch: Exchange['fetch'] = async (_url, init) => {
      signals.push(init?.signal);
      return cutOff();
    };
    expect(await failure(exchange({ ...call, fetch, attemptTimeout: 1 }))).to.include({ code: 'network' });
    await breathe();
    expect(signals).to.have.lengthOf(1);
    expect(signals[0]).to.include({ aborted: false });
  });

  it('rethrows an invalid request', async () => {
    const wrong = new InvalidRequestError('listCouriers', [{ path: 'baseUrl', remedy: 'must be an address' }]);
    expect(await failure(exchange({ ...call, prepare: () => Promise.reject(wrong) }))).to.equal(wrong);
  });

  it('sends nothing if its caller aborts while it is prepared', async () => {
    const page = new AbortController();
    const sent: string[] = [];
    const prepare = async () => {
      page.abort('left');
      return {};
    };
    const thrown = await failure(exchange({ ...call, prepare, signal: page.signal, onSend: () => sent.push('sent') }));
    expect(thrown).to.equal('left');
    await breathe();
    expect(sent).to.deep.equal([]);
  });
});
