import { expect } from 'chai';
import fc from 'fast-check';
import { type ClientOptions, createPromiseClient } from '../../src/client/index.ts';
import { readPromise } from '../../src/client/promises.ts';

const rate = { courier_code: 'jne', courier_service_code: 'reg', price: 9_000 };
const question = { destination_area_id: 'IDNP9', weight: 1_000 };

/** A gateway that answers with what the test sets, and a clock that it sets. */
function gatewayOf(...answers: (object | Error)[]) {
  const bodies: string[] = [];
  const time = { now: 0 };
  const options: ClientOptions = {
    baseUrl: '/shipping/v1/',
    clock: {
      now: () => time.now,
      elapsed: () => time.now,
      after: () => () => {},
      chance: () => 0,
      random: (bytes) => bytes,
    },
    fetch: async (url, init) => {
      bodies.push(`${url} ${init?.body}`);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) throw answer;
      return answer instanceof Response ? answer.clone() : Response.json(answer);
    },
  };
  const client = createPromiseClient(options);
  const codeOf = () =>
    client.promise(question).then(
      () => 'answered',
      (error: { code: string }) => error.code,
    );
  return { client, bodies, time, codeOf };
}

describe('createPromiseClient', () => {
  it('asks once for equal questions, also at the same moment, and again after five minutes', async () => {
    const { client, bodies, time } = gatewayOf({ success: true, rate });
    await Promise.all([client.promise(question), client.promise({ ...question })]);
    time.now = 299_999;
    await client.promise(question);
    expect(bodies).to.deep.equal(['/shipping/v1/promise {"destination_area_id":"IDNP9","weight":1000}']);
    time.now = 300_000;
    await client.promise(question);
    await client.promise(question, { fresh: true });
    expect(bodies).to.have.lengthOf(3);
  });

  it('lets a list of products fail once, and asks again after ten seconds', async () => {
    const { codeOf, bodies, time } = gatewayOf(new TypeError('cut off'), { success: true, rate });
    expect([await codeOf(), await codeOf()]).to.deep.equal(['network', 'network']);
    time.now = 10_000;
    expect([await codeOf(), bodies.length]).to.deep.equal(['answered', 2]);
  });

  it('tells apart what may pass and what the page has to correct', async () => {
    const cases: [Response, string][] = [
      [Response.json({ success: false, reason: 'too-many-requests' }, { status: 429 }), 'unavailable'],
      [Response.json({ success: false, reason: 'quotes-exhausted' }, { status: 503 }), 'unavailable'],
      [Response.json({ success: false, reason: 'invalid-request' }, { status: 400 }), 'unexpected-response'],
      [Response.json({ success: false, reason: 'no-operation' }, { status: 404 }), 'unexpected-response'],
      [new Response('<html>'), 'unexpected-response'],
      [Response.json({ success: true }), 'unexpected-response'],
      [Response.json({ success: true, rate: { price: '9000' } }), 'unexpected-response'],
    ];
    for (const [answer, code] of cases) expect(await gatewayOf(answer).codeOf()).to.equal(code);
  });

  it('reads a rate, that there is none, and free delivery, and drops what it cannot read', () => {
    expect(readPromise({ success: true, rate: null })).to.deep.include({ rate: null });
    const free = (free_delivery: unknown) => readPromise({ success: true, rate, free_delivery })?.free_delivery;
    expect(free({ from: 500_000, missing: 155_000 })).to.include({ from: 500_000, missing: 155_000 });
    expect(free({ from: 5, missing: 1, courier_name: 'Pos', courier_service_name: 7 })).to.include({
      courier_name: 'Pos',
    });
    expect(free({ from: 500_000, missing: 900_000 })?.missing).to.equal(500_000);
    for (const broken of [null, 7, {}, { from: 0, missing: 0 }, { from: '1', missing: 0 }])
      expect(free(broken)).to.equal(undefined);
    expect(
      readPromise({ success: true, rate: { ...rate, arrivals: [{ first: 7 }, null] } })?.rate?.arrivals,
    ).to.deep.equal([]);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('success', 'rate', 'free_delivery'), fc.anything()), (json) => {
        const { rate: read } = readPromise({ ...json, success: true }) ?? {};
        if (read) expect(read.price).to.be.at.least(0);
      }),
    );
  });
});
