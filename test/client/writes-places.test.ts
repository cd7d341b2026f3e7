import { expect } from 'chai';
import { createShippingClient, fingerprint } from '../../src/client/index.ts';
import type { OrderRequest } from '../../src/contract/index.ts';
import { json, orderRequest } from '../support/fixtures.ts';
import { cutOff, failure, forever, onHold, orderAnswer, refusal, serve, storage } from './service.ts';

const order: OrderRequest = { ...orderRequest, reference_id: 'shop-17' };
const elsewhere: OrderRequest = { ...order, destination_address: 'Jalan Asia Afrika 8, Bandung' };
const details = { order_id: 'o-1', waybill_id: 'JNE7', reference_id: 'shop-17' };
const used = () => refusal(40002060, details);
const refused = () => refusal(40002031);
const recovered = { success: true, recovered: true, id: 'o-1', waybill_id: 'JNE7', reference_id: 'shop-17' };
const place = 'checkout';
const left = (request: OrderRequest = order) => ({
  operation: 'createOrder',
  reference: request.reference_id,
  fingerprint: fingerprint(request),
});

/** A page with these answers in order, the last one repeated. `next` is a later page with the same store. */
function page(answers: (() => Response | Promise<Response>)[], store = storage().store) {
  const served = serve((_request, count) => (answers[count - 1] ?? answers.at(-1) ?? cutOff)(), { store });
  const lose = (request = order, at: string = place) => failure(served.client.createOrder(request, { place: at }));
  const next = (...later: typeof answers) => page(later, store);
  return { ...served, lose, next };
}

describe('a place with an order without an answer', () => {
  it('knows it, in this page and after a reload', async () => {
    const before = page([cutOff]);
    await before.lose();
    for (const { client } of [before, before.next()]) expect(client.unanswered(place)[0]).to.deep.equal(left());
  });

  it('knows it from the moment it is sent', async () => {
    const before = page([() => forever]);
    const { client, arrived } = before;
    client.createOrder(order, { place }).catch(() => {});
    expect(client.unanswered(place)[0]).to.equal(undefined);
    await arrived(1);
    expect(client.unanswered(place)[0]).to.deep.equal(left());
    expect(before.next().client.unanswered(place)[0]).to.deep.equal(left());
  });

  it('knows the reference that the client gave it', async () => {
    const before = page([cutOff]);
    await failure(before.client.createOrder(orderRequest, { place }));
    const [request] = before.requests as [Request];
    const { reference_id } = await request.json();
    expect(before.client.unanswered(place)[0]).to.deep.equal(left({ ...orderRequest, reference_id }));
  });

  it('knows a draft and a cancellation as well', async () => {
    const { client } = page([cutOff]);
    await failure(client.createDraftOrder(order, { place: 'draft' }));
    await failure(client.cancelOrder({ id: 'a1', cancellation_reason_code: 'pickup_delay' }, { place: 'cancel' }));
    expect(client.unanswered('draft')[0]).to.deep.equal({ ...left(), operation: 'createDraftOrder' });
    expect(client.unanswered('cancel')[0]).to.deep.equal({
      operation: 'cancelOrder',
      reference: 'a1',
      fingerprint: fingerprint({}),
    });
  });

  const lost: Record<string, () => Response | Promise<Response>> = {
    'the line is cut': cutOff,
    'the service is broken': () => json({}, { status: 502 }),
    'the answer is a page of HTML': () => new Response('<h1>Welcome</h1>'),
    'the answer is a redirect': () => new Response(null, { status: 303 }),
  };
  for (const [when, answer] of Object.entries(lost))
    it(`knows it when ${when}`, async () => {
      const { client, lose } = page([answer]);
      await lose();
      expect(client.unanswered(place)[0]).to.deep.equal(left());
    });

  it('knows it when the page aborts, or the deadline passes', async () => {
    const leaving = new AbortController();
    const { client, arrived } = page([() => forever]);
    const call = failure(client.createOrder(order, { place, signal: leaving.signal }));
    await arrived(1);
    leaving.abort('left');
    expect(await call).to.equal('left');
    expect(client.unanswered(place)[0]).to.deep.equal(left());

    const hasty = serve(() => forever, { timeout: 10 }).client;
    expect(await failure(hasty.createOrder(order, { place }))).to.include({ code: 'timeout', outcome: 'unknown' });
    expect(hasty.unanswered(place)[0]).to.deep.equal(left());
  });

  it('knows the first of several, until that one is answered', async () => {
    const before = page([cutOff]);
    const another = { ...order, reference_id: 'shop-18' };
    await before.lose();
    await before.lose(another);
    expect(before.client.unanswered(place)[0]).to.deep.equal(left());
    const after = before.next(() => json(orderAnswer));
    expect(after.client.unanswered(place)[0]).to.deep.equal(left());
    await after.client.createOrder(order);
    expect(after.client.unanswered(place)[0]).to.deep.equal(left(another));
  });

  it('knows the first body that was sent under its reference', async () => {
    const { client, lose } = page([cutOff]);
    await lose();
    await lose(elsewhere);
    expect(client.unanswered(place)[0]).to.deep.equal(left());
  });

  it('knows it even if the store is full, forbidden or has invalid content', async () => {
    const no = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const forbidden = { getItem: no, setItem: no, removeItem: no };
    const full = { ...storage().store, setItem: no };
    const others = ['', 'null', '{}', '[null]', '[{"reference":', '"text"'].map(
      (text) => storage([['ship-unanswered', text]]).store,
    );
    for (const store of [forbidden, full, ...others]) {
      const { client, lose } = page([cutOff, used], store);
      expect(client.unanswered(place)[0]).to.equal(undefined);
      await lose();
      expect(client.unanswered(place)[0]).to.deep.equal(left());
      expect(await client.createOrder(order)).to.include({ recovered: true });
      expect(client.unanswered(place)[0]).to.equal(undefined);
    }
  });
});

