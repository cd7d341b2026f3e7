import { expect } from 'chai';
import { createUpstream, orderedAnswer } from '../../src/gateway/upstream/index.ts';
import { contacts } from '../support/fixtures.ts';
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
