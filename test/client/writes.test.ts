import { expect } from 'chai';
import { fingerprint, randomReference } from '../../src/client/index.ts';
import type { OrderRequest } from '../../src/contract/index.ts';
import { json, orderRequest } from '../support/fixtures.ts';
import {
  type Answer,
  details,
  elsewhere,
  found,
  lost,
  order,
  page,
  placed,
  refused,
  uncertain,
  used,
  usedByDraft,
  widgetKey,
} from './page.ts';
import { failure, forever, orderAnswer, refusal, serve, storage } from './service.ts';

// Browsers repeat a POST by themselves if a kept-alive connection closes without an answer (contract/README.md §2.3). The service
// sees two requests, and answers the second one that the reference is used.

const unknown = { outcome: 'unknown' };
const isPlaced = { id: orderAnswer.id, recovered: undefined };
const noCod = { code: 'refused', reason: 'cod-unavailable' };
const withEarlier = { code: 'refused', reason: 'reference-used', outcome: undefined, earlier: found };
const sameInOtherOrder = Object.fromEntries(Object.entries(order).reverse()) as unknown as OrderRequest;
const another = { ...order, reference_id: 'cart-18' };

type Step = [sent: OrderRequest, answer: Answer, end: object];

const lostIn = (answer: Answer): Step[] => [
  [order, answer, unknown],
  [sameInOtherOrder, used, found],
];
/** What is sent under one reference of the shop, what the service answers, and fields of the result or the error. */
const cases: Record<string, Step[]> = {
  'is found by sending it again after no answer': lostIn(lost),
  'is found by sending it again after a broken service': lostIn(() => json({}, { status: 502 })),
  'is found by sending it again after a busy proxy': lostIn(() => json({}, { status: 429 })),
  'is found by sending it again after an answer that cannot be read': lostIn(() => new Response('<h1>Welcome</h1>')),
  'is found by sending it again after a refusal by a proxy': lostIn(() => json({ message: 'no' }, { status: 404 })),
  'is found by sending it again after an answer about another order': lostIn(() =>
    json({ ...orderAnswer, reference_id: 'cart-18' }),
  ),
  'is not found by a broken service': [
    [order, lost, unknown],
    [order, () => refusal(40002060, details, 500), unknown],
  ],
  'is placed by the second send if the first never arrived': [
    [order, lost, unknown],
    [order, placed, isPlaced],
  ],
  'stays unknown if the second send is refused for another reason': [
    [order, lost, unknown],
    [order, refused, { ...noCod, ...unknown }],
    [order, used, found],
  ],
  'is settled by a refusal: a later order under the reference may be another one': [
    [order, refused, { ...noCod, outcome: undefined }],
    [order, used, uncertain],
  ],
  'may be another order even after a send whose answer was lost': [
    [order, used, uncertain],
    [order, lost, unknown],
    [order, used, uncertain],
  ],
  'may be another order even after another body whose answer was lost': [
    [order, used, uncertain],
    [elsewhere, lost, unknown],
    [elsewhere, used, uncertain],
  ],
  'is certain once another body is placed under its reference': [
    [order, used, uncertain],
    [elsewhere, placed, isPlaced],
  ],
  'is the earlier order of another body. Then it is settled': [
    [order, lost, unknown],
    [elsewhere, used, withEarlier],
    [elsewhere, used, uncertain],
    [order, used, uncertain],
  ],
  'is the earlier order of another body that was refused for another reason': [
    [order, lost, unknown],
    [elsewhere, refused, { ...noCod, outcome: undefined, earlier: undefined }],
    [elsewhere, used, withEarlier],
  ],
  'is not taken for another body that has no answer either': [
    [order, lost, unknown],
    [elsewhere, lost, unknown],
    [elsewhere, used, found],
  ],
  'is no earlier order if the refusal names none': [
    [order, lost, unknown],
    [elsewhere, () => refusal(40002060, { reference_id: 'cart-17' }), { earlier: undefined }],
  ],
  'is no earlier order if it was a draft': [
    [order, lost, unknown],
    [elsewhere, usedByDraft, { earlier: undefined }],
  ],
  'is no earlier order of another reference': [
    [another, lost, unknown],
    [order, used, uncertain],
  ],
};

