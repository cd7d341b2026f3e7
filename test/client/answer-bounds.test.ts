import { expect } from 'chai';
import { createShippingClient, UnavailableError } from '../../src/client/index.ts';
import { readAnswer } from '../../src/client/read-answer.ts';
import { operations } from '../../src/contract/index.ts';
import { json, orderRequest } from '../support/fixtures.ts';
import { couriersAnswer, failure, orderAnswer, refusal, serve } from './service.ts';

const list = (answer: () => Response) => serve(answer, { retry: { times: 0 } }).client.listCouriers();
const order = (answer: () => Response) => serve(answer).client.createOrder(orderRequest);

describe('the status of an answer', () => {
  it('is success from 200 to 299', async () => {
    for (const status of [200, 299])
      expect(await list(() => json(couriersAnswer, { status }))).to.deep.include({ couriers: [] });
  });

  it('is a refusal from 400 on, even if the body says success', async () => {
    for (const status of [400, 499])
      expect(await failure(list(() => json(couriersAnswer, { status })))).to.include({ code: 'refused', status });
  });

  it('leaves the outcome unknown if the body is not the service’s', async () => {
    for (const status of [400, 404, 499])
      for (const answer of [
        () => new Response('<h1>Moved</h1>', { status }),
        () => json([1, 2], { status }),
        () => json(null, { status }),
        () => json('no', { status }),
      ]) {
        expect(await failure(order(answer))).to.include({ code: 'unexpected-response', status, outcome: 'unknown' });
        expect(await failure(list(answer))).to.include({ code: 'unexpected-response', status, outcome: undefined });
      }
  });

  it('is a redirect from 300 to 399, or 0 in a browser, and leaves the outcome unknown', async () => {
    const answer = { headers: new Headers(), body: JSON.stringify(couriersAnswer) };
    const read = async (status: number) =>
      readAnswer('listCouriers', operations.listCouriers, {}, { ...answer, status });
    const write = async (status: number) =>
      readAnswer('createOrder', operations.createOrder, orderRequest, { ...answer, status });
    expect(await read(200)).to.deep.include({ couriers: [] });
    for (const status of [0, 199, 300, 399]) {
      expect(await failure(read(status))).to.include({ code: 'unexpected-response', status, outcome: undefined });
      expect(await failure(write(status))).to.include({ code: 'unexpected-response', status, outcome: 'unknown' });
    }
  });
});

describe('the body of an answer', () => {
  const body = JSON.stringify(couriersAnswer);

  it('has at most 4,000,000 characters', async () => {
    expect(await list(() => new Response(body.padEnd(4_000_000)))).to.deep.include({ couriers: [] });
    const { code, cause } = await failure(list(() => new Response(body.padEnd(4_000_001))));
    expect(code).to.equal('unexpected-response');
    expect(cause).to.be.an.instanceOf(RangeError);
    expect(cause).to.include({ message: 'The body is above 4,000,000 characters.' });
  });

  it('is not quoted in the error if it is not JSON', async () => {
    const { cause } = await failure(order(() => new Response('Ratna Wulandari')));
    expect(cause).to.be.an.instanceOf(SyntaxError);
    expect(cause).to.include({ message: 'The body is not JSON, or is nested too deep.' });
  });

  it('is a refusal if it denies success without a reason', async () => {
    const thrown = await failure(order(() => json({ success: false })));
    expect(thrown).to.include({ code: 'refused', reason: 'other', serviceCode: undefined, serviceMessage: undefined });
    expect(thrown.details).to.equal(undefined);
  });
});

describe('the message of an error', () => {
  it('says to try again later if the service names no time', async () => {
    const { message } = new UnavailableError(503, undefined, { operation: 'quoteRates' });
    expect(message).to.equal('quoteRates found the service unavailable (503): try again later.');
    const thrown = await failure(list(() => new Response('', { status: 503, headers: { 'retry-after': '' } })));
    expect(thrown).to.include({ retryAfter: undefined });
    expect(thrown.message).to.contain('try again later.');
  });

  it('names the code of a refusal, or its status if there is no code', async () => {
    const sentence = (inside: string) => `createOrder was refused (${inside}): see its reason for what can be done.`;
    const { message } = await failure(order(() => refusal(40002031)));
    expect(message).to.equal(sentence('cod-unavailable, 40002031'));
    expect((await failure(order(() => refusal(undefined, undefined, 403)))).message).to.equal(
      sentence('merchant-account, 403'),
    );
  });

  it('names the request if it is no object', async () => {
    const { client } = serve(() => json(orderAnswer));
    const { message } = await failure(client.quoteRates('mug' as never));
    expect(message).to.match(/^quoteRates was not sent: the request /);
  });
});

describe('a client without a `fetch`', () => {
  it('uses the fetch of the platform', async () => {
    // The address carries its answer, and what the client adds to it is a fragment.
    const baseUrl = `data:application/json,${encodeURIComponent(JSON.stringify(couriersAnswer))}#`;
    expect(await createShippingClient({ baseUrl }).listCouriers()).to.deep.include({ couriers: [] });
  });
});
