import { expect } from 'chai';
import fc from 'fast-check';
import { createParcelClient } from '../../src/client/index.ts';
import { readParcel } from '../../src/client/parcels.ts';
import { ParcelResponse } from '../../src/contract/index.ts';
import { parcel } from '../support/parcels.ts';

const texts = ['status', 'ordered_at', 'updated_at', 'waybill_id', 'link'] as const;
const ofCourier = [
  ...(['company', 'type', 'courier_name', 'courier_service_name'] as const),
  ...(['shipment_duration_range', 'shipment_duration_unit', 'collection_method'] as const),
] as const;

/** What a page reads of an answer. The contract keeps null where the reader has nothing. */
function known(read: ParcelResponse | undefined) {
  if (!read) return undefined;
  const { ended, courier, cash_on_delivery, arrival, history } = read;
  return {
    ...Object.fromEntries(texts.map((name) => [name, read[name] ?? undefined])),
    ...Object.fromEntries(ofCourier.map((name) => [name, courier?.[name] ?? undefined])),
    ended: ended ?? false,
    amount: cash_on_delivery?.amount,
    arrival: arrival ? { ...arrival } : undefined,
    history: history.map(({ status, note, updated_at }) => [status, note ?? undefined, updated_at ?? undefined]),
  };
}

const dates = ['first', 'last', 'hand_over', 'cut_off', 'until'];

const value = fc.oneof(
  fc.string(),
  fc.constantFrom('', ' '),
  fc.constant(null),
  fc.constant(undefined),
  fc.integer(),
  fc.boolean(),
);
const row = fc.oneof(fc.record({ status: value, note: value, updated_at: value }), value);
const answers = fc.record({
  success: fc.oneof(fc.constant(true), value),
  ended: value,
  cash_on_delivery: fc.oneof(fc.record({ amount: value }), value, fc.array(value)),
  courier: fc.oneof(fc.record(Object.fromEntries(ofCourier.map((name) => [name, value]))), value, fc.array(value)),
  arrival: fc.oneof(
    fc.record(Object.fromEntries([...dates, 'later'].map((name) => [name, fc.oneof(fc.boolean(), fc.string())]))),
    value,
  ),
  history: fc.oneof(fc.array(row), value),
  ...Object.fromEntries(texts.map((name) => [name, value])),
});

describe('the answer about a parcel, read by hand', () => {
  it('is read as the contract reads it', () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const json = JSON.parse(JSON.stringify(answer));
        expect(known(readParcel(json))).to.deep.equal(known(ParcelResponse.safeParse(json).data));
      }),
      { numRuns: 500 },
    );
    const promised = { ...Object.fromEntries(dates.map((name) => [name, '2026-11-26'])), later: false };
    const json = { ...parcel('picked'), arrival: promised };
    for (const read of [readParcel(json), ParcelResponse.parse(json)]) expect(read?.arrival).to.deep.equal(promised);
  });

  it('is read as the contract reads it if its history is longer than any', () => {
    const history = Array.from({ length: 1_500 }, (_nothing, index) => ({ status: index % 7 ? `${index}` : 5 }));
    const answer = { success: true, history };
    expect(known(readParcel(answer))).to.deep.equal(known(ParcelResponse.safeParse(answer).data));
  });

  it('has every field of the contract', () => {
    const read = readParcel({ ...parcel('delivered', { cash_on_delivery: { amount: 1 } }) });
    const fields = Object.keys(ParcelResponse.def.shape);
    expect(Object.keys(read ?? {}).sort()).to.deep.equal(fields.sort());
  });
});

describe('createParcelClient', () => {
  const token = 'aaaa.bbbb.cccc';
  const clientOf = (answer: (request: Request) => Response | Promise<Response>, timeout?: number) =>
    createParcelClient({
      baseUrl: 'https://shop.test/shipping/',
      fetch: async (input, init) => answer(new Request(input, init)),
      ...(timeout && { timeout }),
    });
  const failure = async (answer: (request: Request) => Response | Promise<Response>, timeout?: number) =>
    clientOf(answer, timeout)
      .track(token)
      .then(
        () => expect.fail('It was answered.'),
        (error: Error) => error,
      );

  it('asks the gateway with the token in a header alone', async () => {
    let asked: Request | undefined;
    const read = await clientOf((request) => {
      asked = request;
      return Response.json(parcel('picked'));
    }).track(token);
    expect([asked?.method, asked?.url]).to.deep.equal(['GET', 'https://shop.test/shipping/v1/tracking']);
    expect([...(asked?.headers ?? [])]).to.deep.equal([['authorization', `Bearer ${token}`]]);
    expect(read.status).to.equal('picked');
  });

  it('tells a link that has expired from one that is not valid', async () => {
    for (const reason of ['track-expired', 'track-invalid'])
      expect(await failure(() => Response.json({ success: false, reason }, { status: 401 }))).to.include({
        code: 'link-refused',
        reason,
      });
    expect(await failure(() => new Response('<h1>401</h1>', { status: 401 }))).to.include({ reason: 'track-invalid' });
  });

  it('sends no text that is no token, and does not quote it', async () => {
    const client = clientOf(() => expect.fail('It was sent.'));
    for (const wrong of ['', 'secret', 'secret\nheader', 'secret.b', 'a.b.c.secret']) {
      const error = await client.track(wrong).catch((thrown: Error) => thrown);
      expect(error).to.include({ code: 'link-refused', reason: 'track-invalid' });
      expect(String((error as Error).stack)).to.not.include('secret');
    }
  });

  it('has an error of its kind for each other failure, without the token', async () => {
    const failures: [code: string, answer: () => Response | Promise<Response>, timeout?: number][] = [
      ['network', () => Promise.reject(new TypeError('cut off'))],
      ['timeout', () => new Promise(() => {}), 5],
      ['unavailable', () => new Response(null, { status: 503, headers: { 'retry-after': '7' } })],
      ['unavailable', () => new Response(null, { status: 429 })],
      ['unexpected-response', () => new Response('<h1>Shop</h1>')],
      ['unexpected-response', () => Response.json({ success: true })],
      ['unexpected-response', () => Response.json({ success: false, history: [] })],
      ['unexpected-response', () => Response.json({ success: false }, { status: 404 })],
      ['unexpected-response', () => new Response(`{"success":true,"history":["${'x'.repeat(10_000_000)}"]}`)],
    ];
    for (const [code, answer, timeout] of failures) {
      const error = await failure(answer, timeout);
      expect(error).to.include({ code, operation: 'trackParcel' });
      expect(`${error.stack} ${JSON.stringify(error)}`).to.not.include(token);
    }
  });

  it('has the seconds of Retry-After, or those until its date', async () => {
    const busy = (retryAfter: string) => () =>
      new Response(null, { status: 503, headers: { 'retry-after': retryAfter } });
    expect(await failure(busy('7'))).to.include({ retryAfter: 7 });
    expect(await failure(busy(new Date(0).toUTCString()))).to.include({ retryAfter: 0 });
  });
});
