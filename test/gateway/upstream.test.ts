import { expect } from 'chai';
import { orderedAnswer } from '../../src/gateway/http/answers.ts';
import { createUpstream } from '../../src/gateway/http/upstream.ts';
import { contacts } from '../support/fixtures.ts';
import { listen } from '../support/listen.ts';
import { key } from './shop.ts';

describe('createUpstream', () => {
  const unreachable = { kind: 'no-proof', why: 'service-unreachable' };
  const unreadable = { kind: 'no-proof', why: 'service-unreadable' };
  const busy = { kind: 'no-proof', why: 'service-busy' };
  const html = '<script>alert(1)</script>';
  const accepted = { success: true, pricing: [] };
  const rest = () =>
    new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"success"')) });

  const cases: [string, () => Response | Promise<Response>, object][] = [
    ['an answer', () => Response.json(accepted), { kind: 'accepted', status: 200, json: accepted }],
    ['a lost answer', () => Promise.reject(new Error(`connect refused with ${key}`)), unreachable],
    ['silence', () => new Promise<Response>(() => {}), unreachable],
    ['an answer without its rest', () => new Response(rest()), unreachable],
    ['429', () => Response.json({ success: false, error: 'no', code: 42900000 }, { status: 429 }), busy],
    ['500', () => Response.json({ success: false, error: 'no', code: 50000000 }, { status: 500 }), busy],
    [
      '503 of a proxy',
      () => new Response(html, { status: 503, headers: { 'retry-after': '7' } }),
      { ...busy, retryAfter: 7 },
    ],
    [
      'a date to ask again, of an hour at most',
      () => new Response(html, { status: 503, headers: { 'retry-after': 'Fri, 31 Dec 2199 23:59:59 GMT' } }),
      { ...busy, retryAfter: 3_600 },
    ],
    [
      'a date to ask again that has passed',
      () => new Response(html, { status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } }),
      { ...busy, retryAfter: 0 },
    ],
    [
      'JSON behind a byte order mark',
      () => new Response(`\ufeff${JSON.stringify(accepted)}`),
      { kind: 'accepted', status: 200, json: accepted },
    ],
    ['HTML', () => new Response(html), unreadable],
    ['HTML with 400', () => new Response(html, { status: 400 }), unreadable],
    ['half an answer', () => new Response('{"success":true,"id":'), unreadable],
    ['no text', () => new Response(null, { status: 204 }), unreadable],
    ['a list', () => Response.json([]), unreadable],
    ['an answer of 4 MB', () => Response.json({ ...accepted, pad: 'x'.repeat(4_100_000) }), unreadable],
    [
      'a redirect',
      () => Response.json(accepted, { status: 307, headers: { location: 'https://elsewhere.test/' } }),
      unreadable,
    ],
  ];
  for (const [what, answer, expected] of cases)
    it(`reads ${what}`, async () => {
      let init: RequestInit | undefined;
      const fetch: typeof globalThis.fetch = async (_input, given) => {
        init = given;
        return answer();
      };
      const upstream = createUpstream({ upstream: 'https://upstream.test/', key, fetch });
      expect(await upstream({ operation: 'listCouriers', timeout: 40 })).to.deep.equal(expected);
      expect(init?.redirect, 'followed, it would carry the key').to.equal('manual');
    });

  it('sends the key without what a file of secrets has around it (offen/docker-volume-backup#581)', async () => {
    const sent: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      sent.push(new Request(input, init).headers.get('authorization'));
      return Response.json(accepted);
    };
    for (const given of [key, `${key}\n`, `\ufeff${key}`, `\u00a0${key}\r\n`])
      await createUpstream({ upstream: 'https://upstream.test', key: given, fetch })({
        operation: 'listCouriers',
        timeout: 40,
      });
    expect(sent).to.deep.equal([key, key, key, key]);
  });
});

// nodejs/node#54484
describe('a write that does not reach the service', () => {
  const failing = (cause: object | undefined) =>
    createUpstream({
      ...{ upstream: 'https://upstream.test', key },
      fetch: () => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause })),
    });
  const orderMeeting = (cause: object | undefined) =>
    failing(cause)({ operation: 'createOrder', body: '{}', timeout: 40 });
  const unsent = { kind: 'no-proof', why: 'service-unreachable', unsent: true };

  it('is not sent if its connection is refused, or the name of the service is not found', async () => {
    const { address, close } = await listen(() => {});
    await close();
    const upstream = createUpstream({ upstream: address, key, fetch: globalThis.fetch });
    expect(await upstream({ operation: 'createOrder', body: '{}', timeout: 10_000 })).to.deep.equal(unsent);
    const code = 'ECONNREFUSED';
    const all = Object.assign(new AggregateError([{ code }, { code }]), { code });
    for (const cause of [all, { code: 'ENOTFOUND' }, { code: 'EAI_AGAIN' }])
      expect(await orderMeeting(cause)).to.deep.equal(unsent);
  });

  it('may have been read if its connection breaks, and so may a question that was sent twice', async () => {
    for (const code of ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', undefined])
      expect(await orderMeeting({ code }), code).to.not.have.property('unsent');
    expect(await orderMeeting(undefined)).to.not.have.property('unsent');
    const read = failing({ code: 'ECONNREFUSED' })({ operation: 'listCouriers', timeout: 40 });
    expect(await read).to.not.have.property('unsent');
  });

  it('may have been read by a service that ended with it', async () => {
    const service = await listen(async ({ method, socket }, response) => {
      if (method === 'GET') return void response.setHeader('content-type', 'application/json').end('{"success":true}');
      void service.close();
      socket.destroy();
    });
    const upstream = createUpstream({ upstream: service.address, key, fetch: globalThis.fetch });
    await upstream({ operation: 'listCouriers', timeout: 10_000 });
    const order = { operation: 'createOrder', body: '{}', timeout: 10_000 } as const;
    expect(await upstream(order)).to.not.have.property('unsent');
    expect(await upstream(order)).to.deep.equal(unsent);
  });
});

