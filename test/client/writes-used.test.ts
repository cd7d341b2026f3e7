import { expect } from 'chai';
import { elsewhere, found, lost, order, page, place, placed, refused, uncertain, used, usedByDraft } from './page.ts';
import { failure, orderAnswer, refusal, serve, storage } from './service.ts';

// Browsers repeat a POST by themselves if a kept-alive connection closes without an answer (contract/README.md §2.3). The service
// sees two requests, and answers the second one that the reference is used.

const { reference_id: _reference, ...unnamed } = order;

describe('a random reference that the service calls used', () => {
  const random = { place, random: true };

  it('is used by this send, if the client made it', async () => {
    const { client, requests } = serve(async (request) => {
      const { reference_id } = await request.json();
      return /draft/.test(request.url) ? usedByDraft() : refusal(40002060, { order_id: 'o-1', reference_id });
    });
    for (const method of ['createOrder', 'createDraftOrder'] as const) {
      const answer = await client[method](unnamed as typeof order, { place });
      const { reference_id } = await (requests.at(-1) as Request).json();
      expect(answer).to.include({ recovered: true, id: method === 'createOrder' ? 'o-1' : undefined, reference_id });
    }
    expect(requests).to.have.lengthOf(2);
    expect(client.unanswered(place)).to.deep.equal([]);
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
  it('is not random by default', async () => {
    const { fail } = page([used]);
    expect(await fail(order, { place, random: false, shopReference: 'cart-17' })).to.include(uncertain);
    const { client } = page([usedByDraft]);
    const draft = await failure(client.createDraftOrder(order));
    expect(draft).to.include({ reason: 'reference-used', outcome: 'unknown' });
  });

  it('is remembered, and never becomes a success by sending it again, in this page or a later one', async () => {
    const first = page([used]);
    for (const { fail, client } of [first, first, first.reload(used), first.reload(used)]) {
      expect(await fail()).to.include(uncertain);
      const [write] = client.unanswered(place);
      expect(write).to.have.all.keys('operation', 'reference', 'fingerprint').and.include({ reference: 'cart-17' });
    }
  });

  it('stays uncertain after a send whose answer is lost, of the same body or another', async () => {
    for (const body of [order, elsewhere]) {
      const { fail } = page([used, lost, used]);
      await fail();
      expect(await fail(body)).to.include({ outcome: 'unknown' });
      expect(await fail(body)).to.include(uncertain);
    }
  });

  it('is ours if the same write was sent before and had no answer', async () => {
    const { fail, reload } = page([lost]);
    await fail();
    expect(await reload(used).send()).to.deep.equal(found);
  });

  it('is certain once an order is placed under it', async () => {
    const { fail, send, left } = page([used, placed]);
    await fail();
    expect(await send(elsewhere)).to.include({ id: orderAnswer.id });
    expect(left()).to.deep.equal([]);
  });

  it('is another one for a draft', async () => {
    const { fail, client } = page([used, lost, usedByDraft]);
    await fail();
    await failure(client.createDraftOrder(order));
    expect(await client.createDraftOrder(order)).to.include({ recovered: true });
  });
});

describe('another body under a reference whose first write had no answer', () => {
  it('is refused with the first order, in this page and after a reload', async () => {
    for (const isReloaded of [false, true]) {
      const before = page([lost, used]);
      await before.fail();
      const { fail } = isReloaded ? before.reload(used) : before;
      const thrown = await fail(elsewhere);
      expect(thrown).to.include({ code: 'refused', reason: 'reference-used', outcome: undefined });
      expect(JSON.parse(JSON.stringify(thrown)).earlier).to.deep.equal(found);
    }
  });

  it('settles the first one: no place remembers it', async () => {
    const { store, entries } = storage();
    const { fail } = page([lost, used], store);
    await fail();
    await fail(elsewhere, { place: 'gift' });
    expect([...entries]).to.deep.equal([]);
    for (const body of [elsewhere, order]) expect(await fail(body)).to.include(uncertain);
  });

  it('finds the first one even after a refusal for another reason', async () => {
    const { fail } = page([lost, refused, used]);
    await fail();
    expect((await fail(elsewhere)).earlier).to.equal(undefined);
    expect((await fail(elsewhere)).earlier).to.deep.equal(found);
  });

  it('succeeds if it had no answer itself', async () => {
    const { fail, send } = page([lost, lost, used]);
    await fail();
    await fail(elsewhere);
    expect(await send(elsewhere)).to.deep.equal(found);
  });

  it('has no earlier order if the refusal does not name it, or if that was a draft or under another reference', async () => {
    for (const [first, answer] of [
      ['createOrder', () => refusal(40002060, { reference_id: 'cart-17' })],
      ['createOrder', usedByDraft],
      ['createDraftOrder', used],
    ] as const) {
      const { client, fail } = page([lost, answer]);
      await failure(client[first](order));
      expect((await fail(elsewhere)).earlier).to.equal(undefined);
    }
    const { fail } = page([lost, used]);
    await fail({ ...order, reference_id: 'cart-18' });
    expect((await fail()).earlier).to.equal(undefined);
  });

  it('works for drafts too, by the code alone', async () => {
    const { client } = page([lost, usedByDraft]);
    await failure(client.createDraftOrder(order));
    const { earlier } = await failure(client.createDraftOrder(elsewhere));
    expect(earlier).to.deep.equal({ ...found, id: undefined, waybill_id: undefined });
  });
});