describe('the unanswered writes of a place', () => {
  it('are unknown to another place', async () => {
    const before = page([cutOff]);
    await before.lose();
    for (const { client } of [before, before.next()]) expect(client.unanswered('gift')[0]).to.equal(undefined);
  });

  it('belong to no place if none was named', async () => {
    const { client } = page([cutOff]);
    await failure(client.createOrder(order));
    for (const name of ['', 'undefined', place]) expect(client.unanswered(name)[0]).to.equal(undefined);
  });

  it('are known to each place that sent them, and forgotten by all at once', async () => {
    const before = page([cutOff]);
    await before.lose();
    await before.lose(order, 'gift');
    const after = before.next(used);
    for (const name of [place, 'gift']) expect(after.client.unanswered(name)[0]).to.deep.equal(left());
    await after.client.createOrder(order);
    for (const name of [place, 'gift']) expect(after.client.unanswered(name)[0]).to.equal(undefined);
  });

  const answers = { 'it is placed': () => json(orderAnswer), 'it is found': used };
  for (const [when, answer] of Object.entries(answers))
    it(`are forgotten once ${when}, with all others under the reference`, async () => {
      const { store, entries } = storage();
      const before = page([cutOff], store);
      await before.lose();
      await before.lose(elsewhere, 'gift');
      const { client } = before.next(answer);
      await client.createOrder(order);
      for (const name of [place, 'gift']) expect(client.unanswered(name)[0]).to.equal(undefined);
      expect([...entries]).to.deep.equal([]);
    });

  it('are not forgotten with another reference, or with a draft under the same one', async () => {
    const before = page([cutOff]);
    await before.lose();
    const { client } = before.next(() => json(orderAnswer));
    await client.createOrder({ ...order, reference_id: 'shop-18' }, { place });
    await client.createDraftOrder(order, { place });
    expect(client.unanswered(place)[0]).to.deep.equal(left());
  });

  it('stay if a later send is refused', async () => {
    const before = page([cutOff]);
    await before.lose();
    const after = before.next(refused);
    expect(await after.lose()).to.include({ reason: 'cod-unavailable', outcome: 'unknown' });
    expect(await after.lose(elsewhere)).to.include({ reason: 'cod-unavailable', outcome: undefined });
    expect(after.client.unanswered(place)[0]).to.deep.equal(left());
    expect(await after.next(used).client.createOrder(order)).to.deep.equal(recovered);
  });

  it('stay if a later send is invalid or does not leave the page', async () => {
    const before = page([cutOff]);
    await before.lose();
    const after = before.next();
    expect(await after.lose({ ...order, destination_contact_phone: 'none' })).to.include({ code: 'invalid-request' });
    await failure(after.client.createOrder(elsewhere, { place, signal: AbortSignal.abort('left') }));
    expect(after.requests).to.have.lengthOf(0);
    expect(after.client.unanswered(place)[0]).to.deep.equal(left());
  });

  it('are empty if the first send was refused, placed or invalid', async () => {
    const { store, entries } = storage();
    const { client, lose } = page([refused, () => json(orderAnswer)], store);
    await lose();
    await client.createOrder(order, { place });
    await lose({ ...order, items: [] });
    expect(client.unanswered(place)[0]).to.equal(undefined);
    expect([...entries.keys()]).to.deep.equal(['ship-placed']);
  });

  it('stay while another send is in flight', async () => {
    const { client, arrived, held } = onHold();
    const calls = [client.createOrder(order, { place }), client.createOrder(order, { place: 'gift' })];
    for (const call of calls) call.catch(() => {});
    await arrived(2);
    held[0]?.(json(orderAnswer));
    await calls[0];
    for (const name of [place, 'gift']) expect(client.unanswered(name)[0]).to.deep.equal(left());
    held[1]?.(refused());
    await failure(calls[1] as Promise<unknown>);
    for (const name of [place, 'gift']) expect(client.unanswered(name)[0]).to.equal(undefined);
  });
});

