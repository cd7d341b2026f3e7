import { expect } from 'chai';
import type { WriteOptions } from '../../src/client/index.ts';
import type { OrderRequest } from '../../src/contract/index.ts';
import { json, orderRequest } from '../support/fixtures.ts';
import { cutOff, failure, forever, onHold, orderAnswer, refusal, serve, storage } from './service.ts';

// Browsers repeat a POST by themselves if a kept-alive connection closes without an answer (contract/README.md §2.3). The service
// sees two requests, and answers the second one that the reference is used.

const order: OrderRequest = { ...orderRequest, reference_id: 'cart-17' };
const elsewhere: OrderRequest = { ...order, destination_address: 'Jalan Asia Afrika 8, Bandung' };
const place = 'checkout';
const details = { order_id: 'o-1', waybill_id: 'JNE7', reference_id: 'cart-17' };
const found = { success: true, recovered: true, id: 'o-1', waybill_id: 'JNE7', reference_id: 'cart-17' };
const refused = { code: 'refused', reason: 'reference-used', outcome: 'unknown' };

type Method = 'createOrder' | 'createDraftOrder';

/** The answer to the second request of a call. */
const used: Record<Method, (reference_id?: unknown) => Response> = {
  createOrder: (reference_id = 'cart-17') => refusal(40002060, { ...details, reference_id }),
  createDraftOrder: () => refusal(42211015, undefined, 422),
};
const methods = Object.keys(used) as Method[];

/** A service that calls every reference used. */
const always = (method: Method, store = storage().store) =>
  serve(async (request) => used[method]((await request.json()).reference_id), { store });

describe('a random reference that the service calls used', () => {
  for (const method of methods) {
    it(`is used by this send, if the client made it: ${method}`, async () => {
      const { client, requests } = always(method);
      const answer = await client[method](orderRequest, { place });
      expect(answer).to.include({ success: true, recovered: true });
      expect(answer.id).to.equal(method === 'createOrder' ? 'o-1' : undefined);
      const [sent] = await Promise.all(requests.map((request) => request.json()));
      expect(answer.reference_id).to.equal(sent.reference_id);
      expect(requests).to.have.lengthOf(1);
      expect(client.unanswered(place)).to.deep.equal([]);
    });

    it(`is used by this send, if the caller says that it is random: ${method}`, async () => {
      const { client } = always(method);
      expect(await client[method](order, { place, random: true })).to.include({ recovered: true });
      expect(client.unanswered(place)).to.deep.equal([]);
    });

    it(`is used by an earlier write, if another body has no answer under it: ${method}`, async () => {
      const { store } = storage();
      await failure(serve(cutOff, { store }).client[method](order, { place, random: true }));
      const { client } = always(method, store);
      const thrown = await failure(client[method](elsewhere, { place, random: true }));
      expect(thrown).to.include({ ...refused, outcome: undefined });
      expect(thrown.earlier).to.include({ recovered: true, reference_id: 'cart-17' });
      expect(client.unanswered(place)).to.deep.equal([]);
    });
  }

  it('may be missing in the refusal, and so may the order', async () => {
    const { client } = serve(() => refusal(40002060));
    const answer = await client.createOrder(order, { random: true });
    expect(answer).to.deep.equal({ ...found, id: undefined, waybill_id: undefined });
  });

  it('is uncertain if the refusal names another one', async () => {
    const { client } = serve(() => used.createOrder('cart-18'));
    expect(await failure(client.createOrder(order, { place, random: true }))).to.include(refused);
    expect(client.unanswered(place)).to.have.lengthOf(1);
  });

  it('is used by a send while another of the same body is in flight', async () => {
    const { client, arrived, held } = onHold();
    const calls = [1, 2].map(() => client.createOrder(order, { place, random: true }));
    await arrived(2);
    held[1]?.(used.createOrder());
    expect(await calls[1]).to.deep.equal(found);
    held[0]?.(used.createOrder());
    expect(await calls[0]).to.deep.equal(found);
    expect(client.unanswered(place)).to.deep.equal([]);
  });

  it('does not belong to another body that is in flight', async () => {
    const { client, arrived, held } = onHold();
    const first = client.createOrder(order, { random: true });
    await arrived(1);
    const second = client.createOrder(elsewhere, { random: true });
    await arrived(2);
    held[0]?.(json(orderAnswer));
    await first;
    held[1]?.(used.createOrder());
    expect((await failure(second)).earlier).to.deep.equal(found);
  });
});