describe('a kept-alive connection that the service closes with the next request', () => {
  const requests = {
    quoteRates: { operation: 'quoteRates', body: '{}' },
    listCouriers: { operation: 'listCouriers' },
    readAreas: { operation: 'readAreas', query: { input: 'tebet' } },
    readTracking: { operation: 'readTracking', id: 't1' },
    createOrder: { operation: 'createOrder', body: '{}' },
    createDraftOrder: { operation: 'createDraftOrder', body: '{}' },
    cancelOrder: { operation: 'cancelOrder', id: 'o1', body: '{}' },
  } as const;

  /** Asks once, so that a connection is kept, and then again. The service closes as many connections without an answer. */
  async function askAgain(request: (typeof requests)[keyof typeof requests], closed: number) {
    const seen: string[] = [];
    const service = await listen(({ method, url, socket }, response) => {
      seen.push(`${method} ${url}`);
      if (seen.length > 1 && seen.length <= 1 + closed) return void socket.destroy();
      response.setHeader('content-type', 'application/json').end('{"success":true}');
    });
    const upstream = createUpstream({ upstream: service.address, key, fetch: globalThis.fetch });
    await upstream({ operation: 'listCouriers', timeout: 10_000 });
    const { kind } = await upstream({ ...request, timeout: 10_000 });
    await service.close();
    return [kind, seen.length - 1];
  }

  for (const name of ['quoteRates', 'listCouriers', 'readAreas', 'readTracking'] as const)
    it(`repeats a read once: ${name}`, async () => {
      expect(await askAgain(requests[name], 1)).to.deep.equal(['accepted', 2]);
      expect(await askAgain(requests[name], 9)).to.deep.equal(['no-proof', 2]);
    });
  for (const name of ['createOrder', 'createDraftOrder', 'cancelOrder'] as const)
    it(`never repeats a write: ${name}`, async () => {
      expect(await askAgain(requests[name], 1)).to.deep.equal(['no-proof', 1]);
    });

  it('repeats no read after its time is over, or whose answer has begun', async () => {
    let sent = 0;
    const begun = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
    for (const answer of [
      (signal: AbortSignal) => new Promise<Response>((_, reject) => signal.addEventListener('abort', reject)),
      () => Promise.resolve(new Response(begun)),
    ]) {
      const fetch: typeof globalThis.fetch = (_input, init) => {
        sent += 1;
        return answer(init?.signal as AbortSignal);
      };
      const upstream = createUpstream({ upstream: 'https://upstream.test', key, fetch });
      expect((await upstream({ operation: 'quoteRates', body: '{}', timeout: 40 })).kind).to.equal('no-proof');
    }
    expect(sent).to.equal(2);
  });
});

describe('orderedAnswer', () => {
  const numbers = { id: 'o1', status: 'confirmed', price: 15_000 };
  const courier = { company: 'jne', type: 'reg', waybill_id: 'WB-1', tracking_id: 'T-1', routing_code: 'R-1' };

  it('keeps the numbers of an order, and nothing about a person', () => {
    const json = {
      success: true,
      object: 'order',
      ...numbers,
      shipper: { name: contacts.origin_contact_name },
      destination: { ...contacts, cash_on_delivery: { amount: 90_000, fee: 4_000, type: '7_days', id: 'c1' } },
      courier: { ...courier, name: 'Budi', phone: '0812', insurance: { amount: 150_000, fee: 750, note: 'Mug' } },
    };
    expect(orderedAnswer('order', json, 'CART-1', 12_000)).to.deep.equal({
      ordered: {
        success: true,
        object: 'order',
        ...numbers,
        price: 12_000,
        reference_id: 'CART-1',
        courier: { ...courier, insurance: { amount: 150_000, fee: 750 } },
        cash_on_delivery: { amount: 90_000, fee: 4_000, type: '7_days' },
      },
      charged: 15_000,
    });
  });

  it('keeps links to the web alone', () => {
    const linkOf = (link: string) => {
      const read = orderedAnswer('order', { success: true, ...numbers, courier: { link } }, 'CART-1', undefined);
      return (read?.ordered.courier as { link?: string } | undefined)?.link;
    };
    expect(linkOf('https://track.test/o1')).to.equal('https://track.test/o1');
    for (const link of ['javascript:alert(1)', '//track.test']) expect(linkOf(link), link).to.equal(undefined);
  });
});