describe('an order', () => {
  for (const [title, steps] of Object.entries(cases))
    for (const isReloaded of [false, true])
      it(`${title}${isReloaded ? ', with a reload before each send' : ''}`, async () => {
        let answer: Answer = lost;
        const first = page([() => answer()]);
        for (const [index, [sent, next, end]] of steps.entries()) {
          answer = next;
          const { send } = isReloaded ? first.reload(() => answer()) : first;
          const result: object = await send(sent).catch((thrown) => thrown);
          for (const [field, value] of Object.entries(end))
            expect(Reflect.get(result, field), `${index} ${field}`).to.deep.equal(value);
        }
      });

  it('is found after an abort too', async () => {
    const leaving = new AbortController();
    const leave = () => {
      leaving.abort('left');
      return forever;
    };
    const { client, send, left } = page([leave, used]);
    const call = client.createOrder(order, { widgetKey: 'checkout', signal: leaving.signal });
    expect(await failure(call)).to.equal('left');
    expect(left()).to.deep.equal(['cart-17']);
    expect(await send()).to.deep.equal(found);
  });

  it('is not taken for a draft of the same body, which is found by its own code', async () => {
    const { client, fail } = page([lost, used, usedByDraft]);
    await failure(client.createDraftOrder(order));
    expect(await fail()).to.include(uncertain);
    const nameless = { id: undefined, waybill_id: undefined };
    expect(await client.createDraftOrder(order)).to.deep.equal({ ...found, ...nameless });
  });
});

describe('a random reference that the service calls used', () => {
  const random = { widgetKey, random: true };

  it('is used by this send, if the client made it', async () => {
    const { client, requests } = serve(async (request) => {
      const { reference_id } = await request.json();
      return /draft/.test(request.url) ? usedByDraft() : refusal(40002060, { order_id: 'o-1', reference_id });
    });
    for (const method of ['createOrder', 'createDraftOrder'] as const) {
      const answer = await client[method](orderRequest, { widgetKey });
      const { reference_id } = await (requests.at(-1) as Request).json();
      expect(answer).to.include({ recovered: true, id: method === 'createOrder' ? 'o-1' : undefined, reference_id });
    }
    expect(requests).to.have.lengthOf(2);
    expect(client.unanswered(widgetKey)).to.deep.equal([]);
  });

  it('is used by this send, if the caller says that it is random, even if the refusal names no order', async () => {
    expect(await page([used]).send(order, random)).to.deep.equal(found);
    const nameless = { ...found, id: undefined, waybill_id: undefined };
    expect(await page([() => refusal(40002060)]).send(order, random)).to.deep.equal(nameless);
  });

  it('is used by an earlier write, if another body has no answer under it', async () => {
    const { fail, reload } = page([lost]);
    await fail(order, random);
    const later = reload(used);
    const thrown = await later.fail(elsewhere, random);
    expect(thrown).to.include({ reason: 'reference-used', outcome: undefined });
    expect(thrown.earlier).to.deep.equal(found);
    expect(later.left()).to.deep.equal([]);
  });

  it('is uncertain if the refusal names another one', async () => {
    const { fail, left } = page([() => refusal(40002060, { order_id: 'o-1', reference_id: 'cart-18' })]);
    expect(await fail(order, random)).to.include(uncertain);
    expect(left()).to.have.lengthOf(1);
  });
});

describe('the shop’s own reference that the service calls used', () => {
  it('is forgotten in each widget once the earlier order is found', async () => {
    const { store, entries } = storage();
    const { fail } = page([lost, used], store);
    await fail();
    await fail(elsewhere, { widgetKey: 'gift' });
    expect([...entries]).to.deep.equal([]);
  });
});