describe('the shop’s own reference that the service calls used', () => {
  /** A page over a store, which places an order and is told that its reference is used. */
  async function doubted(options: WriteOptions = { place }, body = order) {
    const { store, entries } = storage();
    const { client } = always('createOrder', store);
    const thrown = await failure(client.createOrder(body, options));
    return { client, store, entries, thrown };
  }

  for (const method of methods)
    it(`may be used by this send or by another order: ${method}`, async () => {
      const { client } = always(method);
      const thrown = await failure(client[method](order, { place }));
      expect(thrown).to.include(refused);
      expect(thrown.earlier).to.equal(undefined);
      expect(client.unanswered(place)).to.have.lengthOf(1);
    });

  it('is not random by default', async () => {
    const { thrown } = await doubted({ place, random: false, shopReference: 'cart-17' });
    expect(thrown).to.include(refused);
  });

  it('is remembered as unanswered, in this page and after a reload', async () => {
    const { client, store } = await doubted();
    for (const page of [client, always('createOrder', store).client])
      expect(page.unanswered(place)).to.have.lengthOf(1).and.have.nested.property('[0].reference', 'cart-17');
  });

  it('never becomes a success by sending it again', async () => {
    const { client, store } = await doubted();
    for (const page of [client, client, always('createOrder', store).client, always('createOrder', store).client])
      expect(await failure(page.createOrder(order, { place }))).to.include(refused);
  });

  it('stays uncertain after a send whose answer is lost', async () => {
    const { store } = await doubted();
    const { client } = serve((_request, count) => (count < 3 ? cutOff() : used.createOrder()), { store });
    for (const from of [place, 'gift']) await failure(client.createOrder(order, { place: from }));
    for (const from of [place, 'gift']) {
      const thrown = await failure(client.createOrder(order, { place: from }));
      expect(thrown).to.include(refused);
      expect(thrown.earlier).to.equal(undefined);
    }
  });

  it('stays uncertain for another body', async () => {
    const { store } = await doubted();
    const { client } = serve((_request, count) => (count === 2 ? cutOff() : used.createOrder()), { store });
    for (let send = 1; send <= 3; send += 1) {
      const thrown = await failure(client.createOrder(elsewhere, { place }));
      expect(thrown.outcome, `send ${send}`).to.equal('unknown');
      expect(thrown.earlier).to.equal(undefined);
    }
    expect(client.unanswered(place)).to.have.lengthOf(2);
  });

  it('is ours if the same write was sent before and had no answer', async () => {
    const { store } = storage();
    await failure(serve(cutOff, { store }).client.createOrder(order, { place }));
    const { client } = always('createOrder', store);
    expect(await client.createOrder(order, { place })).to.deep.equal(found);
  });

  it('is certain once an order is placed under it', async () => {
    const { store } = await doubted();
    const { client } = serve(() => json(orderAnswer), { store });
    expect(await client.createOrder(elsewhere, { place })).to.include({ id: orderAnswer.id });
    expect(client.unanswered(place)).to.deep.equal([]);
  });

  it('is another one for a draft', async () => {
    const { store } = await doubted();
    const { client } = serve((_request, count) => (count === 1 ? cutOff() : used.createDraftOrder()), { store });
    await failure(client.createDraftOrder(order, { place }));
    expect(await client.createDraftOrder(order, { place })).to.include({ recovered: true });
  });

  it('is certain if another refusal comes first', async () => {
    const { client } = serve(() => refusal(40002031, details));
    expect(await failure(client.createOrder(order, { place }))).to.include({ outcome: undefined });
    expect(client.unanswered(place)).to.deep.equal([]);
  });
});

describe('the shop’s own reference of a write', () => {
  const options = { place, shopReference: 'cart-17' };
  const second = { ...order, reference_id: 'cart-17-2' };

  it('is kept with it while it has no answer, in this page and after a reload', async () => {
    const { store } = storage();
    const { client } = serve(cutOff, { store });
    await failure(client.createOrder(second, options));
    for (const page of [client, serve(cutOff, { store }).client])
      expect(page.unanswered(place)[0]).to.include({ reference: 'cart-17-2', shopReference: 'cart-17' });
  });

  it('is missing if none was given', async () => {
    const { client } = serve((_request, count) => (count < 3 ? cutOff() : used.createOrder('cart-17-2')));
    for (const shopReference of [undefined, 'cart-17'])
      await failure(client.createOrder(second, { place, shopReference }));
    const left = client.unanswered(place);
    expect(left).to.have.lengthOf(1);
    expect(left[0]).to.not.have.property('shopReference');
    expect(await client.createOrder(second, options)).to.include({ recovered: true });
  });

  it('may be missing in entries of an older client', async () => {
    const before = serve(() => forever);
    before.client.createOrder(order, { place }).catch(() => {});
    await before.arrived(1);
    const [{ fingerprint = '' } = {}] = before.client.unanswered(place);
    const left = JSON.stringify([{ operation: 'createOrder', reference: 'cart-17', fingerprint, place }]);
    const { store } = storage([['ship-unanswered', left]]);
    const { client } = always('createOrder', store);
    expect(client.unanswered(place)).to.deep.equal([{ operation: 'createOrder', reference: 'cart-17', fingerprint }]);
    expect(await client.createOrder(order, options)).to.deep.equal(found);
  });
});