describe('another body under a reference whose first write had no answer', () => {
  it('is refused with the first order, in this page and after a reload', async () => {
    for (const reload of [false, true]) {
      const before = page([cutOff, used]);
      await before.lose();
      const { client } = reload ? before.next(used) : before;
      const thrown = await failure(client.createOrder(elsewhere, { place }));
      expect(thrown).to.include({ code: 'refused', reason: 'reference-used', outcome: undefined });
      expect(thrown.earlier).to.deep.equal(recovered);
      expect(JSON.parse(JSON.stringify(thrown)).earlier).to.deep.equal(recovered);
    }
  });

  it('settles the first one: no place remembers it', async () => {
    const { store, entries } = storage();
    const before = page([cutOff], store);
    await before.lose();
    const { client } = before.next(used);
    await failure(client.createOrder(elsewhere, { place: 'gift' }));
    expect(client.unanswered(place)[0]).to.equal(undefined);
    expect([...entries]).to.deep.equal([]);
    for (const body of [elsewhere, order]) {
      const thrown = await failure(client.createOrder(body));
      expect(thrown).to.include({ reason: 'reference-used', outcome: 'unknown' });
      expect(thrown.earlier).to.equal(undefined);
    }
  });

  it('finds the first one even after a refusal for another reason', async () => {
    const before = page([cutOff]);
    await before.lose();
    const { client } = before.next(refused, used);
    expect((await failure(client.createOrder(elsewhere, { place }))).earlier).to.equal(undefined);
    expect((await failure(client.createOrder(elsewhere, { place }))).earlier).to.deep.equal(recovered);
  });

  it('succeeds if it had no answer itself', async () => {
    const before = page([cutOff]);
    await before.lose();
    await before.lose(elsewhere);
    expect(await before.next(used).client.createOrder(elsewhere)).to.deep.equal(recovered);
  });

  it('works for drafts too, by the code alone', async () => {
    const { client } = serve((_request, count) => (count === 1 ? cutOff() : refusal(42211015, undefined, 422)));
    await failure(client.createDraftOrder(order));
    expect((await failure(client.createDraftOrder(elsewhere))).earlier).to.deep.equal({
      ...recovered,
      id: undefined,
      waybill_id: undefined,
    });
  });

  const others: Record<string, () => Response> = {
    'names another reference': () => refusal(40002060, { ...details, reference_id: 'shop-18' }),
    'names no order': () => refusal(40002060, { reference_id: 'shop-17' }),
    'has the code of drafts': () => refusal(42211015, details, 422),
    'has another reason': () => refusal(40002031, details),
  };
  for (const [what, answer] of Object.entries(others))
    it(`is a plain refusal if that ${what}`, async () => {
      const before = page([cutOff]);
      await before.lose();
      const { client } = before.next(answer);
      expect((await failure(client.createOrder(elsewhere, { place }))).earlier).to.equal(undefined);
      expect(client.unanswered(place)[0]).to.deep.equal(left());
    });

  it('has no earlier order under another reference, or for a draft', async () => {
    const { client, lose } = page([cutOff, used]);
    await lose({ ...order, reference_id: 'shop-18' });
    expect((await failure(client.createOrder(order))).earlier).to.equal(undefined);
    const drafted = serve((_request, count) => (count === 1 ? cutOff() : used())).client;
    await failure(drafted.createDraftOrder(order));
    expect((await failure(drafted.createOrder(elsewhere))).earlier).to.equal(undefined);
  });
});

describe('several clients over one store', () => {
  it('know of each other’s writes', async () => {
    const { store } = storage();
    await page([cutOff], store).lose();
    const [one, other] = [page([used], store).client, page([used], store).client];
    expect(other.unanswered(place)[0]).to.deep.equal(left());
    expect(await one.createOrder(order)).to.deep.equal(recovered);
    expect(other.unanswered(place)[0]).to.equal(undefined);
    expect(await failure(other.createOrder(order))).to.include({ reason: 'reference-used' });
  });

  it('do not remove each other’s entries', async () => {
    const { store } = storage();
    const [one, other] = [page([cutOff, () => json(orderAnswer)], store), page([cutOff], store)];
    await one.lose(order, 'one');
    await other.lose({ ...order, reference_id: 'shop-18' }, 'other');
    await one.client.createOrder(order);
    const { client } = page([], store);
    expect(client.unanswered('one')[0]).to.equal(undefined);
    expect(client.unanswered('other')[0]).to.include({ reference: 'shop-18' });
  });
});

it('a client without a store remembers its own writes', async () => {
  const client = createShippingClient({ baseUrl: 'https://shop.test', fetch: cutOff, store: undefined });
  const reference_id = 'in-memory';
  await failure(client.createOrder({ ...order, reference_id }, { place }));
  expect(client.unanswered(place)[0]).to.include({ reference: reference_id });
});