describe('a cancellation', () => {
  const already = (status: string) => () =>
    json({ error: `Cannot cancel order because order already ${status}`, code: 40002053 }, { status: 400 });
  const cancelled = { success: true, id: 'a1', status: 'cancelled' };

  it('succeeds if the order is cancelled already, by this send, an earlier one or another page', async () => {
    const { client, left } = page([lost, already('cancelled')]);
    expect(await failure(client.cancelOrder({ id: 'a1' }, { widgetKey: 'checkout' }))).to.include({
      outcome: 'unknown',
    });
    expect(left()).to.deep.equal(['a1']);
    for (const id of ['a1', 'a2']) expect(await client.cancelOrder({ id })).to.deep.equal({ ...cancelled, id });
    expect(left()).to.deep.equal([]);
  });

  it('is refused if the parcel is on its way. A cancellation without an answer stays unknown', async () => {
    const no = { code: 'refused', reason: 'not-cancellable' };
    const { client } = page([already('picked'), lost, already('picked')]);
    expect(await failure(client.cancelOrder({ id: 'a1' }))).to.include({ ...no, outcome: undefined });
    await failure(client.cancelOrder({ id: 'a1' }));
    expect(await failure(client.cancelOrder({ id: 'a1' }))).to.include({ ...no, outcome: 'unknown' });
  });
});

describe('an order that waits for its headers, while the same one is sent by another call', () => {
  /** Two calls that wait for their headers. The first one is sent, and its answer is lost. */
  async function waiting() {
    const calls: { give(headers: Record<string, string>): void; fail(thrown: Error): void }[] = [];
    let headers = () =>
      new Promise<Record<string, string>>((give, fail) => {
        calls.push({ give, fail });
      });
    const { client } = serve((_, count) => (count === 1 ? lost() : used()), { headers: () => headers() });
    const [first, second] = [failure(client.createOrder(order)), client.createOrder(order)];
    second.catch(() => {});
    // By then both calls have asked for their headers.
    await new Promise((resolve) => setImmediate(resolve));
    calls[0]?.give({});
    expect(await first).to.include({ outcome: 'unknown' });
    headers = async () => ({});
    return { client, second, ...(calls[1] ?? expect.fail()) };
  }

  it('finds that one', async () => {
    const { second, give } = await waiting();
    give({});
    expect(await second).to.deep.equal(found);
  });

  it('leaves it unknown if the headers do not come', async () => {
    const { client, second, fail } = await waiting();
    fail(new Error('signed out'));
    expect(await failure(second)).to.include({ code: 'network', outcome: 'unknown' });
    expect(await client.createOrder(order)).to.deep.equal(found);
  });
});

describe('randomReference', () => {
  it('has 128 random bits and never repeats', () => {
    const references = Array.from({ length: 200 }, randomReference);
    for (const reference of references) expect(reference).to.match(/^[0-9a-f]{32}$/);
    expect(new Set(references).size).to.equal(200);
  });
});

describe('fingerprint', () => {
  it('ignores the order of keys at any depth', () => {
    expect(fingerprint({ a: 1, b: { c: 2, d: 3 } })).to.equal(fingerprint({ b: { d: 3, c: 2 }, a: 1 }));
    expect(fingerprint({ a: 1, b: undefined })).to.equal(fingerprint({ a: 1 }));
  });

  it('depends on the order of a list', () => {
    expect(fingerprint([1, 2])).to.not.equal(fingerprint([2, 1]));
  });

  it('differs for bodies that differ in one character, and is too short to contain them', () => {
    const bodies = Array.from({ length: 500 }, (_, number) => ({ ...orderRequest, order_note: `note ${number}` }));
    expect(new Set(bodies.map(fingerprint)).size).to.equal(500);
    for (const body of bodies) expect(fingerprint(body)).to.match(/^[0-9a-z]{1,14}$/);
  });

  it('never changes, because stores keep it while the client is updated', () => {
    const bodies = ['', {}, { reference_id: 'shop-17', items: [{ name: 'Kopi ☕', value: 75_000 }] }];
    expect(bodies.map(fingerprint)).to.deep.equal(['1yz14zpxru0zv', 'nf0rvpc7nb7l', '1jcg0i316y1o4q']);
  });
});
